/** Guardrail operations: create, validate, list, read, list versions, update, delete. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { GuardrailActions } from '../../core/guardrails/guardrails.ts'
import type { GuardrailTexts, GuardrailVersion, SavedCheck, SavedGuardrail } from '../../core/stores/guardrails.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { Principal } from '../access/principal.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { claimId } from '../given-id.ts'
import { pageFrom, pageQuery } from '../page-wire.ts'
import { newSlug, slugTaken } from '../slug.ts'
import { authorsOf } from '../version-authors.ts'
import { findGuardrail, permissionTo, requireScope } from './find-guardrail.ts'
import {
  actionsIn,
  checksIn,
  createBody,
  guardrailDetail,
  guardrailRow,
  guardrailVersion,
  listQuery,
  savedReply,
  toDetail,
  toRow,
  toVersion,
  updateBody,
  warningsFor,
} from './guardrail-wire.ts'
import { listChecks } from './list-checks.ts'
import { modelWarnings } from './organisation-models.ts'
import { problemsIn, requireValid } from './require-valid.ts'
import { type TestPorts, testGuardrail } from './try-guardrail.ts'

export type GuardrailPorts = TestPorts

const EXAMPLE = {
  name: 'No internal names',
  checks: [{ id: 'default.contains', parameters: { words: ['Project Falcon'], operator: 'none' } }],
  actions: { deny: true, async: false },
}
const IN_WORKSPACE = z.object({ workspace_id: z.string().max(128).optional() })

export function guardrailOperations(ports: GuardrailPorts): readonly Operation[] {
  return [
    createGuardrail(ports),
    listGuardrails,
    validateGuardrail(ports),
    readGuardrail(ports),
    listVersions(ports),
    updateGuardrail(ports),
    deleteGuardrail(ports),
    listChecks,
    testGuardrail(ports),
  ]
}

function createGuardrail({ texts, examiner }: GuardrailPorts): Operation {
  return endpoint({
    name: 'guardrails.create',
    method: 'POST',
    path: '/guardrails',
    summary: 'Create a guardrail',
    description:
      'Configs name it in `input_guardrails` and `output_guardrails`. With `organisation_id`, all workspaces can use it.',
    permission: permissionTo('create'),
    audit: 'guardrail.create',
    body: createBody,
    reply: savedReply,
    example: { body: EXAMPLE },
    async handle(call) {
      const { body, principal, reach, nowMs } = call
      const workspaceId = isForOrganisation(body, principal) ? null : call.workspaceId
      requireScope(call, workspaceId === null, 'create')
      const checks = texts.restore(checksIn(body.checks), null)
      requireValid(examiner, checks)
      const actions = actionsIn(body.actions)
      const guardrail: SavedGuardrail = {
        id: body.id ?? crypto.randomUUID(),
        organisationId: reach.organisationId,
        workspaceId,
        slug: body.slug ?? newSlug('pg', body.name),
        name: body.name,
        ownerId: principal.id,
        updatedBy: principal.id,
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
        version: newVersion({ checks, actions }, null, call, texts),
      }
      return call.change(async (stores) => {
        // A workspace sees its own guardrails and those of the organisation, and their slugs must be unique.
        const { organisationId, slug } = guardrail
        if (await stores.guardrails.find({ organisationId, workspaceId }, slug)) throw slugTaken('guardrail', slug)
        await claimId(principal, stores, { kind: 'guardrail', id: body.id, home: guardrail })
        await stores.guardrails.insert(guardrail)
        call.note({ ...targetOf(guardrail), after: toDetail(guardrail, texts) })
        announce(call, guardrail)
        return saved(guardrail, [...warningsFor(checks, actions), ...(await modelWarnings(stores, guardrail))])
      })
    },
  })
}

function validateGuardrail({ examiner }: GuardrailPorts): Operation {
  return endpoint({
    name: 'guardrails.validate',
    method: 'POST',
    path: '/guardrails/validate',
    summary: 'Validate a guardrail without saving it',
    permission: permissionTo('read'),
    body: z.strictObject({
      checks: createBody.shape.checks,
      actions: createBody.shape.actions,
      workspace_id: z.string().max(128).nullish(),
    }),
    reply: z.object({
      object: z.literal('guardrail-validation'),
      valid: z.boolean(),
      errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
      warnings: z.array(z.string()),
    }),
    example: { body: { checks: EXAMPLE.checks } },
    async handle({ body }) {
      const checks = checksIn(body.checks)
      const errors = problemsIn(examiner, checks).map(({ path, message, isUnsupported }) => ({
        path,
        code: isUnsupported ? 'not_supported' : 'invalid_body',
        message,
      }))
      const warnings = warningsFor(checks, actionsIn(body.actions))
      return { object: 'guardrail-validation' as const, valid: errors.length === 0, errors, warnings }
    },
  })
}

const listGuardrails = endpoint({
  name: 'guardrails.list',
  method: 'GET',
  path: '/guardrails',
  summary: 'List guardrails',
  description: 'Those of the workspace and of the organisation, without their checks.',
  permission: permissionTo('list'),
  query: listQuery,
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(guardrailRow) }),
  example: {},
  async handle(call) {
    const { principal, reach, query, stores } = call
    requireOwnOrganisation(query.organisation_id, principal)
    const level = query.organisation_id === undefined ? query.type : 'organisation'
    const mayListBoth = !principal.isOrganisationWide || HOLDS_BOTH.every((scope) => principal.holds(scope, null))
    const seen = level === 'all' && !mayListBoth ? levelOf(principal) : level
    requireScope(call, seen === 'organisation', 'list')
    const { rows, total } = await stores.guardrails.list(reach, pageFrom(query), {
      level: seen,
      ...(query.search !== undefined && { search: query.search }),
    })
    return { object: 'list' as const, total, data: rows.map(toRow) }
  },
})

const HOLDS_BOTH = ['guardrails.list', 'organisation_guardrails.list']

/** The level that a caller with only one of the two list scopes may list. */
function levelOf(principal: Principal): 'organisation' | 'workspace' {
  return principal.holds('guardrails.list', null) ? 'workspace' : 'organisation'
}

