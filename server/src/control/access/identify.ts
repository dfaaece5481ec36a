/** Who sends an administrative call: the holder of a gateway key, or a person with a session. */

import type { Caller } from '../../core/caller.ts'
import { GatewayError } from '../../core/errors.ts'
import { carriesKey, type HeaderMap } from '../../core/headers.ts'
import type { Awaitable } from '../../core/ports.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import { currentKeyPrincipal } from './key-holder.ts'
import type { Principal } from './principal.ts'
import { requireSameOrigin } from './same-origin.ts'
import { sessionPlace, sessionPrincipal } from './session.ts'
import { sessionToken } from './session-cookie.ts'

type IdentifyPorts = {
  /** The caller behind the key among the headers; refuses when there is none, or none that is known. */
  readonly authenticate: (headers: HeaderMap) => Awaitable<Caller>
  readonly stores: Stores
  readonly vault: Vault
  readonly prefixes: readonly string[]
  readonly baseUrlOf: (request: Request) => string
}

const HOLDER_LEFT = 'The person this personal key belongs to no longer belongs to its workspace.'

/** A key wins over a cookie: a program that sends one means it, whatever else its browser adds. */
export async function identify(request: Request, headers: HeaderMap, ports: IdentifyPorts): Promise<Principal> {
  const baseUrl = ports.baseUrlOf(request)
  const token = sessionToken(headers, baseUrl)
  if (token === null || carriesKey(headers, ports.prefixes)) {
    const key = await currentKeyPrincipal(await ports.authenticate(headers), ports.stores)
    if (key === null) throw new GatewayError('api_key_invalid', { message: HOLDER_LEFT })
    return key
  }
  requireSameOrigin(request.method, headers, baseUrl)
  const principal = await sessionPrincipal(ports.vault.hash(sessionPlace(token)), ports.stores, Date.now())
  if (principal === null) throw new GatewayError('session_invalid')
  return principal
}
