/** Sums the cost and tokens of the demo traffic, derives budgets from the sums, and charges the sums to the budgets. */

import type { BudgetService, LimitOwner } from '../../core/money/budget-service.ts'
import { budgetTerms } from '../../core/money/budget-terms.ts'
import { usdOf } from '../../core/money/nano-usd.ts'
import type { Holder, SavedBudget } from '../../core/money/spending.ts'
import type { RequestRecord } from '../../core/record.ts'
import type { UsageLimit } from '../../core/stores/limits.ts'
import { policyValueKey } from '../../core/stores/policies.ts'
import type { DemoApp } from './demo-content.ts'
import { type DemoBudgets, type DemoObjects, demoBudget } from './demo-objects.ts'

type Totals = { readonly cost: number; readonly tokens: number }
type Sums = ReadonlyMap<string, Totals>

export type DemoSums = {
  readonly all: Totals
  /** By slug. */
  readonly virtualKeys: Sums
  /** By id. */
  readonly keys: Sums
  readonly users: Sums
}

/** Used share of each budget. 60 % of the period is over, so budgets above 0.6 are forecast to exceed their limit. */
const SHARES: Readonly<Record<string, number>> = {
  workspace: 0.58,
  'openai-demo': 0.86,
  'anthropic-demo': 0.47,
  'google-demo': 0.31,
  agent: 0.72,
  user: 0.55,
}
const USUAL_SHARE = 0.5
/** Alert thresholds, as shares of the limits. */
const ALERT_SHARE: Readonly<Record<string, number>> = { workspace: 0.9, 'openai-demo': 0.8, 'google-demo': 0.8 }
const NOTHING: Totals = { cost: 0, tokens: 0 }

export function demoSums(records: readonly RequestRecord[]): DemoSums {
  let all = NOTHING
  const [virtualKeys, keys, users] = [new Map<string, Totals>(), new Map<string, Totals>(), new Map<string, Totals>()]
  for (const { costNanoUsd, usage, virtualKey, keyId, metadata } of records) {
    const spent = { cost: costNanoUsd ?? 0, tokens: usage?.totalTokens ?? 0 }
    all = plus(all, spent)
    for (const [sums, name] of [
      [virtualKeys, virtualKey],
      [keys, keyId],
      [users, metadata?.['_user'] ?? null],
    ] as const)
      if (name !== null) sums.set(name, plus(sums.get(name) ?? NOTHING, spent))
  }
  return { all, virtualKeys, keys, users }
}

function plus(left: Totals, right: Totals): Totals {
  return { cost: left.cost + right.cost, tokens: left.tokens + right.tokens }
}

/** Sets each limit so that the traffic has used its share in SHARES, apart from rounding. */
export function demoBudgets(
  sums: DemoSums,
  keyIds: Readonly<Record<DemoApp, { readonly id: string }>>,
  nowMs: number,
): DemoBudgets {
  const dollars = (nanoUsd: number, name: string) => {
    const limit = roundDollars(usdOf(nanoUsd) / (SHARES[name] ?? USUAL_SHARE))
    const share = ALERT_SHARE[name]
    return demoBudget('cost', limit, share === undefined ? null : Math.round(limit * share * 100) / 100, nowMs)
  }
  const agentTokens = sums.keys.get(keyIds.agent.id)?.tokens ?? 0
  const heaviestUser = Math.max(0, ...[...sums.users.values()].map(({ cost }) => cost))
  const virtualKeys = [...sums.virtualKeys].map(([slug, { cost }]) => [slug, dollars(cost, slug)] as const)
  const tokens = Math.max(1_000, Math.ceil(agentTokens / (SHARES['agent'] ?? USUAL_SHARE) / 100_000) * 100_000)
  return {
    workspace: dollars(sums.all.cost, 'workspace'),
    virtualKeys: Object.fromEntries(virtualKeys),
    keys: { agent: demoBudget('tokens', tokens, null, nowMs) },
    perUser: dollars(heaviestUser, 'user'),
  }
}

/** Rounds up to whole dollars, or below 10 dollars to whole cents, because small demos have small budgets. */
function roundDollars(amount: number): number {
  return amount >= 10 ? Math.ceil(amount) : Math.max(0.01, Math.ceil(amount * 100) / 100)
}

export type UsedBudget = {
  readonly holder: Holder
  readonly name: string
  readonly limit: SavedBudget
  readonly used: Totals
}

/** Every budget of the demo with its usage. */
export function usedBudgets(sums: DemoSums, { workspace, keys, virtualKeys, usagePolicy }: DemoObjects): UsedBudget[] {
  const found: UsedBudget[] = []
  const add = (holder: Holder, name: string, limit: SavedBudget | UsageLimit | null, used: Totals | undefined) => {
    if (limit !== null && used !== undefined) found.push({ holder, name, limit, used })
  }
  add({ kind: 'workspace', id: workspace.id }, workspace.name, workspace.limits.usageLimit, sums.all)
  for (const { id, slug, name, limits } of virtualKeys)
    add({ kind: 'virtual_key', id }, name, limits.usageLimit, sums.virtualKeys.get(slug))
  for (const { id, name, limits } of Object.values(keys))
    add({ kind: 'api_key', id }, name, limits.usageLimit, sums.keys.get(id))
  for (const [user, used] of sums.users) {
    const value = policyValueKey(usagePolicy.groupBy, [user])
    add({ kind: 'policy', id: usagePolicy.id, value }, usagePolicy.name ?? '', usagePolicy.limit, used)
  }
  return found
}

/** Holds and settles one amount per budget, as requests do. Without alerts, because the demo notifies nobody. */
export async function holdAndSettle(
  service: BudgetService,
  budgets: readonly UsedBudget[],
  { organisationId, id: workspaceId }: DemoObjects['workspace'],
): Promise<void> {
  for (const { holder, name, limit, used } of budgets) {
    const owner: LimitOwner = { holder, name, organisationId, workspaceId }
    const terms = budgetTerms(owner, { ...limit, alertThreshold: null })
    const id = crypto.randomUUID()
    const amount = { ...used, requests: 0 }
    const held = await service.hold({ id, budgets: [{ terms, units: amount[limit.type] }], windows: [] })
    if (held.kind === 'held') await service.settle(id, amount)
  }
}
