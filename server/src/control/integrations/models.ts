/** The models that an integration serves, and their prices. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Prices } from '../../core/money/prices.ts'
import type { Integration, IntegrationModel, ModelPrice } from '../../core/stores/integrations.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { requireBudgetPermissions } from '../prices/budget-permissions.ts'
import { findIntegration, permissionTo } from './find-integration.ts'

/** Limit on models with saved settings. */
const MAX_MODELS = 5_000
const MAX_CENTS = 100
const IN_WORKSPACE = { workspace_id: z.string().max(128).optional() }

const FLAG = z.union([z.boolean(), z.literal(0).transform(() => false), z.literal(1).transform(() => true)])
const SLUG = z.string().trim().min(1).max(256)
const TOKEN_PRICE = z
  .strictObject({ price: z.number().min(0).max(MAX_CENTS).describe('US cents per token.') })
  .nullish()

const PRICING = z.strictObject({
  type: z.literal('static'),
  pay_as_you_go: z.strictObject({ request_token: TOKEN_PRICE, response_token: TOKEN_PRICE }).nullish(),
})

const BODY = z.strictObject({
  models: z
    .array(
      z.strictObject({
        slug: SLUG.describe('The name that requests send as `model`.'),
        enabled: FLAG,
        name: z.string().max(256).nullish().describe('Returned by GET. Ignored in requests.'),
        is_custom: FLAG.nullish().describe('The provider’s list does not have it.'),
        is_finetune: FLAG.nullish(),
        base_model_slug: z
          .string()
          .max(256)
          .nullish()
          .describe('The model has the price of this model, unless it has a price of its own.'),
        pricing_config: PRICING.nullish().describe('Price in US cents per token. Null removes it.'),
      }),
    )
    .max(1_000)
    .nullish(),
  allow_all_models: z
    .boolean()
    .nullish()
    .describe('True: every model except those with `enabled: false`. False: only those with `enabled: true`.'),
  workspace_id: z.string().max(128).nullish(),
})

type Given = NonNullable<z.infer<typeof BODY>['models']>[number]

const MODEL_REPLY = z.object({
  slug: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  is_custom: z.boolean(),
  is_finetune: z.boolean(),
  base_model_slug: z.string().nullable(),
  pricing_config: z
    .object({
      type: z.literal('static'),
      pay_as_you_go: z.object({
        request_token: z.object({ price: z.number() }).optional(),
        response_token: z.object({ price: z.number() }).optional(),
      }),
    })
    .nullable(),
})

export type ModelPorts = { readonly prices: Pick<Prices, 'listModels'> }

export function modelOperations(ports: ModelPorts): readonly Operation[] {
  return [listModels(ports), changeModels, deleteModels]
}

function listModels({ prices }: ModelPorts): Operation {
  return endpoint({
    name: 'integrations.models.list',
    method: 'GET',
    path: '/integrations/{slug}/models',
    summary: 'List the models of an integration',
    description: 'The models of the price list of its provider, and those with settings of their own.',
    permission: permissionTo('read'),
    query: z.object(IN_WORKSPACE),
    reply: z.object({
      object: z.literal('integration-models'),
      total: z.number(),
      allow_all_models: z.boolean(),
      models: z.array(MODEL_REPLY),
    }),
    async handle(call) {
      const integration = await findIntegration(call, call.stores, 'read')
      const models = await shownModels(integration, call.stores, prices, call.nowMs)
      const { allowsAllModels } = integration
      return {
        object: 'integration-models' as const,
        total: models.length,
        allow_all_models: allowsAllModels,
        models,
      }
    },
  })
}

