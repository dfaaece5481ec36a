/** Opens the control store and the ledger of a restored folder, without a gateway. */

import { join } from 'node:path'
import { JournalFold } from '../ledger/fold-journal.ts'
import type { LedgerDamage } from '../ledger/ledger-damage.ts'
import { listDamage } from '../ledger/ledger-damage.ts'
import { LedgerJournal } from '../ledger/ledger-journal.ts'
import { type ControlDatabase, openControlDatabase } from '../stores/sql/control-database.ts'
import { SqlBalances } from '../stores/sql/repositories/money/balances.ts'

export type RestoredLedger = {
  readonly database: ControlDatabase
  readonly damages: readonly LedgerDamage[]
  /** One message for each balance that differs from the sum of its entries. */
  readonly mismatches: readonly string[]
}

/** Folds the ledger journal into control.db. The caller destroys the database. */
export async function openRestored(folder: string): Promise<RestoredLedger> {
  const database = await openControlDatabase(folder)
  try {
    const directory = join(folder, 'ledger')
    const journal = new LedgerJournal(directory)
    const store = new SqlBalances(database)
    const mismatches: string[] = []
    const fold = new JournalFold(journal, store, await store.load(), {
      onMismatch: ({ account, addedUnits, counterUnits }) =>
        mismatches.push(`the entries of ${account} add up to ${addedUnits}, but its counter is ${counterUnits}`),
    })
    await fold.flush()
    await fold.close()
    journal.close()
    return { database, damages: listDamage(directory).map(({ damage }) => damage), mismatches }
  } catch (error) {
    await database.destroy()
    throw error
  }
}
