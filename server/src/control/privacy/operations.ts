/** Privacy operations: export and erase the data of one person, and read the receipts of erasures. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Analytics } from '../../core/logs/analytics.ts'
import type { LogReader } from '../../core/logs/log-reader.ts'
import type { Erasure } from '../../core/stores/erasures.ts'
import type { Vault } from '../../core/stores/stores.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import type { ExportRunner } from '../exports/export-runner.ts'
import { pageFrom, pageQuery } from '../page-wire.ts'
import { removeUser } from '../users/operations.ts'
import { exportsOf } from './erased-exports.ts'
import type { ErasureRunner } from './erasure-runner.ts'
import {
  countsOnWire,
  erasureOnWire,
  erasureSchema,
  iso,
  NOTHING_ERASED,
  OUT_OF_REACH,
  personBody,
} from './erasure-wire.ts'
import { personPages, streamOf } from './export-person.ts'
import { subjectOf } from './find-person.ts'
import { personExportOperations } from './person-exports.ts'
import { filterOf, idOf, sealSubject, subjectHash } from './subject.ts'

export type PrivacyPorts = {
  readonly vault: Vault
  readonly analytics: Analytics
  readonly reader: LogReader
  readonly erasures: Pick<ErasureRunner, 'wake'>
  readonly exports: ExportRunner
}

const ERASE = { scope: 'privacy.erase' }

export function privacyOperations(ports: PrivacyPorts): readonly Operation[] {
  return [
    previewOperation(ports),
    createOperation(ports),
    listErasures,
    readErasure,
    exportOperation(ports),
    ...personExportOperations(ports),
  ]
}

function previewOperation({ vault, analytics }: PrivacyPorts): Operation {
  return endpoint({
    name: 'privacy.erasures.preview',
    method: 'POST',
    path: '/privacy/erasures/preview',
    summary: 'Preview an erasure',
    description: 'Counts what an erasure would remove, at least, and changes nothing.',
    permission: ERASE,
    body: personBody,
    reply: erasureSchema,
    example: { body: { end_user: 'user-42' } },
    async handle(call) {
      const { reach, stores, nowMs } = call
      const { subject } = await subjectOf(call, stores, 'organisation_users.delete')
      const workspaceId = subject.type === 'account' ? null : reach.workspaceId
      const filter = filterOf(subject, { organisationId: reach.organisationId, workspaceId }, nowMs)
      const hash = subjectHash(vault, subject.type, idOf(subject))
      const summary = filter && (await analytics.summary(filter))
      const feedback = filter && (await analytics.graph('feedback', filter, null))
      const scope = { organisationId: reach.organisationId, workspaceId, subjectHash: hash }
      const found = filter ? await exportsOf(stores.logExports, scope, subject, nowMs) : []
      const email = subject.type === 'account' ? subject.email : null
      const invites = email && (await stores.invites.list(reach.organisationId, { email, nowMs }, ONE_ROW))
      const counts = {
        ...NOTHING_ERASED,
        logs: summary?.requests ?? 0,
        feedback: feedback?.summary.total ?? 0,
        exports: found.length,
        invites: invites ? invites.total : 0,
      }
      return {
        object: 'erasure' as const,
        id: null,
        status: 'preview' as const,
        subject: subject.type,
        subject_hash: hash,
        workspace_id: workspaceId,
        until: iso(nowMs),
        counts: countsOnWire(counts),
        is_complete: false,
        out_of_reach: [...OUT_OF_REACH],
        error: null,
        created_at: null,
        finished_at: null,
      }
    },
  })
}

const ONE_ROW = { currentPage: 0, pageSize: 1 }

function createOperation({ vault, erasures }: PrivacyPorts): Operation {
  return endpoint({
    name: 'privacy.erasures.create',
    method: 'POST',
    path: '/privacy/erasures',
    summary: 'Erase a person',
    description:
      'Erases an end user, or deletes an account and erases what remains of it. Runs in the background; the audit log gets the receipt.',
    permission: ERASE,
    audit: 'erasure.create',
    stepUp: true,
    body: personBody,
    reply: erasureSchema,
    example: { body: { end_user: 'user-42' } },
    async handle(call) {
      const { reach, nowMs, principal } = call
      const reply = await call.change(async (stores) => {
        const { subject, user } = await subjectOf(call, stores, 'organisation_users.delete')
        if (user) await removeUser(call, stores, user)
        const id = Bun.randomUUIDv7()
        const erasure: Erasure = {
          id,
          organisationId: reach.organisationId,
          workspaceId: user ? null : reach.workspaceId,
          subjectType: subject.type,
          subjectHash: subjectHash(vault, subject.type, idOf(subject)),
          sealedSubject: sealSubject(vault, id, subject),
          status: 'in_progress',
          untilMs: nowMs,
          progress: { stage: 0, cursor: null, counts: NOTHING_ERASED },
          actor: { type: principal.type, id: principal.id, name: principal.name, creatorId: principal.creatorId },
          error: null,
          finishedAtMs: null,
          sweepAtMs: null,
          createdAtMs: nowMs,
          updatedAtMs: nowMs,
        }
        await stores.erasures.insert(erasure)
        call.note({ id, workspaceId: erasure.workspaceId, after: erasureOnWire(erasure) })
        return erasureOnWire(erasure)
      })
      void erasures.wake()
      return reply
    },
  })
}

const listErasures = endpoint({
  name: 'privacy.erasures.list',
  method: 'GET',
  path: '/privacy/erasures',
  summary: 'List erasures',
  permission: ERASE,
  query: z.object({ workspace_id: z.string().max(128).optional(), ...pageQuery({ defaultSize: 50, maxSize: 100 }) }),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(erasureSchema) }),
  example: {},
  async handle({ reach, query, stores }) {
    const { rows, total } = await stores.erasures.list(reach, pageFrom(query))
    return { object: 'list' as const, total, data: rows.map(erasureOnWire) }
  },
})

const readErasure = endpoint({
  name: 'privacy.erasures.read',
  method: 'GET',
  path: '/privacy/erasures/{id}',
  summary: 'Read the receipt of an erasure',
  permission: ERASE,
  query: z.object({ workspace_id: z.string().max(128).optional() }),
  reply: erasureSchema,
  async handle({ reach, params: { id = '' }, stores }) {
    const found = await stores.erasures.find(reach, id)
    if (found) return erasureOnWire(found)
    throw new GatewayError('not_found', {
      param: 'id',
      message: 'No erasure with this id exists.',
      hint: 'GET /v1/privacy/erasures lists them.',
    })
  },
})

function exportOperation({ vault, reader }: PrivacyPorts): Operation {
  return endpoint({
    name: 'privacy.export',
    method: 'POST',
    path: '/privacy/export',
    summary: 'Export the data of a person',
    description:
      'Streams JSON lines. For many logs, create an export instead: it continues after an interruption. Each line has a type: log, account, session, api_key, invite or audit_entry.',
    permission: { scope: 'privacy.export' },
    audit: 'privacy.export',
    stepUp: true,
    body: personBody,
    reply: { contentType: 'application/jsonl', about: 'The file.' },
    example: { body: { end_user: 'user-42' } },
    async handle(call) {
      const { reach, stores, nowMs } = call
      const { subject, user } = await subjectOf(call, stores, 'organisation_users.read')
      const workspaceId = user ? null : reach.workspaceId
      const id = subjectHash(vault, subject.type, idOf(subject))
      await call.change(async () => {
        call.note({ id, workspaceId, after: { subject: subject.type, subject_hash: id } })
        return {}
      })
      const filter = filterOf(subject, { organisationId: reach.organisationId, workspaceId }, nowMs)
      return new Response(streamOf(personPages({ stores, reader, filter, user, subject, nowMs })), {
        headers: {
          'content-type': 'application/jsonl; charset=utf-8',
          'content-disposition': 'attachment; filename="person.jsonl"',
          // Prevents browsers from running content of the file in the gateway's origin.
          'content-security-policy': 'sandbox',
        },
      })
    },
  })
}
