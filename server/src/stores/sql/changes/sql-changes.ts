/** Changes in the control store: an hour of them, and always the last one. */

import type { Change, ChangePage, ChangeStore } from '../../../core/stores/changes.ts'
import type { ControlDatabase } from '../control-database.ts'

/** A node that was away for longer forgets all it knows. */
const KEPT_MS = 3_600_000

export class SqlChanges implements ChangeStore {
  constructor(private readonly database: ControlDatabase) {}

  async append(change: Change, nowMs: number): Promise<void> {
    // A transaction is the only writer: numbers are in the order of the commits, and nobody who reads behind one of
    // them can miss another.
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
