/** Finds the person that a call names and checks that the caller may access their data. */

import type { z } from 'zod'
import type { Stores } from '../../core/stores/stores.ts'
import type { User } from '../../core/stores/users.ts'
import type { Principal } from '../access/principal.ts'
import { scopeMissing } from '../access/reach.ts'
import type { OperationCall } from '../endpoint.ts'
import { requireUser } from '../users/operations.ts'
import { requireRank, withArticle } from '../users/role-hierarchy.ts'
import type { personBody } from './erasure-wire.ts'
import type { Account, Subject } from './subject.ts'

export type PersonCall = OperationCall<unknown, z.infer<typeof personBody>>

/** `scope`: the scope that the caller needs if the person is an account. */
export async function subjectOf(
  call: PersonCall,
  stores: Stores,
  scope: string,
): Promise<{ readonly subject: Subject; readonly user: User | null }> {
  const { body, principal, reach } = call
  if (body.end_user !== undefined) return { subject: { type: 'end_user', user: body.end_user }, user: null }
  requireAccountScope(principal, scope)
  const user = await requireUser(stores, reach.organisationId, body.account_id ?? '', 'account_id')
  await requireRank(principal, user.role, `access the data of ${withArticle(user.role)}`, stores)
  const { id, email, firstName, lastName } = user
  const account: Account = {
    type: 'account',
    id,
    email,
    firstName,
    lastName,
    keyIds: await stores.users.allKeyIds(id),
  }
  return { subject: account, user }
}

export function requireAccountScope(principal: Principal, scope: string): void {
  if (!principal.isOrganisationWide || !principal.holds(scope, null))
    throw scopeMissing(principal, 'access the data of accounts', [scope])
}
