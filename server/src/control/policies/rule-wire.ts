/** Conditions and groups of a policy: which requests it applies to, and which values get their own budget or limit. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { POLICY_KEYS, type Policy, type PolicyCondition, type PolicyKey } from '../../core/stores/policies.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { didYouMean } from '../../core/suggest.ts'
import type { OperationCall } from '../endpoint.ts'
import type { PolicyPorts } from './find-policy.ts'

const MAX_CONDITIONS = 20
const MAX_VALUES = 100
const MAX_GROUPS = 5
const METADATA = 'metadata.'
const NAME = z.string().trim().min(1).max(128)

/** Shorthands for common keys. */
const ALIASES: Readonly<Record<string, PolicyKey>> = { user: 'metadata._user' }

const KEY = z
  .string()
  .max(METADATA.length + 128)
  .transform((given, context): PolicyKey => {
    const isMetadata = given.startsWith(METADATA) && given.length > METADATA.length
    if (isMetadata || (POLICY_KEYS as readonly string[]).includes(given)) return given as PolicyKey
    if (Object.hasOwn(ALIASES, given)) return ALIASES[given]!
    const known = [...POLICY_KEYS, 'metadata.<name>', ...Object.keys(ALIASES)]
    const message = `unknown key "${given}", expected one of ${known.join(', ')}.${didYouMean(given, known)}`
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
  .describe(
    'api_key, organisation_id, workspace_id, virtual_key, provider, config, prompt, model, user or metadata.<name>.',
  )

const VALUE = z.string().min(1).max(256)
const VALUES = z.union([VALUE, z.array(VALUE).min(1).max(MAX_VALUES)])

const CONDITION = z
  .strictObject({
    key: KEY,
    value: VALUES.describe(
      'One value, several, or * for any. Models: @virtual-key/model, @virtual-key/* or a model name.',
    ),
    excludes: VALUES.nullish().describe('Values that do not match.'),
  })
  .transform(({ key, value, excludes }): PolicyCondition => {
    const values = listOf(value)
    return {
      key,
      values: values.includes('*') ? '*' : values,
      excludes: excludes == null ? [] : listOf(excludes),
      given: { value, ...(excludes != null && { excludes }) },
    }
  })

export const RULE_FIELDS = {
  name: NAME.nullish(),
  conditions: z
    .array(CONDITION)
    .max(MAX_CONDITIONS)
    .describe('All conditions must match. An empty list matches every request.'),
  group_by: z
    .array(z.strictObject({ key: KEY }))
    .min(1, 'must have at least one key, such as {"key":"api_key"}')
    .max(MAX_GROUPS)
    .refine((groups) => new Set(groups.map(({ key }) => key)).size === groups.length, 'names a key twice')
    .describe('Each combination of values of these keys has its own limit.'),
  workspace_id: z
    .string()
    .max(128)
    .optional()
    .describe('Admin keys can omit it to apply the policy to all workspaces.'),
}

const VALUES_REPLY = z.union([z.string(), z.array(z.string())])

export const RULE_REPLY = {
  id: z.string(),
  name: z.string().nullable(),
  organisation_id: z.string(),
  workspace_id: z.string().nullable().describe('Null if it applies to all workspaces.'),
  conditions: z.array(z.object({ key: z.string(), value: VALUES_REPLY, excludes: VALUES_REPLY.optional() })),
  group_by: z.array(z.object({ key: z.string() })),
  status: z.enum(['active', 'archived']),
  created_at: z.string(),
  last_updated_at: z.string(),
}

export function ruleOnWire(policy: Policy) {
  return {
    id: policy.id,
    name: policy.name,
    organisation_id: policy.organisationId,
    workspace_id: policy.workspaceId,
    conditions: policy.conditions.map(conditionOnWire),
    group_by: policy.groupBy.map((key) => ({ key })),
    status: policy.isArchived ? ('archived' as const) : ('active' as const),
    created_at: new Date(policy.createdAtMs).toISOString(),
    last_updated_at: new Date(policy.updatedAtMs).toISOString(),
  }
}

/** Returns the values as the client sent them. Older policies contain only the converted values. */
function conditionOnWire({ key, values, excludes, given }: PolicyCondition) {
  if (given === undefined)
    return { key, value: oneOrAll(values), ...(excludes.length > 0 && { excludes: oneOrAll(excludes) }) }
  return {
    key,
    value: copyOf(given.value),
    ...(given.excludes !== undefined && { excludes: copyOf(given.excludes) }),
  }
}

function listOf(given: string | readonly string[]): readonly string[] {
  return [...new Set(typeof given === 'string' ? [given] : given)]
}

function oneOrAll(values: '*' | readonly string[]): string | string[] {
  return values !== '*' && values.length === 1 ? values[0]! : copyOf(values)
}

function copyOf(values: string | readonly string[]): string | string[] {
  return typeof values === 'string' ? values : [...values]
}

type Caller = Pick<OperationCall<unknown, unknown>, 'principal' | 'reach'>

/** Converts workspaces to ids and virtual keys to slugs, as in request records. Rejects unknown providers. */
export async function checkConditions(
  call: Caller,
  stores: Stores,
  conditions: readonly PolicyCondition[],
  providers: PolicyPorts['providers'],
): Promise<readonly PolicyCondition[]> {
  const checked: PolicyCondition[] = []
  for (const [i, condition] of conditions.entries()) {
    const { key, values, excludes, given } = condition
    const check = async (value: string) => {
      if (key === 'provider') requireProvider(`conditions[${i}]`, value, providers)
      if (key === 'virtual_key') return virtualKeySlug(call, stores, value)
      return key === 'workspace_id' ? workspaceId(call, stores, `conditions[${i}]`, value) : value
    }
    const inAll = (list: readonly string[]) => Promise.all(list.map(check))
    checked.push({
      key,
      values: values === '*' ? '*' : await inAll(values),
      excludes: await inAll(excludes),
      ...(given && { given }),
    })
  }
  return checked
}

function requireProvider(param: string, value: string, providers: PolicyPorts['providers']): void {
  const slugs = providers.map(({ slug }) => slug)
  if (slugs.includes(value)) return
  throw new GatewayError('invalid_body', {
    param,
    message: `${param}: invalid provider "${value}".${didYouMean(value, slugs)}`,
    hint: 'GET /v1/supported-providers lists them.',
  })
}

/** Unknown names are kept, because a policy may be created before its virtual key. */
async function virtualKeySlug({ reach }: Caller, stores: Stores, named: string): Promise<string> {
  const found = named.length > 128 ? undefined : await stores.virtualKeys.find(reach, named)
  return found?.slug ?? named
}

/** The same error whether the workspace does not exist or the caller may not access it. */
async function workspaceId(
  { principal, reach }: Caller,
  stores: Stores,
  param: string,
  named: string,
): Promise<string> {
  const found = named.length > 128 ? undefined : await stores.workspaces.find(reach.organisationId, named)
  if (found && (principal.isOrganisationWide || principal.workspaceIds.includes(found.id))) return found.id
  throw new GatewayError('invalid_body', {
    param,
    message: `${param}: unknown workspace "${named.slice(0, 64)}".`,
    hint: 'Send the id or slug of one of your workspaces.',
  })
}