async function shownModels(
  { id, organisationId, workspaceId, provider, customHost, allowsAllModels }: Integration,
  stores: Stores,
  prices: ModelPorts['prices'],
  nowMs: number,
): Promise<z.infer<typeof MODEL_REPLY>[]> {
  const saved = await stores.integrations.models(id)
  const call = { organisationId, workspaceId: workspaceId ?? '', virtualKey: null, provider }
  // With a custom host, the provider's price list does not say which models exist.
  const listed = customHost === null ? prices.listModels(call, nowMs).map((one) => one.listed) : []
  const names = new Map(listed.map(({ model, name }) => [model, name]))
  const own = new Set(saved.map(({ slug }) => slug))
  const rest = listed
    .filter(({ model }) => !own.has(model))
    .map(({ model }) => ({ ...EMPTY, slug: model, isEnabled: allowsAllModels }))
  return [...saved, ...rest].map((model) => modelOnWire(model, names.get(model.slug) ?? null))
}

const EMPTY = { isCustom: false, isFinetune: false, baseModel: null, price: null, updatedAtMs: 0 }

function modelOnWire(model: IntegrationModel, name: string | null): z.infer<typeof MODEL_REPLY> {
  return {
    slug: model.slug,
    name: name ?? model.slug,
    enabled: model.isEnabled,
    is_custom: model.isCustom,
    is_finetune: model.isFinetune,
    base_model_slug: model.baseModel,
    pricing_config: model.price && priceOnWire(model.price),
  }
}

function priceOnWire({ inputCents, outputCents }: ModelPrice) {
  return {
    type: 'static' as const,
    pay_as_you_go: {
      ...(inputCents !== null && { request_token: { price: inputCents } }),
      ...(outputCents !== null && { response_token: { price: outputCents } }),
    },
  }
}

const changeModels = endpoint({
  name: 'integrations.models.update',
  method: 'PUT',
  path: '/integrations/{slug}/models',
  summary: 'Update the models of an integration',
  description: 'Models that are not in the list keep their settings.',
  permission: permissionTo('update'),
  audit: 'integration.update_models',
  query: z.object(IN_WORKSPACE),
  body: BODY,
  reply: z.object({}),
  async handle(call) {
    const { body, nowMs } = call
    return call.change(async (stores) => {
      const before = await findIntegration(call, stores, 'update')
      const saved = new Map((await stores.integrations.models(before.id)).map((model) => [model.slug, model]))
      refuseRepeats(body.models ?? [])
      const changed = (body.models ?? []).map((given) => changedModel(given, saved.get(given.slug), nowMs))
      const after = { ...before, allowsAllModels: body.allow_all_models ?? before.allowsAllModels, updatedAtMs: nowMs }
      if (changed.some((model) => !isSamePrice(model, saved.get(model.slug)))) await requirePrices(call, stores, before)
      for (const model of changed) saved.set(model.slug, model)
      if (saved.size > MAX_MODELS)
        throw new GatewayError('invalid_body', {
          param: 'models',
          message: `models: an integration can have at most ${MAX_MODELS} models with settings of their own.`,
          hint: 'Delete models that are not used, or change allow_all_models.',
        })
      await stores.integrations.update(after)
      await stores.integrations.putModels(before.id, changed)
      const shown = changed.map((model) => modelOnWire(model, null))
      note(
        call,
        after,
        { allow_all_models: before.allowsAllModels },
        { allow_all_models: after.allowsAllModels, models: shown },
      )
      return {}
    })
  },
})

function refuseRepeats(models: readonly Given[]): void {
  const seen = new Set<string>()
  for (const [i, { slug }] of models.entries()) {
    if (seen.has(slug))
      throw new GatewayError('invalid_body', {
        param: `models[${i}].slug`,
        message: `models[${i}].slug: "${slug.slice(0, 128)}" is in the list twice.`,
      })
    seen.add(slug)
  }
}

