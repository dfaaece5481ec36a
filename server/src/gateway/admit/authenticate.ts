/** Finds the gateway key among the headers, and the caller it belongs to. */

import type { Caller } from '../../core/caller.ts'
import { GatewayError } from '../../core/errors.ts'
import { carriesKey, type HeaderMap, keysIn } from '../../core/headers.ts'
import { describeUnknownKey } from '../../core/key-secret.ts'
import { prefixed, prefixOf } from '../../core/options/prefixed.ts'
import type { Directory } from './directory.ts'

const MAX_KEY_LENGTH = 512

export type SenderPorts = {
  readonly prefixes: readonly string[]
  readonly directory: Directory
  /** The person signed in with the session cookie; null if there is no valid session. */
  readonly signedIn: (request: Request, headers: HeaderMap) => Promise<Caller | null>
}

/** The caller, or a refusal. Removes the gateway key from `headers`: no provider may ever receive it. */
export async function authenticate(
  headers: HeaderMap,
  prefixes: readonly string[],
  directory: Directory,
): Promise<Caller> {
  const own = ownKey(headers, prefixes)
  if (own === null) return withoutOwnKey(headers, prefixes, directory)
  const caller = usable(await find(directory, own), own)
  removeKey(headers, own, prefixes)
  return caller
}

/** A session cookie counts only if the request carries no key. */
export function mayHaveSession(headers: HeaderMap, prefixes: readonly string[]): boolean {
  return headers['cookie'] !== undefined && !carriesKey(headers, prefixes)
}

/** SDKs of providers send the gateway key in the header of the provider's own key. */
async function withoutOwnKey(headers: HeaderMap, prefixes: readonly string[], directory: Directory): Promise<Caller> {
  const keys = keysIn(headers)
  for (const key of keys) {
    const found = await find(directory, key)
    if (found === undefined) continue
    const caller = usable(found, key)
    removeKey(headers, key, prefixes)
    return caller
  }
  const [first] = keys
  if (first === undefined) throw new GatewayError('api_key_missing')
  throw unknown(first)
}

/** Clients that know only one key send it in several headers. The provider must get it in none of them. */
function removeKey(headers: HeaderMap, key: string, prefixes: readonly string[]): void {
  for (const name in headers) {
    // The runtime gives `set-cookie` as an array.
    if (!String(headers[name]).includes(key)) continue
    // Our own headers stay: the option check refuses those written with underscores.
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

function find(directory: Directory, secret: string) {
  return secret.length > MAX_KEY_LENGTH ? undefined : directory.findKey(secret)
}

function usable(caller: Caller | undefined, secret: string): Caller {
  if (!caller) throw unknown(secret)
  if (caller.expiresAtMs !== null && caller.expiresAtMs <= Date.now()) throw new GatewayError('api_key_expired')
  return caller
}

function unknown(secret: string): GatewayError {
  return new GatewayError('api_key_invalid', describeUnknownKey(secret))
}
