/** Request and response format of partials. */

import { z } from 'zod'
import type { Prompt, PromptVersion } from '../../core/prompts/prompts.ts'
import { givenId } from '../given-id.ts'
import { chosenSlug } from '../slug.ts'
import { promptName } from './prompt-wire.ts'

const text = z
  .string()
  .max(1024 * 1024)
  .describe('The template text. Prompts include it with {{>slug}}.')
const description = z.string().max(1024).nullable()

export const createBody = z.strictObject({
  name: promptName,
  id: givenId,
  slug: chosenSlug,
  string: text,
  version_description: description.optional(),
  version_id: givenId,
  workspace_id: z.string().optional(),
})

export const updateBody = z
  .strictObject({
    name: promptName.optional(),
    string: text.optional(),
    description: description.optional(),
    version_description: description.optional(),
    version_id: givenId,
    workspace_id: z.string().optional(),
  })
  .refine(({ name, string }) => name !== undefined || string !== undefined, 'send name or string')

export const partialRow = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  workspace_id: z.string(),
  status: z.literal('active'),
  latest_version: z.number(),
  published_version: z.number(),
  created_at: z.string(),
  last_updated_at: z.string(),
  object: z.literal('partial'),
})

export const partialDetail = partialRow.extend({
  string: z.string(),
  version: z.number(),
  prompt_partial_version_id: z.string(),
  version_description: z.string().nullable(),
})

export const partialVersion = z.object({
  prompt_partial_id: z.string(),
  prompt_partial_version_id: z.string(),
  slug: z.string(),
  version: z.number(),
  string: z.string(),
  description: z.string().nullable(),
  prompt_version_status: z.enum(['active', 'archived']),
  created_at: z.string(),
  object: z.literal('partial'),
})

export function toRow(partial: Prompt): z.infer<typeof partialRow> {
  return {
    id: partial.id,
    slug: partial.slug,
    name: partial.name,
    workspace_id: partial.workspaceId,
    status: 'active',
    latest_version: partial.latestNumber,
    published_version: partial.publishedNumber,
    created_at: new Date(partial.createdAtMs).toISOString(),
    last_updated_at: new Date(partial.updatedAtMs).toISOString(),
    object: 'partial',
  }
}

export function toDetail(partial: Prompt, version: PromptVersion): z.infer<typeof partialDetail> {
  return {
    ...toRow(partial),
    string: version.content.string,
    version: version.number,
    prompt_partial_version_id: version.id,
    version_description: version.description,
  }
}

export function toVersion(partial: Prompt, version: PromptVersion): z.infer<typeof partialVersion> {
  return {
    prompt_partial_id: partial.id,
    prompt_partial_version_id: version.id,
    slug: partial.slug,
    version: version.number,
    string: version.content.string,
    description: version.description,
    prompt_version_status: version.number === partial.publishedNumber ? 'active' : 'archived',
    created_at: new Date(version.createdAtMs).toISOString(),
    object: 'partial',
  }
}
