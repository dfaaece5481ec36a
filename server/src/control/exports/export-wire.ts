/** Request and response format of export jobs. */

import { z } from 'zod'
import type { LogExport } from '../../core/logs/log-exports.ts'
import type { LogFilter } from '../../core/logs/log-filter.ts'
import { filterOf, filterShape } from '../logs/log-filter-wire.ts'
import { COLUMNS, type Column } from './export-columns.ts'

const MAX_PAGE = 50_000
const columnNames = Object.keys(COLUMNS) as [Column, ...Column[]]

const filtersSchema = z.strictObject({
  ...filterShape,
  workspace_slug: z
    .string()
    .max(128)
    .optional()
    .meta({ description: 'For Admin keys: the workspace to export, if workspace_id is omitted.' }),
  page_size: z
    .int()
    .min(1)
    .max(MAX_PAGE)
    .optional()
    .meta({ description: 'Maximum number of logs. Exports all logs if omitted.' }),
  current_page: z
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .meta({ description: 'Skips this many pages of page_size logs.' }),
})

const requestedData = z
  .array(z.enum(columnNames))
  .min(1, 'must name at least one column')
  .transform((names) => [...new Set(names)])
const description = z.string().max(512).nullish()
const format = z.enum(['jsonl', 'csv'])

export const createExportSchema = z.strictObject({
  workspace_id: z.string().max(128).nullish(),
  filters: filtersSchema.nullish().transform((given) => given ?? {}),
  requested_data: requestedData,
  description,
  format: format.default('jsonl'),
})

export const changeExportSchema = z.strictObject({
  workspace_id: z.string().max(128).nullish(),
  filters: filtersSchema.nullish(),
  requested_data: requestedData.nullish(),
  description,
  format: format.nullish(),
  // Ignored. Some clients repeat the id of the path in the body.
  exportId: z.string().max(128).nullish(),
})

export const exportSchema = z.object({
  object: z.literal('export'),
  id: z.string(),
  organisation_id: z.string(),
  workspace_id: z.string(),
  description: z.string().nullable(),
  format,
  filters: z.record(z.string(), z.unknown()),
  requested_data: z.array(z.string()),
  status: z.enum(['draft', 'in_progress', 'success', 'failed', 'stopped']),
  total: z.number().meta({ description: 'Number of matching logs. An estimate until the export is finished.' }),
  total_records: z.number().meta({ description: 'Same as total.' }),
  written: z.number().meta({ description: 'Number of logs written so far.' }),
  file_bytes: z.number(),
  error: z.string().nullable(),
  created_by: z.string(),
  created_at: z.string(),
  last_updated_at: z.string(),
})

export function exportToWire(job: LogExport): z.infer<typeof exportSchema> {
  const filters = JSON.parse(job.filters) as Record<string, unknown>
  return {
    object: 'export',
    id: job.id,
    organisation_id: job.organisationId,
    workspace_id: job.workspaceId,
    description: job.description,
    format: job.format,
    filters: Object.fromEntries(
      Object.entries(filters).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]),
    ),
    requested_data: [...job.columns],
    status: job.status,
    total: job.total,
    total_records: job.total,
    written: job.written,
    file_bytes: job.fileBytes,
    error: job.error,
    created_by: job.createdBy,
    created_at: new Date(job.createdAtMs).toISOString(),
    last_updated_at: new Date(job.updatedAtMs).toISOString(),
  }
}

/** The logs that a job exports. */
export type ExportRange = { readonly filter: LogFilter; readonly skip: number; readonly most: number }

export function rangeOf(job: Pick<LogExport, 'organisationId' | 'workspaceId' | 'filters'>): ExportRange {
  const { page_size, current_page, workspace_slug: _, ...given } = filtersSchema.parse(JSON.parse(job.filters))
  const isPaged = page_size !== undefined || current_page !== undefined
  const size = page_size ?? MAX_PAGE
  return {
    filter: filterOf(job, given),
    skip: (current_page ?? 0) * size,
    most: isPaged ? size : Number.POSITIVE_INFINITY,
  }
}
