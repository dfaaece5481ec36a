import { beforeEach, expect, test } from 'bun:test'
import type { Integration, IntegrationModel, WorkspaceAccess } from '../../core/stores/integrations.ts'
import { NO_LIMITS } from '../../core/stores/limits.ts'
import type { VirtualKey } from '../../core/stores/virtual-keys.ts'
import type { ControlDatabase } from '../sql/control-database.ts'
import { SqlIntegrations } from '../sql/repositories/integrations.ts'
import { SqlPrices } from '../sql/repositories/prices.ts'
import { SqlVirtualKeys } from '../sql/repositories/virtual-keys.ts'
import { forEachEngine } from './test-engines.ts'

const PAGE = { currentPage: 0, pageSize: 50 }
const LIMITS = {
  usageLimit: {
    type: 'cost',
    creditLimit: 10,
    alertThreshold: null,
    periodicReset: 'monthly',
    periodicResetDays: null,
    nextResetAtMs: null,
  },
  rateLimits: [{ type: 'requests', unit: 'rpm', value: 5 }],
} as const

forEachEngine('integrations', (engine) => {
  let database: ControlDatabase
  let integrations: SqlIntegrations
  let keys: SqlVirtualKeys

  beforeEach(async () => {
    database = await engine.openDatabase()
    for (const id of ['o1', 'o2'])
      await database
        .insertInto('organisations')
        .values({ id, name: id, settings: '{}', created_at_ms: 1, updated_at_ms: 1 })
        .execute()
    for (const [id, organisation_id] of [
      ['w1', 'o1'],
      ['w2', 'o1'],
      ['w3', 'o2'],
    ] as const)
      await database
        .insertInto('workspaces')
        .values({
          id,
          organisation_id,
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
    integrations = new SqlIntegrations(database)
    keys = new SqlVirtualKeys(database)
  })

  const saved = async (more: Partial<Integration> = {}) => {
    const integration = integrationOf(more)
    await integrations.insert(integration)
    return integration
  }

  test('are read back unchanged, by slug and by id, in their organisation only', async () => {
    const one = await saved({
      description: 'd',
      settings: { cloud_c_region: 'eu' },
      customHost: 'https://h.example',
      isHostTrusted: true,
      globalAccess: { isEnabled: true, limits: LIMITS, createsProvider: true },
    })
    expect(await integrations.find('o1', one.slug)).toEqual(one)
    expect(await integrations.find('o1', one.id)).toEqual(one)
    expect(await integrations.find('o2', one.slug)).toBeUndefined()
    const after = { ...one, name: 'Other', allowsAllModels: false, updatedAtMs: 99 }
    await integrations.update(after)
    expect(await integrations.find('o1', one.id)).toEqual(after)
    await expect(saved({ slug: one.slug })).rejects.toThrow()
    await saved({ slug: one.slug, organisationId: 'o2' })
  })

  test('are listed for a workspace by its own access, else by the global access', async () => {
    const open = await saved({ slug: 'open', globalAccess: globally(true) })
    const shut = await saved({ slug: 'shut', globalAccess: globally(true) })
    const given = await saved({ slug: 'given' })
    await saved({ slug: 'nobody' })
    await saved({ slug: 'own', workspaceId: 'w1' })
    await saved({ slug: 'other', workspaceId: 'w2' })
    await integrations.putAccess(accessOf(shut, 'w1', { isEnabled: false }))
    await integrations.putAccess(accessOf(given, 'w1'))
    const list = async (workspaceId: string | null, level: 'organisation' | 'workspace' | 'all' = 'all') =>
      (await integrations.list('o1', { workspaceId, level }, PAGE)).rows.map(({ slug }) => slug).sort()
    expect(await list('w1')).toEqual(['given', 'open', 'own'])
    expect(await list('w2')).toEqual(['open', 'other', 'shut'])
    expect(await list(null)).toHaveLength(6)
    expect(await list(null, 'workspace')).toEqual(['other', 'own'])
    expect(await list('w1', 'organisation')).toEqual(['given', 'open'])
    expect((await integrations.globallyOpen('o1')).map(({ slug }) => slug)).toEqual([open.slug, shut.slug])
  })

  test('a virtual key has the account, access, limits and models of its integration', async () => {
    const one = await saved({ customHost: 'https://h.example', isHostTrusted: true, settings: { a: 'b' } })
    await integrations.putAccess(accessOf(one, 'w1', { limits: LIMITS }))
    await integrations.putModels(one.id, [modelOf('off', { isEnabled: false }), modelOf('on')])
    const key = keyOf(one, 'w1')
    await keys.insert(key)
    const read = async () => (await keys.findInWorkspace('w1', key.slug))!
    expect(await read()).toMatchObject({
      provider: one.provider,
      settings: one.settings,
      customHost: 'https://h.example',
      isHostTrusted: true,
      credentials: one.credentials,
      integration: { id: one.id, givenId: one.id, isOpen: true, limits: LIMITS },
    })
    expect((await read()).integration?.models).toEqual({ allowsAll: true, exceptions: ['off'] })
    await integrations.update({ ...one, allowsAllModels: false, customHost: null })
    expect((await read()).integration?.models).toEqual({ allowsAll: false, exceptions: ['on'] })
    expect((await read()).customHost).toBeNull()
    // An update of the virtual key does not copy the account into its own row.
    await keys.update({ ...(await read()), name: 'Renamed' })
    const row = await database.selectFrom('virtual_keys').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ name: 'Renamed', settings: '{}', custom_host: null, integration_id: one.id })
    expect(await database.selectFrom('virtual_key_credentials').selectAll().execute()).toEqual([])
    await integrations.putAccess(accessOf(one, 'w1', { isEnabled: false }))
    expect((await read()).integration?.isOpen).toBe(false)
    await integrations.removeAccess(one.id)
    expect((await read()).integration).toMatchObject({ isOpen: false, limits: NO_LIMITS })
  })

  test('an integration of a workspace is open there only', async () => {
    const one = await saved({ workspaceId: 'w1', globalAccess: globally(true) })
    for (const workspaceId of ['w1', 'w2']) await keys.insert(keyOf(one, workspaceId))
    const open = async (workspaceId: string) => (await keys.findInWorkspace(workspaceId, 'key'))?.integration?.isOpen
    expect(await open('w1')).toBe(true)
    expect(await open('w2')).toBe(false)
  })

  test('the key of a workspace is found by the integration of the organisation', async () => {
    const one = await saved({ slug: 'one' })
    await saved({ slug: 'own', workspaceId: 'w1' })
    const find = (workspaceId: string, name: string) =>
      keys.idOfIntegration({ organisationId: 'o1', workspaceId }, name)
    expect(await find('w1', 'one')).toBeNull()
    const first = { ...keyOf(one, 'w1'), id: 'k1', slug: 'first', createdAtMs: 1 }
    const second = { ...keyOf(one, 'w1'), id: 'k2', slug: 'second', createdAtMs: 2 }
    for (const key of [second, first]) await keys.insert(key)
    expect([await find('w1', 'one'), await find('w1', one.id), await find('w2', 'one')]).toEqual(['k1', 'k1', null])
    await keys.update({ ...first, isDisabled: true })
    expect(await find('w1', 'one')).toBe('k2')
    // Finds nothing by an integration of a workspace, by the slug of a key, or for another organisation.
    for (const name of ['own', 'first', 'nobody']) expect(await find('w1', name)).toBeUndefined()
    expect(await keys.idOfIntegration({ organisationId: 'o2', workspaceId: 'w1' }, 'one')).toBeUndefined()
  })

  test('are deleted with their models, access and providers', async () => {
    const [one, two] = [await saved({ slug: 'one' }), await saved({ slug: 'two' })]
    for (const integration of [one, two]) {
      await integrations.putAccess(accessOf(integration, 'w1'))
      await integrations.putModels(integration.id, [modelOf('m')])
      await keys.insert({ ...keyOf(integration, 'w1'), slug: `key-${integration.slug}` })
    }
    expect((await integrations.providers(one.id)).map(({ slug }) => slug)).toEqual(['key-one'])
    await integrations.remove(one.id)
    expect(await integrations.find('o1', 'one')).toBeUndefined()
    expect(await keys.findInWorkspace('w1', 'key-one')).toBeUndefined()
    expect(await keys.findInWorkspace('w1', 'key-two')).toBeDefined()
    for (const table of ['integration_models', 'integration_workspaces'] as const) {
      const rows = await database.selectFrom(table).select('integration_id').execute()
      expect(rows).toEqual([{ integration_id: two.id }])
    }
  })

  test('models are added, changed and removed one by one, also many at once', async () => {
    const one = await saved()
    const many = Array.from({ length: 1_100 }, (_, i) => modelOf(`m-${String(i).padStart(4, '0')}`))
    await integrations.putModels(one.id, many)
    const priced = modelOf('m-0001', {
      price: { inputCents: 0.00025, outputCents: null },
      isCustom: true,
      baseModel: 'b',
    })
    await integrations.putModels(one.id, [priced])
    const models = await integrations.models(one.id)
    expect(models).toHaveLength(1_100)
    expect(models[1]).toEqual(priced)
    await integrations.removeModels(
      one.id,
      many.slice(1).map(({ slug }) => slug),
    )
    expect((await integrations.models(one.id)).map(({ slug }) => slug)).toEqual(['m-0000'])
  })

  test('prices of models apply to every provider of the integration', async () => {
    const one = await saved()
    await integrations.putModels(one.id, [modelOf('m', { price: { inputCents: 0.00025, outputCents: 0.001 } })])
    for (const workspaceId of ['w1', 'w2']) await keys.insert(keyOf(one, workspaceId))
    const prices = await new SqlPrices(database).all()
    expect(prices.map(({ workspaceId, virtualKey, model }) => [workspaceId, virtualKey, model]).sort()).toEqual([
      ['w1', 'key', 'm'],
      ['w2', 'key', 'm'],
    ])
    // 0.00025 cents a token are 2.50 dollars a million.
    expect(prices[0]?.list?.rates).toEqual({
      input_tokens: { nanoUsd: 2_500_000_000, perUnits: 1_000_000 },
      output_tokens: { nanoUsd: 10_000_000_000, perUnits: 1_000_000 },
    })
  })

  test('their cost budgets count where the workspace can use them', async () => {
    const prices = new SqlPrices(database)
    const kinds = async (workspaceId: string | null) =>
      (await prices.budgetsCountedBy('o1', workspaceId)).map((budget) => budget.kind)
    const one = await saved()
    await integrations.putAccess(accessOf(one, 'w1', { limits: LIMITS }))
    expect(await kinds('w1')).toEqual(['integration'])
    expect(await kinds('w2')).toEqual([])
    expect(await kinds(null)).toEqual(['integration'])
    await integrations.update({ ...one, globalAccess: { ...globally(true), limits: LIMITS } })
    expect(await kinds('w2')).toEqual(['integration'])
  })
})

