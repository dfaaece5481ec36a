/** Computes a trace from its requests: duration, cost, tree and critical path. */

import type { LogRow } from '../../api/log-row.ts'

export type TraceSpan = {
  readonly id: string
  readonly name: string
  readonly startMs: number
  readonly durationMs: number
  readonly status: number
  readonly isFailed: boolean
  readonly cost: number | null
  readonly depth: number
  /** Its parent span is not part of the loaded trace. */
  readonly isUnlinked: boolean
  /** On the critical path: a faster span makes the whole trace faster. */
  readonly isCritical: boolean
  readonly row: LogRow
}

export type TraceFacts = {
  readonly traceId: string
  readonly startedAtMs: number
  readonly durationMs: number
  readonly requests: number
  readonly errors: number
  /** US cents; the sum of known costs. */
  readonly cost: number
  readonly unknownCosts: number
  readonly models: readonly string[]
  readonly user: string | null
  /** In time order, children after their parents; `startMs` counts from the first span. */
  readonly spans: readonly TraceSpan[]
}

export function traceFacts(traceId: string, given: readonly LogRow[]): TraceFacts {
  const rows = [...given].sort((one, other) => startOf(one) - startOf(other))
  const startedAtMs = rows[0] ? startOf(rows[0]) : 0
  const endMs = rows.reduce((latest, row) => Math.max(latest, endOf(row)), startedAtMs)
  const costs = rows.flatMap((row) => (row.cost === null ? [] : [row.cost]))
  return {
    traceId,
    startedAtMs,
    durationMs: endMs - startedAtMs,
    requests: rows.length,
    errors: rows.filter(isFailed).length,
    cost: costs.reduce((sum, cost) => sum + cost, 0),
    unknownCosts: rows.length - costs.length,
    models: [...new Set(rows.flatMap((row) => (row.ai_model === null ? [] : [row.ai_model])))],
    user: rows.find((row) => row.metadata['_user'] !== undefined)?.metadata['_user'] ?? null,
    spans: spansOf(rows, startedAtMs),
  }
}

export type ModelTotal = {
  readonly model: string
  readonly requests: number
  readonly tokens: number
  /** Null if no cost is known. */
  readonly cost: number | null
}

export function totalsByModel(rows: readonly LogRow[]): ModelTotal[] {
  return [...Map.groupBy(rows, (row) => row.ai_model ?? 'no model')]
    .map(([model, own]) => {
      const costs = own.flatMap((row) => (row.cost === null ? [] : [row.cost]))
      const tokens = own.reduce((sum, row) => sum + (row.usage?.total_tokens ?? 0), 0)
      const cost = costs.length === 0 ? null : costs.reduce((sum, one) => sum + one, 0)
      return { model, requests: own.length, tokens, cost }
    })
    .sort((one, other) => (other.cost ?? 0) - (one.cost ?? 0) || other.requests - one.requests)
}

function spansOf(rows: readonly LogRow[], startedAtMs: number): TraceSpan[] {
  const bySpan = new Map(rows.flatMap((row) => (row.span_id === null ? [] : [[row.span_id, row] as const])))
  const tree = treeOf(rows, bySpan)
  const critical = criticalIds(tree)
  return tree.map(({ row, depth }) => {
    const isUnlinked = row.parent_span_id !== null && parentOf(row, bySpan) === null
    return spanOf(row, depth, startedAtMs, isUnlinked, critical.has(row.id))
  })
}

/** `parentId` is '' for a root. */
type Placed = { readonly row: LogRow; readonly depth: number; readonly parentId: string }

/** All rows, children after their parents. */
function treeOf(rows: readonly LogRow[], bySpan: ReadonlyMap<string, LogRow>): Placed[] {
  const children = Map.groupBy(rows, (row) => parentOf(row, bySpan)?.id ?? '')
  const tree: Placed[] = []
  const seen = new Set<string>()
  // An explicit stack: deep traces would overflow recursion.
  const open: Placed[] = []
  const take = (root: LogRow) => {
    open.push({ row: root, depth: 0, parentId: '' })
    for (let next = open.pop(); next; next = open.pop()) {
      const { row, depth } = next
      if (seen.has(row.id)) continue
      seen.add(row.id)
      tree.push(next)
      for (const child of [...(children.get(row.id) ?? [])].reverse())
        open.push({ row: child, depth: depth + 1, parentId: row.id })
    }
  }
  for (const row of children.get('') ?? []) take(row)
  // Spans whose parents form a cycle are added as roots.
  for (const row of rows) take(row)
  return tree
}

function parentOf(row: LogRow, bySpan: ReadonlyMap<string, LogRow>): LogRow | null {
  const parent = row.parent_span_id === null ? undefined : bySpan.get(row.parent_span_id)
  return parent === undefined || parent === row ? null : parent
}

function spanOf(row: LogRow, depth: number, startedAtMs: number, isUnlinked: boolean, isCritical: boolean): TraceSpan {
  return {
    id: row.id,
    name: row.span_name ?? row.ai_model ?? row.endpoint,
    startMs: startOf(row) - startedAtMs,
    durationMs: row.response_time,
    status: row.status_code,
    isFailed: isFailed(row),
    cost: row.cost,
    depth: Math.min(depth, 12),
    isUnlinked,
    isCritical,
    row,
  }
}

/**
 * Walks back from the span that ended last. The next span is its sibling that ended last before this one began. The
 * same applies to the children of each span on the path. A span ends with the last span below it.
 */
function criticalIds(tree: readonly Placed[]): ReadonlySet<string> {
  const ends = new Map(tree.map(({ row }) => [row.id, endOf(row)]))
  const lastEnd = (id: string) => ends.get(id) ?? 0
  for (const { row, parentId } of [...tree].reverse())
    if (parentId !== '') ends.set(parentId, Math.max(lastEnd(parentId), lastEnd(row.id)))
  const children = Map.groupBy(tree, ({ parentId }) => parentId)
  const ids = new Set<string>()
  const open = [{ parentId: '', beforeMs: Number.POSITIVE_INFINITY }]
  for (let next = open.pop(); next; next = open.pop()) {
    let { beforeMs } = next
    const byEnd = [...(children.get(next.parentId) ?? [])].sort(
      (one, other) => lastEnd(other.row.id) - lastEnd(one.row.id),
    )
    for (const { row } of byEnd) {
      if (lastEnd(row.id) > beforeMs) continue
      ids.add(row.id)
      open.push({ parentId: row.id, beforeMs })
      beforeMs = startOf(row)
    }
  }
  return ids
}

function isFailed(row: LogRow): boolean {
  return row.status_code >= 400 || row.ending === 'broken'
}

function startOf(row: LogRow): number {
  return Date.parse(row.created_at)
}

function endOf(row: LogRow): number {
  return startOf(row) + row.response_time
}
