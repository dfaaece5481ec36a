/** What both kinds of policy need, ask and refuse alike. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { SpendingService } from '../../core/money/spending.ts'
import type { Reach } from '../../core/stores/reach.ts'
import type { Stores } from '../../core/stores/stores.ts'

export type PolicyPorts = {
  readonly spending: SpendingService
  /** Those there are. */
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

/** Every request is held against them all: one workspace’s zeal must not slow the others. */
const MOST_ACTIVE = 100

export async function refuseTooMany({ policies }: Stores, { organisationId, workspaceId }: Reach): Promise<void> {
  if ((await policies.countActive(organisationId, workspaceId)) < MOST_ACTIVE) return
  throw new GatewayError('conflict', {
    message: `There are ${MOST_ACTIVE} policies here already, which is the most.`,
    hint: 'Delete one first; one policy with group_by gives each value a limit of its own.',
  })
}

/** What says which accounts there are cannot be changed under them; sent back as it is, it may come along. */
export function refuseOther(param: string, given: string | undefined, is: string): void {
  if (given === undefined || given === is) return
  throw new GatewayError('invalid_body', {
    param,
    message: `${param}: a policy keeps what it was made with.`,
    hint: 'Create another policy and delete this one.',
  })
}
