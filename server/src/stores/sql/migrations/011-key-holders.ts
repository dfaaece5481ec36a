/** Keys created with a personal key get its holder; keys whose creator was deleted are marked for review. */

import { type Kysely, type Migration, sql } from 'kysely'

export const keyHolders: Migration = {
  async up(database: Kysely<unknown>) {
    // Null: no review needed.
    await database.schema.alterTable('api_keys').addColumn('review_since_ms', 'bigint').execute()
    await database.schema.createIndex('api_keys_by_created_by').on('api_keys').column('created_by').execute()
    await inheritHolders(database)
    await markOrphans(database, Date.now())
  },
}

/** Recursive, because a key may have been created with a key that was itself created with a personal key. */
export async function inheritHolders<Tables>(database: Kysely<Tables>): Promise<void> {
  await sql`
    with recursive held (id, user_id) as (
      select id, user_id from api_keys where user_id is not null
      union
      select made.id, held.user_id from api_keys as made
      inner join held on held.id = made.created_by where made.user_id is null
    )
    update api_keys set user_id = (select held.user_id from held where held.id = api_keys.id)
    where user_id is null and id in (select held.id from held)`.execute(database)
}

/** Marks keys whose creator was deleted: it is unknown who has their secrets. */
export async function markOrphans<Tables>(database: Kysely<Tables>, nowMs: number): Promise<void> {
  await sql`
    update api_keys set review_since_ms = ${nowMs}
    where user_id is null and revoked_at_ms is null and created_by is not null
      and not exists (select 1 from users where users.id = api_keys.created_by)
      and not exists (select 1 from api_keys as maker where maker.id = api_keys.created_by)`.execute(database)
}
