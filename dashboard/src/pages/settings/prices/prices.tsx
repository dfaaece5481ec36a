/** The Prices tab: lookup, custom prices, and models without a price. */

import { useState } from 'preact/hooks'
import { api } from '../../../api/client.ts'
import { query, setQuery } from '../../../app/location.ts'
import { can } from '../../../app/session.ts'
import { useResource } from '../../../app/use-resource.ts'
import { useViewCode } from '../../../app/view-code.ts'
import { Button } from '../../../design/controls/button.tsx'
import { Card } from '../../../design/data/card.tsx'
import { ConfirmDialog } from '../../../design/overlays/confirm-dialog.tsx'
import { Loaded } from '../../../design/states/loaded.tsx'
import { EmptyState } from '../../../design/states/notices.tsx'
import { toast } from '../../../design/states/toasts.tsx'
import type { List } from '../../users/people.ts'
import type { Price } from './price.ts'
import { draftOf, newPrice, type PriceDraft } from './price-draft.ts'
import { PriceForm } from './price-form.tsx'
import { PriceLookup } from './price-lookup.tsx'
import { PriceTable } from './price-table.tsx'
import { Unpriced } from './unpriced.tsx'

type Edited = { readonly id: string | null; readonly draft: PriceDraft }

export function Prices() {
  const now = query.value
  const prices = useResource('prices', (signal) =>
    api.get<List<Price>>('/prices', { query: { page_size: 1_000 }, signal }),
  )
  const providers = useResource('providers', (signal) =>
    api.get<{ data: readonly { slug: string }[] }>('/supported-providers', { signal }),
  )
  useViewCode({ path: '/prices' })
  const [edited, setEdited] = useState<Edited | null>(null)
  const [removed, setRemoved] = useState<Price | null>(null)
  const [round, setRound] = useState(0)
  const slugs = providers.data?.data.map((one) => one.slug) ?? []
  const shown = edited ?? (now.get('new') === '1' ? { id: null, draft: newPrice() } : null)
  const close = () => {
    setEdited(null)
    setQuery({ new: null }, { replace: true })
  }
  const changed = async () => {
    setRound((before) => before + 1)
    await prices.reload()
    close()
  }
  const add = can('policies.create') && (
    <Button icon="plus" onClick={() => setQuery({ new: 1 })}>
      New price
    </Button>
  )
  return (
    <>
      <PriceLookup providers={slugs} round={round} />
      <Card title="Custom prices" actions={add}>
        <Loaded resource={prices} what="load the prices">
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState title="No custom prices: the built-in price list applies">
                Set a custom price for a contract, a discount, or a model that is not in the list.
              </EmptyState>
            ) : (
              <PriceTable
                prices={data}
                onEdit={(price) => setEdited({ id: price.id, draft: draftOf(price) })}
                onRemove={setRemoved}
              />
            )
          }
        </Loaded>
      </Card>
      <Unpriced
        round={round}
        onPrice={(provider, model) => setEdited({ id: null, draft: newPrice(provider, model) })}
      />
      {shown && <PriceForm {...shown} providers={slugs} onClose={close} onSaved={changed} />}
      {removed && (
        <ConfirmDialog
          title={`Delete price of ${removed.model}`}
          verb="Delete price"
          name={removed.model}
          onClose={() => setRemoved(null)}
          onConfirm={async () => {
            await api.delete(`/prices/${removed.id}`)
            toast({ words: `The price of ${removed.model} was deleted.` })
            changed()
          }}
        >
          <p>
            From the next request, the list price applies. Without a list price, costs become unknown and keys with a
            hard budget cannot use this model. Recorded costs do not change.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
