/** Operations on the group values of a budget policy: list their usage, reset one. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Spending, SpendingService } from '../../core/money/spending.ts'
import type { UsagePolicy } from '../../core/stores/policies.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { findLivePolicy, findPolicy, IN_WORKSPACE, PAGE_QUERY, targetOf } from './find-policy.ts'
import { entityId, usageEntityOnWire, usageEntityReply } from './usage-policy-wire.ts'

type Spent = { readonly value: string; readonly spending: Spending }

export function entityOperations(budgets: SpendingService): readonly Operation[] {
  return [listEntities(budgets), resetEntity(budgets)]
}

function listEntities(budgets: SpendingService): Operation {
  return endpoint({
    name: 'policies.usage-limits.entities',
    method: 'GET',
    path: '/policies/usage-limits/{id}/entities',
    summary: 'List the usage of a budget policy by group value',
    permission: { scope: 'policies.read' },
    query: z.object({
      ...PAGE_QUERY,
      status: z.enum(['active', 'exhausted']).optional(),
      search: z.string().max(256).optional().describe('Part of the value key, ignoring case.'),
    }),
    reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(usageEntityReply) }),
    async handle(call) {
      const { query } = call
      const policy = await findPolicy(call, call.stores, 'usage')
      const sought = query.search?.toLowerCase() ?? ''
      const found = mostUsedFirst(await budgets.readPolicy(policy.id, policy.limit)).filter(
        ({ value, spending }) =>
          value.toLowerCase().includes(sought) &&
          (query.status === undefined || (query.status === 'exhausted') === spending.isExhausted),
      )
      const from = query.current_page * query.page_size
      const data = found
        .slice(from, from + query.page_size)
        .map(({ value, spending }) => usageEntityOnWire(value, spending))
      return { object: 'list' as const, total: found.length, data }
    },
  })
}

function resetEntity(budgets: SpendingService): Operation {
  return endpoint({
    name: 'policies.usage-limits.entities.reset',
    method: 'PUT',
    path: '/policies/usage-limits/{id}/entities/{entity_id}/reset',
    summary: 'Reset the usage of a group value',
    permission: { scope: 'policies.update' },
    audit: 'policy.reset_usage',
    query: IN_WORKSPACE,
    reply: z.object({}),
    async handle(call) {
      const named = call.params['entity_id'] ?? ''
      const policy = await findLivePolicy(call, call.stores, 'usage')
      const { value, spending } = await findSpent(budgets, policy, Buffer.from(named, 'base64url').toString())
      await call.change(async () => {
        const before = usageEntityOnWire(value, spending)
        call.note({ ...targetOf(policy), before, after: { value_key: value, reset_usage: true } })
        call.announce({ kind: 'limits', workspaceId: policy.workspaceId })
        return {}
      })
      // The ledger is not part of the transaction, so the usage is reset after the audit entry is committed.
      await budgets.reset({ kind: 'policy', id: policy.id, value })
      return {}
    },
  })
}

/** Finds a group value that has usage in this period. */
export async function findSpent(budgets: SpendingService, policy: UsagePolicy, value: string): Promise<Spent> {
  const spent = (await budgets.readPolicy(policy.id, policy.limit)).find((one) => one.value === value)
  if (spent) return spent
  throw new GatewayError('not_found', {
    param: 'entity_id',
    message: 'This group value has no usage in the current period.',
    hint: `GET /v1/policies/usage-limits/${policy.id}/entities lists the values with usage.`,
  })
}

export function mostUsedFirst(spent: readonly Spent[]): readonly Spent[] {
  return spent.toSorted(
    (left, right) =>
      right.spending.usedUnits - left.spending.usedUnits || (entityId(left.value) < entityId(right.value) ? -1 : 1),
  )
}
