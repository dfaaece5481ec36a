/** One model: prices, virtual keys, usage, and example code for a request. */

import { useState } from 'preact/hooks'
import { can, workspaceId } from '../../app/session.ts'
import { useResource } from '../../app/use-resource.ts'
import { LinkButton } from '../../design/controls/button.tsx'
import { CopyButton } from '../../design/controls/copy-button.tsx'
import { SelectField } from '../../design/controls/field.tsx'
import { Badge } from '../../design/data/badge.tsx'
import { Facts } from '../../design/data/facts.tsx'
import { count, duration, moneyOfCents, percent } from '../../design/data/format.ts'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { Drawer } from '../../design/overlays/drawer.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { Notice } from '../../design/states/notices.tsx'
import { SnippetTabs } from '../snippets/snippet-tabs.tsx'
import { type CatalogueModel, loadCatalogue, perMillion, type Rates } from './catalogue.ts'

type DrawerProps = {
  readonly provider: string
  readonly model: string
  readonly times: Readonly<Record<string, string>>
  readonly onClose: () => void
}

export function ModelDrawer({ provider, model, times, onClose }: DrawerProps) {
  const requested = { workspace_id: workspaceId.value, ...times, provider, search: model, page_size: 1_000 }
  const found = useResource(JSON.stringify(requested), async (signal) => {
    const { data } = await loadCatalogue(requested, signal)
    return { model: data.find((one) => one.model === model) ?? null }
  })
  return (
    <Drawer title={model} onClose={onClose}>
      <Loaded resource={found} what="load the model">
        {({ model: one }) =>
          one ? (
            <ModelView of={one} />
          ) : (
            <Notice tone="warning" title="No virtual key of this workspace offers this model">
              <p>The model is not in the price list of {provider}, and no request used it in the time range.</p>
            </Notice>
          )
        }
      </Loaded>
    </Drawer>
  )
}

function ModelView({ of: model }: { readonly of: CatalogueModel }) {
  const { usage } = model
  return (
    <>
      <div class="row-wrap">
        {can('completions.write') && (
          <LinkButton icon="playground" href="/playground">
            Playground
          </LinkButton>
        )}
        {can('logs.list') && (
          <LinkButton icon="logs" href={`/logs?range=30d&q=${encodeURIComponent(`model:${quoted(model.model)}`)}`}>
            Requests
          </LinkButton>
        )}
        <CopyButton text={model.model} what="model name" size="usual" />
      </div>
      <Facts
        facts={[
          { name: 'Provider', value: model.provider },
          ...(model.name ? [{ name: 'Name', value: model.name }] : []),
          {
            name: 'Context window',
            value: model.context_window === null ? 'unknown' : `${count(model.context_window)} tokens`,
          },
          { name: 'Price', value: <PriceSource of={model} /> },
          ...(model.is_deprecated ? [{ name: 'Status', value: <Badge tone="warning">deprecated</Badge> }] : []),
          ...(usage
            ? [
                {
                  name: 'Requests',
                  value: `${count(usage.requests)}${usage.errors > 0 ? `, ${percent(usage.errors / usage.requests)} failed` : ''}`,
                },
                { name: 'Cost', value: moneyOfCents(usage.cost) },
                { name: 'Tokens', value: count(usage.tokens) },
                { name: 'p95 latency', value: duration(usage.p95_latency) },
                { name: 'Last used', value: <Time at={usage.last_seen} /> },
              ]
            : []),
        ]}
      />
      <Prices of={model} />
      <UseIt of={model} />
    </>
  )
}

function PriceSource({ of: { price_source: source, is_free: isFree } }: { readonly of: CatalogueModel }) {
  if (isFree) return <>free</>
  if (source === 'none') return <Badge tone="warning">unknown: costs are not counted</Badge>
  return <>{source === 'own' ? 'custom price' : 'list price'}</>
}

/** Units in the order of the table; others are listed after them. */
const UNITS: Readonly<Record<string, string>> = {
  input_tokens: 'Input tokens',
  output_tokens: 'Output tokens',
  cached_tokens: 'Cached input tokens',
  cached_audio_tokens: 'Cached audio input tokens',
  cached_write_tokens: 'Cache writes',
  cached_write_long_tokens: 'Cache writes, 1 hour',
  reasoning_tokens: 'Reasoning tokens',
  audio_input_tokens: 'Audio input tokens',
  audio_output_tokens: 'Audio output tokens',
  image_input_tokens: 'Image input tokens',
  image_output_tokens: 'Image output tokens',
}

function Prices({ of: model }: { readonly of: CatalogueModel }) {
  if (!model.prices || Object.keys(model.prices).length === 0) return null
  const lists: { readonly label: string; readonly prices: Rates }[] = [
    { label: 'Price', prices: model.prices },
    ...model.tiers.map((tier) => ({ label: `Over ${count(tier.over_input_tokens)} tokens`, prices: tier.prices })),
    ...model.virtual_keys.flatMap(({ slug, prices }) => (prices ? [{ label: slug, prices }] : [])),
  ]
  const units = Object.keys(UNITS).filter((unit) => lists.some(({ prices }) => prices[unit]))
  return (
    <Table
      label="Prices in US dollars per million tokens"
      isCompact
      rows={units}
      keyOf={(unit) => unit}
      columns={[
        { name: 'unit', label: 'Per million', cell: (unit) => UNITS[unit] ?? unit },
        ...lists.map(({ label, prices }) => ({
          name: label,
          label,
          isNumber: true,
          cell: (unit: string) => perMillion(prices, unit),
        })),
      ]}
    />
  )
}

function UseIt({ of: model }: { readonly of: CatalogueModel }) {
  const keys = model.virtual_keys
  const [chosen, setChosen] = useState(keys[0]?.slug ?? '')
  const request =
    chosen === ''
      ? { key: null, model: model.model, headers: [['x-gateway-provider', model.provider] as const] }
      : { key: null, model: `@${chosen}/${model.model}` }
  return (
    <section class="stack-tight" aria-label="Use it">
      <h3>Use it</h3>
      {keys.length > 0 && (
        <SelectField
          label="Virtual key"
          value={chosen}
          onValue={setChosen}
          choices={keys.map(({ slug, name }) => ({ value: slug, label: name === slug ? slug : `${name} (${slug})` }))}
        />
      )}
      <SnippetTabs request={request} />
    </section>
  )
}

/** Quotes a value as the filter language of the logs expects it. */
function quoted(value: string): string {
  return /[\s"]/.test(value) ? JSON.stringify(value) : value
}
