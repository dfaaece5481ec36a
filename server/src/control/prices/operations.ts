/** Custom price operations, and the effective price of a model. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { CustomPrice } from '../../core/stores/prices.ts'
import type { Reach } from '../../core/stores/reach.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { pageFrom, pageQuery } from '../page-wire.ts'
import { requireBudgetPermissions } from './budget-permissions.ts'
import {
  effectiveReply,
  listFromWire,
  listToWire,
  type PriceBody,
  priceBody,
  priceReply,
  priceToWire,
} from './price-wire.ts'
import { type UnpricedPorts, unpricedOperations } from './unpriced.ts'

const WORKSPACE = z.string().max(128).optional()
const IN_WORKSPACE = z.object({ workspace_id: WORKSPACE })
const EXAMPLE: Partial<PriceBody> = {
  provider: 'openai',
  model: 'gpt-4o*',
  prices: { input_tokens: { usd: 2, per: 1_000_000 }, output_tokens: { usd: 8, per: 1_000_000 } },
}

export type PricePorts = UnpricedPorts & { readonly isProvider: (slug: string) => boolean }

export function priceOperations(ports: PricePorts): readonly Operation[] {
  return [
    createPrice(ports),
    listPrices,
    effectivePrice(ports),
    ...unpricedOperations(ports),
    readPrice,
    changePrice(ports),
    deletePrice,
  ]
}

function createPrice(ports: PricePorts): Operation {
  return endpoint({
    name: 'prices.create',
    method: 'POST',
    path: '/prices',
    summary: 'Create a custom price',
    permission: { scope: 'policies.create' },
    audit: 'price.create',
    body: priceBody,
    reply: priceReply,
    example: { body: EXAMPLE },
    async handle(call) {
      const { principal, reach } = call
      return call.change(async (stores) => {
        // Uses the clock of the database, so that all nodes agree which of two prices is newer.
        const nowMs = await stores.prices.nowMs()
        const body = await readPriceBody(call, reach.workspaceId, nowMs, stores, ports)
        const { workspaceId } = reach
        await requireBudgetPermissions(principal, { workspaceId, virtualKeys: [body.virtualKey] }, stores)
        const price: CustomPrice = {
          id: crypto.randomUUID(),
          organisationId: reach.organisationId,
          // Null if an Admin key names no workspace: the price applies to all workspaces.
          workspaceId,
          ...body,
          revision: 1,
          createdBy: principal.id,
          createdAtMs: nowMs,
          updatedAtMs: nowMs,
        }
        await stores.prices.insert(price)
        call.note({ ...targetOf(price), after: priceToWire(price) })
        call.announce({ kind: 'price', workspaceId: price.workspaceId })
        return priceToWire(price)
      })
    },
  })
}

const listPrices = endpoint({
  name: 'prices.list',
  method: 'GET',
  path: '/prices',
  summary: 'List custom prices',
  permission: { scope: 'policies.list' },
  query: z.object({
    workspace_id: WORKSPACE,
    ...pageQuery({ defaultSize: 100, maxSize: 1_000 }),
  }),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(priceReply) }),
  example: {},
  async handle({ reach, query, stores }) {
    const page = pageFrom(query)
    const { rows, total } = await stores.prices.list(reach, page)
    return { object: 'list' as const, total, data: rows.map(priceToWire) }
  },
})

function effectivePrice({ prices }: PricePorts): Operation {
  return endpoint({
    name: 'prices.effective',
    method: 'GET',
    path: '/prices/effective',
    summary: 'Get the effective price of a model',
    permission: { scope: 'policies.read' },
    query: z.object({
      provider: z.string().min(1).max(64),
      model: z.string().min(1).max(256),
      virtual_key: z.string().max(128).optional(),
      at: z.iso.datetime({ offset: true }).optional().describe('Time of the price. Default now.'),
      workspace_id: WORKSPACE,
    }),
    reply: effectiveReply,
    example: { query: { provider: 'openai', model: 'gpt-4o' } },
    async handle({ reach, workspaceId, query, nowMs, stores }) {
      const { provider, model, virtual_key: named = null, at } = query
      const { organisationId } = reach
      const key = named === null ? undefined : await stores.virtualKeys.find({ organisationId, workspaceId }, named)
      const virtualKey = key?.slug ?? named
      await prices.settled()
      const called = { organisationId, workspaceId, virtualKey, provider, model, responseModel: null }
      const found = prices.priceOf(called, at === undefined ? nowMs : Date.parse(at))
      return {
        object: 'effective-price' as const,
        provider,
        model,
        source: found === null ? ('none' as const) : found.custom ? ('own' as const) : ('catalogue' as const),
        price_id: found?.custom?.id ?? null,
        version: found?.card.version ?? null,
        is_free: found?.card.isFree ?? false,
        ...listToWire(found?.card ?? null),
      }
    },
  })
}

const readPrice = endpoint({
  name: 'prices.read',
  method: 'GET',
  path: '/prices/{id}',
  summary: 'Read a custom price',
  permission: { scope: 'policies.read' },
  query: IN_WORKSPACE,
  reply: priceReply,
  async handle({ reach, params, stores }) {
    return priceToWire(await requirePrice(stores, reach, params['id'] ?? ''))
  },
})

function changePrice(ports: PricePorts): Operation {
  return endpoint({
    name: 'prices.update',
    method: 'PUT',
    path: '/prices/{id}',
    summary: 'Update a custom price',
    description: 'Replaces all fields.',
    permission: { scope: 'policies.update' },
    audit: 'price.update',
    query: IN_WORKSPACE,
    body: priceBody,
    reply: priceReply,
    example: { body: { ...EXAMPLE, multiplier: 1.2 } },
    async handle(call) {
      return call.change(async (stores) => {
        const before = await requirePrice(stores, call.reach, call.params['id'] ?? '')
        const after: CustomPrice = {
          ...before,
          ...(await readPriceBody(call, before.workspaceId, before.validFromMs, stores, ports)),
          revision: before.revision + 1,
          updatedAtMs: await stores.prices.nowMs(),
        }
        const virtualKeys = [before.virtualKey, after.virtualKey]
        await requireBudgetPermissions(call.principal, { workspaceId: before.workspaceId, virtualKeys }, stores)
        if (!(await stores.prices.update(after)))
          throw new GatewayError('conflict', { message: 'The price was changed or deleted by another request.' })
        call.note({ ...targetOf(after), before: priceToWire(before), after: priceToWire(after) })
        call.announce({ kind: 'price', workspaceId: after.workspaceId })
        return priceToWire(after)
      })
    },
  })
}

const deletePrice = endpoint({
  name: 'prices.delete',
  method: 'DELETE',
  path: '/prices/{id}',
  summary: 'Delete a custom price',
  permission: { scope: 'policies.delete' },
  audit: 'price.delete',
  query: IN_WORKSPACE,
  reply: z.object({}),
  async handle(call) {
    return call.change(async (stores) => {
      const price = await requirePrice(stores, call.reach, call.params['id'] ?? '')
      const { workspaceId, virtualKey } = price
      await requireBudgetPermissions(call.principal, { workspaceId, virtualKeys: [virtualKey] }, stores)
      await stores.prices.remove(price.id)
      call.note({ ...targetOf(price), before: priceToWire(price) })
      call.announce({ kind: 'price', workspaceId: price.workspaceId })
      return {}
    })
  },
})

type PriceFields = Pick<CustomPrice, 'virtualKey' | 'provider' | 'model' | 'list' | 'multiplier' | 'validFromMs'>

async function readPriceBody(
  { body, reach }: Pick<OperationCall<unknown, PriceBody>, 'body' | 'reach'>,
  workspaceId: string | null,
  validFromMs: number,
  stores: Stores,
  { isProvider }: PricePorts,
): Promise<PriceFields> {
  const provider = body.provider ?? null
  const named = body.virtual_key ?? null
  let virtualKey: string | null = null
  if (provider !== null && !isProvider(provider))
    throw unknown('provider', provider, 'GET /v1/supported-providers lists them.')
  if (named !== null) {
    const { organisationId } = reach
    const key = workspaceId === null ? undefined : await stores.virtualKeys.find({ organisationId, workspaceId }, named)
    if (!key) throw unknown('virtual_key', named, 'Send its slug. With an Admin key, send its workspace_id too.')
    virtualKey = key.slug
  }
  return {
    provider,
    virtualKey,
    model: body.model,
    list: listFromWire(body),
    multiplier: body.multiplier,
    validFromMs: body.valid_from === undefined ? validFromMs : Date.parse(body.valid_from),
  }
}

function unknown(param: string, value: string, hint: string): GatewayError {
  return new GatewayError('invalid_parameter', { param, message: `${param}: "${value}" does not exist.`, hint })
}

async function requirePrice(stores: Stores, reach: Reach, id: string): Promise<CustomPrice> {
  const price = await stores.prices.find(reach, id)
  if (price) return price
  throw new GatewayError('not_found', {
    param: 'id',
    message: 'No price with this id exists.',
    hint: 'GET /v1/prices lists them. Prices for all workspaces can only be changed with an Admin key.',
  })
}

function targetOf({ id, model, workspaceId }: CustomPrice) {
  return { id, name: model, workspaceId }
}
