/** Test fixture: an export job. */

import type { LogExport } from './log-exports.ts'

export function sampleExport(more: Partial<LogExport> = {}): LogExport {
  return {
    id: Bun.randomUUIDv7(),
    organisationId: 'acme',
    workspaceId: 'w1',
    description: null,
    format: 'jsonl',
    filters: '{}',
    columns: ['id'],
    status: 'in_progress',
    total: 0,
    written: 0,
    cursor: null,
    fileBytes: 0,
    error: null,
    createdBy: 'key-1',
    createdAtMs: 10,
    updatedAtMs: 20,
    ...more,
  }
}
