/** Audit log operations: list, verify the hash chain, export. */

import { z } from 'zod'
import { endpoint, type Operation } from '../endpoint.ts'
import { pageFrom } from '../page-wire.ts'
import { auditFilters, auditRecord, filterOf, toWire } from './audit-wire.ts'
import { exportEntries } from './export-entries.ts'

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
          description: 'Hash of the newest entry. Store it elsewhere to detect later changes. Null if the chain is broken.',
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
