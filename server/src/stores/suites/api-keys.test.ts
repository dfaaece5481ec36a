import { beforeEach, expect, test } from 'bun:test'
import type { ControlDatabase } from '../sql/control-database.ts'
import { isUniqueViolation } from '../sql/is-unique-violation.ts'
import { SqlApiKeys } from '../sql/repositories/api-keys.ts'
import { SqlOrganisations } from '../sql/repositories/organisations.ts'
import { SqlUsers } from '../sql/repositories/users.ts'
import { SqlWorkspaces } from '../sql/repositories/workspaces.ts'
import { forEachEngine } from './test-engines.ts'
import { type Home, newKey, settle } from './test-keys.ts'

const EVERY_TYPE = ['organisation-service', 'workspace-service', 'workspace-user'] as const
const FIRST_PAGE = { currentPage: 0, pageSize: 50 }

forEachEngine('gateway keys', (engine) => {
  let database: ControlDatabase
  let keys: SqlApiKeys
  let home: Home

  beforeEach(async () => {
    database = await engine.openDatabase()
    keys = new SqlApiKeys(database)
    home = await settle(database)
  })

  const admin = (more: Parameters<typeof newKey>[1] = {}) =>
    newKey(home, { kind: 'admin', type: 'organisation-service', workspaceId: null, ...more })

  async function addWorkspace(slug: string, more: { metadata?: Record<string, string>; config?: string } = {}) {
    const workspaces = new SqlWorkspaces(database)
    const id = Bun.randomUUIDv7()
    await workspaces.insert({
      ...(await workspaces.findDefault(home.organisationId)),
      id,
      slug,
      isDefault: false,
      defaultMetadata: more.metadata ?? {},
      defaultConfigSlug: more.config ?? null,
    })
    return id
  }

  test('a key comes back as it was put in', async () => {
    const key = newKey(home, {
      description: 'of the night job',
      previousHash: 'older',
      previousHashExpiresAtMs: 1_900_000_000_000,
      scopes: ['logs.list', 'configs.create'],
      allowInference: false,
      defaults: { metadata: { team: 'a' }, configSlug: 'pc-one-123456', allowConfigOverride: false },
      limits: {
        usageLimit: {
          type: 'cost',
          creditLimit: 12.5,
          alertThreshold: 10,
          periodicReset: null,
          periodicResetDays: 30,
          nextResetAtMs: 1_900_000_000_000,
        },
        rateLimits: [{ type: 'requests', unit: 'rpm', value: 0 }],
      },
      alertEmails: ['ops@example.com'],
      rotation: { period: 'weekly', nextRotationAtMs: 1_900_000_000_000, transitionMs: 1_800_000 },
      expiresAtMs: 1_950_000_000_000,
    })
    await keys.insert(key)
    expect(await keys.find({ ...home, workspaceId: null }, key.id)).toEqual(key)
  })

  test('a change is kept, while kind, maker and last use stay as they were', async () => {
    const key = newKey(home)
    await keys.insert(key)
    await keys.recordUses([{ keyId: key.id, atMs: 77, ip: '192.0.2.7' }])
    await keys.update({ ...key, name: 'Renamed', kind: 'admin', createdBy: 'another', updatedAtMs: 99 })
    expect(await keys.find(home, key.id)).toEqual({
      ...key,
      name: 'Renamed',
      updatedAtMs: 99,
      lastUsedAtMs: 77,
      lastUsedIp: '192.0.2.7',
    })
  })

  test('two keys cannot have the same secret', async () => {
    await keys.insert(newKey(home, { hash: 'same' }))
    const error: unknown = await keys.insert(newKey(home, { hash: 'same' })).catch((thrown: unknown) => thrown)
    expect(isUniqueViolation(error)).toBe(true)
  })

  test('only keys in reach are found and listed: another workspace’s and Admin keys are not there', async () => {
    const elsewhere = await addWorkspace('ws-other')
    const mine = newKey(home)
    const foreign = newKey({ ...home, workspaceId: elsewhere })
    const wide = admin()
    for (const key of [mine, foreign, wide]) await keys.insert(key)
    for (const key of [foreign, wide]) expect(await keys.find(home, key.id)).toBeUndefined()
    const found = await keys.list(home, { types: EVERY_TYPE }, FIRST_PAGE)
    expect(found.rows.map((key) => key.id)).toContain(mine.id)
    expect(found.total).toBe(2)
    const all = await keys.list({ ...home, workspaceId: null }, { types: EVERY_TYPE }, FIRST_PAGE)
    expect(all.total).toBe(5)
    expect(
      (await keys.list({ organisationId: 'another', workspaceId: null }, { types: EVERY_TYPE }, FIRST_PAGE)).total,
    ).toBe(0)
  })

  test('a list holds the types asked for, newest first, page by page', async () => {
    for (let i = 0; i < 5; i++)
      await keys.insert(newKey(home, { name: `user ${i}`, type: 'workspace-user', createdAtMs: i }))
    const types = ['workspace-user'] as const
    const names = async (currentPage: number) =>
      (await keys.list(home, { types }, { currentPage, pageSize: 2 })).rows.map((key) => key.name)
    expect(await names(0)).toEqual(['user 4', 'user 3'])
    expect(await names(2)).toEqual(['user 0'])
    expect((await keys.list(home, { types: [] }, FIRST_PAGE)).total).toBe(0)
  })

  test('a deleted key is neither found, listed nor a caller, and its row stays', async () => {
    const key = newKey(home, { previousHash: 'older', previousHashExpiresAtMs: 9e15 })
    await keys.insert(key)
    await keys.remove(key.id)
    expect(await keys.find(home, key.id)).toBeUndefined()
    expect(await keys.findCaller(key.hash)).toBeUndefined()
    expect(await keys.findCaller('older')).toBeUndefined()
    expect(await keys.findCallerIn(key.id, home.workspaceId)).toBeUndefined()
    expect((await keys.list(home, { types: EVERY_TYPE }, FIRST_PAGE)).rows.map((row) => row.id)).not.toContain(key.id)
    expect(await database.selectFrom('api_keys').select('name').where('id', '=', key.id).execute()).toHaveLength(1)
  })

  test('a caller is known by its secret’s hash, with its scopes and its maker', async () => {
    const key = newKey(home, { scopes: ['logs.list'], allowInference: false, expiresAtMs: 50 })
    await keys.insert(key)
    expect(await keys.findCaller(key.hash)).toEqual({
      keyId: key.id,
      keyName: 'Robot',
      kind: 'workspace',
      ...home,
      scopes: new Set(['logs.list']),
      allowInference: false,
      expiresAtMs: 50,
      defaults: { metadata: {}, configSlug: null, allowConfigOverride: true },
      logBodies: null,
      createdBy: 'maker',
    })
    expect(await keys.findCaller('hash of nothing')).toBeUndefined()
  })

  test('the secret before the last rotation leads to the same caller, until its own end or the key’s', async () => {
    const key = newKey(home, { previousHash: 'older', previousHashExpiresAtMs: 500, expiresAtMs: null })
    await keys.insert(key)
    expect(await keys.findCaller('older')).toMatchObject({ keyId: key.id, expiresAtMs: 500 })
    expect(await keys.findCaller(key.hash)).toMatchObject({ keyId: key.id, expiresAtMs: null })
    await keys.update({ ...key, expiresAtMs: 300 })
    expect(await keys.findCaller('older')).toMatchObject({ expiresAtMs: 300 })
    await keys.update({ ...key, previousHashExpiresAtMs: null })
    expect(await keys.findCaller('older')).toMatchObject({ expiresAtMs: 0 })
  })

  test('defaults come from the key, below it its workspace, below that the organisation', async () => {
    const organisations = new SqlOrganisations(database)
    await organisations.update(home.organisationId, {
      settings: { retentionDays: null, logBodies: null, defaultMetadata: { a: 'organisation', b: 'organisation' } },
      nowMs: 5,
    })
    const workspaceId = await addWorkspace('ws-defaults', {
      metadata: { b: 'workspace', c: 'workspace' },
      config: 'pc-w',
    })
    const key = newKey(
      { ...home, workspaceId },
      { defaults: { metadata: { c: 'key' }, configSlug: null, allowConfigOverride: false } },
    )
    await keys.insert(key)
    expect((await keys.findCaller(key.hash))?.defaults).toEqual({
      metadata: { a: 'organisation', b: 'workspace', c: 'key' },
      configSlug: 'pc-w',
      allowConfigOverride: false,
    })
    await keys.update({ ...key, defaults: { ...key.defaults, configSlug: 'pc-key' } })
    expect((await keys.findCaller(key.hash))?.defaults.configSlug).toBe('pc-key')
  })

  test('whether bodies are kept is the workspace’s word, else the organisation’s, else nobody’s', async () => {
    const workspaces = new SqlWorkspaces(database)
    const organisations = new SqlOrganisations(database)
    const workspace = await workspaces.findDefault(home.organisationId)
    const key = newKey(home)
    await keys.insert(key)
    const said = async () => (await keys.findCaller(key.hash))?.logBodies
    expect(await said()).toBeNull()
    const settings = { retentionDays: null, logBodies: false, defaultMetadata: {} }
    await organisations.update(home.organisationId, { settings, nowMs: 5 })
    expect(await said()).toBe(false)
    await workspaces.update({ ...workspace, logBodies: true })
    expect(await said()).toBe(true)
  })

  test('an Admin key acts in the default workspace, or in the one asked for with that one’s defaults', async () => {
    const workspaceId = await addWorkspace('ws-asked', { metadata: { place: 'asked' } })
    const key = admin()
    await keys.insert(key)
    expect(await keys.findCaller(key.hash)).toMatchObject({ workspaceId: home.workspaceId, defaults: { metadata: {} } })
    for (const name of [workspaceId, 'ws-asked'])
      expect(await keys.findCallerIn(key.id, name)).toMatchObject({
        workspaceId,
        defaults: { metadata: { place: 'asked' } },
      })
    expect(await keys.findCallerIn(key.id, 'ws-nowhere')).toBeUndefined()
  })

  test('a workspace key acts in its own workspace and no other', async () => {
    await addWorkspace('ws-other')
    const key = newKey(home)
    await keys.insert(key)
    expect(await keys.findCallerIn(key.id, home.workspaceId)).toMatchObject({ workspaceId: home.workspaceId })
    expect(await keys.findCallerIn(key.id, 'ws-other')).toBeUndefined()
  })

  test('the key of a disabled person works no more, and again when the person is enabled', async () => {
    const users = new SqlUsers(database)
    const user = {
      id: Bun.randomUUIDv7(),
      organisationId: home.organisationId,
      email: 'ann@example.com',
      firstName: 'Ann',
      lastName: 'Other',
      role: 'member' as const,
      passwordHash: 'x',
      isDisabled: false,
      lastActiveAtMs: null,
      createdAtMs: 1,
      updatedAtMs: 1,
    }
    await users.insert(user)
    const key = newKey(home, { type: 'workspace-user', userId: user.id })
    await keys.insert(key)
    expect(await keys.findCaller(key.hash)).toBeDefined()
    await users.update({ ...user, isDisabled: true })
    expect(await keys.findCaller(key.hash)).toBeUndefined()
    await users.update(user)
    expect(await keys.findCaller(key.hash)).toBeDefined()
    await users.remove(user.id)
    expect(await keys.findCaller(key.hash)).toBeUndefined()
  })

  test('last uses are written many at once, and an older one never replaces a newer', async () => {
    const made = Array.from({ length: 250 }, () => newKey(home))
    for (const key of made) await keys.insert(key)
    await keys.recordUses(made.map((key, i) => ({ keyId: key.id, atMs: 1_900_000_000_000 + i, ip: '2001:db8::1' })))
    await keys.recordUses([{ keyId: made[249]!.id, atMs: 5, ip: '192.0.2.1' }])
    await keys.recordUses([])
    expect(await keys.find(home, made[249]!.id)).toMatchObject({
      lastUsedAtMs: 1_900_000_000_249,
      lastUsedIp: '2001:db8::1',
    })
    expect(await keys.find(home, made[0]!.id)).toMatchObject({ lastUsedAtMs: 1_900_000_000_000 })
  })

  test('the name of a column or a quote in a hash is only a hash that is not known', async () => {
    for (const hash of ["' or '1'='1", 'api_keys.hash', '"; drop table api_keys; --', '%', ''])
      expect(await keys.findCaller(hash)).toBeUndefined()
    expect(await keys.isEmpty()).toBe(false)
  })
})
