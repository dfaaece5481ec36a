/** Applies output guardrails to a response: decides its status, its body, and what is logged, metered and cached. */

import type { Target } from '../../config/plan.ts'
import { GatewayError } from '../../core/errors.ts'
import type { GuardrailResult } from '../../core/guardrails/guardrails.ts'
import { callerHookResults } from '../../core/guardrails/hook-results.ts'
import { type HeaderMap, isPlain } from '../../core/headers.ts'
import type { JsonObject } from '../../core/json.ts'
import { MAX_TRANSLATED_BYTES, type ProviderResponse, readUpTo } from '../attempt/provider-response.ts'
import { ResponseBody } from '../relay/response-body.ts'
import type { Outbound } from '../request.ts'
import { DENIED_STATUS, type Denial, denial, guardedStatus } from './denial.ts'
import { coverageOf, formatOf } from './formats.ts'
import type { GuardedRequest, RequestGuards } from './request-guards.ts'
import type { GuardRun } from './run-guardrails.ts'

export type GuardedOutcome = {
  /** The status that retry and fallback rules see. */
  readonly status: number
  readonly response: ProviderResponse
}

/** The response to a request that an input guardrail denied. Nothing was sent. */
export function deniedRequest(request: Outbound, target: Target, run: GuardRun): GuardedOutcome {
  const { journal, head } = request
  const made = denied(request, run, run.results)
  const base = {
    target,
    headers: { 'content-type': made.contentType },
    isEventStream: made.isEventStream,
    body: made.body,
    hasErrorEvent: false,
    attempt: null,
    firstByteMs: journal.elapsedMs(),
    reportResult: null,
  }
  const before: ProviderResponse = { ...base, status: DENIED_STATUS }
  const error = denialError(run.results)
  journal.decide('refused', target.configPath, `an input guardrail denied the request to ${head.endpoint.name}`)
  return {
    status: DENIED_STATUS,
    response: { ...base, status: made.status, guarded: { before, logged: made.body, denial: error } },
  }
}

function denied({ head, body }: Outbound, { softDeny }: GuardRun, results: readonly GuardrailResult[]): Denial {
  const format = formatOf(head)
  const params = body.params ?? {}
  const isStream = params['stream'] === true || format === 'gemini.stream'
  return denial({ format, isPassThrough: head.endpoint.name === 'proxy', params, isStream }, results, softDeny)
}

export function denialError(results: readonly GuardrailResult[]): GatewayError {
  const ids = results.filter(({ verdict, deny, shadow, async }) => !verdict && deny && !shadow && !async)
  return new GatewayError('hooks_failed', { message: `Denied by guardrail ${ids.map(({ id }) => id).join(', ')}.` })
}

/** The response that replaces one that an output guardrail denied. */
export function deniedResponse(
  request: Outbound,
  before: ProviderResponse,
  run: GuardRun,
  results: readonly GuardrailResult[],
): GuardedOutcome {
  const { status, contentType, isEventStream, body } = denied(request, run, results)
  const guarded = { before, logged: body, denial: denialError(run.results) }
  const headers = { 'content-type': contentType }
  return { status: DENIED_STATUS, response: { ...before, status, headers, body, isEventStream, guarded } }
}

/** Runs the output guardrails on a response that is not a stream of events. */
export async function guardWhole(
  guards: RequestGuards,
  request: Outbound,
  target: Target,
  { run: input }: GuardedRequest,
  response: ProviderResponse,
  params: JsonObject | null,
): Promise<GuardedOutcome> {
  const { status } = response
  const coverage = coverageOf(request.head, 'output')
  const hasOutput = (target.guardrails?.output.length ?? 0) > 0 && coverage !== 'no_text'
  const addsResults = request.head.endpoint.name !== 'proxy'
  const isRead = hasOutput || !guards.placeholders.isEmpty || (addsResults && input.results.length > 0)
  const whole = isRead ? await readWhole(response) : null
  const reason = whole === null ? 'The response is too large, compressed, or not JSON.' : undefined
  const { run, bytes } = await guards.output(request, target, whole, params, reason)
  const before: ProviderResponse = whole === null ? response : { ...response, body: whole }
  if (run.verdict === 'denied') {
    if (response.body instanceof ResponseBody) response.attempt?.abort()
    return deniedResponse(request, before, run, [...input.results, ...run.results])
  }
  const hasFailed = input.verdict === 'failed' || run.verdict === 'failed'
  const seen = guardedStatus(status, hasFailed)
  if (whole === null) return { status: seen, response: { ...response, status: seen } }
  const results = [...input.results, ...run.results]
  const hooks = addsResults && results.length > 0 && isJson(response.headers) ? callerHookResults(results) : null
  const body = await guards.finished(request, bytes, hooks)
  if (body === whole) return { status: seen, response: { ...before, status: seen } }
  const headers = withoutLength(response.headers)
  const guarded = { before, logged: bytes, denial: null }
  return { status: seen, response: { ...response, status: seen, headers, body, guarded } }
}

/**
 * Null if the response is not JSON, is compressed, or is too large. Ends the attempt if the response is read
 * completely.
 */
async function readWhole(response: ProviderResponse): Promise<Uint8Array | null> {
  const { body, attempt, headers, status } = response
  if (!isPlain(headers) || !isJson(headers)) return null
  if (!(body instanceof ResponseBody)) return body
  if (!attempt) return null
  const bytes = await readUpTo(attempt, body, MAX_TRANSLATED_BYTES)
  if (bytes instanceof ResponseBody) return null
  attempt.end(status, null)
  response.reportResult?.('success')
  return bytes
}

function isJson(headers: HeaderMap): boolean {
  return headers['content-type']?.includes('json') === true
}

/** Removes the headers that no longer match a changed body. */
export function withoutLength(headers: HeaderMap): HeaderMap {
  const { 'content-length': _, etag: __, ...rest } = headers
  return rest
}
