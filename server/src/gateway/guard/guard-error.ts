/**
 * Applies output guardrails to an error of a provider, which may repeat the prompt or personal data. The status is
 * kept: it has nothing that a guardrail looks for, and clients use it to decide whether to retry.
 */

import { type HeaderMap, isPlain } from '../../core/headers.ts'
import type { JsonObject } from '../../core/json.ts'
import { type ProviderResponse, readUnread } from '../attempt/provider-response.ts'
import { ResponseBody } from '../relay/response-body.ts'
import type { Outbound } from '../request.ts'
import { deniedErrorBody } from './denial.ts'
import { formatOf } from './formats.ts'
import { denialError, withoutLength } from './guard-response.ts'
import { isUtf8, type RequestGuards } from './request-guards.ts'

/** Longer errors are not read, because errors are checked on the main thread. */
const MAX_ERROR_BYTES = 32 * 1024

/** Headers of a denied error that clients need. Others could repeat its text. */
const KEPT_HEADERS = ['retry-after', 'retry-after-ms', 'x-should-retry'] as const

/** True for a response that guardrails have not seen because its status is not 2xx. */
export function isProviderError({ status, attempt, guarded, stream, socket }: ProviderResponse): boolean {
  return attempt !== null && status > 299 && !guarded && !stream && !socket
}

export async function guardError(
  guards: RequestGuards,
  request: Outbound,
  params: JsonObject | null,
  response: ProviderResponse,
): Promise<ProviderResponse> {
  const { target, status, attempt } = response
  if (!guards.readsErrors(target)) return response
  const text = await readError(response)
  if (text?.length === 0) return response
  const { run, bytes } = await guards.error(request, target, text, params, status)
  if (run.verdict === 'denied') {
    if (response.body instanceof ResponseBody) {
      attempt?.end(status, null)
      attempt?.abort()
    }
    const { head } = request
    const what = { format: formatOf(head), isPassThrough: head.endpoint.name === 'proxy' }
    const body = deniedErrorBody(what, run.results, status)
    const headers = { ...keptHeaders(response.headers), 'content-type': 'application/json' }
    const guarded = { before: { ...response }, logged: body, denial: denialError(run.results) }
    return { ...response, headers, body, isEventStream: false, guarded }
  }
  if (text === null) return response
  const body = guards.finishedError(bytes)
  if (body === text) return response
  const guarded = { before: { ...response }, logged: bytes, denial: null }
  return { ...response, headers: withoutLength(response.headers), body, guarded }
}

/** Null if the error is too long, compressed, a stream, or not text. */
async function readError(response: ProviderResponse): Promise<Uint8Array | null> {
  const { headers, isEventStream } = response
  if (!isPlain(headers) || isEventStream || !isUtf8(headers['content-type'])) return null
  await readUnread(response)
  const { body } = response
  return body instanceof ResponseBody || body.length > MAX_ERROR_BYTES || !isText(body) ? null : body
}

function isText(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function keptHeaders(headers: HeaderMap): HeaderMap {
  return Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  )
}