function readGuardrail({ texts }: GuardrailPorts): Operation {
  return endpoint({
    name: 'guardrails.read',
    method: 'GET',
    path: '/guardrails/{slug}',
    summary: 'Read a guardrail',
    description: '`slug` is the slug or the id.',
    permission: permissionTo('read'),
    query: IN_WORKSPACE.extend({
      version_id: z.string().max(128).optional().describe('Id of a version. Default: the newest.'),
    }),
    reply: guardrailDetail,
    async handle(call) {
      const guardrail = await findGuardrail(call, call.stores, 'read', call.query.version_id)
      const { updatedBy } = guardrail
      const names = await authorsOf(call.stores, guardrail, [{ createdBy: updatedBy }])
      return { ...toDetail(guardrail, texts), updated_by_name: names.get(updatedBy) ?? null }
    },
  })
}

function listVersions({ texts }: GuardrailPorts): Operation {
  return endpoint({
    name: 'guardrails.versions.list',
    method: 'GET',
    path: '/guardrails/{slug}/versions',
    summary: 'List the versions of a guardrail',
    description: 'Newest first.',
    permission: permissionTo('read'),
    query: IN_WORKSPACE.extend(pageQuery({ defaultSize: 100, maxSize: 1_000 })),
    reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(guardrailVersion) }),
    async handle(call) {
      const guardrail = await findGuardrail(call, call.stores, 'read')
      const { rows, total } = await call.stores.guardrails.versions(guardrail.id, pageFrom(call.query))
      const authors = await authorsOf(call.stores, guardrail, rows)
      return { object: 'list' as const, total, data: rows.map((one) => toVersion(guardrail, one, texts, authors)) }
    },
  })
}

function updateGuardrail({ texts, examiner }: GuardrailPorts): Operation {
  return endpoint({
    name: 'guardrails.update',
    method: 'PUT',
    path: '/guardrails/{slug}',
    summary: 'Update a guardrail',
    description: 'A change of checks or actions creates a new version, which takes effect on the next request.',
    permission: permissionTo('update'),
    audit: 'guardrail.update',
    query: IN_WORKSPACE,
    body: updateBody,
    reply: savedReply,
    async handle(call) {
      const { body, principal, nowMs } = call
      return call.change(async (stores) => {
        const before = await findGuardrail(call, stores, 'update')
        refuseStale(before, body.version_id)
        const opened = texts.open(before.version)
        const checks = body.checks === undefined ? opened : texts.restore(checksIn(body.checks), before.version)
        if (body.checks !== undefined) requireValid(examiner, checks)
        const actions = body.actions === undefined ? before.version.actions : actionsIn(body.actions)
        const isChanged = !Bun.deepEquals(checks, opened) || !Bun.deepEquals(actions, before.version.actions)
        const after: SavedGuardrail = {
          ...before,
          name: body.name ?? before.name,
          updatedBy: principal.id,
          updatedAtMs: nowMs,
          version: isChanged ? newVersion({ checks, actions }, before.version, call, texts) : before.version,
        }
        await stores.guardrails.update(after)
        if (isChanged) await stores.guardrails.addVersion(after.id, after.version)
        call.note({ ...targetOf(after), before: toDetail(before, texts), after: toDetail(after, texts) })
        announce(call, after)
        return saved(after, [...warningsFor(checks, actions), ...(await modelWarnings(stores, after))])
      })
    },
  })
}

