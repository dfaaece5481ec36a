/** How many requests each group has, from the sums: enough to choose a page, and all that facets need. */

import { type Pieces, piecesSql, requestsByScope, requestsByValue, type SumSource } from '../read/pieces.ts'
import type { Grouping } from './groupings.ts'
import type { Question } from './question.ts'

export type CountedGroup = {
  readonly label: string
  requests: number
  /** What of the source the group is made of: values, or scopes of workspaces. */
  readonly members: (string | number)[]
}

/** Most requests first. */
export async function countGroups(
  { database, scope }: Question,
  grouping: Grouping,
  source: SumSource,
  pieces: Pieces,
): Promise<CountedGroup[]> {
  if (grouping.dimensionId === 'workspace') {
    const counts = await requestsByScope(database, pieces, source)
    const named = scope.workspaceScopeIds.map(
      (id, i) => [id, scope.workspaceIds[i] ?? '', counts.get(id) ?? 0] as const,
    )
    return collect(named.filter(([, , requests]) => requests > 0))
  }
  return labelled(await requestsByValue(database, pieces, source), grouping)
}

/** The same for several groupings of everything, in one question to the store. */
export async function countEach(
  { database }: Question,
  sources: readonly (readonly [Grouping, SumSource])[],
  pieces: Pieces,
): Promise<CountedGroup[][]> {
  const { words } = database
  const distinct = new Map(sources.map(([, source]) => [source.dimensionId, source]))
  const parts = [...distinct.values()].flatMap(
    (source) => piecesSql(words, pieces, source, 'dimension_id, value, requests') ?? [],
  )
  if (parts.length === 0) return sources.map(() => [])
  const all = parts.map(({ sql }) => sql).join(' UNION ALL ')
  const sql = words.groupsWell
    ? `SELECT dimension_id, value, sum(requests) FROM (${all}) AS pieces GROUP BY dimension_id, value`
    : all
  const values = parts.flatMap((part) => part.values)
  const counts = new Map([...distinct.keys()].map((dimensionId) => [dimensionId, new Map<string, number>()]))
  for (const [dimensionId, value, requests] of (await database.rows(sql, values)) as [number, string, number][]) {
    const known = counts.get(dimensionId)
    known?.set(value, (known.get(value) ?? 0) + requests)
  }
  return sources.map(([grouping, { dimensionId }]) => labelled(counts.get(dimensionId) ?? new Map(), grouping))
}

function labelled(counts: ReadonlyMap<string, number>, { label }: Grouping): CountedGroup[] {
  return collect([...counts].map(([value, requests]) => [value, label(value), requests] as const))
}

/** Of the source only what these groups are made of. */
export function narrowed(source: SumSource, groups: readonly CountedGroup[]): SumSource {
  const members = groups.flatMap((group) => group.members)
  return source.scopeIds ? { ...source, scopeIds: members as number[] } : { ...source, values: members as string[] }
}

function collect(
  counts: Iterable<readonly [member: string | number, label: string, requests: number]>,
): CountedGroup[] {
  const found = new Map<string, CountedGroup>()
  for (const [member, label, requests] of counts) {
    if (label === '') continue
    const group = found.get(label) ?? { label, requests: 0, members: [] }
    found.set(label, group)
    group.requests += requests
    group.members.push(member)
  }
  return [...found.values()].sort(byRequests)
}

function byRequests(left: CountedGroup, right: CountedGroup): number {
  return right.requests - left.requests || (left.label < right.label ? -1 : 1)
}
