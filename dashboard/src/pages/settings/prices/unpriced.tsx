/** Models called without a known price: set one, then recalculate past costs. */

import { useState } from 'preact/hooks'
import { api } from '../../../api/client.ts'
import { can } from '../../../app/session.ts'
import { useResource } from '../../../app/use-resource.ts'
import { Button } from '../../../design/controls/button.tsx'
import { Badge } from '../../../design/data/badge.tsx'
import { Card } from '../../../design/data/card.tsx'
import { count } from '../../../design/data/format.ts'
import { Table } from '../../../design/data/table.tsx'
import { Time } from '../../../design/data/time.tsx'
import { Loaded } from '../../../design/states/loaded.tsx'
import type { List } from '../../users/people.ts'
import { RepriceDialog, type RepriceRequest } from './reprice-dialog.tsx'

type UnpricedModel = {
  readonly provider: string | null
  readonly model: string | null
  readonly requests: number
  readonly tokens: number
  readonly last_seen_at: string
  readonly has_price_now: boolean
}

type UnpricedProps = { readonly round: number; readonly onPrice: (provider: string, model: string) => void }

export function Unpriced({ round, onPrice }: UnpricedProps) {
  const models = useResource(`unpriced ${round}`, (signal) =>
    api.get<List<UnpricedModel> & { is_partial: boolean }>('/prices/unpriced', { signal }),
  )
  const [request, setRequest] = useState<RepriceRequest | null>(null)
  const canFill = can('policies.update') && (models.data?.data.some((one) => one.has_price_now) ?? false)
  return (
    <Card
      title="Models without a price, last 30 days"
      actions={
        canFill && <Button onClick={() => setRequest({ provider: null, model: null })}>Fill missing costs</Button>
      }
    >
      <Loaded resource={models} what="load the models without a price">
        {({ data, is_partial: isPartial }) => (
          <>
            {data.length === 0 ? (
              <p class="muted">None: every request of the last 30 days has a known cost.</p>
            ) : (
              <UnpricedTable models={data} onPrice={onPrice} onFill={setRequest} />
            )}
            {isPartial && <p class="caption">Only the newest requests were searched. There may be more.</p>}
          </>
        )}
      </Loaded>
      {request && (
        <RepriceDialog
          request={request}
          onClose={() => {
            setRequest(null)
            models.reload()
          }}
        />
      )}
    </Card>
  )
}

type UnpricedTableProps = {
  readonly models: readonly UnpricedModel[]
  readonly onPrice: UnpricedProps['onPrice']
  readonly onFill: (request: RepriceRequest) => void
}

function UnpricedTable({ models, onPrice, onFill }: UnpricedTableProps) {
  return (
    <Table
      label="Models without a price"
      rows={models}
      keyOf={({ provider, model }) => `${provider}/${model}`}
      columns={[
        { name: 'provider', label: 'Provider', cell: (row) => row.provider ?? <span class="muted">unknown</span> },
        {
          name: 'model',
          label: 'Model',
          cell: (row) => (row.model === null ? <span class="muted">none named</span> : <code>{row.model}</code>),
        },
        { name: 'requests', label: 'Requests', isNumber: true, cell: (row) => count(row.requests) },
        { name: 'tokens', label: 'Tokens', isNumber: true, cell: (row) => count(row.tokens) },
        { name: 'seen', label: 'Last seen', cell: (row) => <Time at={row.last_seen_at} /> },
        {
          name: 'state',
          label: 'Price',
          cell: (row) =>
            row.has_price_now ? <Badge tone="ok">now known</Badge> : <Badge tone="warning">unknown</Badge>,
        },
        {
          name: 'action',
          label: 'Action',
          hideLabel: true,
          cell: ({ provider, model, has_price_now: hasPrice }) => (
            <div class="settings-actions">
              {hasPrice && can('policies.update') && (
                <Button size="small" onClick={() => onFill({ provider, model })}>
                  Fill costs
                </Button>
              )}
              {!hasPrice && model !== null && can('policies.create') && (
                <Button size="small" onClick={() => onPrice(provider ?? '', model)}>
                  Set price
                </Button>
              )}
            </div>
          ),
        },
      ]}
    />
  )
}
