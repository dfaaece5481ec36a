import { beforeEach, expect, test } from 'bun:test'
import { NO_GUARDRAILS } from '../../core/stores/guardrails.ts'
import { NO_SECOND_FACTOR_POLICY } from '../../core/stores/organisations.ts'
import type { OrganisationRole } from '../../core/stores/users.ts'
import type { ControlDatabase } from '../sql/control-database.ts'
import { isUniqueViolation } from '../sql/is-unique-violation.ts'
import { inheritHolders, markOrphans } from '../sql/migrations/011-key-holders.ts'
import { SqlApiKeys } from '../sql/repositories/api-keys.ts'
import { SqlOrganisations } from '../sql/repositories/organisations.ts'
import { SqlUsers } from '../sql/repositories/users.ts'
import { SqlWorkspaces } from '../sql/repositories/workspaces.ts'
import { forEachEngine } from './test-engines.ts'
import { type Home, newKey, settle } from './test-keys.ts'
import { member, user } from './test-people.ts'

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

  test('the hash of a deleted key can be imported again', async () => {
    const [key, again] = [newKey(home, { hash: 'hash of sk-abc' }), newKey(home, { hash: 'hash of sk-abc' })]
    await keys.insert(key)
    await keys.remove(key.id)
    expect(await keys.findCaller('hash of sk-abc')).toBeUndefined()
    await keys.insert(again)
    expect(await keys.findCaller('hash of sk-abc')).toMatchObject({ keyId: again.id })
  })

  test('a key is read back unchanged', async () => {
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
      clientCertificates: ['dns:billing.example.com'],
      rotation: { period: 'weekly', nextRotationAtMs: 1_900_000_000_000, transitionMs: 1_800_000 },
      expiresAtMs: 1_950_000_000_000,
    })
    await keys.insert(key)
    expect(await keys.find({ ...home, workspaceId: null }, key.id)).toEqual(key)
  })

  test('an update is stored; kind, creator and last use do not change', async () => {
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

  test('only keys in reach are found and listed, not those of other workspaces or Admin keys', async () => {
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

  test('a list contains the requested types, newest first, in pages', async () => {
    for (let i = 0; i < 5; i++)
      await keys.insert(newKey(home, { name: `user ${i}`, type: 'workspace-user', createdAtMs: i }))
    const types = ['workspace-user'] as const
    const names = async (currentPage: number) =>
      (await keys.list(home, { types }, { currentPage, pageSize: 2 })).rows.map((key) => key.name)
    expect(await names(0)).toEqual(['user 4', 'user 3'])
    expect(await names(2)).toEqual(['user 0'])
    expect((await keys.list(home, { types: [] }, FIRST_PAGE)).total).toBe(0)
  })

  test('a deleted key is not found, listed or accepted, but its row stays', async () => {
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

  test('a caller is found by the hash of its secret, with its scopes and creator', async () => {
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
      secretHash: key.hash,
    })
    expect(await keys.findCaller('hash of nothing')).toBeUndefined()
  })

  test('a caller in a workspace is found by its secret, as long as the key has it', async () => {
    const key = newKey(home, { previousHash: 'older', previousHashExpiresAtMs: 500, expiresAtMs: null })
    await keys.insert(key)
    const found = (secret: string) => keys.findCallerIn(key.id, home.workspaceId, secret)
    const current = await found(key.hash)
    expect(current).toMatchObject({ keyId: key.id, secretHash: key.hash, expiresAtMs: null })
    expect(current).not.toHaveProperty('secretEndsAtMs')
    expect(await found('older')).toMatchObject({ secretHash: 'older', expiresAtMs: 500, secretEndsAtMs: 500 })
    expect(await found('oldest')).toBeUndefined()
    expect(await keys.findCallerIn(key.id, home.workspaceId)).not.toHaveProperty('secretHash')
  })

  test('the previous secret finds the same caller until it or the key expires', async () => {
    const key = newKey(home, { previousHash: 'older', previousHashExpiresAtMs: 500, expiresAtMs: null })
    await keys.insert(key)
    expect(await keys.findCaller('older')).toMatchObject({ keyId: key.id, expiresAtMs: 500 })
    expect(await keys.findCaller(key.hash)).toMatchObject({ keyId: key.id, expiresAtMs: null })
    await keys.update({ ...key, expiresAtMs: 300 })
    expect(await keys.findCaller('older')).toMatchObject({ expiresAtMs: 300 })
    await keys.update({ ...key, previousHashExpiresAtMs: null })
    expect(await keys.findCaller('older')).toMatchObject({ expiresAtMs: 0 })
  })

  test('metadata is merged from key, workspace and organisation, in this order; the config comes from the key only', async () => {
    const organisations = new SqlOrganisations(database)
    await organisations.update(home.organisationId, {
      settings: {
        retentionDays: null,
        bodyRetentionDays: null,
        logBodies: null,
        defaultMetadata: { a: 'organisation', b: 'organisation' },
        defaultGuardrails: NO_GUARDRAILS,
        secondFactor: NO_SECOND_FACTOR_POLICY,
        enforceSso: false,
      },
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
      configSlug: null,
      allowConfigOverride: false,
    })
    await keys.update({ ...key, defaults: { ...key.defaults, configSlug: 'pc-key' } })
    expect((await keys.findCaller(key.hash))?.defaults.configSlug).toBe('pc-key')
  })

  test('logging of bodies is set by the workspace, else by the organisation, else not at all', async () => {
    const workspaces = new SqlWorkspaces(database)
    const organisations = new SqlOrganisations(database)
    const workspace = await workspaces.findDefault(home.organisationId)
    const key = newKey(home)
    await keys.insert(key)
    const said = async () => (await keys.findCaller(key.hash))?.logBodies
    expect(await said()).toBeNull()
    const settings = {
      retentionDays: null,
      bodyRetentionDays: null,
      logBodies: false,
      defaultMetadata: {},
      defaultGuardrails: NO_GUARDRAILS,
      secondFactor: NO_SECOND_FACTOR_POLICY,
      enforceSso: false,
    }
    await organisations.update(home.organisationId, { settings, nowMs: 5 })
    expect(await said()).toBe(false)
    await workspaces.update({ ...workspace, logBodies: true })
    expect(await said()).toBe(true)
  })

  test('an Admin key acts in the default workspace, or in the requested one with its defaults', async () => {
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

  test('a workspace key acts only in its own workspace', async () => {
    await addWorkspace('ws-other')
    const key = newKey(home)
    await keys.insert(key)
    expect(await keys.findCallerIn(key.id, home.workspaceId)).toMatchObject({ workspaceId: home.workspaceId })
    expect(await keys.findCallerIn(key.id, 'ws-other')).toBeUndefined()
  })

  test('certificates are listed for keys that are not deleted, and the caller of a key is found by its id', async () => {
    const [key, deleted, none] = [
      newKey(home, { clientCertificates: ['dns:a.example', 'sha256:00'] }),
      newKey(home, { clientCertificates: ['dns:deleted.example'] }),
      newKey(home),
    ]
    for (const one of [key, deleted, none]) await keys.insert(one)
    await keys.remove(deleted.id)
    const found = (await keys.certificates()).filter(({ keyId }) => [key.id, deleted.id, none.id].includes(keyId))
    expect(found).toEqual([
      { keyId: key.id, entry: 'dns:a.example' },
      { keyId: key.id, entry: 'sha256:00' },
    ])
    expect(await keys.findCallerOf(key.id)).toMatchObject({ keyId: key.id, workspaceId: home.workspaceId })
    expect(await keys.findCallerOf(deleted.id)).toBeUndefined()
    await keys.update({ ...key, clientCertificates: [] })
    expect((await keys.certificates()).some(({ keyId }) => keyId === key.id)).toBe(false)
  })

  test('the key of a disabled user is refused until the user is enabled again', async () => {
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
    await new SqlWorkspaces(database).putMember(member(home.workspaceId, user.id))
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

  async function addPerson(id: string, role: OrganisationRole = 'member') {
    const person = user(id, { organisationId: home.organisationId, role })
    await new SqlUsers(database).insert(person)
    return person
  }

  test('a personal key works only while its holder is a member of the key’s workspace', async () => {
    const workspaces = new SqlWorkspaces(database)
    const otherId = await addWorkspace('ws-other')
    const ann = await addPerson('ann')
    const key = newKey(home, { type: 'workspace-user', userId: ann.id })
    await keys.insert(key)
    const isFound = async () => {
      const found = [await keys.findCaller(key.hash), await keys.findCallerIn(key.id, home.workspaceId)]
      expect(found.map((caller) => caller?.holderId)).toEqual(found[0] ? [ann.id, ann.id] : [undefined, undefined])
      return found[0] !== undefined
    }
    expect(await isFound()).toBe(false)
    await workspaces.putMember(member(otherId, ann.id))
    expect(await isFound()).toBe(false)
    await workspaces.putMember(member(home.workspaceId, ann.id))
    expect(await isFound()).toBe(true)
    await workspaces.removeMember(home.workspaceId, ann.id)
    expect(await isFound()).toBe(false)
    await new SqlUsers(database).update({ ...ann, role: 'admin' })
    expect(await isFound()).toBe(true)
    await new SqlUsers(database).update({ ...ann, role: 'admin', isDisabled: true })
    expect(await isFound()).toBe(false)
    expect(await keys.findCaller('hash of first-workspace-secret')).not.toHaveProperty('holderId')
  })

  test('when a creator loses permissions, their keys and all keys created with them are marked, except personal keys', async () => {
    const otherId = await addWorkspace('ws-other')
    const [service, forBob, own, elsewhere, deleted, foreign] = [
      newKey(home, { createdBy: 'ann' }),
      newKey(home, { createdBy: 'ann', type: 'workspace-user', userId: 'bob' }),
      newKey(home, { createdBy: 'ann', type: 'workspace-user', userId: 'ann' }),
      newKey({ ...home, workspaceId: otherId }, { createdBy: 'ann' }),
      newKey(home, { createdBy: 'ann' }),
      newKey(home, { createdBy: 'bob' }),
    ] as const
    const child = newKey(home, { createdBy: service.id })
    const grandchild = newKey(home, { createdBy: child.id })
    const rotated = newKey(home, { createdBy: 'bob', userId: 'bob', type: 'workspace-user', rotatedBy: 'ann' })
    const byChild = newKey(home, { createdBy: 'bob', rotatedBy: child.id })
    const certified = newKey(home, { createdBy: 'bob', certifiedBy: ['carl', 'ann'] })
    const certifiedByChild = newKey(home, { createdBy: 'bob', certifiedBy: [child.id, 'carl'] })
    const certifiedByOther = newKey(home, { createdBy: 'bob', certifiedBy: ['annabel', 'joann'] })
    const added = [rotated, byChild, certified, certifiedByChild]
    for (const key of [
      service,
      forBob,
      own,
      elsewhere,
      deleted,
      foreign,
      child,
      grandchild,
      ...added,
      certifiedByOther,
    ])
      await keys.insert(key)
    await keys.remove(deleted.id)
    const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).sort()
    const here = idsOf([service, forBob, child, grandchild, ...added])
    expect(idsOf(await keys.markForReview(['ann'], home.workspaceId, 77))).toEqual(here)
    expect((await keys.find(home, grandchild.id))?.reviewSinceMs).toBe(77)
    expect((await keys.find(home, foreign.id))?.reviewSinceMs).toBeNull()
    const everywhere = idsOf([service, forBob, child, grandchild, elsewhere, ...added])
    expect(idsOf(await keys.markForReview(['ann'], null, 99))).toEqual(everywhere)
    expect((await keys.find(home, service.id))?.reviewSinceMs).toBe(77)
    const reach = { organisationId: home.organisationId, workspaceId: null }
    const listed = await keys.list(reach, { types: EVERY_TYPE, needsReview: true }, FIRST_PAGE)
    expect(idsOf(listed.rows)).toEqual(everywhere)
    const rest = await keys.list(reach, { types: EVERY_TYPE, needsReview: false }, FIRST_PAGE)
    expect(idsOf(rest.rows)).toContain(foreign.id)
    expect(idsOf(rest.rows)).not.toContain(service.id)
    await keys.update({ ...service, reviewSinceMs: null })
    expect((await keys.find(home, service.id))?.reviewSinceMs).toBeNull()
    expect(await keys.markForReview(['nobody'], null, 99)).toEqual([])
  })

  test('the migration sets inherited holders through chains of keys and marks orphaned keys', async () => {
    const bob = await addPerson('bob')
    const personal = newKey(home, { type: 'workspace-user', userId: 'ann' })
    const child = newKey(home, { type: 'workspace-user', createdBy: personal.id })
    const grandchild = newKey(home, { type: 'workspace-user', createdBy: child.id })
    const named = newKey(home, { type: 'workspace-user', createdBy: personal.id, userId: bob.id })
    const service = newKey(home, { createdBy: bob.id })
    const byService = newKey(home, { createdBy: service.id })
    const orphan = newKey(home, { createdBy: 'somebody long gone' })
    for (const key of [personal, child, grandchild, named, service, byService, orphan]) await keys.insert(key)
    await keys.remove(personal.id)
    await inheritHolders(database)
    await markOrphans(database, 5)
    const holders = await Promise.all(
      [child, grandchild, named, service, byService, orphan].map(async ({ id }) => (await keys.find(home, id))?.userId),
    )
    expect(holders).toEqual(['ann', 'ann', 'bob', null, null, null])
    const marks = await Promise.all(
      [child, service, byService, orphan].map(async ({ id }) => (await keys.find(home, id))?.reviewSinceMs),
    )
    expect(marks).toEqual([null, null, null, 5])
    // Ann was deleted earlier, so keys created with her key stop working now.
    expect(await keys.findCaller(grandchild.hash)).toBeUndefined()
  })

  test('last uses are written in batches, and an older one never replaces a newer one', async () => {
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

  test('a column name or quote in a hash is just an unknown hash', async () => {
    for (const hash of ["' or '1'='1", 'api_keys.hash', '"; drop table api_keys; --', '%', ''])
      expect(await keys.findCaller(hash)).toBeUndefined()
    expect(await keys.isEmpty()).toBe(false)
  })
})
