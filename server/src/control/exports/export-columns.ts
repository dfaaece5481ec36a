/** The columns of log exports, and the conversion of one log to a line of the file. */

import { hookResults } from '../../core/guardrails/hook-results.ts'
import { isSuccess } from '../../core/logs/attempt-outcomes.ts'
import type { LogExport } from '../../core/logs/log-exports.ts'
import { attemptToWire, outcomeToWire, textOf } from '../../core/logs/log-json.ts'
import type { LogExportPage, LogSummary } from '../../core/logs/log-reader.ts'
import { centsOf } from '../../core/money/nano-usd.ts'
import type { RecordBodies } from '../../core/record.ts'
import { csvLine } from '../csv.ts'

type Exported = LogExportPage['logs'][number]
type Value = (log: LogSummary) => unknown

/** A function that reads the column from a log summary. Null for columns that need the details of the log. */
export const COLUMNS = {
  id: (log) => log.id,
  trace_id: (log) => log.traceId,
  span_id: (log) => log.spanId,
  parent_span_id: (log) => log.parentSpanId,
  span_name: (log) => log.spanName,
  created_at: (log) => new Date(log.startedAtMs).toISOString(),
  request: null,
  response: null,
  // Same format as in the details of a log. `sent_body` is null unless `request` is exported too.
  attempts: null,
  guardrails: (log) => log.guardrailOutcomes.map(outcomeToWire),
  // Same format as in the details of a log.
  hook_results: null,
  is_success: (log) => isSuccess(log.status, log.ending),
  ai_org: (log) => log.provider,
  ai_model: (log) => log.model,
  response_model: (log) => log.responseModel,
  req_units: (log) => log.usage?.inputTokens ?? null,
  res_units: (log) => log.usage?.outputTokens ?? null,
  total_units: (log) => log.usage?.totalTokens ?? null,
  cached_units: (log) => log.usage?.cachedTokens ?? null,
  reasoning_units: (log) => log.usage?.reasoningTokens ?? null,
  request_url: (log) => log.path,
  request_method: (log) => log.method,
  endpoint: (log) => log.endpoint,
  // US cents, as in analytics. Null if unknown.
  cost: (log) => (log.costNanoUsd === null ? null : centsOf(log.costNanoUsd)),
  cost_currency: () => 'USD',
  response_time: (log) => log.durationMs,
  time_to_first_byte: (log) => log.firstByteMs,
  response_status_code: (log) => log.status,
  error_code: (log) => log.errorCode,
  ending: (log) => log.ending,
  is_stream: (log) => log.isStream,
  cache_status: (log) => log.cacheStatus,
  retry_count: (log) => log.retries,
  attempt_count: (log) => log.attemptCount,
  // Records contain the config path of the target, but not the strategy of its group.
  mode: (log) => (log.target === null || log.target.includes('.targets[') ? null : 'single'),
  config: (log) => log.configId,
  config_version: (log) => log.configVersion,
  virtual_key: (log) => log.virtualKey,
  api_key_id: (log) => log.keyId,
  workspace_id: (log) => log.workspaceId,
  prompt_slug: (log) => log.promptId,
  prompt_id: (log) => log.promptId,
  prompt_version: (log) => log.promptVersion,
  prompt_version_id: (log) => log.promptVersion,
  feedback_count: (log) => log.feedbackCount,
  weighted_feedback: (log) => log.weightedFeedback,
  source: (log) => log.source,
  metadata: (log) => log.metadata ?? {},
} as const satisfies Record<string, Value | null>

export type Column = keyof typeof COLUMNS

export function hasBodies(columns: readonly string[]): boolean {
  return columns.includes('request') || columns.includes('response')
}

/** The header line of CSV files. */
export function headOf({ format, columns }: LogExport): string {
  return format === 'csv' ? csvLine(columns) : ''
}

export function lineOf({ format, columns }: LogExport, found: Exported): string {
  const { bodies } = found
  const exported = columns.includes('request') ? found : { ...found, bodies: { ...bodies, request: null } }
  if (format === 'csv') return csvLine(columns.map((column) => cell(column, exported)))
  const members = columns.map((column) => `${JSON.stringify(column)}:${json(column, exported)}`)
  return `{${members.join(',')}}\n`
}

function fieldOf(column: string, { log, attempts, guardrails, bodies }: Exported): unknown {
  if (column === 'hook_results') return hookResults(guardrails)
  if (column === 'attempts') return attempts.map((attempt) => attemptToWire(attempt, bodies.request))
  return COLUMNS[column as Column]?.(log)
}

function bodyOf(column: string, bodies: RecordBodies): Uint8Array | null | undefined {
  return column === 'request' || column === 'response' ? bodies[column] : undefined
}

function cell(column: string, exported: Exported): unknown {
  const body = bodyOf(column, exported.bodies)
  if (body === undefined) return fieldOf(column, exported)
  return body === null ? null : (textOf(body) ?? Buffer.from(body).toString('base64'))
}

function json(column: string, exported: Exported): string {
  const body = bodyOf(column, exported.bodies)
  if (body === undefined) return JSON.stringify(fieldOf(column, exported) ?? null)
  if (body === null) return 'null'
  const text = textOf(body)
  if (text === null) return JSON.stringify({ base64: Buffer.from(body).toString('base64') })
  // Embeds the original JSON text so that numbers keep their digits. Raw line breaks in JSON occur only between values.
  return isJson(text) ? text.replace(/[\r\n]+/g, ' ') : JSON.stringify(text)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
