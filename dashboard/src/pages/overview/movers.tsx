/** The largest cost increases over the previous period: models, keys, users. */

import { api } from '../../api/client.ts'
import { can, workspaceId } from '../../app/session.ts'
import { useResource } from '../../app/use-resource.ts'
import { Card } from '../../design/data/card.tsx'
import { moneyOfCents } from '../../design/data/format.ts'
import { Table } from '../../design/data/table.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { changeOf, type Period, type Span } from './period.ts'

type Row = { readonly cost: number | null; readonly [field: string]: unknown }
type Mover = {
  readonly kind: 'model' | 'key' | 'user'
  readonly name: string
  readonly now: number
  readonly before: number
  readonly filter: string
}

const GROUPS = [
  { path: 'ai-models', field: 'ai_model', kind: 'model', word: 'model' },
  { path: 'api_key', field: 'api_key', kind: 'key', word: 'key' },
  { path: 'users', field: 'user', kind: 'user', word: 'meta._user' },
] as const

const MAX_SHOWN = 6

export function Movers({ period, round }: { readonly period: Period; readonly round: number }) {
  const id = workspaceId.value
  const movers = useResource(JSON.stringify([id, period.text, round]), async (signal) => {
    const names = await keyNames(signal)
    const found = await Promise.all(GROUPS.map((group) => moversOf(group, period, names, signal)))
    return found.flat().sort((one, other) => other.now - other.before - (one.now - one.before))
  })
  return (
    <Card title="Largest cost increases" actions={<a href="/analytics">Analytics</a>}>
      <Loaded resource={movers} what="compare the costs">
        {(all) => {
          const risen = all.filter((mover) => mover.now > mover.before).slice(0, MAX_SHOWN)
          if (risen.length === 0) return <p class="muted">No cost increased over the previous period.</p>
          return (
            <Table
              label="Cost increases"
              isCompact
              rows={risen}
              keyOf={(mover) => `${mover.kind} ${mover.name}`}
              columns={[
                {
                  name: 'name',
                  label: 'What',
                  cell: (mover) => (
                    <span class="anywhere">
                      <a href={`/logs?range=${encodeURIComponent(period.text)}&q=${encodeURIComponent(mover.filter)}`}>
                        {mover.name}
                      </a>{' '}
                      <span class="muted">{mover.kind}</span>
                    </span>
                  ),
                },
                { name: 'now', label: 'Cost', isNumber: true, cell: (mover) => moneyOfCents(mover.now) },
                {
                  name: 'change',
                  label: 'Change',
                  isNumber: true,
                  cell: (mover) => changeOf(mover.now, mover.before)?.words ?? '',
                },
              ]}
            />
          )
        }}
      </Loaded>
    </Card>
  )
}

async function moversOf(
  { path, field, kind, word }: (typeof GROUPS)[number],
  period: Period,
  names: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<readonly Mover[]> {
  const load = async (span: Span) => {
    const query = { workspace_id: workspaceId.value, ...span, page_size: 100 }
    const { data } = await api.get<{ data: readonly Row[] }>(`/analytics/groups/${path}`, { query, signal })
    return new Map(data.map((row) => [String(row[field] ?? ''), row.cost ?? 0]))
  }
  const [now, before] = await Promise.all([load(period.now), load(period.before)])
  return [...now]
    .filter(([value]) => value !== '')
    .map(([value, cost]) => {
      const name = names.get(value) ?? value
      const quoted = /[\s"]/.test(name) ? JSON.stringify(name) : name
      return { kind, name, now: cost, before: before.get(value) ?? 0, filter: `${word}:${quoted}` }
    })
}

/** The API groups keys by id; show their names. */
async function keyNames(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  if (!can('workspace_service_api_keys.list')) return new Map()
  const query = { workspace_id: workspaceId.value, page_size: 100 }
  const { data } = await api.get<{ data: readonly { id: string; name: string }[] }>('/api-keys', { query, signal })
  return new Map(data.map((key) => [key.id, key.name]))
}
