/** Operations that create, list, read, update and delete export jobs. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Analytics } from '../../core/logs/analytics.ts'
import type { LogExport } from '../../core/logs/log-exports.ts'
import type { Reach } from '../../core/stores/reach.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { pageFrom } from '../page-wire.ts'
import type { ExportRunner } from './export-runner.ts'
import { changeExportSchema, createExportSchema, exportSchema, exportToWire, rangeOf } from './export-wire.ts'

export const EXPORT = { scope: 'logs.export' }
export const ofWorkspace = z.object({ workspace_id: z.string().max(128).optional() })
const saved = z.object({ object: z.literal('export'), id: z.string(), total: z.number() })

export function saveOperations(analytics: Analytics, runner: ExportRunner): readonly Operation[] {
  return [
    createOperation(analytics),
    listExports,
    readRestrictions,
    readExport,
    changeOperation(analytics, runner),
    deleteOperation(runner),
  ]
}

export async function requireExport(stores: Stores, reach: Reach, id: string): Promise<LogExport> {
  const job = await stores.logExports.find(reach, id)
  // Exports of a person's data need another scope.
  if (job && !job.person) return job
  throw new GatewayError('not_found', {
    param: 'id',
    message: 'No export with this id exists.',
    hint: 'GET /v1/logs/exports lists them.',
  })
}

function createOperation(analytics: Analytics): Operation {
  return endpoint({
    name: 'log_exports.create',
    method: 'POST',
    path: '/logs/exports',
    summary: 'Create a log export',
    description: 'The export is a draft until you start it.',
    permission: EXPORT,
    audit: 'log_export.create',
    body: createExportSchema,
    reply: saved,
    example: {
      body: {
        filters: { time_of_generation_min: '2026-01-01T00:00:00Z', status_code: '4xx,5xx' },
        requested_data: ['id', 'created_at', 'ai_model', 'cost', 'response_status_code'],
        description: 'Errors since New Year',
      },
    },
    async handle(call) {
      const { body, principal, nowMs } = call
      const draft: LogExport = {
        id: Bun.randomUUIDv7(),
        organisationId: call.reach.organisationId,
        workspaceId: await workspaceOf(call),
        description: body.description?.trim() || null,
        format: body.format,
        filters: JSON.stringify(body.filters),
        columns: body.requested_data,
        status: 'draft',
        total: 0,
        written: 0,
        cursor: null,
        fileBytes: 0,
        error: null,
        createdBy: principal.id,
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
      }
      const job = { ...draft, total: await countOf(draft, analytics) }
      return call.change(async (stores) => {
        await stores.logExports.insert(job)
        call.note({ id: job.id, name: job.description, workspaceId: job.workspaceId, after: exportToWire(job) })
        return { object: 'export' as const, id: job.id, total: job.total }
      })
    },
  })
}

/** Admin keys may also select the workspace in the filters, because some clients send it there. */
async function workspaceOf(call: OperationCall<unknown, z.infer<typeof createExportSchema>>): Promise<string> {
  const { principal, body, reach, workspaceId, stores } = call
  const slug = body.filters.workspace_slug
  if (!principal.isOrganisationWide || slug === undefined || reach.workspaceId !== null) return workspaceId
  const workspace = await stores.workspaces.find(reach.organisationId, slug)
  if (workspace) return workspace.id
  throw new GatewayError('workspace_unknown', {
    param: 'filters.workspace_slug',
    hint: 'Send the id or slug of one of your workspaces.',
  })
}

/** Estimates the number of matching logs from the analytics rollups. */
async function countOf(job: LogExport, analytics: Analytics): Promise<number> {
  const { filter, skip, most } = rangeOf(job)
  const { requests } = await analytics.summary({ fromMs: 0, ...filter })
  return Math.min(Math.max(0, requests - skip), most)
}

const listExports = endpoint({
  name: 'log_exports.list',
  method: 'GET',
  path: '/logs/exports',
  summary: 'List log exports',
  permission: EXPORT,
  query: ofWorkspace.extend({
    current_page: z.coerce.number().int('must be a whole number').min(0).max(1_000_000).default(0),
    page_size: z.coerce.number().int('must be a whole number').min(1).max(100).default(50),
  }),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(exportSchema) }),
  example: {},
  async handle({ reach, query, stores }) {
    const page = pageFrom(query)
    const { rows, total } = await stores.logExports.list(reach, page)
    return { object: 'list' as const, total, data: rows.map(exportToWire) }
  },
})

