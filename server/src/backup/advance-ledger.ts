/** Brings the ledger of one restored folder up to a point in time with the entries of a later one. */

import { LedgerHistory } from '../stores/sql/repositories/money/ledger-history.ts'
import { openRestored } from './open-restored.ts'

const ENTRIES_AT_ONCE = 1_000

export type AdvanceOptions = {
  /** Folder that is changed. */
  readonly earlier: string
  readonly later: string
  readonly atMs: number
}

/** Returns how many entries were added. Entries are never changed or deleted, so the later store has all of them. */
export async function advanceLedger({ earlier, later, atMs }: AdvanceOptions): Promise<number> {
  const from = await openRestored(later)
  const to = await openRestored(earlier).catch(async (error: unknown) => {
    await from.database.destroy()
    throw error
  })
  try {
    const source = new LedgerHistory(from.database)
    const history = new LedgerHistory(to.database)
    let added = 0
    for (let after = 0; ; ) {
      const { entries, last } = await source.page(after, atMs, ENTRIES_AT_ONCE)
      if (last === null) return added
      added += await history.add(entries)
      after = last
    }
  } finally {
    await from.database.destroy()
    await to.database.destroy()
  }
}
