/** All operations on second factors. */

import type { Operation } from '../endpoint.ts'
import { factorAdminOperations } from './admin-operations.ts'
import { type ConfirmPorts, confirmOperations } from './confirm-operations.ts'
import { ownFactorOperations } from './own-factors.ts'
import { factorSignInOperations } from './sign-in-operations.ts'

export function secondFactorOperations(ports: ConfirmPorts): readonly Operation[] {
  return [
    ...factorSignInOperations(ports),
    ...confirmOperations(ports),
    ...ownFactorOperations(ports),
    ...factorAdminOperations(),
  ]
}
