import { beforeEach, expect, test } from 'bun:test'
import { GatewayError } from '../../core/errors.ts'
import type { StoredCredential, VirtualKey } from '../../core/stores/virtual-keys.ts'
import type { ControlDatabase } from '../sql/control-database.ts'
import { isUniqueViolation } from '../sql/is-unique-violation.ts'
import { SqlVirtualKeys } from '../sql/repositories/virtual-keys.ts'
import { forEachEngine } from './test-engines.ts'

const ALL = { currentPage: 0, pageSize: 50 }

forEachEngine('virtual keys', (engine) => {
  let database: ControlDatabase
  let keys: SqlVirtualKeys

  beforeEach(async () => {
    database = await engine.openDatabase()
    keys = new SqlVirtualKeys(database)
    for (const organisation of ['o1', 'o2']) {
      await database
        .insertInto('organisations')
        .values({ id: organisation, name: organisation, settings: '{}', created_at_ms: 1, updated_at_ms: 1 })
        .execute()
    }
    for (const [id, organisation] of [
      ['w1', 'o1'],
      ['w2', 'o1'],
      ['w3', 'o2'],
    ] as const) {
      await database
        .insertInto('workspaces')
        .values({
          id,
          organisation_id: organisation,
          slug: id,
          name: id,
          description: null,
          icon: null,
          is_default: 0,
          default_metadata: '{}',
          default_config_slug: null,
          retention_days: null,
          log_bodies: null,
          limits: '{}',
          created_at_ms: 1,
          updated_at_ms: 1,
        })
        .execute()
    }
  })

  test('are read back unchanged, by slug and by id', async () => {
    const key = keyOf({
      note: 'for tests',
      settings: { cloud_a_resource_name: 'west' },
      customHost: 'https://models.internal/v1',
      isHostTrusted: true,
      isDisabled: true,
      expiresAtMs: 4_000_000_000_000,
      limits: { usageLimit: null, rateLimits: [{ type: 'requests', unit: 'rpm', value: 9 }] },
      credentials: [credential({ weight: 0.25, isDisabled: true }), credential({ weight: 3 })],
    })
    await keys.insert(key)
    expect(await keys.find({ organisationId: 'o1', workspaceId: 'w1' }, key.slug)).toEqual(key)
    expect(await keys.find({ organisationId: 'o1', workspaceId: null }, key.id)).toEqual(key)
    expect(await keys.findInWorkspace('w1', key.slug)).toEqual(key)
    expect(await keys.findInWorkspace('w1', key.id)).toEqual(key)
  })

  test('are not found from another workspace or organisation', async () => {
    const key = keyOf({})
    await keys.insert(key)
    expect(await keys.find({ organisationId: 'o1', workspaceId: 'w2' }, key.slug)).toBeUndefined()
    expect(await keys.find({ organisationId: 'o2', workspaceId: null }, key.id)).toBeUndefined()
    expect(await keys.find({ organisationId: 'o2', workspaceId: 'w1' }, key.id)).toBeUndefined()
    expect(await keys.findInWorkspace('w2', key.slug)).toBeUndefined()
    expect(await keys.list({ organisationId: 'o1', workspaceId: 'w2' }, ALL)).toEqual({ rows: [], total: 0 })
  })

  test('two workspaces may use the same slug, and a lookup must name the workspace', async () => {
    const [here, there] = [keyOf({ slug: 'main' }), keyOf({ slug: 'main', workspaceId: 'w2' })]
    await keys.insert(here)
    await keys.insert(there)
    expect((await keys.find({ organisationId: 'o1', workspaceId: 'w2' }, 'main'))?.id).toBe(there.id)
    const refusal = await keys.find({ organisationId: 'o1', workspaceId: null }, 'main').catch((error) => error)
    expect(refusal).toBeInstanceOf(GatewayError)
    expect(refusal.code).toBe('workspace_required')
    const twin = await keys.insert(keyOf({ slug: 'main' })).catch((error) => error)
    expect(isUniqueViolation(twin)).toBe(true)
  })

  test('are listed newest first, in pages, each with its credentials', async () => {
    for (let i = 0; i < 5; i++) {
      await keys.insert(
        keyOf({ slug: `key-${i}`, createdAtMs: 100 + i, credentials: [credential({}), credential({})] }),
      )
    }
    await keys.insert(keyOf({ workspaceId: 'w3', organisationId: 'o2' }))
    const page = await keys.list({ organisationId: 'o1', workspaceId: null }, { currentPage: 1, pageSize: 2 })
    expect(page.total).toBe(5)
    expect(page.rows.map((row) => row.slug)).toEqual(['key-2', 'key-1'])
    expect(page.rows.map((row) => row.credentials.length)).toEqual([2, 2])
  })

  test('an update adds, changes and removes credentials', async () => {
    const [first, second] = [credential({}), credential({})]
    const key = keyOf({ credentials: [first, second] })
    await keys.insert(key)
    const third = credential({})
    const changed = { ...key, name: 'renamed', credentials: [{ ...second, sealed: 'new', weight: 7 }, third] }
    await keys.update(changed)
    expect(await keys.findInWorkspace('w1', key.slug)).toEqual(changed)
  })

  test('are deleted with their credentials', async () => {
    const key = keyOf({ credentials: [credential({})] })
    await keys.insert(key)
    await keys.remove(key.id)
    expect(await keys.findInWorkspace('w1', key.slug)).toBeUndefined()
    expect(await database.selectFrom('virtual_key_credentials').selectAll().execute()).toEqual([])
  })
})

function keyOf(more: Partial<VirtualKey>): VirtualKey {
  const id = Bun.randomUUIDv7()
  return {
    id,
    organisationId: 'o1',
    workspaceId: 'w1',
    slug: `key-${id}`,
    name: 'A key',
    note: null,
    provider: 'openai',
    settings: {},
    settingNames: {},
    customHost: null,
    isHostTrusted: false,
    isDisabled: false,
    limits: { usageLimit: null, rateLimits: [] },
    expiresAtMs: null,
    integration: null,
    credentials: [],
    createdAtMs: 10,
    updatedAtMs: 20,
    ...more,
  }
}

function credential(more: Partial<StoredCredential>): StoredCredential {
  const id = Bun.randomUUIDv7()
  return { id, sealed: `sealed-${id}`, hint: 'sk…1', weight: 1, isDisabled: false, createdAtMs: 5, ...more }
}
