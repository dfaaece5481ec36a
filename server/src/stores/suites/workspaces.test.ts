import { beforeEach, expect, test } from 'bun:test'
import { NO_DEFAULTS } from '../../core/caller.ts'
import type { ApiKey } from '../../core/stores/api-keys.ts'
import { NO_LIMITS } from '../../core/stores/limits.ts'
import type { ControlDatabase } from '../sql/control-database.ts'
import { SqlApiKeys } from '../sql/repositories/api-keys.ts'
import { SqlConfigs } from '../sql/repositories/configs.ts'
import { SqlIntegrations } from '../sql/repositories/integrations.ts'
import { SqlUsers } from '../sql/repositories/users.ts'
import { SqlVirtualKeys } from '../sql/repositories/virtual-keys.ts'
import { SqlWorkspaces } from '../sql/repositories/workspaces.ts'
import { forEachEngine } from './test-engines.ts'
import { addOrganisation, member, user, workspace } from './test-people.ts'

const ALL = { currentPage: 0, pageSize: 100 }

forEachEngine('workspaces', (engine) => {
  let database: ControlDatabase
  let workspaces: SqlWorkspaces

  beforeEach(async () => {
    database = await engine.openDatabase()
    workspaces = new SqlWorkspaces(database)
    await addOrganisation(database, 'acme')
    await addOrganisation(database, 'other')
    await workspaces.insert(workspace('w1', { isDefault: true }))
  })

  async function listed(filter: Parameters<SqlWorkspaces['list']>[1], organisationId = 'acme') {
    const { rows, total } = await workspaces.list(organisationId, filter, ALL)
    expect(total).toBe(rows.length)
    return rows.map((row) => row.id)
  }

  test('are read back unchanged, by id and by slug', async () => {
    const full = workspace('w2', {
      description: 'für alle',
      icon: '🚪',
      defaultMetadata: { team: 'search', __proto__x: 'y' },
      defaultConfigSlug: 'pc-1',
      retentionDays: 0,
      logBodies: false,
      limits: {
        usageLimit: {
          type: 'cost',
          creditLimit: 12.5,
          alertThreshold: null,
          periodicReset: 'weekly',
          periodicResetDays: null,
          nextResetAtMs: null,
        },
        rateLimits: [{ type: 'requests', unit: 'rpm', value: 0 }],
      },
    })
    await workspaces.insert(full)
    expect(await workspaces.find('acme', 'w2')).toEqual(full)
    expect(await workspaces.find('acme', 'ws-w2')).toEqual(full)
    const changed = { ...full, name: 'New', logBodies: true, retentionDays: null, updatedAtMs: 9 }
    await workspaces.update(changed)
    expect(await workspaces.find('acme', 'w2')).toEqual(changed)
  })

  test('of another organisation are not found, not even by id', async () => {
    await workspaces.insert(workspace('foreign', { organisationId: 'other', isDefault: true }))
    expect(await workspaces.find('acme', 'foreign')).toBeUndefined()
    expect(await workspaces.find('acme', 'ws-foreign')).toBeUndefined()
    expect(await listed({})).toEqual(['w1'])
    expect((await workspaces.findDefault('other')).id).toBe('foreign')
  })

  test('slugs are unique', async () => {
    await expect(workspaces.insert(workspace('w2', { slug: 'ws-w1' }))).rejects.toThrow()
  })

  test('are listed newest first, filtered by part of the name, exact name or ids', async () => {
    await workspaces.insert(workspace('w2', { name: '100% of_it', createdAtMs: 7 }))
    await workspaces.insert(workspace('w3', { name: '1000 ofXit', createdAtMs: 6 }))
    expect(await listed({})).toEqual(['w2', 'w3', 'w1'])
    expect(await listed({ name: 'WORK' })).toEqual(['w1'])
    expect(await listed({ name: '0% OF_' })).toEqual(['w2'])
    expect(await listed({ name: '\\' })).toEqual([])
    expect(await listed({ exactName: '1000 ofXit' })).toEqual(['w3'])
    expect(await listed({ exactName: '1000 ofxit' })).toEqual([])
    expect(await listed({ ids: ['w1', 'w3', 'none'] })).toEqual(['w3', 'w1'])
    expect(await listed({ ids: [] })).toEqual([])
    expect(await workspaces.list('acme', {}, { currentPage: 1, pageSize: 2 })).toMatchObject({
      rows: [{ id: 'w1' }],
      total: 3,
    })
  })

  test('list their members; adding a member again changes the role', async () => {
    const users = new SqlUsers(database)
    for (const id of ['u1', 'u2']) await users.insert(user(id, { role: id === 'u1' ? 'admin' : 'member' }))
    await workspaces.putMember(member('w1', 'u1', { role: 'manager', createdAtMs: 1, updatedAtMs: 1 }))
    await workspaces.putMember(member('w1', 'u2'))
    await workspaces.putMember(member('w1', 'u1', { createdAtMs: 8, updatedAtMs: 8 }))
    const expected = member('w1', 'u1', { createdAtMs: 1, updatedAtMs: 8 })
    expect(await workspaces.findMember('w1', 'u1')).toEqual({ member: expected, user: user('u1', { role: 'admin' }) })
    const { rows, total } = await workspaces.members('w1', {}, ALL)
    expect([rows.map((row) => row.user.id), total]).toEqual([['u1', 'u2'], 2])
    expect(await workspaces.members('w1', { email: 'U2@Example.com' }, ALL)).toMatchObject({
      rows: [{ member: { userId: 'u2', createdAtMs: 5 } }],
      total: 1,
    })
    expect((await workspaces.members('w1', { role: 'manager' }, ALL)).total).toBe(0)
    expect(await workspaces.removeMember('w1', 'u1')).toBe(true)
    expect(await workspaces.removeMember('w1', 'u1')).toBe(false)
    expect(await workspaces.findMember('w1', 'u1')).toBeUndefined()
    expect(await workspaces.memberships(['u1', 'u2', 'none'])).toEqual([member('w1', 'u2')])
    expect(await workspaces.memberships([])).toEqual([])
  })

  test('are deleted with their contents only', async () => {
    const users = new SqlUsers(database)
    await users.insert(user('u1'))
    for (const id of ['w2', 'w3']) {
      await workspaces.insert(workspace(id))
      await workspaces.putMember(member(id, 'u1'))
      await fill(database, id)
    }
    expect(await workspaces.contents('w2')).toEqual({
      apiKeys: [{ id: 'key-w2', name: 'Key' }],
      virtualKeys: [{ id: 'virtual-w2', name: 'Virtual' }],
      integrations: [{ id: 'integration-w2', name: 'Integration' }],
      configs: [{ id: 'config-w2', name: 'Config' }],
      guardrails: [],
      prompts: [],
    })
    await workspaces.remove('w2')
    expect(await workspaces.find('acme', 'w2')).toBeUndefined()
    expect(await workspaces.contents('w2')).toEqual({
      apiKeys: [],
      virtualKeys: [],
      integrations: [],
      configs: [],
      guardrails: [],
      prompts: [],
    })
    expect((await workspaces.contents('w3')).apiKeys).toEqual([{ id: 'key-w3', name: 'Key' }])
    expect(await workspaces.memberships(['u1'])).toEqual([member('w3', 'u1')])
    const tables = [
      'api_keys',
      'virtual_keys',
      'virtual_key_credentials',
      'integrations',
      'configs',
      'config_versions',
    ] as const
    for (const table of tables) {
      const rows = await database.selectFrom(table).select('id').execute()
      expect(rows.map((row) => row.id).filter((id) => id.endsWith('w2'))).toEqual([])
      expect(rows).not.toEqual([])
    }
  })
})

