/** Authenticates admin requests by gateway key or session cookie. */

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
  /** Finds the caller by the key in the headers. Throws if there is no key or it is unknown. */
  readonly authenticate: (headers: HeaderMap) => Awaitable<Caller>
  readonly stores: Stores
  readonly vault: Vault
  readonly prefixes: readonly string[]
  readonly baseUrlOf: (request: Request) => string
}

const HOLDER_LEFT = 'The user who owns this personal key is no longer a member of its workspace.'

/** A key takes precedence over a cookie: browsers add cookies automatically, keys are sent deliberately. */
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
