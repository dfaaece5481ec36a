/** Request and response format of workspaces. */

import { z } from 'zod'
import type { Spending } from '../../core/money/spending.ts'
import type { Workspace } from '../../core/stores/workspaces.ts'
import { givenId } from '../given-id.ts'
import { DEFAULT_GUARDRAILS, DEFAULT_GUARDRAILS_REPLY, defaultsOnWire } from '../guardrails/default-guardrails.ts'
import {
  changedLimits,
  limitsOnWire,
  RATE_LIMITS,
  RATE_LIMITS_REPLY,
  RESET_USAGE,
  USAGE_LIMIT,
  USAGE_LIMIT_REPLY,
} from '../limits-wire.ts'
import { bodyRetentionSchema, logBodiesSchema, metadataSchema, retentionSchema } from '../settings-wire.ts'
import { chosenSlug } from '../slug.ts'
import { memberSchema, newMemberSchema } from './member-wire.ts'

export const workspaceSchema = z.object({
  object: z.literal('workspace'),
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  icon: z.string().nullable(),
  is_default: z.boolean(),
  status: z.enum(['active', 'exhausted']),
  created_at: z.string(),
  last_updated_at: z.string(),
  defaults: z.object({
    object: z.literal('workspace'),
    is_default: z.boolean(),
    metadata: z.record(z.string(), z.string()),
    config_id: z.string().nullable().meta({ description: 'Slug of the default config for API keys without one.' }),
    user_api_key_config: z.string().nullable().meta({ description: 'Same as config_id.' }),
    ...DEFAULT_GUARDRAILS_REPLY,
  }),
  usage_limits: z.array(USAGE_LIMIT_REPLY.unwrap()).meta({ description: 'At most one budget.' }),
  rate_limits: RATE_LIMITS_REPLY,
  retention_days: z.number().nullable(),
  body_retention_days: z.number().nullable(),
  log_bodies: z.boolean().nullable(),
})

export const workspaceDetailSchema = workspaceSchema.extend({
  users: z
    .array(memberSchema)
    .optional()
    .meta({ description: 'Only for callers with the scope workspace_users.list. GET …/users lists them in pages.' }),
})

const configReference = z.string().min(1).max(128).nullable()

/** Clients send an object, or a list with at most one item. */
const usageLimits = z
  .union([USAGE_LIMIT, z.array(USAGE_LIMIT).max(1, 'a workspace can have one budget only')])
  .nullable()
  .transform((given) => (Array.isArray(given) ? (given[0] ?? null) : given))

const workspaceShape = {
  description: z.string().max(2_048).nullable().optional(),
  icon: z.string().max(2_048).nullable().optional(),
  defaults: z
    .strictObject({
      metadata: metadataSchema.nullable(),
      config_id: configReference,
      user_api_key_config: configReference,
      ...DEFAULT_GUARDRAILS,
    })
    .partial()
    .nullable()
    .optional(),
  usage_limits: usageLimits.optional(),
  rate_limits: RATE_LIMITS.nullable().optional(),
  retention_days: retentionSchema.optional(),
  body_retention_days: bodyRetentionSchema.optional(),
  log_bodies: logBodiesSchema.optional(),
}

const nameSchema = z.string().trim().min(1).max(128)

export const newWorkspaceBody = z.strictObject({
  name: nameSchema,
  id: givenId,
  slug: chosenSlug,
  ...workspaceShape,
  users: z
    .array(z.union([newMemberSchema, z.string().min(1).max(128)]))
    .max(100)
    .optional()
    .meta({ description: 'User ids, which get the role member, or objects with id and role.' }),
})

export const workspaceBody = z.strictObject({
  name: nameSchema.optional(),
  ...workspaceShape,
  reset_usage: RESET_USAGE,
})

/** An omitted field stays, null clears it. Does not change the default guardrails. `configSlug`: the default config. */
export function changedWorkspace(
  before: Workspace,
  body: z.infer<typeof workspaceBody>,
  configSlug: string | null | undefined,
  nowMs: number,
): Workspace {
  const kept = <Value>(given: Value | undefined, old: Value): Value => (given === undefined ? old : given)
  const metadata = body.defaults?.metadata
  return {
    ...before,
    name: body.name ?? before.name,
    description: kept(body.description, before.description),
    icon: kept(body.icon, before.icon),
    defaultMetadata: metadata === undefined ? before.defaultMetadata : (metadata ?? {}),
    defaultConfigSlug: kept(configSlug, before.defaultConfigSlug),
    retentionDays: kept(body.retention_days, before.retentionDays),
    bodyRetentionDays: kept(body.body_retention_days, before.bodyRetentionDays),
    logBodies: kept(body.log_bodies, before.logBodies),
    limits: changedLimits(before.limits, body, nowMs),
  }
}

/** The requested default config, from either field name. Undefined if neither was sent. */
export function namedConfig(body: z.infer<typeof workspaceBody>): string | null | undefined {
  const { config_id: own, user_api_key_config: other } = body.defaults ?? {}
  return own === undefined ? other : own
}

export function workspaceOnWire(
  workspace: Workspace,
  spending: Spending | null = null,
): z.infer<typeof workspaceSchema> {
  const { usage_limits: usage, rate_limits } = limitsOnWire(workspace.limits, spending)
  return {
    object: 'workspace',
    id: workspace.id,
    slug: workspace.slug,
    name: workspace.name,
    description: workspace.description,
    icon: workspace.icon,
    is_default: workspace.isDefault,
    status: spending?.isExhausted ? 'exhausted' : 'active',
    created_at: new Date(workspace.createdAtMs).toISOString(),
    last_updated_at: new Date(workspace.updatedAtMs).toISOString(),
    defaults: {
      object: 'workspace',
      is_default: workspace.isDefault,
      metadata: { ...workspace.defaultMetadata },
      config_id: workspace.defaultConfigSlug,
      user_api_key_config: workspace.defaultConfigSlug,
      ...defaultsOnWire(workspace.defaultGuardrails),
    },
    usage_limits: usage === null ? [] : [usage],
    rate_limits,
    retention_days: workspace.retentionDays,
    body_retention_days: workspace.bodyRetentionDays,
    log_bodies: workspace.logBodies,
  }
}
