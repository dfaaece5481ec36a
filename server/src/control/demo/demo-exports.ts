/** Log exports of the demo workspace: one that the gateway runs immediately, a stopped one and a draft. */

import type { LogExport } from '../../core/logs/log-exports.ts'
import type { RequestRecord } from '../../core/record.ts'
import type { Workspace } from '../../core/stores/workspaces.ts'
import { createExportSchema } from '../exports/export-wire.ts'
import { EXPORTS } from './demo-content.ts'

const HOUR_MS = 3_600_000

type Made = {
  readonly workspace: Workspace
  readonly records: readonly RequestRecord[]
  readonly createdBy: string
  readonly nowMs: number
}

export function demoExports({ workspace, records, createdBy, nowMs }: Made): readonly LogExport[] {
  const counts: readonly number[] = [
    records.filter(({ status }) => status >= 400).length,
    records.length,
    records.filter(({ configId }) => configId === 'support-chat').length,
  ]
  return EXPORTS.map(({ description, format, filters, columns, status, hoursAgo }, i) => {
    const total = counts[i] ?? 0
    const createdAtMs = nowMs - hoursAgo * HOUR_MS
    // The store expects the filters as they are after validation.
    const checked = createExportSchema.parse({ filters, requested_data: columns, format })
    return {
      id: Bun.randomUUIDv7(),
      organisationId: workspace.organisationId,
      workspaceId: workspace.id,
      description,
      format,
      filters: JSON.stringify(checked.filters),
      columns: checked.requested_data,
      status,
      total,
      written: 0,
      cursor: null,
      fileBytes: 0,
      error: null,
      createdBy,
      createdAtMs,
      updatedAtMs: createdAtMs,
    }
  })
}
