/** Marks keys for review when their creator loses permissions. Marked keys keep working. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { ApiKey } from '../../core/stores/api-keys.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { Principal } from '../access/principal.ts'
import type { OperationCall } from '../endpoint.ts'
import { checkWholeGrant } from './check-grant.ts'

export const keysToReview = z
  .array(
    z.object({
      id: z.string(),
      name: z.string(),
      type: z.enum(['organisation-service', 'workspace-service', 'workspace-user']),
      workspace_id: z.string().nullable(),
      last_used_at: z.string().nullable(),
    }),
  )
  .describe(
    'Keys that this user created, rotated or added client certificates to, and that still work. Rotate, delete or mark them as reviewed.',
  )

/** Limits the number of parameters per SQL statement. */
const BATCH_SIZE = 500

/**
 * Marks keys created by users who lost permissions, in one workspace or everywhere if `workspaceId` is null. Cancels
 * the pending invitations that these keys sent.
 */
export async function markForReview(
  { nowMs }: Pick<OperationCall<unknown, unknown>, 'nowMs'>,
  stores: Stores,
  creatorIds: string | readonly string[],
  workspaceId: string | null,
): Promise<z.infer<typeof keysToReview>> {
  const keys = await stores.apiKeys.markForReview([creatorIds].flat(), workspaceId, nowMs)
  for (let start = 0; start < keys.length; start += BATCH_SIZE) {
    const ids = keys.slice(start, start + BATCH_SIZE).map(({ id }) => id)
    await stores.invites.cancelAllBy(ids, nowMs)
  }
  return keys.map((key) => ({
    id: key.id,
    name: key.name,
    type: key.type,
    workspace_id: key.workspaceId,
    last_used_at: key.lastUsedAtMs === null ? null : new Date(key.lastUsedAtMs).toISOString(),
  }))
}

/**
 * Whether the calling key needs a review itself. If so, it cannot mark keys as reviewed, and keys that it creates,
 * rotates or adds certificates to need a review too.
 */
export async function isUnderReview(principal: Principal, stores: Stores): Promise<boolean> {
  if (principal.type !== 'api_key') return false
  const { organisationId, id } = principal
  const own = await stores.apiKeys.find({ organisationId, workspaceId: null }, id)
  return own !== undefined && own.reviewSinceMs !== null
}

/** The review mark after an update: `needs_review: false` removes it. */
export async function reviewAfterChange(
  key: ApiKey,
  needsReview: false | undefined,
  principal: Principal,
  stores: Stores,
): Promise<number | null> {
  if (needsReview === undefined || key.reviewSinceMs === null) return key.reviewSinceMs
  if (await isUnderReview(principal, stores))
    throw new GatewayError('scope_missing', {
      param: 'needs_review',
      message: 'This key needs a review itself, so it cannot mark a key as reviewed.',
      hint: 'Use another key, or sign in.',
    })
  checkWholeGrant(principal, key)
  checkOtherReviewer(principal, key)
  return null
}

/** A rotation replaces the secret that the creator knows. Certificates stay valid, so keys with them keep the mark. */
export async function reviewAfterRotation(
  { reviewSinceMs, clientCertificates }: ApiKey,
  { principal, nowMs }: Pick<OperationCall<unknown, unknown>, 'principal' | 'nowMs'>,
  stores: Stores,
): Promise<number | null> {
  if (await isUnderReview(principal, stores)) return reviewSinceMs ?? nowMs
  return clientCertificates.length === 0 ? null : reviewSinceMs
}

/** Users cannot review keys whose secret or certificate they may have. Owners can. */
function checkOtherReviewer({ id, holderId, role }: Principal, key: ApiKey): void {
  const holders = [key.createdBy, key.rotatedBy, ...key.certifiedBy]
  const isOwn = holders.includes(id) || (holderId !== null && holders.includes(holderId))
  if (!isOwn || role === 'owner') return
  throw new GatewayError('scope_missing', {
    param: 'needs_review',
    message: 'You created or rotated this key or added a client certificate to it, so you cannot mark it as reviewed.',
    hint: 'Ask another user to review the key, or ask an owner.',
  })
}
