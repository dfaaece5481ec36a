/** Exports of one person as background jobs that resume after an interruption. Files expire after PERSON_EXPORT_MS. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Analytics } from '../../core/logs/analytics.ts'
import type { LogExport } from '../../core/logs/log-exports.ts'
import type { LogReader } from '../../core/logs/log-reader.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import type { Principal } from '../access/principal.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { fileOf } from '../exports/download-export.ts'
import type { ExportRunner } from '../exports/export-runner.ts'
import type { PageReader } from '../exports/write-export.ts'
import { pageFrom, pageQuery } from '../page-wire.ts'
import { requireRank, withArticle } from '../users/role-hierarchy.ts'
import { iso, personBody } from './erasure-wire.ts'
import { personPages } from './export-person.ts'
import { requireAccountScope, subjectOf } from './find-person.ts'
import { PERSON_EXPORT_MS, removeFile } from './person-export-file.ts'
import { exportedPerson, filterOf, openExported } from './subject.ts'

export type PersonExportPorts = {
  readonly vault: Vault
  readonly analytics: Analytics
  readonly exports: ExportRunner
}

const EXPORT = { scope: 'privacy.export' }
const ACCOUNT_SCOPE = 'organisation_users.read'
const ofWorkspace = z.object({ workspace_id: z.string().max(128).optional() })

const personExportSchema = z.object({
  object: z.literal('person_export'),
  id: z.string(),
  status: z.enum(['in_progress', 'success', 'failed']),
  subject: z.enum(['end_user', 'account']),
  subject_hash: z.string().meta({ description: 'Keyed hash of the identifier. The identifier itself is encrypted.' }),
  workspace_id: z.string().nullable().meta({ description: 'Null: all workspaces.' }),
  total: z.number().meta({ description: 'Number of lines. An estimate until the export is finished.' }),
  written: z.number().meta({ description: 'Number of lines written so far.' }),
  file_bytes: z.number(),
  error: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string().meta({ description: 'Then the export is deleted with its file.' }),
})

export function personExportOperations(ports: PersonExportPorts): readonly Operation[] {
  return [createOperation(ports), listExports, readExport, contentOperation(ports), deleteOperation(ports)]
}

/** The pages of a job. Logs are included up to the time when the job was created. */
export function pagesOfJob(stores: Stores, reader: LogReader, vault: Vault): (job: LogExport) => Promise<PageReader> {
  return async (job) => {
    const { id, organisationId, createdAtMs: nowMs } = job
    const subject = openExported(vault, id, job.person!)
    const user = subject.type === 'account' ? ((await stores.users.find(organisationId, subject.id)) ?? null) : null
    const filter = filterOf(subject, { organisationId, workspaceId: job.workspaceId || null }, nowMs)
    return personPages({ stores, reader, filter, user, subject, nowMs })
  }
}

function createOperation({ vault, analytics, exports }: PersonExportPorts): Operation {
  return endpoint({
    name: 'privacy.exports.create',
    method: 'POST',
    path: '/privacy/exports',
    summary: 'Create an export of a person',
    description:
      'Runs in the background and continues after a restart. The file has JSON lines, each with a type: log, account, session, api_key, invite or audit_entry.',
    permission: EXPORT,
    audit: 'privacy.export',
    body: personBody,
    reply: personExportSchema,
    example: { body: { end_user: 'user-42' } },
    async handle(call) {
      const { reach, stores, nowMs, principal } = call
      const { subject, user } = await subjectOf(call, stores, ACCOUNT_SCOPE)
      const workspaceId = user ? null : reach.workspaceId
      const filter = filterOf(subject, { organisationId: reach.organisationId, workspaceId }, nowMs)
      const id = Bun.randomUUIDv7()
      const job: LogExport = {
        id,
        organisationId: reach.organisationId,
        workspaceId: workspaceId ?? '',
        description: null,
        format: 'jsonl',
        filters: '{}',
        columns: [],
        status: 'in_progress',
        total: filter ? (await analytics.summary(filter)).requests : 0,
        written: 0,
        cursor: null,
        fileBytes: 0,
        error: null,
        createdBy: principal.id,
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
        person: exportedPerson(vault, id, subject),
      }
      const reply = await call.change(async (stores) => {
        await stores.logExports.insert(job)
        call.note({ id, workspaceId, after: onWire(job) })
        return onWire(job)
      })
      await exports.wake()
      return reply
    },
  })
}

