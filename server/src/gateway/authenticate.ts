/** Finds the gateway key among the headers and whose it is (contract 2.1). */

import type { Caller } from '../core/caller.ts'
import { GatewayError } from '../core/errors.ts'
import { carriesKey, type HeaderMap, keysIn } from '../core/headers.ts'
import { describeUnknownKey } from '../core/key-secret.ts'
import { prefixed, prefixOf } from '../core/options/prefixed.ts'
import type { Awaitable } from '../core/ports.ts'
import type { Directory } from './directory.ts'

const MAX_KEY_LENGTH = 512

export type SenderPorts = {
  readonly prefixes: readonly string[]
  readonly directory: Directory
  /** Whoever is signed in with the session among the cookies; null when none of ours is there. */
  readonly signedIn: (request: Request, headers: HeaderMap) => Promise<Caller | null>
}

/**
 * The caller, or a refusal. What was spent as gateway key is taken out of `headers`:
 * it must never travel on to a provider.
 */
export function authenticate(headers: HeaderMap, prefixes: readonly string[], directory: Directory): Awaitable<Caller> {
  const own = ownKey(headers, prefixes)
  if (own === null) return withoutOwnKey(headers, prefixes, directory)
  const found = find(directory, own)
  const open = (caller: Caller | undefined) => {
    const usableCaller = usable(caller, own)
    removeKey(headers, own, prefixes)
    return usableCaller
  }
  // A key in memory answers at once: a promise would cost more than the look-up.
  return found instanceof Promise ? found.then(open) : open(found)
}

/** A person's session counts only where no key is sent: a program that sends one means it. */
export function authenticateSender(request: Request, headers: HeaderMap, ports: SenderPorts): Awaitable<Caller> {
  const { prefixes, directory, signedIn } = ports
  if (headers['cookie'] === undefined || carriesKey(headers, prefixes))
    return authenticate(headers, prefixes, directory)
  return signedIn(request, headers).then((caller) => caller ?? authenticate(headers, prefixes, directory))
}

/** SDKs of providers put the gateway key where their provider's own would be; a provider's own key is not known to us. */
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

/** Clients that know only one key send it in several headers; a provider must get it in none, whatever its name. */
function removeKey(headers: HeaderMap, key: string, prefixes: readonly string[]): void {
  for (const name in headers) {
    // The runtime makes a list of `set-cookie`.
    if (!String(headers[name]).includes(key)) continue
    // Our own headers stay for the check of the options, which refuses those with underscores.
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
  return new GatewayError('api_key_invalid', { message: describeUnknownKey(secret) })
}
