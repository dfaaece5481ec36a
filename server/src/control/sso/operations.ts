/** All operations of single sign-on. */

import type { Vault } from '../../core/stores/stores.ts'
import type { Operation } from '../endpoint.ts'
import type { Passwords } from '../sessions/passwords.ts'
import { connectionOperations } from './connection-operations.ts'
import type { IssuerClients } from './issuer-client.ts'
import { logoutOperations } from './logout-operations.ts'
import { ssoSignInOperations } from './sign-in-operations.ts'

export type SsoPorts = {
  readonly vault: Vault
  readonly clients: IssuerClients
  readonly passwords: Pick<Passwords, 'hash'>
}

export function ssoOperations(ports: SsoPorts): readonly Operation[] {
  return [...connectionOperations(ports), ...ssoSignInOperations(ports), ...logoutOperations(ports)]
}
