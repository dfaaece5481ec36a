/** Audit log operations: list, verify the hash chain, export. */

import { z } from 'zod'
import type { AuditEntry, AuditEntryStore, AuditFilter } from '../../core/stores/audit-entries.ts'
import type { Reach } from '../../core/stores/reach.ts'
import { csvLine } from '../csv.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { pageFrom } from '../page-wire.ts'
import { auditFilters, auditRecord, filterOf, toWire } from './audit-wire.ts'

const MAX_PAGE = 100
const permission = { scope: 'audit_logs.list' }

export function auditLogOperations(): readonly Operation[] {
  return [
    endpoint({
      name: 'audit-logs.list',
      method: 'GET',
      path: '/audit-logs',
      summary: 'List audit log entries',
      permission,
      query: z.object({
        ...auditFilters,
        current_page: z.coerce.number().int('must be a whole number').min(0).max(Number.MAX_SAFE_INTEGER).default(0),
        page_size: z.coerce.number().int('must be a whole number').min(1).max(MAX_PAGE).default(50),
      }),
      // Not a mistake: existing clients of this API expect `analytics-graph` here.
      reply: z.object({ object: z.literal('analytics-graph'), total: z.number(), records: z.array(auditRecord) }),
      example: { query: { page_size: '10', method: 'POST,PUT' } },
      async handle({ query, stores, reach }) {
        const filter = filterOf(query, reach.organisationId)
        const page = pageFrom(query)
        const listed = filter ? await stores.auditEntries.list(reach, filter, page) : { rows: [], total: 0 }
        return { object: 'analytics-graph' as const, total: listed.total, records: listed.rows.map(toWire) }
      },
    }),
    endpoint({
      name: 'audit-logs.verify',
      method: 'GET',
      path: '/audit-logs/verify',
      summary: 'Verify the hash chain of the audit log',
      permission,
      reply: z.object({
        object: z.literal('audit-log-verification'),
        is_whole: z.boolean(),
        count: z.number().meta({ description: 'Number of entries.' }),
        head: z.string().nullable().meta({
          description:
            'Hash of the newest entry. Store it elsewhere to detect later changes. Null if the chain is broken.',
        }),
        broken_at: z
          .number()
          .nullable()
          .meta({ description: 'Position of the first entry that was changed or removed.' }),
        reason: z.string().nullable(),
      }),
      example: {},
      async handle({ stores, reach }) {
        const verdict = await stores.auditEntries.verify(reach.organisationId)
        return {
          object: 'audit-log-verification' as const,
          is_whole: verdict.isWhole,
          count: verdict.count,
          head: verdict.isWhole ? verdict.head : null,
          broken_at: verdict.isWhole ? null : verdict.brokenAt,
          reason: verdict.isWhole ? null : verdict.reason,
        }
      },
    }),
    endpoint({
      name: 'audit-logs.export',
      method: 'GET',
      path: '/audit-logs/export',
      summary: 'Export audit log entries',
      permission,
      query: z.object({ ...auditFilters, format: z.enum(['jsonl', 'csv']).default('jsonl') }),
      reply: {
        contentType: 'application/jsonl',
        about: 'One entry per line, newest first. `format=csv` returns text/csv.',
      },
      example: { query: { format: 'csv' } },
      async handle({ query, stores, reach }) {
        return exportEntries(stores.auditEntries, reach, filterOf(query, reach.organisationId), query.format)
      },
    }),
  ]
}

const ENTRIES_PER_STEP = 200

export type ExportFormat = 'jsonl' | 'csv'

const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  jsonl: 'application/jsonl; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
}

function exportEntries(
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
