/** The signed-in user of a call and its session. */

import type { Vault } from '../../core/stores/stores.ts'
import type { OperationCall } from '../endpoint.ts'
import { notSignedIn } from '../sessions/own-sessions.ts'
import { sessionHashOf } from './require-factor.ts'

export function signedInUser({ principal, origin }: OperationCall<unknown, unknown>, vault: Vault) {
  const sessionHash = sessionHashOf(origin, vault)
  if (principal.type !== 'user' || sessionHash === null) throw notSignedIn('API keys have no second factors.')
  return { userId: principal.id, name: principal.name, sessionHash }
}
