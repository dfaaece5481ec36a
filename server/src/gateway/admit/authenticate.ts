/** Finds the gateway key or token among the headers, and the caller it belongs to. */

import type { Caller } from '../../core/caller.ts'
import type { ClientCertificate } from '../../core/client-certificate.ts'
import { GatewayError } from '../../core/errors.ts'
import { carriesKey, type HeaderMap, keysIn } from '../../core/headers.ts'
import { describeUnknownKey } from '../../core/key-secret.ts'
import { prefixed, prefixOf } from '../../core/options/prefixed.ts'
import type { Awaitable } from '../../core/ports.ts'
import { isTokenShaped } from '../../core/workload/token-text.ts'
import type { Directory } from './directory.ts'

const MAX_KEY_LENGTH = 512

export type SenderPorts = {
  readonly prefixes: readonly string[]
  readonly directory: Directory
  /** The person signed in with the session cookie; null if there is no valid session. */
  readonly signedIn: (request: Request, headers: HeaderMap) => Promise<Caller | null>
  /** The verified certificate of the client; null if it has none. */
  readonly certificateOf: (request: Request) => ClientCertificate | null
}

/**
 * Returns the caller, or throws. Removes the gateway key from `headers`: no provider may ever receive it. The
 * certificate counts only if no header has a key.
 */
export async function authenticate(
  headers: HeaderMap,
  prefixes: readonly string[],
  directory: Directory,
  certificate: ClientCertificate | null = null,
): Promise<Caller> {
  const own = ownKey(headers, prefixes)
  if (own === null) return withoutOwnKey(headers, prefixes, directory, certificate)
  const caller = usable(await find(directory, own), own)
  removeKey(headers, own, prefixes)
  return caller
}

/** A session cookie counts only if the request carries no key. */
export function mayHaveSession(headers: HeaderMap, prefixes: readonly string[]): boolean {
  return headers['cookie'] !== undefined && !carriesKey(headers, prefixes)
}

/** Looks for the gateway key in the headers that provider SDKs use for their own key, then for a client certificate. */
async function withoutOwnKey(
  headers: HeaderMap,
  prefixes: readonly string[],
  directory: Directory,
  certificate: ClientCertificate | null,
): Promise<Caller> {
  const keys = keysIn(headers)
  let refusal: unknown
  for (const key of keys) {
    try {
      const found = await find(directory, key)
      if (found === undefined) continue
      const caller = usable(found, key)
      removeKey(headers, key, prefixes)
      return caller
    } catch (error) {
      // The token may be a provider credential. The gateway key may still be in another header.
      if (!isTokenShaped(key)) throw error
      refusal ??= error
    }
  }
  if (refusal !== undefined) throw refusal
  const [first] = keys
  if (first !== undefined) throw unknown(first)
  if (certificate === null || isFromBrowser(headers)) throw new GatewayError('api_key_missing')
  return certified(certificate, directory)
}

/** Browsers send client certificates automatically, so a page of another origin could use them. */
function isFromBrowser(headers: HeaderMap): boolean {
  return headers['origin'] !== undefined || headers['sec-fetch-site'] !== undefined
}

async function certified(certificate: ClientCertificate, directory: Directory): Promise<Caller> {
  if (certificate.expiresAtMs <= Date.now())
    throw new GatewayError('api_key_expired', { message: 'The client certificate has expired.' })
  const caller = await directory.findCertificate(certificate)
  if (caller === undefined)
    throw new GatewayError('api_key_missing', {
      message: `The request has no API key, and no API key names its client certificate (${certificate.names[0]}).`,
      hint: 'Add the certificate to client_certificates of an API key, or send a key.',
    })
  if (caller.expiresAtMs !== null && caller.expiresAtMs <= Date.now()) throw new GatewayError('api_key_expired')
  return caller
}

/** Some clients send their key in several headers. The provider must not receive it in any of them. */
function removeKey(headers: HeaderMap, key: string, prefixes: readonly string[]): void {
  for (const name in headers) {
    if (!headers[name]!.includes(key)) continue
    // Gateway headers stay, even those written with underscores: the option check refuses them later.
    if (prefixOf(name.replaceAll('_', '-'), prefixes) === null) delete headers[name]
  }
}

function ownKey(headers: HeaderMap, prefixes: readonly string[]): string | null {
  let found: string | null = null
  for (const name of prefixed(prefixes, 'api-key')) {
    const value = headers[name]
    if (value === undefined) continue
    if (found !== null && found !== value) throw new GatewayError('header_conflict', { param: name })
    found = value
  }
  return found
}

function find(directory: Directory, secret: string): Awaitable<Caller | undefined> {
  return isTokenShaped(secret) ? findByToken(directory, secret) : findByKey(directory, secret)
}

function findByKey(directory: Directory, secret: string): Awaitable<Caller | undefined> {
  return secret.length > MAX_KEY_LENGTH ? undefined : directory.findKey(secret)
}

/** A key set by an operator may look like a JWT, so an unknown token is also looked up as a key. */
async function findByToken(directory: Directory, secret: string): Promise<Caller | undefined> {
  return (await directory.findToken(secret)) ?? findByKey(directory, secret)
}

function usable(caller: Caller | undefined, secret: string): Caller {
  if (!caller) throw unknown(secret)
  if (caller.expiresAtMs !== null && caller.expiresAtMs <= Date.now())
    throw new GatewayError(caller.workload ? 'token_expired' : 'api_key_expired')
  return caller
}

function unknown(secret: string): GatewayError {
  if (isTokenShaped(secret))
    return new GatewayError('token_invalid', {
      message: 'No workload issuer of this gateway has the issuer of the token (claim iss).',
      hint: 'Create a workload issuer with this issuer, or enable it: see /docs/workload-identity.',
    })
  return new GatewayError('api_key_invalid', describeUnknownKey(secret))
}
