/** Stored responses of create calls with an idempotency key. They are deleted after a day. */

import type { IdempotencyStore, StoredReply } from '../../../core/stores/stores.ts'
import type { ControlDatabase } from '../control-database.ts'

const KEPT_MS = 24 * 60 * 60 * 1000

export class SqlIdempotency implements IdempotencyStore {
  constructor(private readonly database: ControlDatabase) {}

  async find(callerId: string, key: string, nowMs: number): Promise<StoredReply | undefined> {
    const row = await this.database
      .selectFrom('idempotency_replies')
      .select(['request_hash', 'sealed_reply'])
      .where('caller_id', '=', callerId)
      .where('key', '=', key)
      .where('created_at_ms', '>', nowMs - KEPT_MS)
      .executeTakeFirst()
    return row && { requestHash: row.request_hash, sealedReply: row.sealed_reply }
  }

  async remember(callerId: string, key: string, reply: StoredReply, nowMs: number): Promise<void> {
    // Every insert deletes old rows, so no background task is needed.
    await this.database
      .deleteFrom('idempotency_replies')
      .where('created_at_ms', '<=', nowMs - KEPT_MS)
      .execute()
    await this.database
      .insertInto('idempotency_replies')
      .values({
        caller_id: callerId,
        key,
        request_hash: reply.requestHash,
        sealed_reply: reply.sealedReply,
        created_at_ms: nowMs,
      })
      .execute()
  }

  async removeAll(callerId: string): Promise<void> {
    await this.database.deleteFrom('idempotency_replies').where('caller_id', '=', callerId).execute()
  }
}
