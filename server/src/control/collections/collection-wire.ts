/** Request and response format of collections. */

import { z } from 'zod'
import type { Collection, CollectionCounts } from '../../core/prompts/collections.ts'

const name = z.string().trim().min(1).max(128)

export const createBody = z.strictObject({
  name,
  parent_collection_id: z.string().max(128).nullable().optional(),
  workspace_id: z.string().optional(),
})

export const updateBody = z.strictObject({ name, workspace_id: z.string().optional() })

export const collectionRow = z.object({
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

export function toRow(collection: Collection, counts: CollectionCounts | undefined): z.infer<typeof collectionRow> {
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
