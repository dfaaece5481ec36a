/** Converts the parts of a log to the JSON of the admin API and of sinks. */

import { centsOf } from '../money/nano-usd.ts'
import { type AttemptRecord, type CostLine, type Decision, LOGGED_BODY_BYTES, type SentBody } from '../record.ts'
import type { Usage } from '../usage.ts'
import type { GuardrailOutcome } from './guardrail-outcomes.ts'
import type { LogSummary } from './log-reader.ts'

export function summaryToWire(log: LogSummary) {
  return {
    object: 'log' as const,
    id: log.id,
    trace_id: log.traceId,
    span_id: log.spanId,
    parent_span_id: log.parentSpanId,
    span_name: log.spanName,
    source: log.source,
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
    virtual_key: log.virtualKey,
    config: log.configId,
    config_version: log.configVersion,
    prompt_slug: log.promptId,
    prompt_version: log.promptVersion,
    is_stream: log.isStream,
    cache_status: log.cacheStatus,
    response_time: log.durationMs,
    time_to_first_byte: log.firstByteMs,
    attempt_count: log.attemptCount,
    retry_count: log.retries,
    trail:
      log.preview?.trail.map(({ status, error, retry }) => ({ status_code: status, error_code: error, retry })) ?? null,
    gateway_time: log.preview?.ownMs ?? null,
    first_words: log.preview?.words ?? null,
    guardrails: log.guardrailOutcomes.map(outcomeToWire),
    usage: log.usage && usageToWire(log.usage),
    cost: log.costNanoUsd === null ? null : centsOf(log.costNanoUsd),
    cost_currency: 'USD' as const,
    price_version: log.priceVersion,
    cache_saved_time: log.cacheSavedMs,
    cache_saved_cost: log.cacheSavedNanoUsd === null ? null : centsOf(log.cacheSavedNanoUsd),
    feedback_count: log.feedbackCount,
    weighted_feedback: log.weightedFeedback,
    metadata: { ...log.metadata },
    request_bytes: log.requestBytes,
    response_bytes: log.responseBytes,
    warnings: [...log.warnings],
  }
}

export function outcomeToWire({ id, direction, verdict, flags }: GuardrailOutcome) {
  return {
    id,
    direction,
    verdict,
    error: flags.includes('error'),
    transformed: flags.includes('transformed'),
    shadow: flags.includes('shadow'),
  }
}

function usageToWire(usage: Usage) {
  return {
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    total_tokens: usage.totalTokens,
    cached_tokens: usage.cachedTokens,
    cached_audio_tokens: usage.cachedAudioTokens,
    cached_write_tokens: usage.cachedWriteTokens,
    reasoning_tokens: usage.reasoningTokens,
    audio_input_tokens: usage.audioInputTokens,
    audio_output_tokens: usage.audioOutputTokens,
    images: usage.images,
    search_units: usage.searchUnits,
    cached_write_long_tokens: usage.cachedWriteLongTokens,
    image_input_tokens: usage.imageInputTokens,
    image_output_tokens: usage.imageOutputTokens,
    characters: usage.characters,
    audio_seconds: usage.audioSeconds,
    is_estimate: usage.isEstimate,
  }
}

export function costLineToWire({ unit, quantity, rateNanoUsd, rateUnits, nanoUsd }: CostLine) {
  return { unit, quantity, price: centsOf(rateNanoUsd), price_units: rateUnits, cost: centsOf(nanoUsd) }
}

export function attemptToWire(attempt: AttemptRecord, request: Uint8Array | null) {
  const { startMs, firstByteMs, durationMs, status, error, sent, received, ...rest } = attempt
  return {
    ...rest,
    start: startMs,
    first_byte: firstByteMs,
    duration: durationMs,
    status_code: status,
    error_code: error,
    sent_body: sent && request ? sentText(sent, request) : null,
    response_body: received?.text ?? null,
    response_body_cut: received?.isCut ?? false,
  }
}

/**
 * Null if the logged request may be truncated, so that the end of the sent body is unknown, or if it is shorter than the
 * request that was sent: guardrails may have changed it since.
 */
function sentText({ startBytes, endBytes, text }: SentBody, request: Uint8Array): string | null {
  if (request.length >= LOGGED_BODY_BYTES || startBytes + endBytes > request.length) return null
  const decoder = new TextDecoder()
  return (
    decoder.decode(request.subarray(0, startBytes)) + text + decoder.decode(request.subarray(request.length - endBytes))
  )
}

export function decisionToWire({ atMs, durationMs, ...rest }: Decision) {
  return { ...rest, at: atMs, duration: durationMs }
}

type SideWire = {
  headers: Record<string, string>
  body: string | null
  body_encoding: 'utf-8' | 'base64'
  body_cut: boolean
}

export function sideToWire(
  headers: Readonly<Record<string, string>>,
  body: Uint8Array | null,
  isCut: boolean,
): SideWire {
  const shared = { headers: { ...headers }, body_cut: isCut }
  if (body === null) return { ...shared, body: null, body_encoding: 'utf-8' }
  const text = textOf(body)
  return text === null
    ? { ...shared, body: Buffer.from(body).toString('base64'), body_encoding: 'base64' }
    : { ...shared, body: text, body_encoding: 'utf-8' }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** Null if the bytes are not UTF-8. */
export function textOf(body: Uint8Array): string | null {
  try {
    return strictUtf8.decode(body)
  } catch {
    return null
  }
}
