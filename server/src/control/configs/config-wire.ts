/** Request and response format of saved configs. */

import { z } from 'zod'
import type { ConfigTexts } from '../../core/configs/config-texts.ts'
import type { ConfigVersion, SavedConfig } from '../../core/stores/configs.ts'
import { givenId } from '../given-id.ts'
import { pageQuery } from '../page-wire.ts'
import { chosenSlug } from '../slug.ts'

/** Larger than the config limit of 64 KiB, because the text may contain escapes and whitespace. */
const MAX_TEXT = 256 * 1024

/** An object or its JSON text: clients send both. */
export const configInput = z
  .union([z.record(z.string(), z.unknown()), z.string().min(1).max(MAX_TEXT)])
  .describe('The config as an object or as JSON text. A masked secret keeps the saved value.')

/** Some clients send 0 and 1. */
const flag = z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean)
const isDefault = flag
  .optional()
  .describe('`true` makes this the default config of the workspace. Requires the scope configs.default.')

const configName = z.string().trim().min(1).max(128)

export const versionNote = z
  .string()
  .trim()
  .max(1024)
  .nullable()
  .optional()
  .describe('A note about this version, shown in the history.')

export const createBody = z.strictObject({
  name: configName,
  id: givenId,
  slug: chosenSlug,
  config: configInput,
  isDefault,
  is_default: isDefault,
  note: versionNote,
  workspace_id: z.string().optional(),
})

export const updateBody = z
  .strictObject({
    name: configName.optional(),
    config: configInput.optional(),
    status: z.enum(['active', 'archived']).optional(),
    isDefault,
    is_default: isDefault,
    version_id: z
      .string()
      .max(128)
      .optional()
      .describe('The version that you edited. The update fails with 409 if it is no longer the newest.'),
    note: versionNote,
    workspace_id: z.string().optional(),
  })
  .refine(
    ({ version_id: _, workspace_id: __, note: ___, ...change }) =>
      Object.values(change).some((value) => value !== undefined),
    'send name, config, status or is_default',
  )

/** Reads either spelling. Undefined if neither was sent. */
export function wantedDefault(body: { isDefault?: boolean | undefined; is_default?: boolean | undefined }) {
  return body.is_default ?? body.isDefault
}

export const configPageQuery = {
  ...pageQuery({ defaultSize: 100, maxSize: 1_000 }),
  workspace_id: z.string().optional(),
}

const row = {
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  organisation_id: z.string(),
  workspace_id: z.string(),
  is_default: z.union([z.literal(0), z.literal(1)]),
  status: z.enum(['active', 'archived']),
  owner_id: z.string(),
  updated_by: z.string(),
  created_at: z.string(),
  last_updated_at: z.string(),
  version_id: z.string(),
  version: z.number(),
  object: z.literal('config'),
}

export const configRow = z.object(row)

const content = {
  config: z.string().describe('JSON text. Secrets are masked.'),
  config_object: z.record(z.string(), z.unknown()).describe('The config as an object.'),
  format: z.literal('json'),
  type: z.literal('ORG_CONFIG'),
}

export const configDetail = z.object({
  ...row,
  updated_by_name: z
    .string()
    .nullable()
    .describe('Name of the user or API key that made the last change. Null if it was deleted.'),
  version_note: z.string().nullable().describe('Note of the newest version.'),
  ...content,
})

const author = {
  created_by: z.string().describe('Id of the user or API key that saved the version.'),
  created_by_name: z.string().nullable().describe('Name of the user or API key. Null if it was deleted.'),
  note: z.string().nullable().describe('Note of the version.'),
}

export const configVersion = z.object({
  id: z.string().describe('Id of the config.'),
  version_id: z.string(),
  version: z.number(),
  slug: z.string(),
  name: z.string(),
  organisation_id: z.string(),
  workspace_id: z.string(),
  ...author,
  created_at: z.string(),
  object: z.literal('config-version'),
  ...content,
})

export const savedReply = z.object({
  id: z.string(),
  slug: z.string(),
  version_id: z.string(),
  version: z.number(),
  object: z.literal('config'),
  warnings: z.array(z.string()),
})

export function toRow(config: SavedConfig): z.infer<typeof configRow> {
  return {
    id: config.id,
    name: config.name,
    slug: config.slug,
    organisation_id: config.organisationId,
    workspace_id: config.workspaceId,
    is_default: config.isDefault ? 1 : 0,
    status: config.status,
    owner_id: config.ownerId,
    updated_by: config.updatedBy,
    created_at: new Date(config.createdAtMs).toISOString(),
    last_updated_at: new Date(config.updatedAtMs).toISOString(),
    version_id: config.version.id,
    version: config.version.number,
    object: 'config',
  }
}

export function toDetail(config: SavedConfig, texts: ConfigTexts) {
  return { ...toRow(config), version_note: config.version.note, ...toContent(config.version, texts) }
}

export function toVersion(
  config: SavedConfig,
  version: ConfigVersion,
  texts: ConfigTexts,
  authors: ReadonlyMap<string, string>,
): z.infer<typeof configVersion> {
  return {
    id: config.id,
    version_id: version.id,
    version: version.number,
    slug: config.slug,
    name: config.name,
    organisation_id: config.organisationId,
    workspace_id: config.workspaceId,
    created_by: version.createdBy,
    created_by_name: authors.get(version.createdBy) ?? null,
    note: version.note,
    created_at: new Date(version.createdAtMs).toISOString(),
    object: 'config-version' as const,
    ...toContent(version, texts),
  }
}

function toContent(version: ConfigVersion, texts: ConfigTexts) {
  const config = texts.mask(version)
  return {
    config,
    config_object: JSON.parse(config) as Record<string, unknown>,
    format: 'json' as const,
    type: 'ORG_CONFIG' as const,
  }
}
