/** Sends requests to secret stores and reads their JSON, with limits on size and time. */

import { ResponseLimitError, readResponse } from '../core/body/read-response.ts'
import { GatewayError } from '../core/errors.ts'
import { isObject } from '../core/json.ts'
import type { TokenRequest, TokenSender } from '../providers/request-token.ts'
import { SecretSourceError } from './secret-source.ts'

const TIMEOUT_MS = 10_000
/** Enough for a secret of 64 KiB in base64 or escaped JSON, with the JSON around it. */
const MAX_RESPONSE_BYTES = 512 * 1024

export type StoreAnswer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> }

export async function requestJson(send: TokenSender, request: TokenRequest): Promise<StoreAnswer> {
  const { status, text } = await readAnswer(send, request)
  try {
    const body: unknown = JSON.parse(text)
    return { status, body: isObject(body) ? body : {} }
  } catch {
    if (status >= 200 && status <= 299)
      throw new SecretSourceError('unavailable', 'returned a response that is not JSON')
    return { status, body: {} }
  }
}

async function readAnswer(send: TokenSender, request: TokenRequest) {
  try {
    const response = await send(request, AbortSignal.timeout(TIMEOUT_MS))
    const text = await readResponse(response, { maxBytes: MAX_RESPONSE_BYTES, timeoutMs: TIMEOUT_MS })
    return { status: response.status, text }
  } catch (error) {
    if (error instanceof ResponseLimitError)
      throw new SecretSourceError('unavailable', `sent a response that ${error.message}`)
    if (error instanceof GatewayError && error.code === 'address_forbidden')
      throw new SecretSourceError('invalid', `cannot be called: ${error.message}`)
    if (error instanceof GatewayError && error.code === 'upstream_tls') {
      const code = /\(\w+\)/.exec(error.message)?.[0] ?? ''
      const message = `could not be reached: the TLS connection failed ${code}. Check its certificate and the ca_file of the source`
      throw new SecretSourceError('unavailable', message, { cause: error })
    }
    throw new SecretSourceError('unavailable', 'could not be reached', { cause: error })
  }
}

/** The error for an unsuccessful status. Omits the store's message, because stores repeat the request in it. */
export function storeRefusal(status: number): SecretSourceError {
  if (status === 404) return new SecretSourceError('not_found', 'has no such secret')
  if (status === 401 || status === 403)
    return new SecretSourceError('denied', `refused to show the secret to the gateway (HTTP ${status})`)
  if (status === 429 || status >= 500) return new SecretSourceError('unavailable', `returned HTTP ${status}`)
  return new SecretSourceError('invalid', `rejected the request for the secret (HTTP ${status})`)
}

/** Token services throw a GatewayError, whose message names the service and contains no secret. */
export function asSourceError(error: unknown): SecretSourceError {
  if (error instanceof SecretSourceError) return error
  if (!(error instanceof GatewayError))
    return new SecretSourceError('unavailable', 'failed unexpectedly', { cause: error })
  const isRefused = error.status < 500
  return new SecretSourceError(
    isRefused ? 'denied' : 'unavailable',
    `could not be queried: ${error.message.replace(/\.$/, '')}`,
  )
}

export function getRequest(url: string, headers: Readonly<Record<string, string>>): TokenRequest {
  return {
    method: 'GET',
    url,
    headers: { ...headers, accept: 'application/json', 'accept-encoding': 'identity' },
    body: null,
  }
}

export function postRequest(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): TokenRequest {
  return {
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      ...headers,
      accept: 'application/json',
      'accept-encoding': 'identity',
    },
    body: new TextEncoder().encode(JSON.stringify(body)),
  }
}

/** Percent-encodes each segment of a path. */
export function encodedPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

export function timeOf(value: unknown): number | null {
  const timeMs = typeof value === 'number' ? value * 1_000 : typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isFinite(timeMs) ? timeMs : null
}
