/** Request and response format of prompts. */

import { z } from 'zod'
import type { ListedPrompt, Prompt, PromptContent, PromptVersion } from '../../core/prompts/prompts.ts'
import { pageQuery } from '../page-wire.ts'
import { chosenSlug } from '../slug.ts'

const MAX_STRING = 1024 * 1024
const flag = z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean)
const record = z.record(z.string(), z.unknown())

export const promptName = z.string().trim().min(1).max(128)

export const versionFields = {
  string: z
    .union([z.string().min(1).max(MAX_STRING), z.array(record).min(1)])
    .describe('The template: chat messages as a list or its JSON text, or any other text for a text prompt.'),
  parameters: record.nullable().describe('Request parameters sent to the provider, such as temperature.'),
  model: z.string().min(1).max(256).nullable(),
  virtual_key: z
    .string()
    .min(1)
    .max(128)
    .nullable()
    .describe('Slug of the virtual key of the prompt. If it is null, the request selects the provider.'),
  functions: z.array(record).max(128).nullable(),
  tools: z.array(record).max(128).nullable(),
  tool_choice: z.union([z.string().max(256), record]).nullable(),
  version_description: z.string().max(1024).nullable(),
  template_metadata: record.nullable(),
  is_raw_template: flag.describe(
    '1: the whole template is rendered, then parsed as JSON. 0: it is parsed first, then its strings are rendered.',
  ),
}

const optionalFields = z.object(versionFields).partial().shape

export const createBody = z.strictObject({
  name: promptName,
  slug: chosenSlug,
  ...optionalFields,
  string: versionFields.string,
  collection_id: z.string().max(128).optional().describe('Default: the default collection of the workspace.'),
  workspace_id: z.string().optional(),
})

export const updateBody = z
  .strictObject({
    name: promptName.optional(),
    collection_id: z.string().max(128).optional(),
    ...optionalFields,
    patch: flag.optional().describe('`true` keeps omitted fields of the latest version.'),
    base_version: z
      .int()
      .min(1)
      .optional()
      .describe('The version that you edited. The update fails with 409 if it is no longer the latest.'),
    workspace_id: z.string().optional(),
  })
  .refine(
    ({ patch: _, workspace_id: __, base_version: ___, ...change }) =>
      Object.values(change).some((value) => value !== undefined),
    'send name, collection_id or a field of the version',
  )

export type VersionFields = { readonly [Key in keyof typeof optionalFields]?: z.infer<(typeof optionalFields)[Key]> }

export const promptPageQuery = {
  ...pageQuery({ defaultSize: 100, maxSize: 1_000 }),
  workspace_id: z.string().optional(),
}

export const inWorkspace = z.object({ workspace_id: z.string().optional() })

export const readQuery = inWorkspace.extend({
  version: z.string().min(1).max(128).optional().describe('A version, as after the @.'),
})

export const promptRow = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  collection_id: z.string().nullable(),
  workspace_id: z.string(),
  model: z.string().nullable(),
  status: z.literal('active'),
  latest_version: z.number(),
  published_version: z.number(),
  created_at: z.string(),
  last_updated_at: z.string(),
  object: z.literal('prompt'),
})

const content = {
  string: z.string(),
  parameters: record,
  model: z.string().nullable(),
  virtual_key: z.string().nullable(),
  functions: z.array(z.unknown()).nullable(),
  tools: z.array(z.unknown()).nullable(),
  tool_choice: z.unknown(),
  template_metadata: record.nullable(),
  is_raw_template: z.union([z.literal(0), z.literal(1)]),
}

const versionState = {
  prompt_version: z.number(),
  prompt_version_id: z.string(),
  prompt_version_status: z.enum(['active', 'archived']).describe('active: the published version.'),
  prompt_version_description: z.string().nullable(),
  prompt_version_label_id: z.string().nullable(),
  labels: z.array(z.string()),
}

const author = {
  created_by: z.string().describe('Id of the user or API key that saved the version.'),
  created_by_name: z.string().nullable().describe('Name of the user or API key. Null if it was deleted.'),
}

export const promptDetail = promptRow.extend({
  ...content,
  ...versionState,
  prompt_version_created_at: z.string(),
  prompt_version_created_by: author.created_by,
  prompt_version_created_by_name: author.created_by_name,
})

