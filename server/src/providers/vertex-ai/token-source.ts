/** Access tokens of service accounts: cached, shared by concurrent calls, and renewed before they expire. */

import { LRUCache } from 'lru-cache'
import { ResponseLimitError, readAnswer } from '../../core/body/read-answer.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Awaitable } from '../../core/ports.ts'
import { SERVICE_ACCOUNT_SETTING, type ServiceAccount, signAssertion } from './account-key.ts'

export interface TokenSource {
  /** Synchronous if a valid token is cached. */
  tokenOf(account: ServiceAccount): Awaitable<string>
}

export type TokenRequest = {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: Uint8Array
}

/** Sends the token request. `egress.send` in production, so that the address is checked. */
export type TokenTransport = (request: TokenRequest, signal: AbortSignal) => Promise<Response>

type Held = { readonly token: string; readonly renewAtMs: number; readonly expiresAtMs: number }

const MAX_ACCOUNTS = 1_000
const CALL_TIMEOUT_MS = 10_000
/** A token is renewed in the background from this long before expiry. It is not used in its last seconds. */
const RENEW_MS = 300_000
const UNUSED_MS = 30_000
const MAX_ANSWER_BYTES = 64 * 1024
/** RFC 6749 allows a server to omit the lifetime. Google's tokens are valid for an hour. */
const ASSUMED_SECONDS = 3_600

export function createTokenSource(transport: TokenTransport, now: () => number = Date.now): TokenSource {
  const held = new LRUCache<string, Held>({ max: MAX_ACCOUNTS })
  const underway = new Map<string, Promise<string>>()

  async function fetchToken(key: string, account: ServiceAccount): Promise<string> {
    const askedAtMs = now()
    const answer = await ask(transport, account, await signAssertion(account, askedAtMs))
    const expiresAtMs = askedAtMs + answer.expiresSeconds * 1_000
    // A short-lived token is renewed at half its lifetime, so that it is used at all.
    const renewAtMs = Math.max(expiresAtMs - RENEW_MS, askedAtMs + (expiresAtMs - askedAtMs) / 2)
    held.set(key, { token: answer.token, renewAtMs, expiresAtMs })
    return answer.token
  }

  function renew(key: string, account: ServiceAccount): Promise<string> {
    const waiting = underway.get(key)
    if (waiting) return waiting
    const call = fetchToken(key, account).finally(() => underway.delete(key))
    underway.set(key, call)
    return call
  }

  return {
    tokenOf(account) {
      const key = keyOf(account)
      const found = held.get(key)
      const nowMs = now()
      if (!found || nowMs >= found.expiresAtMs - UNUSED_MS) return renew(key, account)
      // The cached token is still valid. The next call retries a failed renewal.
      if (nowMs >= found.renewAtMs) renew(key, account).catch(() => undefined)
      return found.token
    },
  }
}

/** Identifies an account and its key without storing the key. */
function keyOf(account: ServiceAccount): string {
  const parts = [account.clientEmail, account.privateKey, account.tokenUrl]
  return Bun.CryptoHasher.hash('sha256', JSON.stringify(parts), 'base64')
}

async function ask(transport: TokenTransport, account: ServiceAccount, assertion: string) {
  const form = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
  const request: TokenRequest = {
    method: 'POST',
    url: account.tokenUrl,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      'accept-encoding': 'identity',
    },
    body: new TextEncoder().encode(form.toString()),
  }
  let response: Response
  let text: string
  try {
    response = await transport(request, AbortSignal.timeout(CALL_TIMEOUT_MS))
    text = await readAnswer(response, { maxBytes: MAX_ANSWER_BYTES, timeoutMs: CALL_TIMEOUT_MS })
  } catch (error) {
    if (error instanceof GatewayError && error.status < 500) throw error
    if (error instanceof ResponseLimitError) {
      throw new GatewayError('upstream_broken', {
        message: `The response of the token service of Vertex AI ${error.message}.`,
      })
    }
    throw new GatewayError('upstream_unreachable', {
      message: 'The token service of Vertex AI could not be reached.',
      cause: error,
    })
  }
  const body = readJson(text)
  if (!response.ok) throw refused(response.status, body)
  const token = body['access_token']
  const seconds = Number(body['expires_in'] ?? ASSUMED_SECONDS)
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token) || !(seconds > 0)) {
    throw new GatewayError('upstream_broken', { message: 'The token service of Vertex AI returned no token.' })
  }
  return { token, expiresSeconds: seconds }
}

function refused(status: number, body: Readonly<Record<string, unknown>>): GatewayError {
  if (status >= 500 || status === 429) {
    return new GatewayError('upstream_unreachable', {
      message: `The token service of Vertex AI returned HTTP ${status}.`,
    })
  }
  const words = [body['error'], body['error_description']].filter((word) => typeof word === 'string').join(': ')
  return new GatewayError('provider_settings_invalid', {
    param: SERVICE_ACCOUNT_SETTING,
    message: `The token service rejected the service account (${status}${words && `, ${words.slice(0, 200)}`}).`,
    hint: 'Check that the key is still active and belongs to this account.',
  })
}

function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
