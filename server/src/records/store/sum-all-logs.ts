/** Adds up the logs of a store whose sums were made by an earlier release, or are not there. */

import type { Database } from 'bun:sqlite'
import { picker, Rollups } from '../sums/rollups.ts'
import { AT, COLUMNS, type RecordRow } from './record-row.ts'

const ROWS_A_STEP = 5000

export function sumAllLogs(database: Database): void {
  if (database.query('SELECT 1 FROM logs').get() === null) return
  const rollups = new Rollups(database, Date.now())
  const pick = picker(COLUMNS)
  // The step that calls this knows no column of later ones.
  const columns = COLUMNS.map((name) => (name === 'own_ms' ? 'NULL' : name))
  const sql = `SELECT seq, ${columns.join(', ')} FROM logs WHERE seq > ? ORDER BY seq LIMIT ${ROWS_A_STEP}`
  let seq = 0
  for (;;) {
    const rows = database.query(sql).values(seq) as [number, ...RecordRow][]
    if (rows.length === 0) break
    for (const [rowSeq, ...row] of rows) {
      seq = rowSeq
      rollups.add(
        {
          organisationId: row[AT.organisationId],
          workspaceId: row[AT.workspaceId],
          input: pick.input(row),
          dimensions: pick.dimensions(row),
        },
        null,
      )
    }
    rollups.flush()
  }
  rollups.close()
}
