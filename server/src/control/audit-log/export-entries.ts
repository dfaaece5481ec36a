/** Streams audit log entries as a file; entries are read as the client consumes them. */

import type { AuditEntry, AuditEntryStore, AuditFilter } from '../../core/stores/audit-entries.ts'
import type { Reach } from '../../core/stores/reach.ts'
import { csvLine } from '../csv.ts'
import { auditRecord, toWire } from './audit-wire.ts'

const ENTRIES_PER_STEP = 200

export type ExportFormat = 'jsonl' | 'csv'

const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  jsonl: 'application/jsonl; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
}

export function exportEntries(
  store: AuditEntryStore,
  reach: Reach,
  filter: AuditFilter | undefined,
  format: ExportFormat,
): Response {
  const encoder = new TextEncoder()
  const columns = Object.keys(auditRecord.shape)
  const lineOf = (entry: AuditEntry) => {
    const record = toWire(entry)
    return format === 'jsonl' ? `${JSON.stringify(record)}\n` : csvLine(Object.values(record))
  }
  let oldest: number | null = null
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (format === 'csv') controller.enqueue(encoder.encode(csvLine(columns)))
      if (filter === undefined) controller.close()
    },
    async pull(controller) {
      const entries = await store.before(reach, filter ?? {}, oldest, ENTRIES_PER_STEP)
      oldest = entries.at(-1)?.sequence ?? oldest
      if (entries.length > 0) controller.enqueue(encoder.encode(entries.map(lineOf).join('')))
      if (entries.length < ENTRIES_PER_STEP) controller.close()
    },
  })
  return new Response(body, {
    headers: {
      'content-type': CONTENT_TYPES[format],
      'content-disposition': `attachment; filename="audit-log.${format}"`,
    },
  })
}
