/** The largest cost increases over the previous period: models, keys, users. */

import { Card } from '../../design/data/card.tsx'
import { moneyOfCents } from '../../design/data/format.ts'
import { Table } from '../../design/data/table.tsx'
import type { Increase } from './overview-data.ts'
import { changeOf } from './period.ts'

type MoversProps = {
  readonly increases: readonly Increase[]
  /** Names of API keys by id, because the API groups keys by id. */
  readonly keyNames: ReadonlyMap<string, string>
  /** The range as in the URL. */
  readonly range: string
}

const KINDS = {
  'ai-models': { kind: 'model', filter: 'model' },
  api_key: { kind: 'key', filter: 'key' },
  users: { kind: 'user', filter: 'meta._user' },
} as const

const MAX_SHOWN = 6

export function Movers({ increases, keyNames, range }: MoversProps) {
  const shown = increases.slice(0, MAX_SHOWN).map((one) => {
    const { kind, filter } = KINDS[one.group_by]
    const name = (kind === 'key' ? keyNames.get(one.value) : undefined) ?? one.value
    const quoted = /[\s"]/.test(name) ? JSON.stringify(name) : name
    return { ...one, kind, name, filter: `${filter}:${quoted}` }
  })
  return (
    <Card title="Largest cost increases" actions={<a href={`/analytics?range=${range}`}>Analytics</a>}>
      {shown.length === 0 ? (
        <p class="muted">No cost increased over the previous period.</p>
      ) : (
        <Table
          label="Cost increases"
          isCompact
          rows={shown}
          keyOf={(mover) => `${mover.kind} ${mover.value}`}
          columns={[
            {
              name: 'name',
              label: 'What',
              cell: (mover) => (
                <span class="anywhere">
                  <a href={`/logs?range=${range}&q=${encodeURIComponent(mover.filter)}`}>{mover.name}</a>{' '}
                  <span class="muted">{mover.kind}</span>
                </span>
              ),
            },
            { name: 'now', label: 'Cost', isNumber: true, cell: (mover) => moneyOfCents(mover.cost) },
            {
              name: 'change',
              label: 'Change',
              isNumber: true,
              cell: (mover) => changeOf(mover.cost, mover.previous_cost)?.words ?? '',
            },
          ]}
        />
      )}
    </Card>
  )
}
