/** The signed-in user whose second factors a call is about. */

import type { Vault } from '../../core/stores/stores.ts'
import type { OperationCall } from '../endpoint.ts'
import { signedIn } from '../sessions/own-sessions.ts'

export function signedInUser(call: OperationCall<unknown, unknown>, vault: Vault) {
  return signedIn(call, vault, 'API keys have no second factors.')
}
