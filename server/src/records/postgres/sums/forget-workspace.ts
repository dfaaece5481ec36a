/** Takes a forgotten workspace out of the shared sums, its own and the organisation's. */

import type { Client } from 'pg'
import { addStored, STORED_COLUMNS, type StoredSums, type SumTableName } from '../../sums/sum-table.ts'
import { rowsOf } from '../connection.ts'
import { emptyRow, type PartRow, writeParts } from './part-table.ts'

type Forgotten = { readonly id: number; readonly organisationScopeId: number; readonly beforeMs: number }

/** One bucket; false when nothing of the workspace up to then is left. In a transaction that holds the sums alone. */
export async function forgetOne(client: Client, scope: Forgotten): Promise<boolean> {
  const { id, beforeMs } = scope
  // The organisation has no minutes of its own.
  const minutes = 'DELETE FROM sums_minutes WHERE scope_id = $1 AND bucket_ms <= $2 RETURNING 1'
  let isChanged = (await rowsOf(client, minutes, [id, beforeMs])).length > 0
  for (const table of ['sums_hours', 'sums_days'] as const)
    isChanged = (await subtractOne(client, table, scope)) || isChanged
  // Nodes that have some of it in memory must not write it back.
  if (isChanged) await rowsOf(client, 'UPDATE sum_progress SET epoch = epoch + 1')
  return isChanged
}

async function subtractOne(client: Client, table: SumTableName, scope: Forgotten): Promise<boolean> {
  const { id, organisationScopeId, beforeMs } = scope
  const first = `SELECT min(bucket_ms) FROM ${table} WHERE scope_id = $1 AND bucket_ms <= $2`
  const bucketMs = (await rowsOf(client, first, [id, beforeMs]))[0]![0] as number | null
  if (bucketMs === null) return false
  const take = `DELETE FROM ${table} WHERE bucket_ms = $1 AND scope_id = $2`
  const forgotten = (await rowsOf(client, `${take} RETURNING ${STORED_COLUMNS}`, [bucketMs, id])) as StoredSums[]
  const whole = (await rowsOf(client, `${take} RETURNING ${STORED_COLUMNS}`, [
    bucketMs,
    organisationScopeId,
  ])) as StoredSums[]
  const left = new Map<string, PartRow>()
  const add = (stored: StoredSums, sign: 1 | -1) => {
    const [, , dimensionId, value] = stored
    const key = `${dimensionId} ${value}`
    const row = left.get(key) ?? emptyRow({ bucketMs, scopeId: organisationScopeId, dimensionId, value }, 0)
    left.set(key, row)
    addStored(row, stored, sign)
  }
  for (const stored of whole) add(stored, 1)
  for (const stored of forgotten) add(stored, -1)
  await writeParts(
    client,
    table,
    [...left.values()].filter((row) => row.sums.some((sum) => sum !== 0)),
  )
  return true
}
