/** Policies: budgets and rate limits that apply to requests by conditions instead of by owner. */

import type { SavedBudget } from '../money/spending.ts'
import type { RateLimit } from './limits.ts'
import type { Listed, Page, Reach } from './reach.ts'

/** Request fields for conditions and grouping, besides `metadata.<name>`. `metadata._user` is the user. */
export const POLICY_KEYS = [
  'api_key',
  'organisation_id',
  'workspace_id',
  'virtual_key',
  'provider',
  'config',
  'prompt',
  'model',
] as const

export type PolicyKey = (typeof POLICY_KEYS)[number] | `metadata.${string}`

/** A request without a value for the key does not match. */
export type PolicyCondition = {
  readonly key: PolicyKey
  /**
   * `*`: any value. Ids for API keys and workspaces, slugs for the others. Models as `@virtual-key/model`,
   * `@virtual-key/*` or the bare name.
   */
  readonly values: '*' | readonly string[]
  /** Exceptions from `values`. */
  readonly excludes: readonly string[]
  /** The values as the client sent them. Responses repeat them, because clients compare them with what they sent. */
  readonly given?: {
    readonly value: string | readonly string[]
    readonly excludes?: string | readonly string[]
  }
}

type Rule = {
  readonly id: string
  readonly organisationId: string
  /** Null: every workspace. */
  readonly workspaceId: string | null
  readonly name: string | null
  /** All must match. An empty list matches every request. */
  readonly conditions: readonly PolicyCondition[]
  /** Each combination of values has its own account. The policy does not apply if the request lacks one of them. */
  readonly groupBy: readonly PolicyKey[]
  readonly isArchived: boolean
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

export type UsagePolicy = Rule & { readonly kind: 'usage'; readonly limit: SavedBudget }
export type RatePolicy = Rule & { readonly kind: 'rate'; readonly limit: RateLimit }
export type Policy = UsagePolicy | RatePolicy

export type PolicyFilter = { readonly isArchived: boolean; readonly type?: string }

export interface PolicyStore {
  /** The policies in force, in order of creation. */
  active(organisationId: string): Promise<readonly Policy[]>
  /** Finds only policies the caller may change: those of its workspace, or all if it can access the organisation. */
  find<Kind extends Policy['kind']>(
    reach: Reach,
    kind: Kind,
    id: string,
  ): Promise<Extract<Policy, { readonly kind: Kind }> | undefined>
  /** Newest first. For a workspace, includes the policies that apply to every workspace. */
  list<Kind extends Policy['kind']>(
    reach: Reach,
    kind: Kind,
    filter: PolicyFilter,
    page: Page,
  ): Promise<Listed<Extract<Policy, { readonly kind: Kind }>>>
  /** Counts the policies of one workspace, or (null) those that apply to every workspace. */
  countActive(organisationId: string, workspaceId: string | null): Promise<number>
  insert(policy: Policy): Promise<void>
  update(policy: Policy): Promise<void>
}

/** The group a request belongs to: `key:value` of each grouping key, joined with `-`. */
export function policyValueKey(groupBy: readonly PolicyKey[], values: readonly string[]): string {
  const isOne = groupBy.length === 1
  return groupBy.map((key, i) => `${key}:${isOne ? values[i] : apart(values[i] ?? '', groupBy)}`).join('-')
}

/** Whether the policy can have groups that count only requests of this workspace. */
export function mayHaveGroupsOf(policy: Policy, workspaceId: string): boolean {
  if (policy.workspaceId !== null) return policy.workspaceId === workspaceId
  return isOnlyFor(policy, workspaceId) || policy.groupBy.includes('workspace_id')
}

function isOnlyFor({ conditions }: Policy, workspaceId: string): boolean {
  return conditions.some(
    ({ key, values }) => key === 'workspace_id' && values.length === 1 && values[0] === workspaceId,
  )
}

/** Whether the group counts only requests of this workspace, even if the policy applies to every workspace. */
export function isGroupOfWorkspace(policy: Policy, group: string, workspaceId: string): boolean {
  if (policy.workspaceId !== null) return policy.workspaceId === workspaceId
  return isOnlyFor(policy, workspaceId) || isGroupOf(policy.groupBy, group, 'workspace_id', workspaceId)
}

/** Whether a group (see `policyValueKey`) belongs to this user. False if very long values were replaced by a hash. */
export function isGroupOfUser(groupBy: readonly PolicyKey[], group: string, user: string): boolean {
  return isGroupOf(groupBy, group, 'metadata._user', user)
}

function isGroupOf(groupBy: readonly PolicyKey[], group: string, key: PolicyKey, value: string): boolean {
  const at = groupBy.indexOf(key)
  if (at < 0) return false
  if (groupBy.length === 1) return group === policyValueKey(groupBy, [value])
  const member = `${key}:${apart(value, groupBy)}`
  const next = groupBy[at + 1]
  // Escaped values contain no `-<key>:`, so the key occurs once.
  const start = at === 0 ? 0 : group.indexOf(`-${key}:`) + 1
  if (!group.startsWith(member, start)) return false
  const rest = group.slice(start + member.length)
  return next === undefined ? rest === '' : rest.startsWith(`-${next}:`)
}

/** Escapes a value that contains `-<key>:`, because callers choose values and could otherwise forge another group. */
function apart(value: string, groupBy: readonly PolicyKey[]): string {
  const isPlain = !value.includes('%') && !groupBy.some((key) => value.includes(`-${key}:`))
  return isPlain ? value : encodeURIComponent(value.toWellFormed()).replaceAll('-', '%2D')
}
