/** Gets temporary keys with AWS STS AssumeRole, caches them and renews them before they expire. */

import { LRUCache } from 'lru-cache'
import { ResponseLimitError, readResponse } from '../../core/body/read-response.ts'
import { GatewayError } from '../../core/errors.ts'
import { atMost } from '../../core/runtime/at-most.ts'
import type { TokenRequest, TokenSender } from '../request-token.ts'
import { type AwsKeys, sign } from './sign.ts'

export type Role = {
  readonly arn: string
  readonly externalId: string | null
  readonly region: string
  /** Base URL of the token service, without a trailing slash. */
  readonly endpoint: string
}

type Session = { readonly keys: AwsKeys; readonly expiresAtMs: number }

const MAX_SESSIONS = 1_000
const TIMEOUT_MS = 10_000
/** A response is a short XML document. */
const ANSWER_LIMITS = { maxBytes: 64 * 1024, timeoutMs: TIMEOUT_MS }
/** Renewed this long before expiry, so that no key expires while a request is being sent. */
const RENEW_BEFORE_MS = 5 * 60_000
/** If a renewal fails, keys are used until this long before expiry. */
const LAST_USE_MS = 30_000

export class RoleSessions {
  readonly #sessions = new LRUCache<string, Session>(atMost(MAX_SESSIONS))
  readonly #underway = new Map<string, Promise<Session>>()
  readonly #send: TokenSender
  readonly #now: () => number

  constructor(send: TokenSender, now: () => number = Date.now) {
    this.#send = send
    this.#now = now
  }

  async keysFor(role: Role, keys: AwsKeys): Promise<AwsKeys> {
    const id = identity(role, keys)
    const known = this.#sessions.get(id)
    if (known && known.expiresAtMs - this.#now() > RENEW_BEFORE_MS) return known.keys
    try {
      return (await this.#renew(id, role, keys)).keys
    } catch (error) {
      if (known && known.expiresAtMs - this.#now() > LAST_USE_MS) return known.keys
      throw error
    }
  }

  /** Concurrent requests share one renewal. */
  #renew(id: string, role: Role, keys: AwsKeys): Promise<Session> {
    const running = this.#underway.get(id)
    if (running) return running
    const renewal = this.#assume(role, keys)
      .then((session) => {
        this.#sessions.set(id, session)
        return session
      })
      .finally(() => this.#underway.delete(id))
    this.#underway.set(id, renewal)
    return renewal
  }

  async #assume(role: Role, keys: AwsKeys): Promise<Session> {
    const form = new URLSearchParams({
      Action: 'AssumeRole',
      Version: '2011-06-15',
      RoleArn: role.arn,
      RoleSessionName: 'gatehouse',
      ...(role.externalId === null ? {} : { ExternalId: role.externalId }),
    })
    const request: TokenRequest = {
      method: 'POST',
      url: `${role.endpoint}/`,
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8', 'accept-encoding': 'identity' },
      body: Buffer.from(form.toString()),
    }
    await sign(request, keys, 'sts', role.region, new Date(this.#now()))
    const { status, text } = await this.#ask(request)
    if (status !== 200) throw refused(status, text)
    return readSession(text)
  }

  async #ask(request: TokenRequest): Promise<{ status: number; text: string }> {
    try {
      const response = await this.#send(request, AbortSignal.timeout(TIMEOUT_MS))
      return { status: response.status, text: await readResponse(response, ANSWER_LIMITS) }
    } catch (error) {
      if (error instanceof GatewayError) throw error
      if (error instanceof ResponseLimitError) throw unreachable(`sent a response that ${error.message}`)
      throw unreachable('did not respond', error)
    }
  }
}

/** Includes the secret, so that a corrected secret does not get the cached result of a wrong one. */
function identity(role: Role, keys: AwsKeys): string {
  return Bun.CryptoHasher.hash('sha256', JSON.stringify([role, keys]), 'base64')
}

/** Reads four plain elements with regular expressions. None can contain markup, so no XML parser is needed. */
export function readSession(text: string): Session {
  const accessKeyId = element(text, 'AccessKeyId')
  const secretAccessKey = element(text, 'SecretAccessKey')
  const sessionToken = element(text, 'SessionToken')
  const expiresAtMs = Date.parse(element(text, 'Expiration'))
  if (!accessKeyId || !secretAccessKey || !sessionToken || Number.isNaN(expiresAtMs)) {
    throw unreachable('returned no usable credentials')
  }
  return { keys: { accessKeyId, secretAccessKey, sessionToken }, expiresAtMs }
}

function element(text: string, name: string): string {
  const start = text.indexOf(`<${name}>`)
  const end = text.indexOf(`</${name}>`, start)
  return start === -1 || end === -1 ? '' : text.slice(start + name.length + 2, end).trim()
}

/** Throttling and 5xx are upstream failures, which allow fallback. Everything else is a configuration error. */
export function refused(status: number, text: string): GatewayError {
  const code = element(text, 'Code').slice(0, 100)
  if (status === 429 || status >= 500 || code === 'Throttling') return unreachable(`returned HTTP ${status}`)
  const reason = element(text, 'Message').slice(0, 500)
  return new GatewayError('provider_settings_invalid', {
    param: 'cloud_c_role_arn',
    message: `The token service rejected the role (${status} ${code || 'no code'}): ${reason || 'no message'}`,
    hint: 'Check cloud_c_role_arn, cloud_c_external_id and the keys, and that the role trusts them.',
  })
}

function unreachable(what: string, cause?: unknown): GatewayError {
  return new GatewayError('upstream_unreachable', { message: `The token service of bedrock ${what}.`, cause })
}
