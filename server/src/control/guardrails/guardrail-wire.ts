/** Request and response format of saved guardrails. */

import { z } from 'zod'
import { DEFAULT_ACTIONS, type FeedbackSpec, type GuardrailActions } from '../../core/guardrails/guardrails.ts'
import { isObject } from '../../core/json.ts'
import type { GuardrailTexts, GuardrailVersion, SavedCheck, SavedGuardrail } from '../../core/stores/guardrails.ts'
import { givenId } from '../given-id.ts'
import { pageQuery, searchQuery } from '../page-wire.ts'
import { metadataSchema } from '../settings-wire.ts'
import { chosenSlug } from '../slug.ts'

export const MAX_CHECKS = 32
/** Names of fixed paths below /guardrails, which cannot be slugs. */
const TAKEN_SLUGS: ReadonlySet<string> = new Set(['checks', 'test', 'validate'])

const name = z.string().trim().min(1).max(128)

export const check = z.strictObject({
  id: z
    .string()
    .trim()
    .min(1)
    .max(128)
    .describe('Id of a check, such as `default.regexMatch`. The prefix `default.` may be left out.'),
  parameters: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('Parameters of the check. A masked secret keeps the saved value.'),
  name: z.string().max(128).nullable().optional().describe('For display only.'),
  is_enabled: z.boolean().default(true).describe('`false`: the check does not run.'),
})

const feedbackMetadata = z
  .union([metadataSchema, z.string().max(16_384)])
  .nullable()
  .transform((given, context) => {
    if (given === null || given === '') return null
    const metadata = typeof given === 'string' ? metadataIn(given) : given
    if (metadata !== null) return metadata
    context.addIssue({ code: 'custom', message: 'must be an object of texts, its JSON text, or an empty text' })
    return z.NEVER
  })

