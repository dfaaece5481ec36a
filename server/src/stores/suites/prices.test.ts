import { beforeEach, expect, test } from 'bun:test'
import type { OwnPrice } from '../../core/stores/prices.ts'
import type { ControlDatabase } from '../sql/control-database.ts'
import { SqlPrices } from '../sql/repositories/prices.ts'
import { forEachEngine } from './test-engines.ts'
import { addOrganisation } from './test-people.ts'

const HERE = { organisationId: 'acme', workspaceId: 'w1' }
const EVERYWHERE = { organisationId: 'acme', workspaceId: null }
const PAGE = { currentPage: 0, pageSize: 10 }

forEachEngine('own prices', (engine) => {
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

  test('come back as they were saved, to the last nano-USD', async () => {
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

  test('of another workspace, or for all of them, are not a workspace’s to change; the latter it sees', async () => {
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

  test('are changed by whoever read the newest revision, and by nobody else', async () => {
    await prices.insert(price({}))
    expect(await prices.update(price({ revision: 2, model: 'first' }))).toBe(true)
    expect(await prices.update(price({ revision: 2, model: 'second' }))).toBe(false)
    expect((await prices.find(HERE, 'p1'))?.model).toBe('first')
    await prices.remove('p1')
    expect(await prices.all()).toEqual([])
    expect(await prices.update(price({ revision: 3 }))).toBe(false)
  })

  test('have the clock of the store', async () => {
    const before = Date.now()
    const nowMs = await prices.nowMs()
    expect(Number.isInteger(nowMs)).toBe(true)
    // Both engines run on this machine; SQLite rounds to the millisecond.
    expect(nowMs).toBeWithin(before - 2, Date.now() + 2)
  })

  test('go with their workspace', async () => {
    await prices.insert(price({}))
    await database.deleteFrom('workspaces').where('id', '=', 'w1').execute()
    expect(await prices.all()).toEqual([])
  })
})

function price(more: Partial<OwnPrice>): OwnPrice {
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
