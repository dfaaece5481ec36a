/** What a page of rows shows of their insides, as far as it can be read in time. */

import { type LogPreview, previewOf } from '../../../core/logs/log-preview.ts'
import type { LogSummary } from '../../../core/logs/log-reader.ts'
import type { LogDatabase } from '../engine/log-database.ts'
import { insidePlace, readDetail, readInsides } from './read-insides.ts'

/** With the search before it well under 200 ms. */
const READ_MS = 70

type Glanced = {
  readonly log: LogSummary
  /** Of `INSIDE_COLUMNS`. */
  readonly cells: readonly unknown[]
}

export async function readGlances(database: LogDatabase, rows: readonly Glanced[]): Promise<LogSummary[]> {
  const deadlineMs = performance.now() + READ_MS
  const places = rows.map(({ log, cells }) => insidePlace(log.startedAtMs, cells, { detail: true, body: true }))
  const glances: LogPreview[] = []
  for await (const insides of readInsides(database, places)) {
    for (const { detail, bodies } of insides) {
      const { source, durationMs } = rows[glances.length]!.log
      glances.push(previewOf({ source, durationMs, ...readDetail(detail) }, bodies.request))
    }
    if (performance.now() >= deadlineMs) break
  }
  return rows.map(({ log }, i) => ({ ...log, ...(glances[i] && { preview: glances[i] }) }))
}
