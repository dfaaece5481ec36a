import { beforeEach, expect, test } from 'bun:test'
import type { StoredAlert } from '../../core/money/alerts.ts'
import { usdOf } from '../../core/money/nano-usd.ts'
import type { Policy, RatePolicy, UsagePolicy } from '../../core/stores/policies.ts'
import type { ControlDatabase } from '../sql/control-database.ts'
import { SqlAlerts } from '../sql/repositories/money/alerts.ts'
import { SqlPolicies } from '../sql/repositories/money/policies.ts'
import { forEachEngine } from './test-engines.ts'
import { addOrganisation } from './test-people.ts'

const HERE = { organisationId: 'acme', workspaceId: 'w1' }
const EVERYWHERE = { organisationId: 'acme', workspaceId: null }
const PAGE = { currentPage: 0, pageSize: 10 }
const ACTIVE = { isArchived: false }

async function addPlaces(database: ControlDatabase): Promise<void> {
  await addOrganisation(database, 'acme')
  await addOrganisation(database, 'other')
  for (const id of ['w1', 'w2']) {
    const row = { id, organisation_id: 'acme', slug: id, name: id, is_default: 0, default_metadata: '{}', limits: '{}' }
    await database
      .insertInto('workspaces')
      .values({ ...row, created_at_ms: 1, updated_at_ms: 1 })
      .execute()
  }
}

forEachEngine('policies', (engine) => {
  let database: ControlDatabase
  let policies: SqlPolicies

  beforeEach(async () => {
    database = await engine.openDatabase()
    policies = new SqlPolicies(database)
    await addPlaces(database)
  })

  test('are read back unchanged, exact to the nano-USD', async () => {
    const saved = budget({
      name: null,
      conditions: [
        { key: 'metadata._user', values: '*', excludes: ['root'] },
        { key: 'model', values: ['@vk/gpt-4o', '@vk/*'], excludes: [] },
      ],
      groupBy: ['metadata._user', 'model'],
      limit: {
        type: 'cost',
        creditLimit: usdOf(8_999_999_000_000_001),
        alertThreshold: 0.000_000_001,
        periodicReset: null,
        periodicResetDays: 30,
        nextResetAtMs: 4e12,
      },
    })
    await policies.insert(saved)
    expect(await policies.find(HERE, 'usage', 'p1')).toEqual(saved)
    const tokens = budget({ id: 'p2', limit: { ...saved.limit, type: 'tokens', creditLimit: 1e15, alertThreshold: 7 } })
    await policies.insert(tokens)
    expect(await policies.find(HERE, 'usage', 'p2')).toEqual(tokens)
    const slow = rate({ id: 'p3', limit: { type: 'tokens', unit: 'rpw', value: 0 } })
    await policies.insert(slow)
    expect(await policies.find(HERE, 'rate', 'p3')).toEqual(slow)
    expect(await policies.find(HERE, 'usage', 'p3')).toBeUndefined()
  })

  test('a workspace can read organisation-wide policies but change only its own', async () => {
    const rows = [
      budget({ id: 'mine', createdAtMs: 1 }),
      budget({ id: 'theirs', workspaceId: 'w2', createdAtMs: 2 }),
      budget({ id: 'shared', workspaceId: null, createdAtMs: 3 }),
      budget({ id: 'foreign', organisationId: 'other', workspaceId: null, createdAtMs: 4 }),
    ]
    for (const row of rows) await policies.insert(row)
    const found = async (reach: typeof HERE | typeof EVERYWHERE) =>
      (await Promise.all(rows.map(({ id }) => policies.find(reach, 'usage', id)))).map((row) => row?.id)
    expect(await found(HERE)).toEqual(['mine', undefined, undefined, undefined])
    expect(await found(EVERYWHERE)).toEqual(['mine', 'theirs', 'shared', undefined])
    const idsOf = async (reach: typeof HERE | typeof EVERYWHERE) =>
      (await policies.list(reach, 'usage', ACTIVE, PAGE)).rows.map(({ id }) => id)
    expect(await idsOf(HERE)).toEqual(['shared', 'mine'])
    expect(await idsOf(EVERYWHERE)).toEqual(['shared', 'theirs', 'mine'])
    expect((await policies.active('acme')).map(({ id }) => id)).toEqual(['mine', 'theirs', 'shared'])
  })

  test('are listed by kind, type and state, and do not apply once archived', async () => {
    await policies.insert(budget({ id: 'cost' }))
    await policies.insert(budget({ id: 'tokens', limit: { ...LIMIT, type: 'tokens' } }))
    await policies.insert(rate({ id: 'rate' }))
    const idsOf = async (kind: Policy['kind'], filter: Parameters<SqlPolicies['list']>[2]) =>
      (await policies.list(HERE, kind, filter, PAGE)).rows.map(({ id }) => id)
    expect(await idsOf('usage', { isArchived: false, type: 'tokens' })).toEqual(['tokens'])
    expect(await idsOf('rate', ACTIVE)).toEqual(['rate'])
    await policies.update(budget({ id: 'cost', isArchived: true, updatedAtMs: 9 }))
    expect(await idsOf('usage', ACTIVE)).toEqual(['tokens'])
    expect(await idsOf('usage', { isArchived: true })).toEqual(['cost'])
    expect((await policies.active('acme')).map(({ id }) => id)).toEqual(['rate', 'tokens'])
    await policies.insert(budget({ id: 'shared', workspaceId: null }))
    expect(await policies.countActive('acme', 'w1')).toBe(2)
    expect(await policies.countActive('acme', null)).toBe(1)
    expect(await policies.countActive('acme', 'w2')).toBe(0)
  })

  test('are deleted with their workspace', async () => {
    await policies.insert(budget({}))
    await database.deleteFrom('workspaces').where('id', '=', 'w1').execute()
    expect(await policies.active('acme')).toEqual([])
  })
})

