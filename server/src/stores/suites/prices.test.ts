import { beforeEach, expect, test } from 'bun:test'
import type { ApiKey } from '../../core/stores/api-keys.ts'
import type { UsagePolicy } from '../../core/stores/policies.ts'
import type { CustomPrice } from '../../core/stores/prices.ts'
import type { ControlDatabase } from '../sql/control-database.ts'
import { SqlApiKeys } from '../sql/repositories/api-keys.ts'
import { SqlPolicies } from '../sql/repositories/money/policies.ts'
import { SqlPrices } from '../sql/repositories/prices.ts'
import { forEachEngine } from './test-engines.ts'
import { newKey } from './test-keys.ts'
import { addOrganisation } from './test-people.ts'

const HERE = { organisationId: 'acme', workspaceId: 'w1' }
const EVERYWHERE = { organisationId: 'acme', workspaceId: null }
const PAGE = { currentPage: 0, pageSize: 10 }

forEachEngine('custom prices', (engine) => {
  let database: ControlDatabase
  let prices: SqlPrices

  beforeEach(async () => {
    database = await engine.openDatabase()
    prices = new SqlPrices(database)
    await addOrganisation(database, 'acme')
    await addOrganisation(database, 'other')
    for (const id of ['w1', 'w2']) {
      await database
        .insertInto('workspaces')
        .values({
          id,
          organisation_id: 'acme',
          slug: id,
          name: id,
          is_default: 0,
          default_metadata: '{}',
          limits: '{}',
          created_at_ms: 1,
          updated_at_ms: 1,
        })
        .execute()
    }
  })

  test('are read back unchanged, exact to the nano-USD', async () => {
    const rate = { nanoUsd: 9_007_199_254_740_991, perUnits: 1_000_000 }
    const saved = price({
      virtualKey: 'vk',
      provider: 'openai',
      list: {
        rates: { input_tokens: rate },
        tiers: [{ overInputTokens: 200_000, rates: { input_tokens: rate } }],
        batchRates: { output_tokens: rate },
      },
      multiplier: 1.000001,
      validFromMs: 4e12,
    })
    await prices.insert(saved)
    expect(await prices.find(HERE, 'p1')).toEqual(saved)
    expect(await prices.all()).toEqual([saved])
  })

  test('find the cost budgets they apply to', async () => {
    const budget = (type: 'cost' | 'tokens') =>
      JSON.stringify({
        usageLimit: { type, creditLimit: 5, alertThreshold: null, periodicReset: null },
        rateLimits: [{ type: 'requests', unit: 'rpm', value: 5 }],
      })
    const limit = (id: string, limits: string) =>
      database.updateTable('workspaces').set({ limits }).where('id', '=', id).execute()
    const keys = new SqlApiKeys(database)
    const addKey = (more: Partial<ApiKey>, limits: string) =>
      keys.insert(newKey(HERE, { ...more, limits: JSON.parse(limits) as ApiKey['limits'] }))
    const policies = new SqlPolicies(database)
    const addPolicy = (id: string, more: Partial<UsagePolicy>) =>
      policies.insert({
        kind: 'usage',
        id,
        organisationId: 'acme',
        workspaceId: null,
        name: null,
        conditions: [],
        groupBy: [],
        limit: {
          type: 'cost',
          creditLimit: 5,
          alertThreshold: null,
          periodicReset: null,
          periodicResetDays: null,
          nextResetAtMs: null,
        },
        isArchived: false,
        createdAtMs: 1,
        updatedAtMs: 1,
        ...more,
      })
    await limit('w1', budget('tokens'))
    await addKey({}, budget('tokens'))
    await addKey({ type: 'workspace-user', workspaceId: 'w2' }, budget('cost'))
    await addPolicy('archived', { isArchived: true })
    expect(await prices.budgetsCountedBy('acme', 'w1')).toEqual([])
    expect(await prices.budgetsCountedBy('acme', 'w2')).toEqual([{ kind: 'api_key', type: 'workspace-user' }])
    await limit('w1', budget('cost'))
    await addKey({}, budget('cost'))
    await addKey({ kind: 'admin', type: 'organisation-service', workspaceId: null }, budget('cost'))
    const gone = newKey(HERE, { type: 'workspace-user', limits: JSON.parse(budget('cost')) as ApiKey['limits'] })
    await keys.insert(gone)
    await keys.remove(gone.id)
    await addPolicy('own', { workspaceId: 'w1' })
    await addPolicy('for all', {})
    const virtualKey = { organisation_id: 'acme', workspace_id: 'w1', name: 'v', provider: 'openai', settings: '{}' }
    await database
      .insertInto('virtual_keys')
      .values({
        ...virtualKey,
        id: 'v1',
        slug: 'team',
        limits: budget('cost'),
        is_host_trusted: 0,
        is_disabled: 0,
        created_at_ms: 1,
        updated_at_ms: 1,
      })
      .execute()
    const here = await prices.budgetsCountedBy('acme', 'w1')
    expect(here).toHaveLength(6)
    expect(here).toEqual(
      expect.arrayContaining([
        { kind: 'workspace' },
        { kind: 'api_key', type: 'organisation-service' },
        { kind: 'api_key', type: 'workspace-service' },
        { kind: 'virtual_key', slug: 'team' },
        { kind: 'policy', workspaceId: null },
        { kind: 'policy', workspaceId: 'w1' },
      ]),
    )
    expect(await prices.budgetsCountedBy('acme', null)).toHaveLength(7)
    expect(await prices.budgetsCountedBy('other', null)).toEqual([])
  })

  test('a workspace can read organisation-wide prices but change only its own', async () => {
    const rows = [
      price({ id: 'mine', createdAtMs: 1 }),
      price({ id: 'theirs', workspaceId: 'w2', createdAtMs: 2 }),
      price({ id: 'shared', workspaceId: null, createdAtMs: 3 }),
      price({ id: 'foreign', organisationId: 'other', workspaceId: null, createdAtMs: 4 }),
    ]
    for (const row of rows) await prices.insert(row)
    const found = async (reach: typeof HERE | typeof EVERYWHERE) =>
      (await Promise.all(rows.map(({ id }) => prices.find(reach, id)))).map((row) => row?.id)
    expect(await found(HERE)).toEqual(['mine', undefined, undefined, undefined])
    expect(await found(EVERYWHERE)).toEqual(['mine', 'theirs', 'shared', undefined])
    const idsOf = async (reach: typeof HERE | typeof EVERYWHERE) =>
      (await prices.list(reach, PAGE)).rows.map(({ id }) => id)
    expect(await idsOf(HERE)).toEqual(['shared', 'mine'])
    expect(await idsOf(EVERYWHERE)).toEqual(['shared', 'theirs', 'mine'])
    expect((await prices.list(HERE, { currentPage: 1, pageSize: 1 })).total).toBe(2)
  })

  test('can be changed only with the latest revision', async () => {
    await prices.insert(price({}))
    expect(await prices.update(price({ revision: 2, model: 'first' }))).toBe(true)
    expect(await prices.update(price({ revision: 2, model: 'second' }))).toBe(false)
    expect((await prices.find(HERE, 'p1'))?.model).toBe('first')
    await prices.remove('p1')
    expect(await prices.all()).toEqual([])
    expect(await prices.update(price({ revision: 3 }))).toBe(false)
  })

  test('use the clock of the store', async () => {
    const before = Date.now()
    const nowMs = await prices.nowMs()
    expect(Number.isInteger(nowMs)).toBe(true)
    // Both engines run on this machine; SQLite rounds to the millisecond.
    expect(nowMs).toBeWithin(before - 2, Date.now() + 2)
  })

  test('are deleted with their workspace', async () => {
    await prices.insert(price({}))
    await database.deleteFrom('workspaces').where('id', '=', 'w1').execute()
    expect(await prices.all()).toEqual([])
  })
})

function price(more: Partial<CustomPrice>): CustomPrice {
  return {
    id: 'p1',
    organisationId: 'acme',
    workspaceId: 'w1',
    virtualKey: null,
    provider: null,
    model: 'gpt-*',
    list: null,
    multiplier: 1,
    validFromMs: 0,
    revision: 1,
    createdBy: 'k',
    createdAtMs: 0,
    updatedAtMs: 0,
    ...more,
  }
}
