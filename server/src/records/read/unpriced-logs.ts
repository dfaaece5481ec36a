/** Queries for logs without a cost. */

import type { UnpricedCursor, UnpricedFilter, UnpricedLog, UnpricedModel } from '../../core/logs/unpriced.ts'
import { COLUMNS, fromRow, type RecordRow } from '../log-row.ts'

import type { LogDatabase, SqlValue } from './log-database.ts'

/** Rows read per query, which takes a few tenths of a second at most. */
const MAX_ROWS_READ = 100_000
const MAX_MODELS = 500

export type UnpricedPage = {
  readonly filter: UnpricedFilter
  readonly after: UnpricedCursor | null
  readonly limit: number
}

type ModelRow = [
  provider: string | null,
  model: string | null,
  requests: number,
  tokens: number | null,
  firstSeenMs: number,
  lastSeenMs: number,
]

export async function unpricedModels(
  database: LogDatabase,
  filter: UnpricedFilter,
): Promise<{ models: UnpricedModel[]; isPartial: boolean }> {
  const { text, values } = conditionOf(filter)
  const found = (await database.rows(
    `SELECT provider, model, count(*), sum(total_tokens), min(started_at_ms), max(started_at_ms) FROM (
       SELECT provider, model, total_tokens, started_at_ms FROM ${database.dialect.logsBy('logs_unpriced')}
       WHERE ${text} ORDER BY started_at_ms DESC, id DESC LIMIT ${MAX_ROWS_READ}
     ) AS unpriced GROUP BY provider, model ORDER BY count(*) DESC, provider, model`,
    values,
  )) as ModelRow[]
  const rowsRead = found.reduce((sum, [, , requests]) => sum + Number(requests), 0)
  const models = found.slice(0, MAX_MODELS).map(([provider, model, requests, tokens, firstSeenMs, lastSeenMs]) => ({
    provider,
    model,
    requests: Number(requests),
    tokens: Number(tokens ?? 0),
    firstSeenMs: Number(firstSeenMs),
    lastSeenMs: Number(lastSeenMs),
  }))
  return { models, isPartial: rowsRead >= MAX_ROWS_READ || found.length > MAX_MODELS }
}

export async function unpricedPage(
  database: LogDatabase,
  { filter, after, limit }: UnpricedPage,
): Promise<UnpricedLog[]> {
  const { text, values } = conditionOf(filter)
  const [condition, position] =
    after === null ? ['', []] : [' AND (started_at_ms, id) > (?, ?)', [after.startedAtMs, after.id]]
  const rows = await database.rows(
    `SELECT ${COLUMNS.join(', ')} FROM ${database.dialect.logsBy('logs_unpriced')}
     WHERE ${text}${condition} ORDER BY started_at_ms, id LIMIT ?`,
    [...values, ...position, limit],
  )
  return rows.map((row) => {
    const log = fromRow(row as unknown as RecordRow)
    const { id, organisationId, workspaceId, virtualKey, provider, model, responseModel, startedAtMs, usage } = log
    return { id, organisationId, workspaceId, virtualKey, provider, model, responseModel, startedAtMs, usage }
  })
}

/** Leaves out errors: they are free, or it is unknown whether the provider charged for them. */
function conditionOf(filter: UnpricedFilter): { readonly text: string; readonly values: SqlValue[] } {
  const parts = [
    'cost_nano_usd IS NULL AND status < 400 AND started_at_ms >= ? AND started_at_ms < ? AND organisation_id = ?',
  ]
  const values: SqlValue[] = [filter.fromMs, filter.toMs, filter.organisationId]
  const narrow = (column: string, value: string | null) => {
    if (value === null) return
    parts.push(`${column} = ?`)
    values.push(value)
  }
  narrow('workspace_id', filter.workspaceId)
  narrow('provider', filter.provider)
  narrow('model', filter.model)
  return { text: parts.join(' AND '), values }
}
