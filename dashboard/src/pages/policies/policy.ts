/** Limit policies in the admin API, and their calls. */

import { api } from '../../api/client.ts'
import { isOrganisationAdmin, workspaceId } from '../../app/session.ts'
import {
  amountIn,
  type BudgetType,
  type RateLimit,
  rateWords,
  resetWords,
  type UsageLimit,
} from '../../design/limits/limit-types.ts'

export type Condition = {
  readonly key: string
  readonly value: string | readonly string[]
  readonly excludes?: string | readonly string[]
}

type Rule = {
  readonly id: string
  readonly name: string | null
  /** Null: every workspace. */
  readonly workspace_id: string | null
  readonly conditions: readonly Condition[]
  readonly group_by: readonly { readonly key: string }[]
  readonly status: 'active' | 'archived'
  readonly created_at: string
  readonly last_updated_at: string
}

export type UsagePolicy = Rule & UsageLimit & { readonly type: BudgetType } & { readonly object: 'policy_usage_limits' }
export type RatePolicy = Rule & RateLimit & { readonly object: 'policy_rate_limits' }
export type Policy = UsagePolicy | RatePolicy
export type PolicyKind = 'usage-limits' | 'rate-limits'

export function kindOf(policy: Policy): PolicyKind {
  return policy.object === 'policy_usage_limits' ? 'usage-limits' : 'rate-limits'
}

/** Query of calls about a policy; organisation-wide policies have no workspace_id. */
export function scopeQuery(policy: Policy) {
  return { workspace_id: policy.workspace_id ?? undefined }
}

export function apiPath(policy: Policy): string {
  return `/policies/${kindOf(policy)}/${policy.id}`
}

export function pagePath(policy: Policy): string {
  return policy.object === 'policy_usage_limits' ? `/policies/${policy.id}` : `/policies/rate-limits/${policy.id}`
}

/** Policies of this workspace, plus organisation-wide ones if the user may change them. */
export async function loadPolicies(kind: PolicyKind, status: string, signal: AbortSignal): Promise<readonly Policy[]> {
  const scope = isOrganisationAdmin.value ? {} : { workspace_id: workspaceId.value }
  const query = { ...scope, status, page_size: 1000 }
  const { data } = await api.get<{ data: readonly Policy[] }>(`/policies/${kind}`, { query, signal })
  return data.filter((policy) => policy.workspace_id === null || policy.workspace_id === workspaceId.value)
}

export const KEY_LABELS: Readonly<Record<string, string>> = {
  api_key: 'API key',
  virtual_key: 'virtual key',
  provider: 'provider',
  model: 'model',
  config: 'config',
  prompt: 'prompt',
  workspace_id: 'workspace',
  organisation_id: 'organisation',
  'metadata._user': 'user',
}

function keyLabel(key: string): string {
  return KEY_LABELS[key] ?? key
}

function listWords(value: string | readonly string[]): string {
  const all = typeof value === 'string' ? [value] : value
  if (all.includes('*')) return 'set'
  return all.length < 3 ? all.join(' or ') : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`
}

/** `requests where provider is openai or groq and user is set`. */
export function conditionWords(conditions: readonly Condition[]): string {
  if (conditions.length === 0) return 'every request'
  const words = conditions.map(({ key, value, excludes }) => {
    const but = excludes === undefined ? '' : ` but not ${listWords(excludes)}`
    return `${keyLabel(key)} is ${listWords(value)}${but}`
  })
  return `requests where ${words.join(' and ')}`
}

/** `$20.00 for each user, resets on the first of each month`. */
export function limitWords(policy: Policy): string {
  const each = policy.group_by.map(({ key }) => keyLabel(key)).join(' and ')
  if (policy.object === 'policy_rate_limits') return `${rateWords(policy)} for each ${each}`
  return `${amountIn(policy.type)(policy.credit_limit)} for each ${each}, ${resetWords(policy)}`
}

export function titleOf(policy: Policy): string {
  return policy.name ?? limitWords(policy)
}
