/** The fields logs can be grouped by: which rollup dimension holds them, and how to read them from a single log. */

import type { GroupBy } from '../../core/logs/analytics.ts'
import {
  findKeyDimension,
  type RollupRanges,
  type RollupSource,
  requestsByScope,
  requestsByValue,
  rollupSql,
} from '../read/rollup-reader.ts'
import { DIMENSION, type DimensionInput, metadataPairs, splitPair } from '../rollups/dimensions.ts'
import type { StoredRollup } from '../rollups/rollup-table.ts'
import type { AnalyticsQuery } from './analytics-query.ts'

export type Grouping = {
  /** Null: no rollups for this field. `workspace`: not a dimension; each workspace has its own rollup scope. */
  readonly dimensionId: number | 'workspace' | null
  /** Converts a dimension value to its group label; '' means the value belongs to no group. */
  readonly label: (value: string) => string
  readonly ofLog: (dimensions: DimensionInput, workspaceId: string) => string | null
}

const itself = (value: string) => value

export async function groupingOf({ database, filter }: AnalyticsQuery, by: GroupBy): Promise<Grouping> {
  if (typeof by === 'object') {
    const { metadata: key } = by
    if (key === '_user') return GROUPINGS.user
    const ofLog = (log: DimensionInput) => metadataPairs(log[10]).find(([name]) => name === key)?.[1] ?? null
    return { dimensionId: await findKeyDimension(database, filter, key), label: itself, ofLog }
  }
  return GROUPINGS[by]
}

export const GROUPINGS: Readonly<Record<Exclude<GroupBy, object>, Grouping>> = {
  status: { dimensionId: DIMENSION.status, label: itself, ofLog: (log) => String(log[0]) },
  provider: { dimensionId: DIMENSION.model, label: (value) => splitPair(value)[0], ofLog: (log) => log[1] },
  model: { dimensionId: DIMENSION.model, label: (value) => splitPair(value)[1], ofLog: (log) => log[2] },
  providerModel: {
    dimensionId: DIMENSION.model,
    label: (value) => splitPair(value).join('__'),
    ofLog: (log) => (log[1] || log[2] ? `${log[1] ?? ''}__${log[2] ?? ''}` : null),
  },
  key: { dimensionId: DIMENSION.key, label: itself, ofLog: (log) => log[3] },
  config: { dimensionId: DIMENSION.config, label: itself, ofLog: (log) => log[4] },
  virtualKey: { dimensionId: DIMENSION.virtualKey, label: itself, ofLog: (log) => log[5] },
  prompt: { dimensionId: DIMENSION.prompt, label: (value) => splitPair(value)[0], ofLog: (log) => log[6] },
  promptVersion: {
    dimensionId: DIMENSION.prompt,
    label: (value) => splitPair(value).join('@'),
    ofLog: (log) => (log[6] ? `${log[6]}@${log[7] ?? ''}` : null),
  },
  endpoint: { dimensionId: DIMENSION.endpoint, label: itself, ofLog: (log) => log[8] },
  user: { dimensionId: DIMENSION.user, label: itself, ofLog: (log) => log[9] },
  workspace: { dimensionId: 'workspace', label: itself, ofLog: (_, workspaceId) => workspaceId },
}

/** Rollups can serve a grouping without a filter, or with a filter on the same dimension. */
export function groupSource({ source, scope }: AnalyticsQuery, { dimensionId }: Grouping): RollupSource | null {
  if (dimensionId === null || !source) return null
  if (dimensionId === 'workspace') return { ...source, scopeIds: scope.workspaceScopeIds }
  if (source.dimensionId === dimensionId) return source
  return source.dimensionId === DIMENSION.total ? { scope, dimensionId, values: null } : null
}

/** Returns a function that maps a stored rollup to its group label. */
export function groupReader(
  { scope }: AnalyticsQuery,
  { dimensionId, label }: Grouping,
): (stored: StoredRollup) => string {
  if (dimensionId !== 'workspace') return (stored) => label(stored[3])
  const names = new Map(scope.workspaceScopeIds.map((id, i) => [id, scope.workspaceIds[i] ?? '']))
  return (stored) => names.get(stored[1]) ?? ''
}

export type CountedGroup = {
  readonly label: string
  requests: number
  /** Dimension values, or workspace scope ids, that belong to the group. */
  readonly members: (string | number)[]
}

/** Counts requests per group, most requests first. */
export async function countGroups(
  { database, scope }: AnalyticsQuery,
  grouping: Grouping,
  source: RollupSource,
  ranges: RollupRanges,
): Promise<CountedGroup[]> {
  if (grouping.dimensionId === 'workspace') {
    const counts = await requestsByScope(database, ranges, source)
    const named = scope.workspaceScopeIds.map(
      (id, i) => [id, scope.workspaceIds[i] ?? '', counts.get(id) ?? 0] as const,
    )
    return collect(named.filter(([, , requests]) => requests > 0))
  }
  return labelled(await requestsByValue(database, ranges, source), grouping)
}

/** Counts several groupings with one SQL statement. */
export async function countEach(
  { database }: AnalyticsQuery,
  sources: readonly (readonly [Grouping, RollupSource])[],
  ranges: RollupRanges,
): Promise<CountedGroup[][]> {
  const { dialect } = database
  const distinct = new Map(sources.map(([, source]) => [source.dimensionId, source]))
  const parts = [...distinct.values()].flatMap(
    (source) => rollupSql(dialect, ranges, source, 'dimension_id, value, requests') ?? [],
  )
  if (parts.length === 0) return sources.map(() => [])
  const all = parts.map(({ sql }) => sql).join(' UNION ALL ')
  const sql = dialect.aggregatesInSql
    ? `SELECT dimension_id, value, sum(requests) FROM (${all}) AS ranges GROUP BY dimension_id, value`
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

/** Limits a source to the members of these groups. */
export function narrowed(source: RollupSource, groups: readonly CountedGroup[]): RollupSource {
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
