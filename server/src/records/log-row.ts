/**
 * Converts a record to its flat row and its detail, and back. The journal and the `logs` table use the same column
 * order.
 */

import type { ErrorCode } from '../core/error-table.ts'
import type { GuardrailResult } from '../core/guardrails/guardrails.ts'
import { outcomesText } from '../core/logs/attempt-outcomes.ts'
import { overheadMs } from '../core/logs/gateway-overhead.ts'
import { guardrailsText, readGuardrails } from '../core/logs/guardrail-outcomes.ts'
import type { LogSummary } from '../core/logs/log-reader.ts'
import type { AttemptRecord, CostLine, Decision, Ending, RequestRecord } from '../core/record.ts'

/**
 * Columns of `logs`, in row order. Ingest binds the parsed journal row directly, so a change of order needs a new
 * `FRAME_VERSION`. Append new columns at the end.
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
  'virtual_key',
  'config_id',
  'config_version',
  'prompt_id',
  'prompt_version',
  'cost_nano_usd',
  'price_version',
  'cache_saved_ms',
  'cache_saved_nano_usd',
  'span_id',
  'parent_span_id',
  'span_name',
  'source',
  'cached_write_tokens',
  'audio_input_tokens',
  'audio_output_tokens',
  'images',
  'search_units',
  'cached_write_long_tokens',
  'image_input_tokens',
  'image_output_tokens',
  'characters',
  'audio_seconds',
  'usage_is_estimate',
  'own_ms',
  'attempt_outcomes',
  'guardrail_outcomes',
  'cached_audio_tokens',
] as const

/** A boolean as stored in SQLite. */
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
  cacheStatus: RequestRecord['cacheStatus'],
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
  virtualKey: string | null,
  configId: string | null,
  configVersion: number | null,
  promptId: string | null,
  promptVersion: number | null,
  costNanoUsd: number | null,
  priceVersion: string | null,
  cacheSavedMs: number | null,
  cacheSavedNanoUsd: number | null,
  spanId: string | null,
  parentSpanId: string | null,
  spanName: string | null,
  source: RequestRecord['source'],
  cachedWriteTokens: number | null,
  audioInputTokens: number | null,
  audioOutputTokens: number | null,
  images: number | null,
  searchUnits: number | null,
  cachedWriteLongTokens: number | null,
  imageInputTokens: number | null,
  imageOutputTokens: number | null,
  characters: number | null,
  audioSeconds: number | null,
  usageIsEstimate: Bit | null,
  overheadMs: number | null,
  attemptOutcomes: string | null,
  guardrailOutcomes: string | null,
  cachedAudioTokens: number | null,
]

/** Row indexes of the fields that writers read. */
export const AT = {
  id: 0,
  traceId: 1,
  organisationId: 2,
  workspaceId: 3,
  keyId: 4,
  startedAtMs: 5,
  metadata: 27,
  userLabel: 28,
  attemptOutcomes: 63,
  guardrailOutcomes: 64,
} as const

const UNKNOWN_FIELDS = COLUMNS.map((name) => (name === 'source' ? 'gateway' : null))

/** Fills the columns that rows of earlier frame versions do not have. */
export function fromEarlierVersion(row: readonly unknown[]): RecordRow {
  return [...row, ...UNKNOWN_FIELDS.slice(row.length)] as unknown as RecordRow
}

/** Metadata keys stored in columns of their own. */
export const LABEL_COLUMNS: Readonly<Record<string, string>> = {
  _user: 'user_label',
  _prompt: 'prompt_label',
  _organisation: 'organisation_label',
  _environment: 'environment_label',
}

/** The bodies of an attempt. They are stored with the bodies of the log and expire with them. */
export type AttemptBodies = Pick<AttemptRecord, 'sent' | 'received'>

/** Fields that lists do not show. They are compressed into blocks instead of being columns. */
export type RecordDetail = {
  /** Without bodies; logs of frame versions up to 6 have them here. */
  readonly attempts: readonly AttemptRecord[]
  readonly decisions: readonly Decision[]
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly responseHeaders: Readonly<Record<string, string>>
  readonly costLines: readonly CostLine[]
  /** Absent if no guardrail ran. */
  readonly guardrails?: readonly GuardrailResult[]
}