function metadataIn(text: string): Readonly<Record<string, string>> | null {
  try {
    return metadataSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

const feedbackAction = (value: number) =>
  z
    .strictObject({
      feedback: z
        .strictObject({
          value: z.int().min(-10).max(10).default(value),
          weight: z.number().min(0).max(1).default(1),
          metadata: feedbackMetadata.default(null),
        })
        .nullable()
        .optional(),
    })
    .nullable()
    .optional()
    .describe(`Feedback for the log of each request that the guardrail checked. Default value ${value}.`)

export const actions = z
  .strictObject({
    deny: z.boolean().default(false).describe('`true`: a request that fails gets status 446. Otherwise 246.'),
    async: z
      .boolean()
      .default(true)
      .describe('`true`: runs in parallel with the request and never changes the response.'),
    sequential: z.boolean().default(false).describe('`true`: the checks run in order and stop at the first failure.'),
    soft_deny: z
      .boolean()
      .default(false)
      .describe('`true`: a denied request gets a refusal as an ordinary response instead of status 446.'),
    shadow: z.boolean().default(false).describe('`true`: runs and is recorded, but changes nothing.'),
    fail_on_error: z
      .boolean()
      .nullable()
      .default(null)
      .describe('Whether a check that cannot be run counts as failed. Default: the value of `deny`.'),
    strip_scaffolding: z
      .boolean()
      .default(false)
      .describe('`true`: parts that coding agents add to every request are not checked.'),
    messages: z
      .enum(['all', 'last'])
      .nullable()
      .default(null)
      .describe('Which messages of a request are checked. Default: each check decides.'),
    on_success: feedbackAction(5),
    on_fail: feedbackAction(-5),
    on_failure: feedbackAction(-5).describe('Same as on_fail.'),
  })
  .describe('A new guardrail without `async` has `async: true`.')

export const createBody = z.strictObject({
  name,
  id: givenId,
  slug: chosenSlug.refine(
    (slug) => slug === undefined || !TAKEN_SLUGS.has(slug),
    'is the name of an operation; choose another',
  ),
  checks: z.array(check).min(1).max(MAX_CHECKS),
  actions: actions.optional(),
  workspace_id: z.string().max(128).nullish(),
  organisation_id: z
    .string()
    .max(128)
    .nullish()
    .describe('Id of your organisation: creates the guardrail for all of its workspaces. Admin keys only.'),
})

export const updateBody = z
  .strictObject({
    name: name.optional(),
    checks: z.array(check).min(1).max(MAX_CHECKS).optional(),
    actions: actions.optional().describe('Replaces all actions. Omitted ones get their default.'),
    version_id: z
      .string()
      .max(128)
      .optional()
      .describe('The version that you edited. The update fails with 409 if it is no longer the newest.'),
    workspace_id: z.string().max(128).nullish(),
  })
  .refine(
    (body) => [body.name, body.checks, body.actions].some((value) => value !== undefined),
    'send name, checks or actions',
  )

export const listQuery = z.object({
  workspace_id: z.string().max(128).optional().describe('Only guardrails that this workspace can use.'),
  organisation_id: z.string().max(128).optional().describe('Only guardrails of the organisation.'),
  type: z
    .enum(['workspace', 'organisation', 'all'])
    .default('all')
    .describe('Only guardrails of the organisation, or only those of workspaces.'),
  search: searchQuery,
  ...pageQuery({ defaultSize: 100, maxSize: 1_000 }),
})

const row = {
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  organisation_id: z.string(),
  workspace_id: z.string().nullable().describe('Null: of the organisation.'),
  type: z.enum(['organisation', 'workspace']),
  status: z.literal('active'),
  owner_id: z.string(),
  updated_by: z.string(),
  created_at: z.string(),
  last_updated_at: z.string(),
  version_id: z.string(),
  version: z.number(),
  object: z.literal('guardrail'),
}

export const guardrailRow = z.object(row)

const feedbackReply = z
  .object({
    feedback: z.object({
      value: z.number(),
      weight: z.number(),
      metadata: z.union([z.record(z.string(), z.string()), z.literal('')]),
    }),
  })
  .nullable()

const content = {
  checks: z
    .array(
      z.object({
        id: z.string(),
        name: z.string().nullable(),
        parameters: z.record(z.string(), z.unknown()),
        is_enabled: z.boolean(),
      }),
    )
    .describe('Secrets in parameters are masked.'),
  actions: z.object({
    deny: z.boolean(),
    async: z.boolean(),
    sequential: z.boolean(),
    soft_deny: z.boolean(),
    shadow: z.boolean(),
    fail_on_error: z.boolean().nullable(),
    strip_scaffolding: z.boolean(),
    messages: z.enum(['all', 'last']).nullable(),
    on_success: feedbackReply,
    on_fail: feedbackReply,
  }),
  is_trusted: z
    .boolean()
    .describe(
      'True if an owner, an admin or a trusted Admin key saved the addresses in its parameters: they may be private.',
    ),
}

export const guardrailDetail = z.object({
  ...row,
  updated_by_name: z.string().nullable().describe('Name of the user or API key. Null if it was deleted.'),
  ...content,
})

export const guardrailVersion = z.object({
  id: z.string().describe('Id of the guardrail.'),
  slug: z.string(),
  name: z.string(),
  version_id: z.string(),
  version: z.number(),
  created_by: z.string(),
  created_by_name: z.string().nullable().describe('Name of the user or API key. Null if it was deleted.'),
  created_at: z.string(),
  object: z.literal('guardrail-version'),
  ...content,
})

export const savedReply = z.object({
  id: z.string(),
  slug: z.string(),
  version_id: z.string(),
  version: z.number(),
  object: z.literal('guardrail'),
  warnings: z.array(z.string()),
})

export function checksIn(given: z.infer<typeof createBody>['checks']): readonly SavedCheck[] {
  return given.map((one) => ({
    // `regexMatch` is short for `default.regexMatch`.
    id: one.id.includes('.') ? one.id : `default.${one.id}`,
    name: one.name ?? null,
    parameters: one.parameters,
    isEnabled: one.is_enabled,
  }))
}

export function actionsIn(given: z.infer<typeof actions> | undefined): GuardrailActions {
  if (given === undefined) return { ...DEFAULT_ACTIONS, async: true }
  const onFail = given.on_fail === undefined ? given.on_failure : given.on_fail
  return {
    deny: given.deny,
    async: given.async,
    sequential: given.sequential,
    softDeny: given.soft_deny,
    shadow: given.shadow,
    failOnError: given.fail_on_error,
    stripScaffolding: given.strip_scaffolding,
    messages: given.messages,
    onSuccess: given.on_success?.feedback ?? null,
    onFail: onFail?.feedback ?? null,
  }
}

export function warningsFor(checks: readonly SavedCheck[], { deny, async, softDeny }: GuardrailActions): string[] {
  const warnings: string[] = []
  if (deny && async)
    warnings.push('actions.deny: has no effect, because actions.async is true. Send "async": false to deny requests.')
  if (softDeny && !deny) warnings.push('actions.soft_deny: has no effect without actions.deny.')
  if (checks.every(({ isEnabled }) => !isEnabled)) warnings.push('checks: none is enabled, so the guardrail passes.')
  return warnings
}

export function toRow(guardrail: SavedGuardrail): z.infer<typeof guardrailRow> {
  return {
    id: guardrail.id,
    slug: guardrail.slug,
    name: guardrail.name,
    organisation_id: guardrail.organisationId,
    workspace_id: guardrail.workspaceId,
    type: guardrail.workspaceId === null ? 'organisation' : 'workspace',
    status: 'active',
    owner_id: guardrail.ownerId,
    updated_by: guardrail.updatedBy,
    created_at: new Date(guardrail.createdAtMs).toISOString(),
    last_updated_at: new Date(guardrail.updatedAtMs).toISOString(),
    version_id: guardrail.version.id,
    version: guardrail.version.number,
    object: 'guardrail',
  }
}

export function toDetail(guardrail: SavedGuardrail, texts: Pick<GuardrailTexts, 'mask'>) {
  return { ...toRow(guardrail), ...toContent(guardrail.version, texts) }
}

export function toVersion(
  { id, slug, name: title }: SavedGuardrail,
  version: GuardrailVersion,
  texts: Pick<GuardrailTexts, 'mask'>,
  authors: ReadonlyMap<string, string>,
): z.infer<typeof guardrailVersion> {
  return {
    id,
    slug,
    name: title,
    version_id: version.id,
    version: version.number,
    created_by: version.createdBy,
    created_by_name: authors.get(version.createdBy) ?? null,
    created_at: new Date(version.createdAtMs).toISOString(),
    object: 'guardrail-version',
    ...toContent(version, texts),
  }
}

function toContent(version: GuardrailVersion, texts: Pick<GuardrailTexts, 'mask'>) {
  const { actions: own } = version
  return {
    checks: texts.mask(version).map((one) => ({
      id: one.id,
      name: one.name,
      parameters: isObject(one.parameters) ? { ...one.parameters } : {},
      is_enabled: one.isEnabled,
    })),
    actions: {
      deny: own.deny,
      async: own.async,
      sequential: own.sequential,
      soft_deny: own.softDeny,
      shadow: own.shadow,
      fail_on_error: own.failOnError,
      strip_scaffolding: own.stripScaffolding,
      messages: own.messages,
      on_success: toFeedback(own.onSuccess),
      on_fail: toFeedback(own.onFail),
    },
    is_trusted: version.isTrusted,
  }
}

/** Missing metadata is returned as empty text, because clients of the Portkey API compare it with what they sent. */
function toFeedback(feedback: FeedbackSpec | null): z.infer<typeof feedbackReply> {
  if (feedback === null) return null
  const { value, weight, metadata } = feedback
  return { feedback: { value, weight, metadata: metadata === null ? ('' as const) : { ...metadata } } }
}
