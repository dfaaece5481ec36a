/** Dependencies, query parameters and checks shared by budget and rate limit policies. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { SpendingService } from '../../core/money/spending.ts'
import type { Reach } from '../../core/stores/reach.ts'
import type { Stores } from '../../core/stores/stores.ts'

export type PolicyPorts = {
  readonly spending: SpendingService
  readonly providers: readonly { readonly slug: string }[]
}

const WORKSPACE = z.string().max(128).optional()

export const IN_WORKSPACE = z.object({ workspace_id: WORKSPACE })

export const PAGE_QUERY = {
  workspace_id: WORKSPACE,
  current_page: z.coerce.number().int('must be a whole number').min(0).max(1_000_000_000).default(0),
  page_size: z.coerce.number().int('must be a whole number').min(1).max(1_000).default(100),
}

export function listQuery<const Types extends readonly [string, ...string[]]>(types: Types) {
  return z.object({
    ...PAGE_QUERY,
    status: z.enum(['active', 'archived']).default('active'),
    type: z.enum(types).optional(),
  })
}

/** Every request is matched against all active policies, so their number is limited. */
const MOST_ACTIVE = 100

export async function refuseTooMany({ policies }: Stores, { organisationId, workspaceId }: Reach): Promise<void> {
  if ((await policies.countActive(organisationId, workspaceId)) < MOST_ACTIVE) return
  throw new GatewayError('conflict', {
    message: `The limit of ${MOST_ACTIVE} active policies is reached.`,
    hint: 'Delete a policy, or use one policy with group_by to give each value its own limit.',
  })
}

/** Rejects changes of fields that define the budget accounts. Sending the current value is allowed. */
export function refuseOther(param: string, given: string | undefined, is: string): void {
  if (given === undefined || given === is) return
  throw new GatewayError('invalid_body', {
    param,
    message: `${param}: cannot be changed after the policy is created.`,
    hint: 'Create a new policy and delete this one.',
  })
}