export function toRow(record: RequestRecord): RecordRow {
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
    record.virtualKey,
    record.configId,
    record.configVersion,
    record.promptId,
    record.promptVersion,
    record.costNanoUsd,
    record.priceVersion,
    record.cacheSavedMs,
    record.cacheSavedNanoUsd,
    record.spanId,
    record.parentSpanId,
    record.spanName,
    record.source,
    usage?.cachedWriteTokens ?? null,
    usage?.audioInputTokens ?? null,
    usage?.audioOutputTokens ?? null,
    usage?.images ?? null,
    usage?.searchUnits ?? null,
    usage?.cachedWriteLongTokens ?? null,
    usage?.imageInputTokens ?? null,
    usage?.imageOutputTokens ?? null,
    usage?.characters ?? null,
    usage?.audioSeconds ?? null,
    usage ? (usage.isEstimate ? 1 : 0) : null,
    // External records did not pass through the gateway, so they have no gateway time. Rounded to microseconds.
    record.source === 'external' ? null : Math.round(overheadMs(record) * 1000) / 1000,
    outcomesText(record),
    guardrailsText(record.guardrails),
    usage?.cachedAudioTokens ?? null,
  ]
}

export function toDetail(record: RequestRecord): RecordDetail {
  const { decisions, requestHeaders, responseHeaders, costLines, guardrails } = record
  const attempts = record.attempts.some(hasBodies) ? record.attempts.map(withoutBodies) : record.attempts
  return { attempts, decisions, requestHeaders, responseHeaders, costLines, ...(guardrails && { guardrails }) }
}

/** One entry per attempt; null if no attempt has a body of its own. */
export function toAttemptBodies({ attempts }: RequestRecord): readonly AttemptBodies[] | null {
  if (!attempts.some(hasBodies)) return null
  return attempts.map(({ sent, received }) => ({ ...(sent && { sent }), ...(received && { received }) }))
}

/** `json`: the stored attempt bodies; null if there are none. */
export function withAttemptBodies(
  attempts: readonly AttemptRecord[],
  json: Uint8Array | null,
): readonly AttemptRecord[] {
  if (json === null) return attempts
  const bodies: readonly AttemptBodies[] = JSON.parse(new TextDecoder().decode(json))
  return attempts.map((attempt, i) => ({ ...attempt, ...bodies[i] }))
}

export function hasBodies({ sent, received }: AttemptRecord): boolean {
  return sent !== undefined || received !== undefined
}

export function withoutBodies({ sent: _, received: __, ...attempt }: AttemptRecord): AttemptRecord {
  return attempt
}

/** The fields of a list entry without feedback, plus the organisation. */
type RowFields = Omit<LogSummary, 'feedbackCount' | 'weightedFeedback'> & { readonly organisationId: string }

export function fromRow(row: RecordRow): RowFields {
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
    virtualKey,
    configId,
    configVersion,
    promptId,
    promptVersion,
    costNanoUsd,
    priceVersion,
    cacheSavedMs,
    cacheSavedNanoUsd,
    spanId,
    parentSpanId,
    spanName,
    source,
    cachedWriteTokens,
    audioInputTokens,
    audioOutputTokens,
    images,
    searchUnits,
    cachedWriteLongTokens,
    imageInputTokens,
    imageOutputTokens,
    characters,
    audioSeconds,
    usageIsEstimate,
    ,
    ,
    guardrailOutcomes,
    cachedAudioTokens,
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
    usage:
      hasUsage === 1
        ? {
            inputTokens,
            outputTokens,
            totalTokens,
            cachedTokens,
            cachedAudioTokens,
            cachedWriteTokens,
            reasoningTokens,
            audioInputTokens,
            audioOutputTokens,
            images,
            searchUnits,
            cachedWriteLongTokens,
            imageInputTokens,
            imageOutputTokens,
            characters,
            audioSeconds,
            isEstimate: usageIsEstimate === 1,
          }
        : null,
    virtualKey,
    configId,
    configVersion,
    promptId,
    promptVersion,
    costNanoUsd,
    priceVersion,
    cacheSavedMs,
    cacheSavedNanoUsd,
    spanId,
    parentSpanId,
    spanName,
    source,
    metadata: metadata === null ? null : JSON.parse(metadata),
    attemptCount,
    guardrailOutcomes: readGuardrails(guardrailOutcomes),
    requestBytes,
    responseBytes,
    requestBodyCut: requestBodyCut === 1,
    responseBodyCut: responseBodyCut === 1,
    warnings: warnings === null ? [] : JSON.parse(warnings),
  }
}
