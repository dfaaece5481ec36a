/** Finds the policy in the path. Policies of other workspaces are reported as not found. */

import { GatewayError } from '../../core/errors.ts'
import type { Policy } from '../../core/stores/policies.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { Call } from '../endpoint.ts'

export async function findPolicy<Kind extends Policy['kind']>(
  { reach, params }: Pick<Call<unknown, unknown>, 'reach' | 'params'>,
  stores: Stores,
  kind: Kind,
): Promise<Extract<Policy, { readonly kind: Kind }>> {
  const id = params['id'] ?? ''
  const policy = id.length > 128 ? undefined : await stores.policies.find(reach, kind, id)
  if (policy) return policy
  throw notFound(kind)
}

/** Archived policies can be read but not changed. */
export async function findLivePolicy<Kind extends Policy['kind']>(
  call: Pick<Call<unknown, unknown>, 'reach' | 'params'>,
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