const listExports = endpoint({
  name: 'privacy.exports.list',
  method: 'GET',
  path: '/privacy/exports',
  summary: 'List exports of persons',
  permission: EXPORT,
  query: ofWorkspace.extend(pageQuery({ defaultSize: 50, maxSize: 100 })),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(personExportSchema) }),
  example: {},
  async handle({ reach, query, stores }) {
    const { rows, total } = await stores.logExports.list(reach, pageFrom(query), 'persons')
    return { object: 'list' as const, total, data: rows.map(onWire) }
  },
})

const readExport = endpoint({
  name: 'privacy.exports.read',
  method: 'GET',
  path: '/privacy/exports/{id}',
  summary: 'Read an export of a person',
  permission: EXPORT,
  query: ofWorkspace,
  reply: personExportSchema,
  async handle(call) {
    return onWire(await requirePersonExport(call))
  },
})

function contentOperation({ exports, vault }: PersonExportPorts): Operation {
  return endpoint({
    name: 'privacy.exports.content',
    method: 'GET',
    path: '/privacy/exports/{id}/content',
    summary: 'Download an export of a person',
    permission: EXPORT,
    query: ofWorkspace,
    reply: { contentType: 'application/jsonl', about: 'The file.' },
    async handle(call) {
      const job = await requirePersonExport(call)
      await requireAccess(call.principal, call.stores, vault, job)
      return fileOf(job, exports, `person-${job.id}.jsonl`)
    },
  })
}

function deleteOperation({ exports }: PersonExportPorts): Operation {
  return endpoint({
    name: 'privacy.exports.delete',
    method: 'DELETE',
    path: '/privacy/exports/{id}',
    summary: 'Delete an export of a person and its file',
    permission: EXPORT,
    audit: 'privacy.export_delete',
    query: ofWorkspace,
    reply: z.object({}),
    async handle(call) {
      const job = await requirePersonExport(call)
      await call.change(async (stores) => {
        await stores.logExports.remove(job.id)
        call.note({ id: job.id, workspaceId: job.workspaceId || null, before: onWire(job) })
        return {}
      })
      await removeFile(exports, job)
      return {}
    },
  })
}

type ExportCall = Pick<OperationCall<unknown, unknown>, 'reach' | 'params' | 'stores'>

async function requirePersonExport({ reach, params: { id = '' }, stores }: ExportCall): Promise<LogExport> {
  const job = await stores.logExports.find(reach, id)
  if (job?.person) return job
  throw new GatewayError('not_found', {
    param: 'id',
    message: 'No export of a person with this id exists.',
    hint: 'GET /v1/privacy/exports lists them.',
  })
}

/** Applies the same rules as the creation of the export. */
async function requireAccess(principal: Principal, stores: Stores, vault: Vault, job: LogExport): Promise<void> {
  if (job.person!.type === 'end_user') return
  requireAccountScope(principal, ACCOUNT_SCOPE)
  const subject = openExported(vault, job.id, job.person!)
  const user = subject.type === 'account' ? await stores.users.find(job.organisationId, subject.id) : undefined
  if (user) await requireRank(principal, user.role, `access the data of ${withArticle(user.role)}`, stores)
}

function onWire(job: LogExport): z.infer<typeof personExportSchema> {
  const { type, hash } = job.person!
  return {
    object: 'person_export',
    id: job.id,
    // Only log exports can be drafts or stopped.
    status: job.status === 'success' || job.status === 'failed' ? job.status : 'in_progress',
    subject: type,
    subject_hash: hash,
    workspace_id: job.workspaceId || null,
    total: job.total,
    written: job.written,
    file_bytes: job.fileBytes,
    error: job.error,
    created_at: iso(job.createdAtMs),
    expires_at: iso(job.createdAtMs + PERSON_EXPORT_MS),
  }
}
