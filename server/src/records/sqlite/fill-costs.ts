/** Sets costs found after a log was stored, in SQLite: log, cost lines and rollups in one transaction. */

import type { Database } from 'bun:sqlite'
import type { FoundCost } from '../../core/logs/unpriced.ts'
import { DIMENSION_COLUMNS } from '../rollups/dimensions.ts'
import { picker, type Rollups } from '../rollups/rollups.ts'
import { INPUT_COLUMNS, SUM, SUM_COLUMNS } from '../rollups/sum-columns.ts'

const LOG_COLUMNS = ['organisation_id', 'workspace_id', ...INPUT_COLUMNS, ...DIMENSION_COLUMNS]
const FIND = `SELECT ${LOG_COLUMNS.join(', ')} FROM logs WHERE id = ? AND cost_nano_usd IS NULL`
const FILL = 'UPDATE logs SET cost_nano_usd = ?, price_version = ? WHERE id = ? AND cost_nano_usd IS NULL'
const KEEP_LINES = `INSERT INTO later_costs (workspace_id, started_at_ms, log_id, lines) VALUES (?, ?, ?, ?)
  ON CONFLICT DO NOTHING`

const pick = picker(LOG_COLUMNS)

/** Returns how many costs were set. A log that has a cost keeps it, so repeating a command is safe. */
export function fillCosts(database: Database, rollups: Rollups, costs: readonly FoundCost[]): number {
  try {
    return database
      .transaction(() => {
        let filled = 0
        for (const cost of costs) if (fillOne(database, rollups, cost)) filled++
        rollups.flush()
        return filled
      })
      .immediate()
  } catch (error) {
    // The rows in memory may be ahead of the store.
    rollups.forget()
    throw error
  }
}

function fillOne(database: Database, rollups: Rollups, { id, nanoUsd, lines, priceVersion }: FoundCost): boolean {
  const log = database.query(FIND).values(id)[0] as [string, string, ...unknown[]] | undefined
  if (!log) return false
  const [organisationId, workspaceId] = log
  const input = pick.input(log)
  database.query(FILL).run(nanoUsd, priceVersion, id)
  database.query(KEEP_LINES).run(workspaceId, input[0], id, JSON.stringify(lines))
  const sums = new Float64Array(SUM_COLUMNS.length)
  sums[SUM.cost_nano_usd] = nanoUsd
  sums[SUM.unpriced] = -1
  rollups.addVector({ organisationId, workspaceId, input, dimensions: pick.dimensions(log) }, sums)
  return true
}
