/**
 * Converts a record to OpenTelemetry spans: one for the request, one child per attempt (GenAI semantic conventions).
 */

import type { AttemptRecord, RequestRecord } from '../core/record.ts'

type AttributeValue =
  | { readonly stringValue: string }
  | { readonly intValue: string }
  | { readonly doubleValue: number }

export type Attribute = { readonly key: string; readonly value: AttributeValue }

/** A span in OTLP/JSON encoding. */
export type Span = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: 2 | 3
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly Attribute[]
  readonly status: { readonly code: 0 | 2; readonly message?: string }
}

const SERVER = 2
const CLIENT = 3

const OPERATIONS: Readonly<Record<string, string>> = {
  'chat.completions': 'chat',
  messages: 'chat',
  responses: 'chat',
  completions: 'text_completion',
  embeddings: 'embeddings',
  'gemini.generate': 'generate_content',
  'gemini.stream': 'generate_content',
  'gemini.embed': 'embeddings',
  'gemini.embedMany': 'embeddings',
}

/** Maps a provider id to its `gen_ai.provider.name` in the semantic conventions. */
export type SystemNames = (provider: string) => string

export function spansOf(record: RequestRecord, systemOf: SystemNames): readonly Span[] {
  const traceId = traceIdOf(record.traceId)
  const spanId = isSpanId(record.spanId) ? record.spanId : idFrom(record.id, 8)
  const operation = operationOf(record.endpoint)
  const root: Span = {
    traceId,
    spanId,
    ...(isSpanId(record.parentSpanId) && { parentSpanId: record.parentSpanId }),
    name: givenName(record) ?? [operation, record.model].filter(Boolean).join(' '),
    kind: SERVER,
    startTimeUnixNano: nanos(record.startedAtMs),
    endTimeUnixNano: nanos(record.startedAtMs + record.durationMs),
    attributes: rootAttributes(record, operation, systemOf),
    status: statusOf(record.status >= 500 || record.ending === 'broken', record.errorCode),
  }
  return [root, ...record.attempts.map((attempt, i) => attemptSpan(record, attempt, i, root, systemOf))]
}

function attemptSpan(
  { startedAtMs, id, endpoint }: RequestRecord,
  attempt: AttemptRecord,
  index: number,
  { traceId, spanId }: Span,
  systemOf: SystemNames,
): Span {
  const start = startedAtMs + attempt.startMs
  const operation = operationOf(endpoint)
  return {
    traceId,
    spanId: idFrom(`${id} ${index}`, 8),
    parentSpanId: spanId,
    name: `${operation} ${attempt.provider}`,
    kind: CLIENT,
    startTimeUnixNano: nanos(start),
    endTimeUnixNano: nanos(start + attempt.durationMs),
    attributes: attributes({
      'gen_ai.provider.name': systemOf(attempt.provider),
      'gen_ai.operation.name': operation,
      'url.full': attempt.url,
      'http.response.status_code': attempt.status,
      'gatehouse.target': attempt.target,
      'gatehouse.retry': attempt.retry,
      'gatehouse.first_byte_ms': attempt.firstByteMs,
      'error.type': attempt.error,
    }),
    status: statusOf(attempt.error !== null || (attempt.status ?? 0) >= 400, attempt.error),
  }
}

function rootAttributes(record: RequestRecord, operation: string, systemOf: SystemNames): readonly Attribute[] {
  const { usage } = record
  return attributes({
    'gen_ai.operation.name': operation,
    'gen_ai.provider.name': record.provider === null ? null : systemOf(record.provider),
    'gen_ai.request.model': record.model,
    'gen_ai.response.model': record.responseModel,
    'gen_ai.usage.input_tokens': usage?.inputTokens ?? null,
    'gen_ai.usage.output_tokens': usage?.outputTokens ?? null,
    'gen_ai.usage.cache_read.input_tokens': usage?.cachedTokens ?? null,
    'gen_ai.usage.cache_creation.input_tokens': usage?.cachedWriteTokens ?? null,
    'http.request.method': record.method,
    'url.path': record.path,
    'http.response.status_code': record.status,
    'error.type': record.errorCode,
    'gatehouse.log_id': record.id,
    'gatehouse.trace_id': record.traceId,
    'gatehouse.workspace_id': record.workspaceId,
    'gatehouse.key_id': record.keyId,
    'gatehouse.virtual_key': record.virtualKey,
    'gatehouse.config': record.configId,
    'gatehouse.prompt': record.promptId,
    'gatehouse.cache_status': record.cacheStatus,
    'gatehouse.ending': record.ending,
    'gatehouse.retries': record.retries,
    'gatehouse.cost_usd': record.costNanoUsd === null ? null : record.costNanoUsd / 1e9,
  })
}

/**
 * Null if the caller sent no span name: records then default to `METHOD /path`, and the conventions define a better
 * name.
 */
function givenName({ spanName, method, path }: RequestRecord): string | null {
  return spanName === `${method} ${path}` ? null : spanName
}

function operationOf(endpoint: string): string {
  return OPERATIONS[endpoint] ?? endpoint
}

function attributes(values: Readonly<Record<string, string | number | null>>): readonly Attribute[] {
  const found: Attribute[] = []
  for (const [key, value] of Object.entries(values)) {
    if (value === null) continue
    if (typeof value === 'string') found.push({ key, value: { stringValue: value } })
    else if (Number.isSafeInteger(value)) found.push({ key, value: { intValue: String(value) } })
    else found.push({ key, value: { doubleValue: value } })
  }
  return found
}

function statusOf(isFailure: boolean, message: string | null): Span['status'] {
  if (!isFailure) return { code: 0 }
  return message === null ? { code: 2 } : { code: 2, message }
}

/** Uses W3C trace ids and UUIDs unchanged; hashes any other trace id to 16 bytes. */
function traceIdOf(traceId: string): string {
  const plain = traceId.replaceAll('-', '').toLowerCase()
  return /^[0-9a-f]{32}$/.test(plain) && !/^0+$/.test(plain) ? plain : idFrom(traceId, 16)
}

function isSpanId(id: string | null): id is string {
  return id !== null && /^[0-9a-f]{16}$/.test(id) && !/^0+$/.test(id)
}

function idFrom(text: string, bytes: number): string {
  return new Bun.CryptoHasher('sha256')
    .update(text)
    .digest('hex')
    .slice(0, 2 * bytes)
}

function nanos(ms: number): string {
  return (BigInt(Math.round(ms * 1_000)) * 1_000n).toString()
}
