/** Cancels invitations and marks keys for review when a role loses permissions. */

import type { z } from 'zod'
import type { CustomRole } from '../../core/stores/roles.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { type keysToReview, markForReview } from '../api-keys/review.ts'
import type { OperationCall } from '../endpoint.ts'

/** Limits the number of parameters per SQL statement. */
const BATCH_SIZE = 500

/**
 * Cancels the pending invitations sent by everyone who has the role, and marks the keys that they created for review.
 * Call it inside the transaction. Sessions stay, because every request reads the current roles.
 */
export async function withdraw(
  call: Pick<OperationCall<unknown, unknown>, 'nowMs'>,
  stores: Stores,
  role: CustomRole,
): Promise<z.infer<typeof keysToReview>> {
  const keys: z.infer<typeof keysToReview> = []
  const held = Map.groupBy(await stores.roles.userIds(role), ({ workspaceId }) => workspaceId)
  for (const [workspaceId, rows] of held) {
    for (let start = 0; start < rows.length; start += BATCH_SIZE) {
      const userIds = rows.slice(start, start + BATCH_SIZE).map(({ userId }) => userId)
      keys.push(...(await markForReview(call, stores, userIds, workspaceId)))
      await stores.invites.cancelAllBy(userIds, call.nowMs)
    }
  }
  return [...new Map(keys.map((key) => [key.id, key])).values()]
}
