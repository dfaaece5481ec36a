import { expect, test } from 'bun:test'
import type { AlertRule } from '../../core/alerting/alert-rules.ts'
import type { Analytics } from '../../core/logs/analytics.ts'
import type { SpendingService } from '../../core/money/spending.ts'
import type { Policy, UsagePolicy } from '../../core/stores/policies.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { metricReader } from './read-metrics.ts'

const NOW_MS = 1_000_000

function policy(id: string, changes: Partial<UsagePolicy>): Policy {
  return {
    kind: 'usage',
    id,
    organisationId: 'acme',
    workspaceId: null,
    name: id,
    conditions: [],
    groupBy: [],
    isArchived: false,
    createdAtMs: 0,
    updatedAtMs: 0,
    limit: { type: 'cost', creditLimit: 10, alertThreshold: null, periodicReset: 'monthly' } as UsagePolicy['limit'],
    ...changes,
  }
}

const ONLY_W1 = { key: 'workspace_id', values: ['w1'], excludes: [] } as const
const POLICIES: readonly (readonly [Policy, readonly string[]])[] = [
  [policy('own', { workspaceId: 'w1', groupBy: ['model'] }), ['model:m']],
  [policy('other', { workspaceId: 'w2' }), ['']],
  [policy('shared', {}), ['']],
  [policy('users', { groupBy: ['metadata._user'] }), ['metadata._user:anna']],
  [policy('each', { groupBy: ['workspace_id'] }), ['workspace_id:w1', 'workspace_id:w12']],
  [
    policy('both', { groupBy: ['metadata._user', 'workspace_id'] }),
    ['metadata._user:anna-workspace_id:w1', 'metadata._user:anna-workspace_id:w2'],
  ],
  [policy('only', { conditions: [ONLY_W1] }), ['']],
  [policy('two', { conditions: [{ ...ONLY_W1, values: ['w1', 'w2'] }] }), ['']],
]

async function subjects(workspaceId: string | null): Promise<string[]> {
  const none = async () => ({ rows: [], total: 0 })
  const stores = {
    workspaces: { list: none, find: async () => undefined },
    virtualKeys: { list: none },
    apiKeys: { list: none },
    policies: { active: async () => POLICIES.map(([one]) => one) },
  } as unknown as Stores
  const spending = {
    readPolicy: async (policyId: string) =>
      POLICIES.find(([{ id }]) => id === policyId)![1].map((value) => ({
        value,
        spending: { limitUnits: 10, usedUnits: 5, periodStartedAtMs: 0, nextResetAtMs: 2 * NOW_MS },
      })),
  } as unknown as SpendingService
  const read = metricReader({ stores, spending, analytics: {} as Analytics })
  const condition = { metric: 'budget_forecast', threshold: 100, windowMinutes: 5, minRequests: 0 }
  const readings = await read({ organisationId: 'acme', workspaceId, condition } as AlertRule, NOW_MS)
  return readings.map(({ subject }) => subject.trim())
}

test('a forecast of a workspace covers its groups of policies for all workspaces, and no others', async () => {
  expect(await subjects('w1')).toEqual([
    'policy own model:m',
    'policy each workspace_id:w1',
    'policy both metadata._user:anna-workspace_id:w1',
    'policy only',
  ])
})

test('a forecast of the organisation covers every policy', async () => {
  expect(await subjects(null)).toHaveLength(POLICIES.flatMap(([, values]) => values).length)
})
