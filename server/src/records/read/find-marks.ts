/** How far sums are folded, as readers find it. */

import { freshMarks, MARK_COLUMNS, type Marks, toMarks } from '../sums/progress.ts'
import { firstRow, type LogDatabase } from './engine/log-database.ts'

export async function findMarks(database: LogDatabase, nowMs: number): Promise<Marks> {
  const row = await firstRow(database, `SELECT ${MARK_COLUMNS} FROM sum_progress`)
  return row ? toMarks(row as number[]) : freshMarks(nowMs)
}
