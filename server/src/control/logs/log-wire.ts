/** Request logs as the admin API shows them. */

import { z } from 'zod'
import type { LogDetail, LogSummary } from '../../core/ports.ts'
import type { AttemptRecord, Decision } from '../../core/record.ts'

const milliseconds = z.number().meta({ description: 'Milliseconds.' })

export const logSummarySchema = z.object({
  object: z.literal('log'),
  id: z.string(),
  trace_id: z.string(),
  workspace_id: z.string(),
  api_key_id: z.string(),
  created_at: z.string().meta({ description: 'When the request arrived, ISO 8601.' }),
  method: z.string(),
  path: z.string(),
  endpoint: z.string(),
  ending: z.enum(['complete', 'refused', 'abandoned', 'broken']),
  status_code: z.number(),
  error_code: z.string().nullable(),
  provider: z.string().nullable(),
  target: z.string().nullable().meta({ description: 'The answering target’s path in the config.' }),
  ai_model: z.string().nullable(),
  response_model: z.string().nullable(),
  is_stream: z.boolean(),
  cache_status: z.string(),
  response_time: milliseconds,
  time_to_first_byte: milliseconds.nullable(),
  attempt_count: z.number(),
  retry_count: z.number(),
  usage: z
    .object({
      input_tokens: z.number().nullable(),
      output_tokens: z.number().nullable(),
      total_tokens: z.number().nullable(),
      cached_tokens: z.number().nullable(),
      reasoning_tokens: z.number().nullable(),
    })
    .nullable(),
  metadata: z.record(z.string(), z.string()),
  request_bytes: z.number(),
  response_bytes: z.number(),
  warnings: z.array(z.string()),
})

const decisionSchema = z.object({
  kind: z.string(),
  at: milliseconds,
  duration: milliseconds,
  target: z.string().nullable(),
  reason: z.string(),
})

const attemptSchema = z.object({
  target: z.string(),
  provider: z.string(),
  url: z.string(),
  retry: z.number(),
  start: milliseconds,
  first_byte: milliseconds.nullable(),
  duration: milliseconds,
  status_code: z.number().nullable(),
  error_code: z.string().nullable(),
})

const sideSchema = z.object({
  headers: z.record(z.string(), z.string()),
  body: z
    .string()
    .nullable()
    .meta({ description: 'Text, or base64 when body_encoding says so; null when bodies are not logged.' }),
  body_encoding: z.enum(['utf-8', 'base64']),
  body_cut: z.boolean().meta({ description: 'True when only the first part was kept.' }),
})

export const logDetailSchema = logSummarySchema.extend({
  attempts: z.array(attemptSchema),
  decisions: z.array(decisionSchema).meta({ description: 'Every decision on the way, in order.' }),
  request: sideSchema,
  response: sideSchema,
})

type LogWire = z.infer<typeof logSummarySchema>

export function summaryToWire(log: LogSummary): LogWire {
  return {
    object: 'log',
    id: log.id,
    trace_id: log.traceId,
    workspace_id: log.workspaceId,
    api_key_id: log.keyId,
    created_at: new Date(log.startedAtMs).toISOString(),
    method: log.method,
    path: log.path,
    endpoint: log.endpoint,
    ending: log.ending,
    status_code: log.status,
    error_code: log.errorCode,
    provider: log.provider,
    target: log.target,
    ai_model: log.model,
    response_model: log.responseModel,
    is_stream: log.isStream,
    cache_status: log.cacheStatus,
    response_time: log.durationMs,
    time_to_first_byte: log.firstByteMs,
    attempt_count: log.attemptCount,
    retry_count: log.retries,
    usage: log.usage && {
      input_tokens: log.usage.inputTokens,
      output_tokens: log.usage.outputTokens,
      total_tokens: log.usage.totalTokens,
      cached_tokens: log.usage.cachedTokens,
      reasoning_tokens: log.usage.reasoningTokens,
    },
    metadata: { ...log.metadata },
    request_bytes: log.requestBytes,
    response_bytes: log.responseBytes,
    warnings: [...log.warnings],
  }
}

export function detailToWire({ record, bodies }: LogDetail): z.infer<typeof logDetailSchema> {
  return {
    ...summaryToWire({ ...record, attemptCount: record.attempts.length }),
    attempts: record.attempts.map(attemptToWire),
    decisions: record.decisions.map(decisionToWire),
    request: side(record.requestHeaders, bodies.request, record.requestBodyCut),
    response: side(record.responseHeaders, bodies.response, record.responseBodyCut),
  }
}

function attemptToWire(attempt: AttemptRecord): z.infer<typeof attemptSchema> {
  const { startMs: start, firstByteMs: first_byte, durationMs: duration, status, error, ...rest } = attempt
  return { ...rest, start, first_byte, duration, status_code: status, error_code: error }
}

function decisionToWire({ atMs, durationMs, ...rest }: Decision): z.infer<typeof decisionSchema> {
  return { ...rest, at: atMs, duration: durationMs }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

function side(
  headers: Readonly<Record<string, string>>,
  body: Uint8Array | null,
  isCut: boolean,
): z.infer<typeof sideSchema> {
  const shared = { headers: { ...headers }, body_cut: isCut }
  if (body === null) return { ...shared, body: null, body_encoding: 'utf-8' }
  try {
    return { ...shared, body: strictUtf8.decode(body), body_encoding: 'utf-8' }
  } catch {
    return { ...shared, body: Buffer.from(body).toString('base64'), body_encoding: 'base64' }
  }
}
