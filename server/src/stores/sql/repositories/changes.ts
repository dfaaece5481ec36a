/** The change feed in the control store. It keeps the last hour, and always the latest change. */

import type { Change, ChangePage, ChangeStore } from '../../../core/stores/changes.ts'
import type { ControlDatabase } from '../control-database.ts'

/** A node that was disconnected for longer clears its caches. */
const KEPT_MS = 3_600_000

export class SqlChanges implements ChangeStore {
  constructor(private readonly database: ControlDatabase) {}

  async append(change: Change, nowMs: number): Promise<void> {
    // Write transactions run one at a time, so numbers follow the commit order and a reader cannot miss one.
    const sequence = (await this.last()) + 1
    await this.database
      .deleteFrom('changes')
      .where('at_ms', '<', nowMs - KEPT_MS)
      .execute()
    await this.database
      .insertInto('changes')
      .values({ sequence, at_ms: nowMs, change: JSON.stringify(change) })
      .execute()
  }

  async after(sequence: number, most: number): Promise<ChangePage> {
    const rows = await this.database
      .selectFrom('changes')
      .select(['sequence', 'change'])
      .where('sequence', '>', sequence)
      .orderBy('sequence')
      .limit(most)
      .execute()
    const [first] = rows
    return {
      changes: rows.map((row) => ({ sequence: row.sequence, change: JSON.parse(row.change) as Change })),
      isComplete: first === undefined || first.sequence === sequence + 1,
    }
  }

  async last(): Promise<number> {
    const { sequence } = await this.database
      .selectFrom('changes')
      .select(({ fn }) => fn.max('sequence').as('sequence'))
      .executeTakeFirstOrThrow()
    return sequence ?? 0
  }
}
