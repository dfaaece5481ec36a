/** What logs can be grouped by: which sums have it, and how a single log tells it. */

import type { GroupBy } from '../../core/logs/analytics.ts'
import { findKeyDimension } from '../read/find-key-dimension.ts'
import type { SumSource } from '../read/pieces.ts'
import { DIMENSION, type DimensionInput, metadataPairs, splitPair } from '../sums/dimensions.ts'
import type { StoredSums } from '../sums/sum-table.ts'
import type { Question } from './question.ts'

export type Grouping = {
  /** Null: not added up. `workspace`: no dimension, each workspace has sums of its own. */
  readonly dimensionId: number | 'workspace' | null
  /** A dimension's value as its group; '' is none. */
  readonly label: (value: string) => string
  readonly ofLog: (dimensions: DimensionInput, workspaceId: string) => string | null
}

const itself = (value: string) => value

export async function groupingOf({ database, filter }: Question, by: GroupBy): Promise<Grouping> {
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

/** Where the sums have these groups: without a filter, or with one on the same dimension. */
export function groupSource({ source, scope }: Question, { dimensionId }: Grouping): SumSource | null {
  if (dimensionId === null || !source) return null
  if (dimensionId === 'workspace') return { ...source, scopeIds: scope.workspaceScopeIds }
  if (source.dimensionId === dimensionId) return source
  return source.dimensionId === DIMENSION.total ? { scope, dimensionId, values: null } : null
}

/** The group that a row of sums belongs to. */
export function groupReader({ scope }: Question, { dimensionId, label }: Grouping): (stored: StoredSums) => string {
  if (dimensionId !== 'workspace') return (stored) => label(stored[3])
  const names = new Map(scope.workspaceScopeIds.map((id, i) => [id, scope.workspaceIds[i] ?? '']))
  return (stored) => names.get(stored[1]) ?? ''
}
