/** Sends a request to a token service, with size and time limits. Errors name the service. */

import { ResponseLimitError, readResponse } from '../core/body/read-response.ts'
import { GatewayError } from '../core/errors.ts'
import type { Expiring } from './expiring-values.ts'

export type TokenRequest = {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: Uint8Array | null
}

/** Sends the token request. `egress.send` in production, so that the address is checked. */
export type TokenSender = (request: TokenRequest, signal: AbortSignal) => Promise<Response>

/** `name`: the service in error messages, such as "the token service of Vertex AI". */
export type TokenService = { readonly name: string; readonly send: TokenSender; readonly now: () => number }

/** For error messages: what the service rejected, and how to fix it. */
export type Rejected = { readonly param: string; readonly what: string; readonly hint: string }

type Json = Readonly<Record<string, unknown>>

const TIMEOUT_MS = 10_000
const MAX_RESPONSE_BYTES = 64 * 1024
/** RFC 6749 allows a server to omit the lifetime. */
const ASSUMED_SECONDS = 3_600

/** OAuth 2.0 token request with a form. */
export function formRequest(url: string, form: Readonly<Record<string, string>>): TokenRequest {
  return {
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      'accept-encoding': 'identity',
    },
    body: new TextEncoder().encode(new URLSearchParams(form).toString()),
  }
}

export async function requestToken(
  service: TokenService,
  request: TokenRequest,
  rejected: Rejected,
): Promise<Expiring<string>> {
  const askedAtMs = service.now()
  const { status, text } = await readText(service, request)
  const body = readJson(text)
  if (status < 200 || status > 299) throw refusal(service.name, status, body, rejected)
  const token = body['access_token']
  const expiresAtMs = expiryOf(body, askedAtMs)
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token) || !(expiresAtMs > askedAtMs)) {
    throw new GatewayError('upstream_broken', { message: `${capital(service.name)} returned no token.` })
  }
  return { value: token, expiresAtMs }
}

export async function readText(
  { name, send }: TokenService,
  request: TokenRequest,
): Promise<{ readonly status: number; readonly text: string }> {
  try {
    const response = await send(request, AbortSignal.timeout(TIMEOUT_MS))
    const text = await readResponse(response, { maxBytes: MAX_RESPONSE_BYTES, timeoutMs: TIMEOUT_MS })
    return { status: response.status, text }
  } catch (error) {
    if (error instanceof GatewayError && error.status < 500) throw error
    if (error instanceof ResponseLimitError)
      throw new GatewayError('upstream_broken', { message: `The response from ${name} ${error.message}.` })
    throw new GatewayError('upstream_unreachable', { message: `${capital(name)} could not be reached.`, cause: error })
  }
}

/** Numbers may be strings. `expires_on` is a time in seconds, which some services send instead of a lifetime. */
function expiryOf(body: Json, askedAtMs: number): number {
  const { expires_in: lifetime, expires_on: time } = body
  if (lifetime == null && time != null) return Number(time) * 1_000
  return askedAtMs + Number(lifetime ?? ASSUMED_SECONDS) * 1_000
}

function refusal(name: string, status: number, body: Json, { param, what, hint }: Rejected): GatewayError {
  if (status >= 500 || status === 429)
    return new GatewayError('upstream_unreachable', { message: `${capital(name)} returned HTTP ${status}.` })
  const words = [body['error'], body['error_description']].filter((word) => typeof word === 'string').join(': ')
  return new GatewayError('provider_settings_invalid', {
    param,
    message: `The token service rejected ${what} (${status}${words && `, ${oneLine(words)}`}).`,
    hint,
  })
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 200).toWellFormed()
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function readJson(text: string): Json {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Json) : {}
  } catch {
    return {}
  }
}
