/** Custom prices: scope and rates. */

import { caller, can } from '../../../app/session.ts'
import { Menu } from '../../../design/controls/menu.tsx'
import { count } from '../../../design/data/format.ts'
import { Table } from '../../../design/data/table.tsx'
import { Time } from '../../../design/data/time.tsx'
import type { Price } from './price.ts'
import { RatesView } from './rates-view.tsx'

type PriceTableProps = {
  readonly prices: readonly Price[]
  readonly onEdit: (price: Price) => void
  readonly onRemove: (price: Price) => void
}

export function PriceTable({ prices, onEdit, onRemove }: PriceTableProps) {
  const workspaceName = (id: string) => caller.value?.workspaces.find((one) => one.id === id)?.name ?? id
  return (
    <Table
      label="List of custom prices"
      rows={prices}
      keyOf={(price) => price.id}
      onOpen={(price) => can('policies.update') && onEdit(price)}
      columns={[
        {
          name: 'model',
          label: 'Model',
          cell: (price) =>
            can('policies.update') ? (
              <button type="button" class="settings-link" onClick={() => onEdit(price)}>
                <code>{price.model}</code>
              </button>
            ) : (
              <code>{price.model}</code>
            ),
        },
        { name: 'provider', label: 'Provider', cell: (price) => price.provider ?? <span class="muted">any</span> },
        {
          name: 'where',
          label: 'Where',
          cell: ({ workspace_id: id, virtual_key: key }) =>
            id === null ? 'every workspace' : `${workspaceName(id)}${key ? `, virtual key ${key}` : ''}`,
        },
        {
          name: 'price',
          label: 'Price',
          cell: (price) => (
            <div>
              {price.prices ? <RatesView list={price} /> : 'list price'}
              {price.multiplier !== 1 && <div class="caption">times {count(price.multiplier)}</div>}
            </div>
          ),
        },
        { name: 'since', label: 'Valid from', cell: (price) => <Time at={price.valid_from} /> },
        {
          name: 'actions',
          label: 'Actions',
          hideLabel: true,
          cell: (price) => (
            <Menu
              label={`Actions for price of ${price.model}`}
              size="small"
              items={[
                ...(can('policies.update')
                  ? [{ label: 'Change…', icon: 'edit' as const, onChoose: () => onEdit(price) }]
                  : []),
                { label: 'History', href: `/audit-log?target=${price.id}` },
                ...(can('policies.delete')
                  ? [{ label: 'Delete…', icon: 'trash' as const, isDanger: true, onChoose: () => onRemove(price) }]
                  : []),
              ]}
            />
          ),
        },
      ]}
    />
  )
}
