/** Checks, before an operation runs, that the user has added a required second factor and confirmed their identity. */

import { GatewayError } from '../../core/errors.ts'
import type { Session } from '../../core/stores/sessions.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import type { Principal } from '../access/principal.ts'
import { sessionToken, tokenHashInput } from '../access/session.ts'
import type { CallOrigin, Operation } from '../endpoint.ts'
import { LOCAL_OWNER_EMAIL } from '../sessions/caller-wire.ts'
import { methodsOf } from './pending-sign-in.ts'

/** How long a confirmation is valid. A sign-in counts as a confirmation. */
const CONFIRMED_MS = 10 * 60_000

export function requireEnrolled(operation: Operation, { mustEnrol }: Principal): void {
  if (mustEnrol && !operation.duringEnrolment) throw new GatewayError('second_factor_required')
}

type Ports = { readonly store: { readonly stores: Stores }; readonly vault: Vault }

/** Does not apply to API keys. */
export async function requireConfirmed(
  operation: Operation,
  principal: Principal,
  origin: CallOrigin,
  { store, vault }: Ports,
): Promise<void> {
  if (!operation.stepUp || principal.type !== 'user' || principal.id === '') return
  const session = await sessionOf(origin, store.stores, vault)
  if (await isConfirmed(session, store.stores)) return
  const methods = await methodsOf(principal.id, store.stores)
  // The local owner has no password. It signs in with links that can be created only on the gateway's machine.
  if (methods.length === 0 && principal.name === LOCAL_OWNER_EMAIL) return
  throw stepUpRequired(methods, session)
}

/** For operations that ask for the password themselves. They also need a second factor if the user has one. */
export async function requireConfirmedFactor(
  call: { readonly principal: Principal; readonly origin: CallOrigin; readonly stores: Stores },
  vault: Vault,
): Promise<void> {
  const methods = await methodsOf(call.principal.id, call.stores)
  if (methods.length === 0) return
  const session = await sessionOf(call.origin, call.stores, vault)
  if (!(await isConfirmed(session, call.stores))) throw stepUpRequired(methods, session)
}

async function sessionOf({ headers, baseUrl }: CallOrigin, stores: Stores, vault: Vault): Promise<Session | undefined> {
  const token = sessionToken(headers, baseUrl)
  return token === null ? undefined : stores.sessions.find(vault.hash(tokenHashInput('session', token)))
}

async function isConfirmed(session: Session | undefined, stores: Stores): Promise<boolean> {
  if (!session) return false
  const atMs = Math.max(session.createdAtMs, (await stores.secondFactors.confirmedAtMs(session.tokenHash)) ?? 0)
  return Date.now() - atMs < CONFIRMED_MS
}

/** Users of single sign-on without a second factor have no password here, so they must sign in again. */
function stepUpRequired(methods: readonly string[], session: Session | undefined): GatewayError {
  if (methods.length > 0) return new GatewayError('step_up_required', { details: methods })
  if (session?.method !== 'sso') return new GatewayError('step_up_required', { details: ['password'] })
  return new GatewayError('step_up_required', {
    details: ['sso'],
    hint: 'Sign in again with single sign-on, then repeat the request. Or add a second factor to your account.',
  })
}
