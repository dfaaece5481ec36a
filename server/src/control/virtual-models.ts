/** Virtual model operations. A virtual model is a name that requests send as `model` and that a config routes. */

import { z } from 'zod'
import type { ConfigTexts } from '../core/configs/config-texts.ts'
import { GatewayError } from '../core/errors.ts'
import type { SavedConfig } from '../core/stores/configs.ts'
import type { Reach } from '../core/stores/reach.ts'
import type { Stores } from '../core/stores/stores.ts'
import { MAX_VIRTUAL_MODELS, type VirtualModel } from '../core/stores/virtual-models.ts'
import { endpoint, type Operation, type OperationCall } from './endpoint.ts'
import { pageFrom, pageQuery } from './page-wire.ts'

const modelName = z
  .string()
  .trim()
  .min(1)
  .max(128)
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, 'must not contain control characters')
  .refine((name) => !name.startsWith('@'), 'must not start with @, which names a virtual key')
  .refine((name) => !name.includes('*'), 'must not contain *, because names are compared exactly')
  .describe('What requests send as `model`. Unique in the workspace.')

const config = z.string().trim().min(1).max(128).describe('Slug or id of a config of the workspace.')
const description = z.string().max(1024).nullable().optional()
const inWorkspace = z.object({ workspace_id: z.string().optional() })

const createBody = z.strictObject({ name: modelName, config, description, workspace_id: z.string().optional() })

const updateBody = z
  .strictObject({
    name: modelName.optional(),
    config: config.optional(),
    description,
    workspace_id: z.string().optional(),
  })
  .refine(
    ({ name, config: named, description: about }) => [name, named, about].some((value) => value !== undefined),
    'send name, config or description',
  )

const row = z.object({
  id: z.string(),
  object: z.literal('virtual_model'),
  name: z.string(),
  config: z.string().describe('Slug of the config.'),
  description: z.string().nullable(),
  organisation_id: z.string(),
  workspace_id: z.string(),
  created_by: z.string(),
  created_at: z.string(),
  last_updated_at: z.string(),
})

const savedReply = z.object({
  ...row.shape,
  warnings: z.array(z.string()).describe('Targets of the config that do not set a model.'),
})

function toRow(model: VirtualModel): z.infer<typeof row> {
  return {
    id: model.id,
    object: 'virtual_model',
    name: model.name,
    config: model.configSlug,
    description: model.description,
    organisation_id: model.organisationId,
    workspace_id: model.workspaceId,
    created_by: model.createdBy,
    created_at: new Date(model.createdAtMs).toISOString(),
    last_updated_at: new Date(model.updatedAtMs).toISOString(),
  }
}

type Texts = { readonly texts: Pick<ConfigTexts, 'open'> }

export function virtualModelOperations(ports: Texts): readonly Operation[] {
  return [createVirtualModel(ports), listVirtualModels, readVirtualModel, updateVirtualModel(ports), deleteVirtualModel]
}

function createVirtualModel({ texts }: Texts): Operation {
  return endpoint({
    name: 'virtual-models.create',
    method: 'POST',
    path: '/virtual-models',
    summary: 'Create a virtual model',
    description: 'Requests whose `model` is this name are routed by the config. GET /v1/models lists the name.',
    permission: { scope: 'virtual_models.create' },
    audit: 'virtual_model.create',
    body: createBody,
    reply: savedReply,
    async handle(call) {
      const { body, principal, reach, workspaceId, nowMs } = call
      return call.change(async (stores) => {
        const inside = { organisationId: reach.organisationId, workspaceId }
        const target = await requireActiveConfig(stores, inside, body.config)
        const model: VirtualModel = {
          id: crypto.randomUUID(),
          ...inside,
          name: body.name,
          configSlug: target.slug,
          description: body.description ?? null,
          createdBy: principal.id,
          createdAtMs: nowMs,
          updatedAtMs: nowMs,
        }
        await refuseTaken(stores, model)
        await refuseTooMany(stores, inside)
        await stores.virtualModels.insert(model)
        call.note({ ...targetOf(model), after: toRow(model) })
        announce(call, model)
        return { ...toRow(model), warnings: targetsWithoutModel(texts.open(target.version), model.name) }
      })
    },
  })
}

const listVirtualModels = endpoint({
  name: 'virtual-models.list',
  method: 'GET',
  path: '/virtual-models',
  summary: 'List virtual models',
  permission: { scope: 'virtual_models.list' },
  query: z.object({ ...pageQuery({ defaultSize: 100, maxSize: 1_000 }), workspace_id: z.string().optional() }),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(row) }),
  example: {},
  async handle({ reach, query, stores }) {
    const { rows, total } = await stores.virtualModels.list(reach, pageFrom(query))
    return { object: 'list' as const, total, data: rows.map(toRow) }
  },
})

const readVirtualModel = endpoint({
  name: 'virtual-models.read',
  method: 'GET',
  path: '/virtual-models/{id}',
  summary: 'Read a virtual model',
  description: '`id` is the id or the name, percent-encoded.',
  permission: { scope: 'virtual_models.read' },
  query: inWorkspace,
  reply: row,
  async handle({ reach, params, stores }) {
    return toRow(await requireVirtualModel(stores, reach, params['id'] ?? ''))
  },
})

