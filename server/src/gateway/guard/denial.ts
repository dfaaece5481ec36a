/** The response to a denied request: status 446 in the caller's error format, or a refusal as an ordinary response. */

import type { GuardedFormat } from '../../core/guardrails/guarded-format.ts'
import type { GuardrailResult } from '../../core/guardrails/guardrails.ts'
import { callerHookResults } from '../../core/guardrails/hook-results.ts'
import type { JsonObject } from '../../core/json.ts'
import { REFUSAL_TEXT, refusalResponse } from './refusal.ts'

export const DENIED_STATUS = 446
const FAILED_STATUS = 246

/** The status for the caller: 246 instead of 200 if a guardrail failed without denying. */
export function guardedStatus(status: number, hasFailed: boolean): number {
  return hasFailed && status === 200 ? FAILED_STATUS : status
}

const ERROR_MESSAGE =
  'A guardrail denied the text of the error that the provider returned. You can find more information in the `hook_results` object.'

const MESSAGE =
  'The guardrail checks defined in the config failed. You can find more information in the `hook_results` object.'

export type Denial = {
  readonly status: number
  readonly body: Uint8Array
  readonly contentType: string
  readonly isEventStream: boolean
}

export type DeniedRequest = {
  readonly format: GuardedFormat
  /** Pass-through bodies never have `hook_results`. */
  readonly isPassThrough: boolean
  readonly params: JsonObject
  readonly isStream: boolean
}

export function denial(request: DeniedRequest, results: readonly GuardrailResult[], isSoft: boolean): Denial {
  const { format, isPassThrough, params, isStream } = request
  const refusal = isSoft ? refusalResponse(format, params, REFUSAL_TEXT, isStream) : null
  if (refusal) {
    const contentType = isStream ? 'text/event-stream; charset=utf-8' : 'application/json'
    return { status: 200, body: refusal, contentType, isEventStream: isStream }
  }
  const body = JSON.stringify(errorBody(format, isPassThrough ? null : results))
  return { status: DENIED_STATUS, body: Buffer.from(body), contentType: 'application/json', isEventStream: false }
}

/** The body that replaces a provider's error whose text was denied. */
export function deniedErrorBody(
  { format, isPassThrough }: Pick<DeniedRequest, 'format' | 'isPassThrough'>,
  results: readonly GuardrailResult[],
  status: number,
): Uint8Array {
  return Buffer.from(JSON.stringify(errorBody(format, isPassThrough ? null : results, status, ERROR_MESSAGE)))
}

/** Also the data of the error event that ends a stream. If `results` is null, the body has no `hook_results`. */
export function errorBody(
  format: GuardedFormat,
  results: readonly GuardrailResult[] | null,
  status = DENIED_STATUS,
  message = MESSAGE,
): JsonObject {
  const hooks = results && { hook_results: callerHookResults(results) }
  if (format === 'messages' || format === 'messages.count_tokens')
    return { type: 'error', error: { type: 'hooks_failed', message }, ...hooks }
  if (format.startsWith('gemini.')) {
    const reason = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'HOOKS_FAILED', domain: 'gatehouse' }
    const error = { code: status, message, status: 'FAILED_PRECONDITION', details: [reason] }
    return { error, ...hooks }
  }
  return { error: { message, type: 'hooks_failed', param: null, code: null }, ...hooks }
}
