/** Sets costs found after a log was stored, in PostgreSQL: log, cost lines and rollups in one transaction. */

import type { Client } from 'pg'
import type { FoundCost } from '../../core/logs/unpriced.ts'
import { DIMENSION_COLUMNS } from '../rollups/dimensions.ts'
import { picker } from '../rollups/rollups.ts'
import { INPUT_COLUMNS, SUM, SUM_COLUMNS } from '../rollups/sum-columns.ts'
import { inTransaction, rowsOf } from './connection.ts'
import type { SharedRollups } from './shared-rollups.ts'

const LOG_COLUMNS = ['organisation_id', 'workspace_id', ...INPUT_COLUMNS, ...DIMENSION_COLUMNS]
const pick = picker(LOG_COLUMNS)

/** Returns the log as it was before the update. The condition on NULL lets only one node set the cost. */
const FILL = `UPDATE logs SET cost_nano_usd = $2, price_version = $3 WHERE id = $1 AND cost_nano_usd IS NULL
  RETURNING ${LOG_COLUMNS.map((name) => (name === 'cost_nano_usd' ? 'NULL' : name)).join(', ')}`
const KEEP_LINES = `INSERT INTO later_costs (workspace_id, started_at_ms, log_id, lines) VALUES ($1, $2, $3, $4)
  ON CONFLICT DO NOTHING`

/** Returns how many costs were set. A log that has a cost keeps it, so repeating a command is safe. */
export async function fillCosts(client: Client, rollups: SharedRollups, costs: readonly FoundCost[]): Promise<number> {
  try {
    const filled = await inTransaction(client, async () => {
      await rollups.lock(client, 'shared')
      let count = 0
      for (const cost of costs) if (await fillOne(client, rollups, cost)) count++
      await rollups.flush(client)
      return count
    })
    rollups.evict()
    return filled
  } catch (error) {
    rollups.forget()
    throw error
  }
}

async function fillOne(
  client: Client,
  rollups: SharedRollups,
  { id, nanoUsd, lines, priceVersion }: FoundCost,
): Promise<boolean> {
  const [log] = (await rowsOf(client, FILL, [id, nanoUsd, priceVersion])) as [string, string, ...unknown[]][]
  if (!log) return false
  const [organisationId, workspaceId] = log
  const summed = { organisationId, workspaceId, input: pick.input(log), dimensions: pick.dimensions(log) }
  await rowsOf(client, KEEP_LINES, [workspaceId, summed.input[0], id, JSON.stringify(lines)])
  await rollups.scopes.load(client, [summed])
  const change = new Float64Array(SUM_COLUMNS.length)
  change[SUM.cost_nano_usd] = nanoUsd
  change[SUM.unpriced] = -1
  rollups.addVector(summed, change)
  return true
}