/** Portkey clients call this before they create an export. Here, every column can be exported. */
const readRestrictions = endpoint({
  name: 'log_exports.restrictions',
  method: 'GET',
  path: '/logs/exports/field-restrictions',
  summary: 'List the fields that exports may not contain',
  description: 'Always empty: every caller with the scope logs.export can export every field.',
  permission: EXPORT,
  query: ofWorkspace,
  reply: z.object({ object: z.literal('export-field-restrictions'), restricted_fields: z.array(z.string()) }),
  example: {},
  async handle() {
    return { object: 'export-field-restrictions' as const, restricted_fields: [] }
  },
})

const readExport = endpoint({
  name: 'log_exports.read',
  method: 'GET',
  path: '/logs/exports/{id}',
  summary: 'Read a log export and its progress',
  permission: EXPORT,
  query: ofWorkspace,
  reply: exportSchema,
  async handle({ reach, params: { id = '' }, stores }) {
    return exportToWire(await requireExport(stores, reach, id))
  },
})

function changeOperation(analytics: Analytics, runner: ExportRunner): Operation {
  return endpoint({
    name: 'log_exports.update',
    method: 'PUT',
    path: '/logs/exports/{id}',
    summary: 'Update a log export',
    description: 'Filters, columns and format cannot be changed while it is running or after it is finished.',
    permission: EXPORT,
    audit: 'log_export.update',
    body: changeExportSchema,
    reply: saved,
    async handle(call) {
      const { body, reach, nowMs, params } = call
      const { filters, requested_data: columns, format, description } = body
      const changes = {
        ...(filters != null && { filters: JSON.stringify(filters) }),
        ...(columns != null && { columns }),
        ...(format != null && { format }),
      }
      const found = await requireExport(call.stores, reach, params['id'] ?? '')
      const isNewFile = Object.keys(changes).length > 0
      const fresh = isNewFile ? { ...NOTHING_WRITTEN, total: await countOf({ ...found, ...changes }, analytics) } : {}
      const reply = await call.change(async (stores) => {
        const before = await requireExport(stores, reach, found.id)
        if (isNewFile) refuseBusy(before)
        const after: LogExport = {
          ...before,
          ...changes,
          ...fresh,
          ...(description !== undefined && { description: description?.trim() || null }),
          updatedAtMs: nowMs,
        }
        await stores.logExports.update(after)
        const [was, is] = [exportToWire(before), exportToWire(after)]
        call.note({ id: after.id, name: after.description, workspaceId: after.workspaceId, before: was, after: is })
        return { object: 'export' as const, id: after.id, total: after.total }
      })
      if (isNewFile) await runner.files.remove(found)
      return reply
    },
  })
}

/** Resets the job to a draft. Its partial file is discarded, because it was written with other filters or columns. */
const NOTHING_WRITTEN = { status: 'draft', written: 0, cursor: null, fileBytes: 0, error: null } as const

function refuseBusy({ status }: LogExport): void {
  if (status !== 'in_progress' && status !== 'success') return
  const isRunning = status === 'in_progress'
  throw new GatewayError('conflict', {
    message: isRunning ? 'The export is running.' : 'The export is finished.',
    hint: isRunning ? 'Cancel it first.' : 'Create a new export.',
  })
}

function deleteOperation(runner: ExportRunner): Operation {
  return endpoint({
    name: 'log_exports.delete',
    method: 'DELETE',
    path: '/logs/exports/{id}',
    summary: 'Delete a log export and its file',
    permission: EXPORT,
    audit: 'log_export.delete',
    query: ofWorkspace,
    reply: z.object({}),
    async handle({ reach, params: { id = '' }, change, note, stores }) {
      const job = await requireExport(stores, reach, id)
      await change(async (stores) => {
        await stores.logExports.remove(job.id)
        note({ id, name: job.description, workspaceId: job.workspaceId, before: exportToWire(job) })
        return {}
      })
      await runner.halt(job.id)
      await runner.files.remove(job)
      return {}
    },
  })
}
