/** Sums up the cost of the demo traffic and books it on the budgets of the demo workspace. */

import type { BudgetService, LimitOwner } from '../../core/money/budget-service.ts'
import { budgetTerms } from '../../core/money/budget-terms.ts'
import { usdOf } from '../../core/money/nano-usd.ts'
import type { Holder } from '../../core/money/spending.ts'
import type { RequestRecord } from '../../core/record.ts'
import type { UsageLimit } from '../../core/stores/limits.ts'
import { policyValueKey } from '../../core/stores/policies.ts'
import type { DemoApp } from './demo-content.ts'
import { type DemoBudgets, type DemoObjects, demoBudget } from './demo-objects.ts'

type Totals = { readonly cost: number; readonly tokens: number }
type Sums = ReadonlyMap<string, Totals>

/** Used share of each budget. */
const SHARES: Readonly<Record<string, number>> = {
  workspace: 0.58,
  'openai-demo': 0.86,
  'anthropic-demo': 0.47,
  'google-demo': 0.31,
  agent: 0.72,
  user: 0.7,
}
const USUAL_SHARE = 0.5

function sumBy(records: readonly RequestRecord[], nameOf: (record: RequestRecord) => string | null): Sums {
  const sums = new Map<string, Totals>()
  for (const record of records) {
    const name = nameOf(record)
    if (name === null) continue
    const { cost, tokens } = sums.get(name) ?? { cost: 0, tokens: 0 }
    sums.set(name, {
      cost: cost + (record.costNanoUsd ?? 0),
      tokens: tokens + (record.usage?.totalTokens ?? 0),
    })
  }
  return sums
}

const byVirtualKey = ({ virtualKey }: RequestRecord) => virtualKey
const byKey = ({ keyId }: RequestRecord) => keyId
const byUser = ({ metadata }: RequestRecord) => metadata?.['_user'] ?? null
const all = () => 'all'

/** Limits of which the traffic has used a part. A budget has at least one US dollar. */
export function demoBudgets(
  records: readonly RequestRecord[],
  keyIds: Readonly<Record<DemoApp, { readonly id: string }>>,
  nowMs: number,
): DemoBudgets {
  const dollars = (nanoUsd: number, name: string) =>
    demoBudget('cost', Math.max(1, Math.ceil(usdOf(nanoUsd) / (SHARES[name] ?? USUAL_SHARE))), nowMs)
  const agentTokens = sumBy(records, byKey).get(keyIds.agent.id)?.tokens ?? 0
  const heaviestUser = Math.max(0, ...[...sumBy(records, byUser).values()].map(({ cost }) => cost))
  const virtualKeys = [...sumBy(records, byVirtualKey)].map(([slug, { cost }]) => [slug, dollars(cost, slug)] as const)
  return {
    workspace: dollars(sumBy(records, all).get('all')?.cost ?? 0, 'workspace'),
    virtualKeys: Object.fromEntries(virtualKeys),
    keys: { agent: demoBudget('tokens', Math.max(1_000, roundUp(agentTokens / 0.72, 100_000)), nowMs) },
    perUser: dollars(heaviestUser, 'user'),
  }
}

function roundUp(amount: number, step: number): number {
  return Math.ceil(amount / step) * step
}

/** Holds and settles one amount per budget, as requests do. */
export async function bookSpending(
  service: BudgetService,
  records: readonly RequestRecord[],
  { workspace, keys, virtualKeys, usagePolicy }: DemoObjects,
): Promise<void> {
  const book = async (holder: Holder, name: string, limit: UsageLimit | null, totals: Totals | undefined) => {
    if (limit === null || totals === undefined) return
    const owner: LimitOwner = {
      holder,
      name,
      organisationId: workspace.organisationId,
      workspaceId: workspace.id,
    }
    const id = crypto.randomUUID()
    const budgets = [{ terms: budgetTerms(owner, limit), units: totals[limit.type] }]
    const held = await service.hold({ id, budgets, windows: [] })
    if (held.kind === 'held') await service.settle(id, { ...totals, requests: 0 })
  }
  await book(
    { kind: 'workspace', id: workspace.id },
    workspace.name,
    workspace.limits.usageLimit,
    sumBy(records, all).get('all'),
  )
  const ofVirtualKeys = sumBy(records, byVirtualKey)
  for (const { id, slug, name, limits } of virtualKeys)
    await book({ kind: 'virtual_key', id }, name, limits.usageLimit, ofVirtualKeys.get(slug))
  const ofKeys = sumBy(records, byKey)
  for (const { id, name, limits } of Object.values(keys))
    await book({ kind: 'api_key', id }, name, limits.usageLimit, ofKeys.get(id))
  const limit = usagePolicy.limit
  if (limit.type === 'requests') return
  for (const [user, totals] of sumBy(records, byUser)) {
    const value = policyValueKey(usagePolicy.groupBy, [user])
    await book(
      { kind: 'policy', id: usagePolicy.id, value },
      usagePolicy.name ?? '',
      { ...limit, type: limit.type },
      totals,
    )
  }
}