async function fill(database: ControlDatabase, workspaceId: string): Promise<void> {
  const owned = { organisationId: 'acme', workspaceId, createdAtMs: 5, updatedAtMs: 5 }
  const key: ApiKey = {
    ...owned,
    id: `key-${workspaceId}`,
    name: 'Key',
    kind: 'workspace',
    type: 'workspace-service',
    description: null,
    userId: null,
    hash: `hash-${workspaceId}`,
    hint: '',
    previousHash: null,
    previousHashExpiresAtMs: null,
    scopes: [],
    allowInference: true,
    defaults: NO_DEFAULTS,
    limits: NO_LIMITS,
    alertEmails: [],
    clientCertificates: [],
    rotation: null,
    expiresAtMs: null,
    lastUsedAtMs: null,
    lastUsedIp: null,
    createdBy: null,
    creationMode: 'api',
    reviewSinceMs: null,
    rotatedBy: null,
    certifiedBy: [],
    isTrusted: true,
  }
  const keys = new SqlApiKeys(database)
  await keys.insert(key)
  await keys.insert({ ...key, id: `removed-${workspaceId}`, hash: `removed-${workspaceId}` })
  await keys.remove(`removed-${workspaceId}`)
  await new SqlVirtualKeys(database).insert({
    ...owned,
    id: `virtual-${workspaceId}`,
    slug: 'virtual',
    name: 'Virtual',
    note: null,
    provider: 'mock',
    settings: {},
    settingNames: {},
    customHost: null,
    isHostTrusted: false,
    isDisabled: false,
    limits: NO_LIMITS,
    expiresAtMs: null,
    integration: null,
    credentials: [
      { id: `credential-${workspaceId}`, sealed: '', hint: '', weight: 1, isDisabled: false, createdAtMs: 5 },
    ],
  })
  await new SqlIntegrations(database).insert({
    ...owned,
    id: `integration-${workspaceId}`,
    slug: `integration-${workspaceId}`,
    name: 'Integration',
    description: null,
    providerName: 'mock',
    provider: 'mock',
    settings: {},
    customHost: null,
    isHostTrusted: false,
    credentials: [],
    allowsAllModels: true,
    globalAccess: { isEnabled: false, limits: NO_LIMITS, createsProvider: false },
    createdBy: 'u1',
  })
  await new SqlConfigs(database).insert({
    ...owned,
    id: `config-${workspaceId}`,
    slug: 'config',
    name: 'Config',
    status: 'active',
    ownerId: 'u1',
    updatedBy: 'u1',
    version: {
      id: `version-${workspaceId}`,
      number: 1,
      text: '{}',
      names: [],
      trustedHosts: [],
      note: null,
      createdBy: 'u1',
      createdAtMs: 5,
    },
  })
}