forEachEngine('budget alerts', (engine) => {
  let database: ControlDatabase
  let alerts: SqlAlerts

  beforeEach(async () => {
    database = await engine.openDatabase()
    alerts = new SqlAlerts(database)
    await addPlaces(database)
  })

  test('are listed newest first per workspace, and old ones are deleted', async () => {
    const ofPolicy = alert({ id: 'a1', workspaceId: null, holder: { kind: 'policy', id: 'p', value: 'model:x' } })
    const rows = [ofPolicy, alert({ id: 'a2', atMs: 2 }), alert({ id: 'a3', atMs: 3, workspaceId: 'w2' })]
    for (const row of rows) await alerts.insert(row)
    expect((await alerts.list(EVERYWHERE, {}, PAGE)).rows).toEqual(rows.toReversed())
    expect((await alerts.list(HERE, {}, PAGE)).rows.map(({ id }) => id)).toEqual(['a2'])
    expect((await alerts.list(EVERYWHERE, { kind: 'policy' }, PAGE)).rows).toEqual([ofPolicy])
    await alerts.removeBefore(3)
    expect(await alerts.list(EVERYWHERE, {}, PAGE)).toEqual({ rows: [rows[2]!], total: 1 })
  })
})

const LIMIT: UsagePolicy['limit'] = {
  type: 'cost',
  creditLimit: 100,
  alertThreshold: null,
  periodicReset: 'monthly',
  periodicResetDays: null,
  nextResetAtMs: null,
}

const RULE = {
  id: 'p1',
  organisationId: 'acme',
  workspaceId: 'w1',
  name: 'A rule',
  conditions: [],
  groupBy: ['api_key'],
  isArchived: false,
  createdAtMs: 0,
  updatedAtMs: 0,
} as const

function budget(more: Partial<UsagePolicy>): UsagePolicy {
  return { ...RULE, kind: 'usage', limit: LIMIT, ...more }
}

function rate(more: Partial<RatePolicy>): RatePolicy {
  return { ...RULE, kind: 'rate', limit: { type: 'requests', unit: 'rpm', value: 3 }, ...more }
}

function alert(more: Partial<StoredAlert>): StoredAlert {
  return {
    id: 'a1',
    organisationId: 'acme',
    workspaceId: 'w1',
    holder: { kind: 'virtual_key', id: 'vk' },
    name: 'Team',
    unit: 'cost',
    thresholdUnits: 9_007_199_254_740_991,
    limitUnits: 9_007_199_254_740_991,
    usedUnits: 1,
    nextResetAtMs: null,
    atMs: 1,
    ...more,
  }
}
