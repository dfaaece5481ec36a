/** Opens the files that a power failure left with the gateway's own code, and reads what they contain. */

import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Holder, SavedBudget } from '../../../server/src/core/money/spending.ts'
import { type LedgerHealth, openLedger } from '../../../server/src/ledger/open-ledger.ts'
import { adoptSegments } from '../../../server/src/records/journal/adopt-segments.ts'
import { openJournalWriter } from '../../../server/src/records/journal/journal-writer.ts'
import { adoptProvisional, provisionalDirectory } from '../../../server/src/records/journal/provisional-records.ts'
import { IngestBatch } from '../../../server/src/records/sqlite/ingest-batch.ts'
import { openControlDatabase } from '../../../server/src/stores/sql/control-database.ts'
import { SqlBalances } from '../../../server/src/stores/sql/repositories/money/balances.ts'

const BUDGET: SavedBudget = {
  type: 'cost',
  creditLimit: 1_000,
  alertThreshold: null,
  periodicReset: null,
  periodicResetDays: null,
  nextResetAtMs: null,
}

/** `folder` contains control.db. */
export async function readLedger(
  folder: string,
  holder: Holder,
): Promise<{ readonly usedUnits: number; readonly health: LedgerHealth; readonly mismatches: number }> {
  const database = await openControlDatabase(folder)
  let mismatches = 0
  try {
    const events = { onMismatch: () => void mismatches++, onProblem: () => {} }
    const ledger = await openLedger(folder, new SqlBalances(database), events)
    const { usedUnits } = await ledger.spending.read(holder, BUDGET)
    await ledger.close()
    return { usedUnits, health: ledger.health(), mismatches }
  } finally {
    await database.destroy()
  }
}

/** Trace ids of all records in the journals, those of workers included, and in logs.db. */
export function readRecords(folder: string): Set<string> {
  const directory = join(folder, 'journal')
  const databasePath = join(folder, 'logs.db')
  mkdirSync(directory, { recursive: true })
  const journal = openJournalWriter({ directory })
  const to = { directory, journal }
  adoptProvisional(to)
  for (const name of readdirSync(folder)) {
    const own = join(folder, name, 'journal')
    if (!name.startsWith('worker-') || !existsSync(own)) continue
    adoptSegments(own, Number.MAX_SAFE_INTEGER, to)
    adoptSegments(provisionalDirectory(own), Number.MAX_SAFE_INTEGER, to)
  }
  const batch = new IngestBatch({ databasePath, journalDirectory: directory })
  try {
    for (let outcome = batch.step(); outcome !== 'idle'; outcome = batch.step())
      if (outcome === 'rotate') journal.rotate(batch.position.segment)
    const rows = batch.database.query<{ trace_id: string }, []>('SELECT trace_id FROM logs').all()
    return new Set(rows.map(({ trace_id }) => trace_id))
  } finally {
    batch.close()
    journal.close()
  }
}
