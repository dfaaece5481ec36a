/** Label operations. Labels are names for prompt versions. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Label } from '../../core/prompts/labels.ts'
import type { Reach } from '../../core/stores/reach.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { claimId, givenId } from '../given-id.ts'
import { pageFrom } from '../page-wire.ts'
import { inWorkspace, promptPageQuery } from './prompt-wire.ts'
import { announce } from './save-prompt.ts'

/** Labels are used as a suffix (`slug@label`), so they cannot be numbers or reserved words. */
const labelName = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, - and _')
  .refine((name) => !/^(latest|default|[0-9]+)$/.test(name), 'must not be latest, default or a number')

const ORGANISATION = z.string().max(128).optional().describe('Ignored. A gateway has one organisation.')

const details = {
  description: z.string().max(1024).nullable().optional(),
  color_code: z.string().max(32).nullable().optional(),
  organisation_id: ORGANISATION,
  organization_id: ORGANISATION,
  workspace_id: z.string().optional(),
}

const createBody = z.strictObject({ id: givenId, name: labelName, ...details })

const updateBody = z
  .strictObject({ name: labelName.optional(), ...details })
  .refine(
    ({ name, description, color_code: color }) => [name, description, color].some((value) => value !== undefined),
    'send name, description or color_code',
  )

const labelRow = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  color_code: z.string().nullable(),
  organisation_id: z.string(),
  workspace_id: z.string().nullable(),
  is_universal: z.boolean(),
  status: z.literal('active'),
  created_at: z.string(),
  last_updated_at: z.string(),
})

function toRow(label: Label): z.infer<typeof labelRow> {
  return {
    id: label.id,
    name: label.name,
    description: label.description,
    color_code: label.colorCode,
    organisation_id: label.organisationId,
    workspace_id: label.workspaceId,
    is_universal: label.isUniversal,
    status: 'active',
    created_at: new Date(label.createdAtMs).toISOString(),
    last_updated_at: new Date(label.updatedAtMs).toISOString(),
  }
}

export function labelOperations(): readonly Operation[] {
  return [createLabel, listLabels, readLabel, updateLabel, deleteLabel]
}

const createLabel = endpoint({
  name: 'labels.create',
  method: 'POST',
  path: '/labels',
  summary: 'Create a label',
  permission: { scope: 'prompts.create' },
  audit: 'label.create',
  body: createBody,
  reply: z.object({ id: z.string() }),
  example: { body: { name: 'canary' } },
  async handle(call) {
    const { body, reach, workspaceId, nowMs } = call
    const label: Label = {
      id: body.id ?? crypto.randomUUID(),
      organisationId: reach.organisationId,
      workspaceId,
      name: body.name,
      description: body.description ?? null,
      colorCode: body.color_code ?? null,
      isUniversal: false,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    }
    return call.change(async (stores) => {
      await refuseTaken(stores, label)
      await claimId(call.principal, stores, { kind: 'label', id: body.id, home: label })
      await stores.labels.insert(label)
      call.note({ id: label.id, name: label.name, workspaceId, after: toRow(label) })
      announce(call, workspaceId)
      return { id: label.id }
    })
  },
})

const listLabels = endpoint({
  name: 'labels.list',
  method: 'GET',
  path: '/labels',
  summary: 'List labels',
  permission: { scope: 'prompts.list' },
  query: z.object({
    ...promptPageQuery,
    search: z.string().min(1).max(64).optional(),
    organisation_id: ORGANISATION,
    organization_id: ORGANISATION,
  }),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(labelRow) }),
  example: {},
  async handle({ reach, query, stores }) {
    const page = pageFrom(query)
    const { rows, total } = await stores.labels.list(reach, query.search, page)
    return { object: 'list' as const, total, data: rows.map(toRow) }
  },
})

const readLabel = endpoint({
  name: 'labels.read',
  method: 'GET',
  path: '/labels/{id}',
  summary: 'Read a label',
  permission: { scope: 'prompts.read' },
  query: inWorkspace,
  reply: labelRow,
  async handle({ reach, params, stores }) {
    return toRow(await requireLabel(stores, reach, params['id'] ?? ''))
  },
})

const updateLabel = endpoint({
  name: 'labels.update',
  method: 'PUT',
  path: '/labels/{id}',
  summary: 'Update a label',
  permission: { scope: 'prompts.update' },
  audit: 'label.update',
  query: inWorkspace,
  body: updateBody,
  reply: z.object({}),
  async handle(call) {
    const { body, params, reach, nowMs } = call
    return call.change(async (stores) => {
      const before = await requireOwn(stores, reach, params['id'] ?? '')
      const after: Label = {
        ...before,
        name: body.name ?? before.name,
        description: body.description === undefined ? before.description : body.description,
        colorCode: body.color_code === undefined ? before.colorCode : body.color_code,
        updatedAtMs: nowMs,
      }
      if (after.name !== before.name) await refuseTaken(stores, after)
      await stores.labels.update(after)
      const { id, name, workspaceId } = after
      call.note({ id, name, workspaceId, before: toRow(before), after: toRow(after) })
      announce(call, workspaceId ?? '')
      return {}
    })
  },
})

const deleteLabel = endpoint({
  name: 'labels.delete',
  method: 'DELETE',
  path: '/labels/{id}',
  summary: 'Delete a label',
  description: 'The label is removed from all prompt versions.',
  permission: { scope: 'prompts.delete' },
  audit: 'label.delete',
  query: inWorkspace,
  reply: z.object({}),
  async handle(call) {
    return call.change(async (stores) => {
      const label = await requireOwn(stores, call.reach, call.params['id'] ?? '')
      await stores.labels.remove(label.id)
      const { id, name, workspaceId } = label
      call.note({ id, name, workspaceId, before: toRow(label) })
      announce(call, workspaceId ?? '')
      return {}
    })
  },
})

async function requireLabel(stores: Stores, reach: Reach, id: string): Promise<Label> {
  const label = id.length > 128 ? undefined : await stores.labels.find(reach, id)
  if (label) return label
  throw new GatewayError('not_found', {
    param: 'id',
    message: 'No label with this id exists.',
    hint: 'GET /v1/labels lists them.',
  })
}

async function requireOwn(stores: Stores, reach: Reach, id: string): Promise<Label> {
  const label = await requireLabel(stores, reach, id)
  if (!label.isUniversal) return label
  throw new GatewayError('conflict', {
    param: 'id',
    message: `The label ${label.name} is built in and cannot be changed or deleted.`,
    hint: 'Create another label.',
  })
}

async function refuseTaken(stores: Stores, { organisationId, workspaceId, name }: Label): Promise<void> {
  if (!(await stores.labels.find({ organisationId, workspaceId }, name))) return
  throw new GatewayError('conflict', { param: 'name', message: `A label ${name} already exists in this workspace.` })
}
