/** Looks up the price of a model, and which entry applies. */

import { useState } from 'preact/hooks'
import { api } from '../../../api/client.ts'
import { query, setQuery } from '../../../app/location.ts'
import { caller } from '../../../app/session.ts'
import { useResource } from '../../../app/use-resource.ts'
import { Button } from '../../../design/controls/button.tsx'
import { Combobox } from '../../../design/controls/combobox.tsx'
import { SelectField, TextField } from '../../../design/controls/field.tsx'
import { Badge } from '../../../design/data/badge.tsx'
import { Card } from '../../../design/data/card.tsx'
import { Loaded } from '../../../design/states/loaded.tsx'
import { Notice } from '../../../design/states/notices.tsx'
import type { PriceList } from './price.ts'
import { RatesView } from './rates-view.tsx'

type Effective = PriceList & {
  readonly provider: string
  readonly model: string
  readonly source: 'own' | 'catalogue' | 'none'
  readonly version: string | null
  readonly is_free: boolean
}

/** `round` changes when prices are edited, which repeats the lookup. */
export function PriceLookup({ providers, round }: { readonly providers: readonly string[]; readonly round: number }) {
  const now = query.value
  const requested = {
    provider: now.get('provider') ?? '',
    model: now.get('model') ?? '',
    workspace_id: now.get('in') ?? '',
  }
  const [provider, setProvider] = useState(requested.provider)
  const [model, setModel] = useState(requested.model)
  const [workspaceId, setWorkspaceId] = useState(requested.workspace_id)
  const isRequested = requested.provider !== '' && requested.model !== ''
  const found = useResource(
    isRequested ? JSON.stringify([requested, round]) : null,
    (signal) => api.get<Effective>('/prices/effective', { query: requested, signal }),
    { forgetOnChange: true },
  )
  return (
    <Card title="Price of a model">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          setQuery({ provider: provider.trim(), model: model.trim(), in: workspaceId })
        }}
      >
        <div class="settings-lookup">
          <Combobox
            label="Provider"
            isFree
            placeholder="openai"
            choices={providers.map((slug) => ({ value: slug, label: slug }))}
            value={provider}
            onValue={setProvider}
          />
          <TextField label="Model" isCode placeholder="gpt-4o" value={model} onValue={setModel} />
          <SelectField
            label="Workspace"
            value={workspaceId}
            onValue={setWorkspaceId}
            choices={[
              { value: '', label: 'Workspaces without their own prices' },
              ...(caller.value?.workspaces ?? []).map((one) => ({ value: one.id, label: one.name })),
            ]}
          />
          <Button type="submit" disabled={provider.trim() === '' || model.trim() === ''}>
            Look up
          </Button>
        </div>
        {isRequested && (
          <Loaded resource={found} what="look up the price">
            {(price) => <Answer price={price} />}
          </Loaded>
        )}
      </form>
    </Card>
  )
}

const SOURCES = { own: 'custom price', catalogue: 'list price', none: 'no price' } as const

function Answer({ price }: { readonly price: Effective }) {
  if (price.source === 'none') {
    return (
      <Notice tone="warning" title={`No price for ${price.model} of ${price.provider}`}>
        <p>Its costs are unknown (not 0), and keys with a hard budget cannot use it. Set a price below.</p>
      </Notice>
    )
  }
  return (
    <div class="stack-tight" role="status">
      <div class="row-wrap">
        <strong class="anywhere">{`${price.provider} / ${price.model}`}</strong>
        <Badge tone={price.source === 'own' ? 'accent' : 'neutral'}>{SOURCES[price.source]}</Badge>
        {price.is_free && <Badge tone="ok">free</Badge>}
      </div>
      {!price.is_free && <RatesView list={price} />}
      <span class="caption anywhere">Version {price.version}</span>
    </div>
  )
}
