/** The flat row of a record: its columns, in the order in which the journal carries and `logs` stores them. */

import type { ErrorCode } from '../../core/error-table.ts'
import type { Ending, ExchangeRecord } from '../../core/record.ts'

/**
 * The columns of `logs` in the order of the row. The journal holds rows in this order too, so the worker binds a parsed
 * row as it is; a change of the order needs a new `FRAME_VERSION`, and new columns go to the end.
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
  source: ExchangeRecord['source'],
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
]

/** Where the writer finds what it needs of a row. */
export const AT = { traceId: 1, organisationId: 2, workspaceId: 3, startedAtMs: 5 } as const

/** Rows of the first journal version end with the warnings; what came later was not known then. */
const FIRST_VERSION_LENGTH = COLUMNS.indexOf('warnings') + 1
const LATER_FIELDS = COLUMNS.slice(FIRST_VERSION_LENGTH).map((name) => (name === 'source' ? 'gateway' : null))

export function fromFirstVersion(row: readonly unknown[]): RecordRow {
  return [...row, ...LATER_FIELDS] as unknown as RecordRow
}

/** The metadata keys with columns of their own (spec: special keys), by column. */
export const LABEL_COLUMNS: Readonly<Record<string, string>> = {
  _user: 'user_label',
  _prompt: 'prompt_label',
  _organisation: 'organisation_label',
  _environment: 'environment_label',
}
