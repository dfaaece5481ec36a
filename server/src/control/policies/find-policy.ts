/** Finds policies, and defines the query parameters and checks that budget and rate limit policies share. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { SpendingService } from '../../core/money/spending.ts'
import type { Policy } from '../../core/stores/policies.ts'
import type { Reach } from '../../core/stores/reach.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { OperationCall } from '../endpoint.ts'
import { pageQuery } from '../page-wire.ts'

export type PolicyPorts = {
  readonly spending: SpendingService
  readonly providers: readonly { readonly slug: string }[]
}

const WORKSPACE = z.string().max(128).optional()

export const IN_WORKSPACE = z.object({ workspace_id: WORKSPACE })

export const PAGE_QUERY = {
  workspace_id: WORKSPACE,
  ...pageQuery({ defaultSize: 100, maxSize: 1_000 }),
}

export function listQuery<const Types extends readonly [string, ...string[]]>(types: Types) {
  return z.object({
    ...PAGE_QUERY,
    status: z.enum(['active', 'archived']).default('active'),
    type: z.enum(types).optional(),
  })
}

/** Every request is matched against all active policies, so their number is limited. */
const MAX_ACTIVE = 100

export async function refuseTooMany({ policies }: Stores, { organisationId, workspaceId }: Reach): Promise<void> {
  if ((await policies.countActive(organisationId, workspaceId)) < MAX_ACTIVE) return
  throw new GatewayError('conflict', {
    message: `The limit of ${MAX_ACTIVE} active policies is reached.`,
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

/** Finds the policy in the path. Policies of other workspaces are reported as not found. */
export async function findPolicy<Kind extends Policy['kind']>(
  { reach, params }: Pick<OperationCall<unknown, unknown>, 'reach' | 'params'>,
  stores: Stores,
  kind: Kind,
): Promise<Extract<Policy, { readonly kind: Kind }>> {
  const id = params['id'] ?? ''
  const policy = id.length > 128 ? undefined : await stores.policies.find(reach, kind, id)
  if (policy) return policy
  throw notFound(kind)
}

/** Finds a policy that can be changed. Archived policies can only be read. */
export async function findLivePolicy<Kind extends Policy['kind']>(
  call: Pick<OperationCall<unknown, unknown>, 'reach' | 'params'>,
  stores: Stores,
  kind: Kind,
): Promise<Extract<Policy, { readonly kind: Kind }>> {
  const policy = await findPolicy(call, stores, kind)
  if (policy.isArchived) throw notFound(kind)
  return policy
}

function notFound(kind: Policy['kind']): GatewayError {
  return new GatewayError('not_found', {
    param: 'id',
    message: 'No policy with this id exists.',
    hint: `GET /v1/policies/${kind}-limits lists them. Policies for all workspaces can only be changed with an Admin key.`,
  })
}

export function targetOf({ id, name, workspaceId }: Policy) {
  return { id, name, workspaceId }
}
