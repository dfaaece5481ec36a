/** Policies: budgets and rate limits by rule instead of by owner (contract 4.9); enforced elsewhere. */

import type { SavedBudget } from '../money/spending.ts'
import type { RateLimit } from './limits.ts'
import type { Listed, Page, Reach } from './reach.ts'

/** What a request can be told by; `metadata.<name>` besides, `metadata._user` being its user. */
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

/** A request without a value for the key never fulfils it. */
export type PolicyCondition = {
  readonly key: PolicyKey
  /** `*`: any. Ids of keys and workspaces, slugs of the others; models as `@virtual-key/model`, `@virtual-key/*`, or bare. */
  readonly values: '*' | readonly string[]
  /** Taken out of the values again. */
  readonly excludes: readonly string[]
}

type Rule = {
  readonly id: string
  readonly organisationId: string
  /** Null: every workspace. */
  readonly workspaceId: string | null
  readonly name: string | null
  /** All must hold; none: every request. */
  readonly conditions: readonly PolicyCondition[]
  /** One account for each combination of their values; without a value for one of them the policy does not apply. */
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
  /** What requests are held to, in the order of creation. */
  active(organisationId: string): Promise<readonly Policy[]>
  /** Only what the caller may change: a workspace's own, or with the whole organisation in reach, all. */
  find<Kind extends Policy['kind']>(
    reach: Reach,
    kind: Kind,
    id: string,
  ): Promise<Extract<Policy, { readonly kind: Kind }> | undefined>
  /** Newest first; those of a workspace, with those for every workspace. */
  list<Kind extends Policy['kind']>(
    reach: Reach,
    kind: Kind,
    filter: PolicyFilter,
    page: Page,
  ): Promise<Listed<Extract<Policy, { readonly kind: Kind }>>>
  /** Of one workspace, or of those for every workspace. */
  countActive(organisationId: string, workspaceId: string | null): Promise<number>
  insert(policy: Policy): Promise<void>
  update(policy: Policy): Promise<void>
}

/** `key:value` of each, joined with `-` (contract 4.9): the account a request is counted to. */
export function policyValueKey(groupBy: readonly PolicyKey[], values: readonly string[]): string {
  const isOne = groupBy.length === 1
  return groupBy.map((key, i) => `${key}:${isOne ? values[i] : apart(values[i] ?? '', groupBy)}`).join('-')
}

/** Callers choose values: one that looks like the next key would count to somebody else's account. */
function apart(value: string, groupBy: readonly PolicyKey[]): string {
  const isPlain = !value.includes('%') && !groupBy.some((key) => value.includes(`-${key}:`))
  return isPlain ? value : encodeURIComponent(value.toWellFormed()).replaceAll('-', '%2D')
}