function deleteGuardrail({ texts }: GuardrailPorts): Operation {
  return endpoint({
    name: 'guardrails.delete',
    method: 'DELETE',
    path: '/guardrails/{slug}',
    summary: 'Delete a guardrail',
    description: 'Refused while a config names it, or while it is a default of a workspace or of the organisation.',
    permission: permissionTo('delete'),
    audit: 'guardrail.delete',
    query: IN_WORKSPACE,
    reply: z.object({}),
    async handle(call) {
      return call.change(async (stores) => {
        const guardrail = await findGuardrail(call, stores, 'delete')
        await refuseInUse(stores, guardrail)
        await stores.guardrails.remove(guardrail.id)
        call.note({ ...targetOf(guardrail), before: toDetail(guardrail, texts) })
        announce(call, guardrail)
        return {}
      })
    },
  })
}

/** True if the body names the organisation but no workspace. */
function isForOrganisation(body: z.infer<typeof createBody>, principal: Principal): boolean {
  if (body.organisation_id == null) return false
  requireOwnOrganisation(body.organisation_id, principal)
  // Some clients send organisation_id in addition to workspace_id.
  return body.workspace_id == null
}

function requireOwnOrganisation(id: string | undefined, { organisationId }: Principal): void {
  if (id === undefined || id === organisationId) return
  throw new GatewayError('invalid_parameter', {
    param: 'organisation_id',
    message: 'organisation_id is not your organisation.',
  })
}

type Author = { readonly principal: Principal; readonly nowMs: number }
type Content = { readonly checks: readonly SavedCheck[]; readonly actions: GuardrailActions }

/** `checks` are decrypted. A trusted guardrail stays trusted unless an untrusted caller adds an origin. */
function newVersion(
  { checks, actions }: Content,
  before: GuardrailVersion | null,
  { principal, nowMs }: Author,
  texts: GuardrailTexts,
): GuardrailVersion {
  const id = crypto.randomUUID()
  const known = before?.isTrusted === true ? texts.originsOf(texts.open(before)) : null
  return {
    id,
    number: (before?.number ?? 0) + 1,
    checks: texts.seal(checks, id),
    actions,
    isTrusted:
      principal.isTrusted || (known !== null && texts.originsOf(checks).every((origin) => known.includes(origin))),
    createdBy: principal.id,
    createdAtMs: nowMs,
  }
}

function refuseStale({ version }: SavedGuardrail, expectedVersionId: string | undefined): void {
  if (expectedVersionId === undefined || version.id === expectedVersionId) return
  throw new GatewayError('conflict', {
    param: 'version_id',
    message: `The guardrail was changed after you read it. Its newest version is ${version.id} (number ${version.number}).`,
  })
}

async function refuseInUse(stores: Stores, guardrail: SavedGuardrail): Promise<void> {
  const { configs, workspaces, isOrganisationDefault } = await stores.guardrails.uses(guardrail)
  const details = [
    ...(isOrganisationDefault ? ['It is a default of the organisation.'] : []),
    ...workspaces.map(({ id, name }) => `It is a default of the workspace ${JSON.stringify(name)} (${id}).`),
    ...configs.map(
      ({ slug, name, workspaceId }) => `Config ${slug} (${name}) of the workspace ${workspaceId} names it.`,
    ),
  ]
  if (details.length === 0) return
  throw new GatewayError('in_use', {
    param: 'slug',
    message: `The guardrail ${guardrail.slug} is in use. ${details[0]}${details.length > 1 ? ` ${details.length - 1} more in details.` : ''}`,
    hint: 'Remove it from the resources listed in details first.',
    details: details.slice(0, 20),
  })
}

function saved({ id, slug, version }: SavedGuardrail, warnings: readonly string[]) {
  return {
    id,
    slug,
    version_id: version.id,
    version: version.number,
    object: 'guardrail' as const,
    warnings: [...warnings],
  }
}

function targetOf({ id, name, workspaceId }: SavedGuardrail) {
  return { id, name, workspaceId }
}

function announce(call: Pick<OperationCall<unknown, unknown>, 'announce'>, { workspaceId }: SavedGuardrail): void {
  call.announce({ kind: 'guardrail', workspaceId })
}