/** Omitted fields keep their values; null removes a price or a base model. */
function changedModel(given: Given, before: IntegrationModel | undefined, nowMs: number): IntegrationModel {
  const {
    slug,
    enabled,
    is_custom: isCustom,
    is_finetune: isFinetune,
    base_model_slug: base,
    pricing_config: pricing,
  } = given
  const old = before ?? { ...EMPTY, slug, isEnabled: enabled }
  return {
    slug,
    isEnabled: enabled,
    isCustom: isCustom ?? old.isCustom,
    isFinetune: isFinetune ?? old.isFinetune,
    baseModel: base === undefined ? old.baseModel : base,
    price: pricing === undefined ? old.price : priceOf(pricing),
    updatedAtMs: nowMs,
  }
}

function priceOf(pricing: z.infer<typeof PRICING> | null): ModelPrice | null {
  const { request_token: input, response_token: output } = pricing?.pay_as_you_go ?? {}
  if (input == null && output == null) return null
  return { inputCents: input?.price ?? null, outputCents: output?.price ?? null }
}

/** Compares effective prices: a model without a price of its own has the price of its base model. */
function isSamePrice(after: IntegrationModel, before: IntegrationModel | undefined): boolean {
  const [left, right] = [after.price, before?.price]
  if (left?.inputCents !== right?.inputCents || left?.outputCents !== right?.outputCents) return false
  return left !== null || after.baseModel === (before?.baseModel ?? null)
}

/** Prices decide what counts against budgets, so changing a price needs permission to change those budgets. */
async function requirePrices(
  { principal }: Pick<OperationCall<unknown, unknown>, 'principal'>,
  stores: Stores,
  { id, workspaceId }: Integration,
): Promise<void> {
  const virtualKeys = (await stores.integrations.providers(id)).map(({ slug }) => slug)
  await requireBudgetPermissions(principal, { workspaceId, virtualKeys }, stores)
}

const deleteModels = endpoint({
  name: 'integrations.models.delete',
  method: 'DELETE',
  path: '/integrations/{slug}/models',
  summary: 'Delete models of an integration',
  description: 'Removes the settings of these models. `allow_all_models` then decides whether they can be used.',
  permission: permissionTo('update'),
  audit: 'integration.delete_models',
  query: z.object({
    ...IN_WORKSPACE,
    slugs: z.string().max(16_384).optional().describe('Model names, separated by commas.'),
  }),
  body: z.strictObject({
    models: z.array(SLUG).max(1_000).nullish().describe('Instead of `slugs`.'),
    slugs: z
      .union([z.string().max(16_384), z.array(SLUG).max(1_000)])
      .nullish()
      .describe('The same.'),
    workspace_id: z.string().max(128).nullish(),
  }),
  reply: z.object({}),
  example: { query: { slugs: 'gpt-4o' } },
  async handle(call) {
    const { query, body } = call
    const listed = typeof body.slugs === 'string' ? body.slugs.split(',') : (body.slugs ?? [])
    const given = [...(query.slugs?.split(',') ?? []), ...listed, ...(body.models ?? [])].map((slug) => slug.trim())
    const slugs = [...new Set(given)].filter((slug) => slug !== '')
    return call.change(async (stores) => {
      const integration = await findIntegration(call, stores, 'update')
      if (slugs.length === 0)
        throw new GatewayError('invalid_parameter', {
          param: 'slugs',
          message: 'slugs: name at least one model.',
          hint: 'Send ?slugs=model-a,model-b.',
        })
      const removed = (await stores.integrations.models(integration.id)).filter(({ slug }) => slugs.includes(slug))
      if (removed.some(({ price, baseModel }) => price !== null || baseModel !== null))
        await requirePrices(call, stores, integration)
      await stores.integrations.removeModels(integration.id, slugs)
      note(call, integration, { models: removed.map((model) => modelOnWire(model, null)) }, { models: [] })
      return {}
    })
  },
})

function note(
  call: Pick<OperationCall<unknown, unknown>, 'note' | 'announce'>,
  { id, name, workspaceId }: Integration,
  before: unknown,
  after: unknown,
): void {
  call.note({ id, name, workspaceId, before, after })
  call.announce({ kind: 'integration', integrationId: id })
  call.announce({ kind: 'price', workspaceId: null })
}
