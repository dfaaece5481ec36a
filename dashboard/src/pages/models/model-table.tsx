/** The table of models. */

import { navigate } from '../../app/location.ts'
import { can } from '../../app/session.ts'
import { Badge } from '../../design/data/badge.tsx'
import { count, moneyOfCents, shortCount } from '../../design/data/format.ts'
import { ProviderMark } from '../../design/data/provider-mark.tsx'
import { type Column, Table } from '../../design/data/table.tsx'
import { type CatalogueModel, modelHref, perMillion } from './catalogue.ts'

type ModelTableProps = {
  readonly models: readonly CatalogueModel[]
  /** Value of `order_by`. */
  readonly order: string
  readonly onOrder: (order: string) => void
  readonly chosen: string | null
}

const SHOWN_KEYS = 2

export function ModelTable({ models, order, onOrder, chosen }: ModelTableProps) {
  const sorting = (by: string, sorted: 'ascending' | 'descending') => ({
    onSort: () => onOrder(by),
    ...(order === by && { sorted }),
  })
  const usage: Column<CatalogueModel>[] = [
    {
      name: 'requests',
      label: 'Requests',
      isNumber: true,
      ...sorting('requests', 'descending'),
      cell: ({ usage: used }) => (used ? count(used.requests) : <span class="muted">0</span>),
    },
    {
      name: 'cost',
      label: 'Cost',
      isNumber: true,
      ...sorting('cost', 'descending'),
      cell: ({ usage: used }) => (used ? moneyOfCents(used.cost) : <span class="muted">—</span>),
    },
  ]
  return (
    <Table
      label="Models"
      rows={models}
      keyOf={({ provider, model }) => `${provider}__${model}`}
      selectedKey={chosen}
      onOpen={(model) => open(model)}
      columns={[
        {
          name: 'model',
          label: 'Model',
          ...sorting('model', 'ascending'),
          cell: (model) => (
            <span class="models-name">
              <a class="anywhere" href={`${modelHref(model)}${location.search}`}>
                {model.model}
              </a>
              {model.is_deprecated && <Badge tone="warning">deprecated</Badge>}
            </span>
          ),
        },
        {
          name: 'provider',
          label: 'Provider',
          cell: ({ provider }) => (
            <span class="row">
              <ProviderMark provider={provider} />
              {provider}
            </span>
          ),
        },
        {
          name: 'input',
          label: 'Input',
          isNumber: true,
          ...sorting('input_price', 'ascending'),
          cell: ({ prices, is_free }) => perMillion(prices, 'input_tokens', is_free),
        },
        {
          name: 'output',
          label: 'Output',
          isNumber: true,
          ...sorting('output_price', 'ascending'),
          cell: ({ prices, is_free }) => perMillion(prices, 'output_tokens', is_free),
        },
        {
          name: 'cached',
          label: 'Cached input',
          isNumber: true,
          cell: ({ prices, is_free }) => perMillion(prices, 'cached_tokens', is_free),
        },
        {
          name: 'context',
          label: 'Context',
          isNumber: true,
          ...sorting('context_window', 'descending'),
          cell: ({ context_window: tokens }) => (
            <span title={tokens === null ? '' : `${count(tokens)} tokens`}>{shortCount(tokens)}</span>
          ),
        },
        { name: 'keys', label: 'Virtual keys', cell: (model) => <KeysOf model={model} /> },
        ...(can('analytics.view') ? usage : []),
      ]}
    />
  )
}

function open(model: CatalogueModel): void {
  navigate(`${modelHref(model)}${location.search}`)
}

function KeysOf({ model: { virtual_keys: keys, needs_virtual_key: isNeeded } }: { readonly model: CatalogueModel }) {
  if (!isNeeded && keys.length === 0) return <span class="muted">not needed</span>
  const more = keys.length - SHOWN_KEYS
  return (
    <span class="anywhere" title={keys.map(({ name, slug }) => `${name} (${slug})`).join(', ')}>
      {keys
        .slice(0, SHOWN_KEYS)
        .map(({ name }) => name)
        .join(', ')}
      {more > 0 && <span class="muted"> +{more}</span>}
    </span>
  )
}
