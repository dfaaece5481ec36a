/** Converts model lists to the formats of OpenAI and Anthropic, including Anthropic's pagination. */

import type { JsonObject } from './body/json-text.ts'
import { GatewayError } from './errors.ts'

export type ModelShape = 'openai' | 'anthropic'

/** Anthropic's limits: https://docs.anthropic.com/en/api/models-list. */
const DEFAULT_LIMIT = 20
const MAX_LIMIT = 1_000

/** Anthropic's pagination parameters. They are not forwarded: the gateway paginates, and providers may reject them. */
const PAGE_PARAMETERS: ReadonlySet<string> = new Set(['limit', 'after_id', 'before_id'])

/** Converts a model to this format. A model that already has the format is not changed. */
export function shapedModel(model: JsonObject, shape: ModelShape, owner: string): JsonObject {
  if (shape === 'openai') {
    if (model['object'] === 'model' && typeof model['created'] === 'number') return model
    return { ...model, object: 'model', created: createdSeconds(model), owned_by: model['owned_by'] ?? owner }
  }
  if (model['type'] === 'model' && typeof model['created_at'] === 'string') return model
  const { id, display_name } = model
  return {
    type: 'model',
    id,
    display_name: typeof display_name === 'string' ? display_name : id,
    created_at: createdTime(model),
  }
}

/** The list as the caller gets it. `search` is the query of the request. */
export function shapedList(models: readonly JsonObject[], shape: ModelShape, search: string): JsonObject {
  if (shape === 'openai') return { object: 'list', data: models }
  const { page, hasMore } = pageOf(models, search)
  return {
    data: page,
    has_more: hasMore,
    first_id: page[0]?.['id'] ?? null,
    last_id: page.at(-1)?.['id'] ?? null,
  }
}

/** The query without Anthropic's page parameters. */
export function withoutPaging(search: string): string {
  if (search === '') return search
  const pairs = search.slice(1).split('&')
  const kept = pairs.filter((pair) => !PAGE_PARAMETERS.has(pair.split('=', 1)[0]!))
  return kept.length > 0 ? `?${kept.join('&')}` : ''
}

type ModelPage = { readonly page: readonly JsonObject[]; readonly hasMore: boolean }

/** The page after `after_id`, before `before_id`, or the first one. */
function pageOf(models: readonly JsonObject[], search: string): ModelPage {
  const query = new URLSearchParams(search)
  const limit = limitIn(query)
  const before = query.get('before_id')
  if (before !== null) {
    const end = indexOf(models, before, 'before_id')
    const start = Math.max(0, end - limit)
    return { page: models.slice(start, end), hasMore: start > 0 }
  }
  const after = query.get('after_id')
  const start = after === null ? 0 : indexOf(models, after, 'after_id') + 1
  return { page: models.slice(start, start + limit), hasMore: start + limit < models.length }
}

function limitIn(query: URLSearchParams): number {
  const written = query.get('limit')
  if (written === null) return DEFAULT_LIMIT
  const limit = Number(written)
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit
  throw new GatewayError('invalid_parameter', {
    param: 'limit',
    message: `The parameter limit is not a whole number from 1 to ${MAX_LIMIT}.`,
  })
}

function indexOf(models: readonly JsonObject[], id: string, param: string): number {
  const at = models.findIndex((model) => model['id'] === id)
  if (at >= 0) return at
  throw new GatewayError('invalid_parameter', {
    param,
    message: `The parameter ${param} is not the id of a model in the list.`,
    hint: 'Send the first_id or last_id of a page.',
  })
}

function createdSeconds({ created, created_at }: JsonObject): number {
  if (typeof created === 'number') return created
  const ms = typeof created_at === 'string' ? Date.parse(created_at) : Number.NaN
  return Number.isNaN(ms) ? 0 : Math.floor(ms / 1000)
}

/** The epoch if the time is unknown, as in Anthropic's own responses. */
function createdTime(model: JsonObject): string {
  const date = new Date(createdSeconds(model) * 1000)
  return (Number.isNaN(date.getTime()) ? new Date(0) : date).toISOString().replace('.000Z', 'Z')
}
