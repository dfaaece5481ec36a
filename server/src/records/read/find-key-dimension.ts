/** Which dimension the sums keep a metadata key under. */

import type { LogScope } from '../../core/logs/log-filter.ts'
import { firstRow, type LogDatabase } from './engine/log-database.ts'

/** The dimension of a metadata key whose sums are complete in this scope; null: read the logs. */
export async function findKeyDimension(
  database: LogDatabase,
  { organisationId, workspaceId }: LogScope,
  key: string,
): Promise<number | null> {
  const [condition, values] = workspaceId === null ? ['', []] : [' AND workspace_id = ?', [workspaceId]]
  const sql = `SELECT max(metadata_keys.id), min(is_summed)
    FROM metadata_keys JOIN scope_keys ON dimension_id = metadata_keys.id JOIN scopes ON scopes.id = scope_id
    WHERE name = ? AND organisation_id = ?${condition}`
  const found = await firstRow(database, sql, [key, organisationId, ...values])
  const [id = null, least = null] = (found ?? []) as (number | null)[]
  if (least !== 1) return null
  return workspaceId === null && (await hasUnsummedKeys(database, organisationId)) ? null : id
}

async function hasUnsummedKeys(database: LogDatabase, organisationId: string): Promise<boolean> {
  const sql = 'SELECT 1 FROM scopes WHERE organisation_id = ? AND has_unsummed_keys = 1 LIMIT 1'
  return (await firstRow(database, sql, [organisationId])) !== undefined
}
