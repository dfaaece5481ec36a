/** Checks before an operation runs: whether the user must add a second factor first, and whether it confirmed its identity. */

import { GatewayError } from '../../core/errors.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import type { Principal } from '../access/principal.ts'
import { sessionToken, tokenHashInput } from '../access/session.ts'
import type { CallOrigin, Operation } from '../endpoint.ts'
import { LOCAL_OWNER_EMAIL } from '../sessions/caller-wire.ts'
import { methodsOf } from './pending-sign-in.ts'

/** A confirmation, or the sign-in itself, lasts this long. */
const CONFIRMED_MS = 10 * 60_000

export function requireEnrolled(operation: Operation, { mustEnrol }: Principal): void {
  if (mustEnrol && !operation.duringEnrolment) throw new GatewayError('second_factor_required')
}

type Ports = { readonly store: { readonly stores: Stores }; readonly vault: Vault }

/** API keys are not affected. */
export async function requireConfirmed(
  operation: Operation,
  principal: Principal,
  origin: CallOrigin,
  { store, vault }: Ports,
): Promise<void> {
  if (!operation.stepUp || principal.type !== 'user' || principal.id === '') return
  if (await isConfirmed(origin, store.stores, vault)) return
  const methods = await methodsOf(principal.id, store.stores)
  // The local owner has no password. It signs in with links that only the gateway's machine creates.
  if (methods.length === 0 && principal.name === LOCAL_OWNER_EMAIL) return
  throw stepUpRequired(methods)
}

/** For operations that ask for the password themselves: they also need a second factor, if the user has one. */
export async function requireConfirmedFactor(
  call: { readonly principal: Principal; readonly origin: CallOrigin; readonly stores: Stores },
  vault: Vault,
): Promise<void> {
  const methods = await methodsOf(call.principal.id, call.stores)
  if (methods.length > 0 && !(await isConfirmed(call.origin, call.stores, vault))) throw stepUpRequired(methods)
}

export function sessionHashOf({ headers, baseUrl }: CallOrigin, vault: Pick<Vault, 'hash'>): string | null {
  const token = sessionToken(headers, baseUrl)
  return token === null ? null : vault.hash(tokenHashInput('session', token))
}

async function isConfirmed(origin: CallOrigin, stores: Stores, vault: Vault): Promise<boolean> {
  const hash = sessionHashOf(origin, vault)
  const session = hash === null ? undefined : await stores.sessions.find(hash)
  if (!session) return false
  const atMs = Math.max(session.createdAtMs, (await stores.secondFactors.confirmedAtMs(session.tokenHash)) ?? 0)
  return Date.now() - atMs < CONFIRMED_MS
}

function stepUpRequired(methods: readonly string[]): GatewayError {
  return new GatewayError('step_up_required', { details: methods.length === 0 ? ['password'] : methods })
}
