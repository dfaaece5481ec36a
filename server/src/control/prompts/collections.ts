/** Collection operations. Collections are folders of prompts. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Collection, CollectionCounts } from '../../core/prompts/collections.ts'
import type { Reach } from '../../core/stores/reach.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { claimId, givenId } from '../given-id.ts'
import { pageFrom } from '../page-wire.ts'
import { chosenSlug, newSlug, slugTaken } from '../slug.ts'
import { inWorkspace, promptPageQuery } from './prompt-wire.ts'
import { collectionFor } from './save-prompt.ts'

const name = z.string().trim().min(1).max(128)

const createBody = z.strictObject({
  id: givenId,
  slug: chosenSlug,
  name,
  parent_collection_id: z.string().max(128).nullable().optional(),
  workspace_id: z.string().optional(),
})

const updateBody = z.strictObject({ name, workspace_id: z.string().optional() })

const collectionRow = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  workspace_id: z.string(),
  parent_collection_id: z.string().nullable(),
  is_default: z.union([z.literal(0), z.literal(1)]),
  status: z.literal('active'),
  collection_details: z.object({ child_collections_count: z.number(), prompts_count: z.number() }),
  created_at: z.string(),
  last_updated_at: z.string(),
  object: z.literal('collection'),
})

function toRow(collection: Collection, counts: CollectionCounts | undefined): z.infer<typeof collectionRow> {
  return {
    id: collection.id,
    slug: collection.slug,
    name: collection.name,
    workspace_id: collection.workspaceId,
    parent_collection_id: collection.parentId,
    is_default: collection.isDefault ? 1 : 0,
    status: 'active',
    collection_details: { child_collections_count: counts?.children ?? 0, prompts_count: counts?.prompts ?? 0 },
    created_at: new Date(collection.createdAtMs).toISOString(),
    last_updated_at: new Date(collection.updatedAtMs).toISOString(),
    object: 'collection',
  }
}

export function collectionOperations(): readonly Operation[] {
  return [createCollection, listCollections, readCollection, updateCollection, deleteCollection]
}

const createCollection = endpoint({
  name: 'collections.create',
  method: 'POST',
  path: '/collections',
  summary: 'Create a collection',
  permission: { scope: 'prompts.create' },
  audit: 'collection.create',
  body: createBody,
  reply: z.object({ id: z.string(), slug: z.string() }),
  example: { body: { name: 'Support' } },
  async handle(call) {
    const { body, reach, workspaceId, nowMs } = call
    const home = { organisationId: reach.organisationId, workspaceId }
    return call.change(async (stores) => {
      const parent = body.parent_collection_id ?? null
      const collection: Collection = {
        id: body.id ?? crypto.randomUUID(),
        ...home,
        slug: body.slug ?? newSlug('cl', body.name),
        name: body.name,
        parentId: parent === null ? null : await parentFor(stores, home, parent),
        isDefault: false,
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
      }
      if (body.slug !== undefined && (await stores.collections.find(home, body.slug)))
        throw slugTaken('collection', body.slug)
      await claimId(call.principal, stores, { kind: 'collection', id: body.id, home })
      await stores.collections.insert(collection)
      const { id, slug, name } = collection
      call.note({ id, name, workspaceId, after: toRow(collection, undefined) })
      return { id, slug }
    })
  },
})

const listCollections = endpoint({
  name: 'collections.list',
  method: 'GET',
  path: '/collections',
  summary: 'List collections',
  permission: { scope: 'prompts.list' },
  query: z.object({ ...promptPageQuery, search: z.string().min(1).max(128).optional() }),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(collectionRow) }),
  example: {},
  async handle({ reach, query, stores }) {
    const page = pageFrom(query)
    const { rows, total } = await stores.collections.list(reach, query.search, page)
    const counts = await stores.collections.counts(rows.map(({ id }) => id))
    return { object: 'list' as const, total, data: rows.map((row) => toRow(row, counts.get(row.id))) }
  },
})

const readCollection = endpoint({
  name: 'collections.read',
  method: 'GET',
  path: '/collections/{id}',
  summary: 'Read a collection',
  permission: { scope: 'prompts.read' },
  query: inWorkspace,
  reply: collectionRow,
  async handle({ reach, params, stores }) {
    const collection = await requireCollection(stores, reach, params['id'] ?? '')
    return toRow(collection, (await stores.collections.counts([collection.id])).get(collection.id))
  },
})

const updateCollection = endpoint({
  name: 'collections.update',
  method: 'PUT',
  path: '/collections/{id}',
  summary: 'Rename a collection',
  permission: { scope: 'prompts.update' },
  audit: 'collection.update',
  query: inWorkspace,
  body: updateBody,
  reply: z.object({}),
  async handle(call) {
    const { body, params, reach, nowMs } = call
    return call.change(async (stores) => {
      const before = await requireCollection(stores, reach, params['id'] ?? '')
      const after: Collection = { ...before, name: body.name, updatedAtMs: nowMs }
      await stores.collections.update(after)
      const { id, name, workspaceId } = after
      call.note({ id, name, workspaceId, before: toRow(before, undefined), after: toRow(after, undefined) })
      return {}
    })
  },
})

const deleteCollection = endpoint({
  name: 'collections.delete',
  method: 'DELETE',
  path: '/collections/{id}',
  summary: 'Delete an empty collection',
  permission: { scope: 'prompts.delete' },
  audit: 'collection.delete',
  query: inWorkspace,
  reply: z.object({}),
  async handle(call) {
    return call.change(async (stores) => {
      const collection = await requireCollection(stores, call.reach, call.params['id'] ?? '')
      await refuseInUse(stores, collection)
      await stores.collections.remove(collection.id)
      const { id, name, workspaceId } = collection
      call.note({ id, name, workspaceId, before: toRow(collection, undefined) })
      return {}
    })
  },
})

async function requireCollection(stores: Stores, reach: Reach, name: string): Promise<Collection> {
  const collection = name.length > 128 ? undefined : await stores.collections.find(reach, name)
  if (collection) return collection
  throw new GatewayError('not_found', {
    param: 'id',
    message: 'No collection with this slug or id exists.',
    hint: 'GET /v1/collections lists them.',
  })
}

async function parentFor(stores: Stores, home: Pick<Collection, 'organisationId' | 'workspaceId'>, name: string) {
  try {
    return await collectionFor(stores, home, name)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    throw new GatewayError('invalid_body', {
      param: 'parent_collection_id',
      message: 'parent_collection_id: no collection with this id exists in this workspace.',
    })
  }
}

async function refuseInUse(stores: Stores, { id, isDefault }: Collection): Promise<void> {
  const { children = 0, prompts = 0 } = (await stores.collections.counts([id])).get(id) ?? {}
  if (!isDefault && children + prompts === 0) return
  throw new GatewayError('in_use', {
    param: 'id',
    message: isDefault
      ? 'The default collection of a workspace cannot be deleted.'
      : `The collection still contains ${prompts} prompts and ${children} collections.`,
    hint: 'Move or delete its contents first.',
  })
}