function updateVirtualModel({ texts }: Texts): Operation {
  return endpoint({
    name: 'virtual-models.update',
    method: 'PUT',
    path: '/virtual-models/{id}',
    summary: 'Update a virtual model',
    permission: { scope: 'virtual_models.update' },
    audit: 'virtual_model.update',
    query: inWorkspace,
    body: updateBody,
    reply: savedReply,
    async handle(call) {
      const { body, params, reach, nowMs } = call
      return call.change(async (stores) => {
        const before = await requireVirtualModel(stores, reach, params['id'] ?? '')
        const target = body.config === undefined ? null : await requireActiveConfig(stores, before, body.config)
        const after: VirtualModel = {
          ...before,
          name: body.name ?? before.name,
          configSlug: target?.slug ?? before.configSlug,
          description: body.description === undefined ? before.description : body.description,
          updatedAtMs: nowMs,
        }
        if (after.name !== before.name) await refuseTaken(stores, after)
        await stores.virtualModels.update(after)
        call.note({ ...targetOf(after), before: toRow(before), after: toRow(after) })
        announce(call, after)
        const warnings = target === null ? [] : targetsWithoutModel(texts.open(target.version), after.name)
        return { ...toRow(after), warnings }
      })
    },
  })
}

const deleteVirtualModel = endpoint({
  name: 'virtual-models.delete',
  method: 'DELETE',
  path: '/virtual-models/{id}',
  summary: 'Delete a virtual model',
  permission: { scope: 'virtual_models.delete' },
  audit: 'virtual_model.delete',
  query: inWorkspace,
  reply: z.object({}),
  async handle(call) {
    return call.change(async (stores) => {
      const model = await requireVirtualModel(stores, call.reach, call.params['id'] ?? '')
      await stores.virtualModels.remove(model.id)
      call.note({ ...targetOf(model), before: toRow(model) })
      announce(call, model)
      return {}
    })
  },
})

async function requireVirtualModel(stores: Stores, reach: Reach, id: string): Promise<VirtualModel> {
  const model = id.length > 128 ? undefined : await stores.virtualModels.find(reach, id)
  if (model) return model
  throw new GatewayError('not_found', {
    param: 'id',
    message: 'No virtual model with this id or name exists.',
    hint: 'GET /v1/virtual-models lists them.',
  })
}

/** Configs of other workspaces are reported as not found. */
async function requireActiveConfig(
  stores: Stores,
  { organisationId, workspaceId }: Pick<VirtualModel, 'organisationId' | 'workspaceId'>,
  slugOrId: string,
): Promise<SavedConfig> {
  const found = await stores.configs.find({ organisationId, workspaceId }, slugOrId)
  if (found?.status === 'active') return found
  throw new GatewayError('invalid_body', {
    param: 'config',
    message: found
      ? `config: the config ${found.slug} is archived.`
      : `config: no config ${JSON.stringify(slugOrId)} exists in this workspace.`,
    hint: 'GET /v1/configs lists them.',
  })
}

async function refuseTaken(stores: Stores, { organisationId, workspaceId, name }: VirtualModel): Promise<void> {
  if (!(await stores.virtualModels.find({ organisationId, workspaceId }, name))) return
  throw new GatewayError('conflict', {
    param: 'name',
    message: `A virtual model ${JSON.stringify(name)} already exists in this workspace.`,
  })
}

async function refuseTooMany(stores: Stores, reach: Reach): Promise<void> {
  const { total } = await stores.virtualModels.list(reach, { currentPage: 0, pageSize: 1 })
  if (total < MAX_VIRTUAL_MODELS) return
  throw new GatewayError('conflict', {
    message: `The workspace has ${total} virtual models, the most that a workspace can have.`,
    hint: 'Delete those that no application uses.',
  })
}

/** Warnings about targets that set no model: their provider would get the name of the virtual model. */
function targetsWithoutModel(text: string, name: string): string[] {
  const found: string[] = []
  const walk = (node: unknown, path: string, inherits: boolean): void => {
    if (typeof node !== 'object' || node === null) return
    const { override_params: params, targets } = node as { override_params?: { model?: unknown }; targets?: unknown }
    const isSet = inherits || typeof params?.model === 'string'
    if (Array.isArray(targets)) {
      for (const [index, target] of targets.entries())
        walk(target, `${path}${path === '' ? '' : '.'}targets[${index}]`, isSet)
    } else if (!isSet) {
      found.push(`${path || 'config'}: sets no override_params.model, so its provider gets ${JSON.stringify(name)}.`)
    }
  }
  walk(JSON.parse(text), '', false)
  return found.slice(0, 20)
}

function targetOf({ id, name, workspaceId }: VirtualModel) {
  return { id, name, workspaceId }
}

/** Announced as a config change, which also drops cached plans and virtual model names of the workspace. */
function announce(
  call: Pick<OperationCall<unknown, unknown>, 'announce'>,
  { workspaceId, configSlug }: VirtualModel,
): void {
  call.announce({ kind: 'config', workspaceId, slug: configSlug })
}
