/** One record as the flat row that the journal carries and `logs` stores, and back. */

import type { ErrorCode } from '../core/error-table.ts'
import type { LogSummary } from '../core/ports.ts'
import type { AttemptRecord, Decision, Ending, ExchangeRecord } from '../core/record.ts'

/**
 * The columns of `logs` in the order of the row. The journal holds rows in this order too, so the worker binds a parsed
 * row as it is; a change of the order needs a new `FRAME_VERSION`.
 */
export const COLUMNS = [
  'id',
  'trace_id',
  'organisation_id',
  'workspace_id',
  'key_id',
  'started_at_ms',
  'duration_ms',
  'first_byte_ms',
  'method',
  'path',
  'endpoint',
  'ending',
  'status',
  'error_code',
  'provider',
  'target',
  'model',
  'response_model',
  'is_stream',
  'cache_status',
  'retries',
  'has_usage',
  'input_tokens',
  'output_tokens',
  'total_tokens',
  'cached_tokens',
  'reasoning_tokens',
  'metadata',
  'user_label',
  'prompt_label',
  'organisation_label',
  'environment_label',
  'attempt_count',
  'request_bytes',
  'response_bytes',
  'request_body_cut',
  'response_body_cut',
  'warnings',
] as const

/** A flag as SQLite keeps it. */
type Bit = 0 | 1

export type RecordRow = readonly [
  id: string,
  traceId: string,
  organisationId: string,
  workspaceId: string,
  keyId: string,
  startedAtMs: number,
  durationMs: number,
  firstByteMs: number | null,
  method: string,
  path: string,
  endpoint: string,
  ending: Ending,
  status: number,
  errorCode: ErrorCode | null,
  provider: string | null,
  target: string | null,
  model: string | null,
  responseModel: string | null,
  isStream: Bit,
  cacheStatus: ExchangeRecord['cacheStatus'],
  retries: number,
  hasUsage: Bit,
  inputTokens: number | null,
  outputTokens: number | null,
  totalTokens: number | null,
  cachedTokens: number | null,
  reasoningTokens: number | null,
  metadata: string | null,
  userLabel: string | null,
  promptLabel: string | null,
  organisationLabel: string | null,
  environmentLabel: string | null,
  attemptCount: number,
  requestBytes: number,
  responseBytes: number,
  requestBodyCut: Bit,
  responseBodyCut: Bit,
  warnings: string | null,
]

/** Where the rollups find their fields in a row. */
export const AT = {
  organisationId: 2,
  workspaceId: 3,
  startedAtMs: 5,
  durationMs: 6,
  ending: 11,
  status: 12,
  provider: 14,
  model: 16,
  cacheStatus: 19,
  retries: 20,
  inputTokens: 22,
  outputTokens: 23,
  totalTokens: 24,
  cachedTokens: 25,
  reasoningTokens: 26,
  attemptCount: 32,
  requestBodyCut: 35,
} as const

/** The metadata keys with columns of their own (spec: special keys), by column. */
export const LABEL_COLUMNS: Readonly<Record<string, string>> = {
  _user: 'user_label',
  _prompt: 'prompt_label',
  _organisation: 'organisation_label',
  _environment: 'environment_label',
}

/** What lists do not show: kept out of the row, compressed beside the bodies. */
export type RecordDetail = {
  readonly attempts: readonly AttemptRecord[]
  readonly decisions: readonly Decision[]
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly responseHeaders: Readonly<Record<string, string>>
}

export function toRow(record: ExchangeRecord): RecordRow {
  const { usage, metadata } = record
  return [
    record.id,
    record.traceId,
    record.organisationId,
    record.workspaceId,
    record.keyId,
    record.startedAtMs,
    record.durationMs,
    record.firstByteMs,
    record.method,
    record.path,
    record.endpoint,
    record.ending,
    record.status,
    record.errorCode,
    record.provider,
    record.target,
    record.model,
    record.responseModel,
    record.isStream ? 1 : 0,
    record.cacheStatus,
    record.retries,
    usage ? 1 : 0,
    usage?.inputTokens ?? null,
    usage?.outputTokens ?? null,
    usage?.totalTokens ?? null,
    usage?.cachedTokens ?? null,
    usage?.reasoningTokens ?? null,
    metadata ? JSON.stringify(metadata) : null,
    metadata?.['_user'] ?? null,
    metadata?.['_prompt'] ?? null,
    metadata?.['_organisation'] ?? null,
    metadata?.['_environment'] ?? null,
    record.attempts.length,
    record.requestBytes,
    record.responseBytes,
    record.requestBodyCut ? 1 : 0,
    record.responseBodyCut ? 1 : 0,
    record.warnings.length > 0 ? JSON.stringify(record.warnings) : null,
  ]
}

export function toDetail(record: ExchangeRecord): RecordDetail {
  const { attempts, decisions, requestHeaders, responseHeaders } = record
  return { attempts, decisions, requestHeaders, responseHeaders }
}

/** The fields of a list entry, plus the organisation, which a list leaves out. */
export function fromRow(row: RecordRow): LogSummary & { readonly organisationId: string } {
  const [
    id,
    traceId,
    organisationId,
    workspaceId,
    keyId,
    startedAtMs,
    durationMs,
    firstByteMs,
    method,
    path,
    endpoint,
    ending,
    status,
    errorCode,
    provider,
    target,
    model,
    responseModel,
    isStream,
    cacheStatus,
    retries,
    hasUsage,
    inputTokens,
    outputTokens,
    totalTokens,
    cachedTokens,
    reasoningTokens,
    metadata,
    ,
    ,
    ,
    ,
    attemptCount,
    requestBytes,
    responseBytes,
    requestBodyCut,
    responseBodyCut,
    warnings,
  ] = row
  return {
    id,
    traceId,
    organisationId,
    workspaceId,
    keyId,
    startedAtMs,
    durationMs,
    firstByteMs,
    method,
    path,
    endpoint,
    ending,
    status,
    errorCode,
    provider,
    target,
    model,
    responseModel,
    isStream: isStream === 1,
    cacheStatus,
    retries,
    usage: hasUsage === 1 ? { inputTokens, outputTokens, totalTokens, cachedTokens, reasoningTokens } : null,
    metadata: metadata === null ? null : JSON.parse(metadata),
    attemptCount,
    requestBytes,
    responseBytes,
    requestBodyCut: requestBodyCut === 1,
    responseBodyCut: responseBodyCut === 1,
    warnings: warnings === null ? [] : JSON.parse(warnings),
  }
}