export const versionRow = z.object({
  id: z.string(),
  prompt_id: z.string(),
  prompt_template: z.string(),
  prompt_version: z.number(),
  prompt_description: z.string().nullable(),
  label_id: z.string().nullable(),
  labels: z.array(z.string()),
  status: z.enum(['active', 'archived']),
  ...author,
  created_at: z.string(),
  object: z.literal('prompt-version'),
})

/** A label of a prompt and the number of the version it names. */
export type ShownLabel = { readonly id: string; readonly name: string; readonly number: number }

export function toRow(prompt: ListedPrompt): z.infer<typeof promptRow> {
  return {
    id: prompt.id,
    slug: prompt.slug,
    name: prompt.name,
    collection_id: prompt.collectionId,
    workspace_id: prompt.workspaceId,
    model: prompt.model,
    status: 'active',
    latest_version: prompt.latestNumber,
    published_version: prompt.publishedNumber,
    created_at: new Date(prompt.createdAtMs).toISOString(),
    last_updated_at: new Date(prompt.updatedAtMs).toISOString(),
    object: 'prompt',
  }
}

export function toDetail(prompt: Prompt, version: PromptVersion, labels: readonly ShownLabel[]) {
  const own = labels.filter((label) => label.number === version.number)
  return {
    ...toRow({ ...prompt, model: version.content.model }),
    ...contentOnWire(version.content),
    prompt_version: version.number,
    prompt_version_id: version.id,
    prompt_version_status: statusOf(prompt, version),
    prompt_version_description: version.description,
    prompt_version_label_id: own[0]?.id ?? null,
    labels: own.map((label) => label.name),
  }
}

export function toVersion(prompt: Prompt, version: PromptVersion, labels: readonly ShownLabel[]) {
  const own = labels.filter((label) => label.number === version.number)
  return {
    id: version.id,
    prompt_id: prompt.id,
    prompt_template: version.content.string,
    prompt_version: version.number,
    prompt_description: version.description,
    label_id: own[0]?.id ?? null,
    labels: own.map((label) => label.name),
    status: statusOf(prompt, version),
    created_at: new Date(version.createdAtMs).toISOString(),
    object: 'prompt-version' as const,
  }
}

export function contentOnWire({ virtualKey, toolChoice, templateMetadata, isRaw, ...same }: PromptContent) {
  return {
    string: same.string,
    parameters: { ...same.parameters },
    model: same.model,
    virtual_key: virtualKey,
    functions: same.functions === null ? null : [...same.functions],
    tools: same.tools === null ? null : [...same.tools],
    tool_choice: toolChoice,
    template_metadata: templateMetadata === null ? null : { ...templateMetadata },
    is_raw_template: isRaw ? (1 as const) : (0 as const),
  }
}

/** The author of a version. Not part of `toDetail`, because audit entries already record the actor. */
export function authorOnWire({ createdBy }: PromptVersion, authors: ReadonlyMap<string, string>) {
  return { created_by: createdBy, created_by_name: authors.get(createdBy) ?? null }
}

/** `before`: the content from which omitted fields are copied; null uses defaults. */
export function contentOf(
  fields: VersionFields & { string: string | unknown[] },
  before: PromptContent | null,
): PromptContent {
  const { string } = fields
  const pick = <Value>(sent: Value | undefined, kept: Value | undefined, otherwise: Value): Value =>
    sent !== undefined ? sent : kept !== undefined ? kept : otherwise
  return {
    string: typeof string === 'string' ? string : JSON.stringify(string),
    parameters: fields.parameters === null ? {} : pick(fields.parameters, before?.parameters, {}),
    model: pick(fields.model, before?.model, null),
    virtualKey: pick(fields.virtual_key?.replace(/^@/, ''), before?.virtualKey, null),
    functions: pick<PromptContent['functions']>(fields.functions, before?.functions, null),
    tools: pick<PromptContent['tools']>(fields.tools, before?.tools, null),
    toolChoice: pick<unknown>(fields.tool_choice, before?.toolChoice, null),
    templateMetadata: pick(fields.template_metadata, before?.templateMetadata, null),
    isRaw: pick(fields.is_raw_template, before?.isRaw, false),
  }
}

function statusOf({ publishedNumber }: Prompt, { number }: PromptVersion): 'active' | 'archived' {
  return number === publishedNumber ? 'active' : 'archived'
}