function globally(isEnabled: boolean): Integration['globalAccess'] {
  return { isEnabled, limits: NO_LIMITS, createsProvider: true }
}

function integrationOf(more: Partial<Integration>): Integration {
  const id = Bun.randomUUIDv7()
  return {
    id,
    organisationId: 'o1',
    workspaceId: null,
    slug: `integration-${id}`,
    name: 'An integration',
    description: null,
    providerName: 'openai',
    provider: 'openai',
    settings: {},
    customHost: null,
    isHostTrusted: false,
    credentials: [{ id: `c-${id}`, sealed: 'sealed', hint: 'sk…1', weight: 1, isDisabled: false, createdAtMs: 5 }],
    allowsAllModels: true,
    globalAccess: globally(false),
    createdBy: 'u',
    createdAtMs: 10,
    updatedAtMs: 20,
    ...more,
  }
}

function accessOf({ id }: Integration, workspaceId: string, more: Partial<WorkspaceAccess> = {}): WorkspaceAccess {
  return {
    integrationId: id,
    workspaceId,
    givenId: workspaceId,
    isEnabled: true,
    limits: NO_LIMITS,
    createdAtMs: 1,
    updatedAtMs: 1,
    ...more,
  }
}

function modelOf(slug: string, more: Partial<IntegrationModel> = {}): IntegrationModel {
  return {
    slug,
    isEnabled: true,
    isCustom: false,
    isFinetune: false,
    baseModel: null,
    price: null,
    updatedAtMs: 3,
    ...more,
  }
}

function keyOf({ id, slug, organisationId, provider }: Integration, workspaceId: string): VirtualKey {
  return {
    id: `key-${id}-${workspaceId}`,
    organisationId,
    workspaceId,
    slug: 'key',
    name: 'A key',
    note: null,
    provider,
    settings: {},
    settingNames: {},
    customHost: null,
    isHostTrusted: false,
    isDisabled: false,
    limits: NO_LIMITS,
    expiresAtMs: null,
    credentials: [],
    integration: {
      id,
      slug,
      givenId: id,
      isOpen: true,
      limits: NO_LIMITS,
      models: { allowsAll: true, exceptions: [] },
    },
    createdAtMs: 10,
    updatedAtMs: 20,
  }
}
