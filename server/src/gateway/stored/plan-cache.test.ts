import { expect, test } from 'bun:test'
import type { RootDefaults } from '../../config/compilation.ts'
import type { Plan } from '../../config/plan.ts'
import { GatewayError } from '../../core/errors.ts'
import type { SavedConfig } from '../../core/stores/configs.ts'
import { StoredConfigs } from './configs.ts'
import type { PlanInputs } from './plan-cache.ts'
import { PlanCache } from './plan-cache.ts'

const ROOT: RootDefaults = {
  provider: null,
  virtualKey: null,
  modelKey: null,
  customHost: null,
  timeoutMs: null,
  forwardHeaders: null,
  settings: {},
  hasCallerCredential: false,
}
const HOME = { organisationId: 'o', workspaceId: 'w' }

/** A store whose results the test releases, to change data while a query is in flight. */
function scene() {
  let saved: SavedConfig | undefined
  let defaultConfigSlug: string | null = null
  let gate: Promise<void> = Promise.resolve()
  const queries: string[] = []
  const modelQueries: string[] = []
  let virtualModels: readonly { name: string; configSlug: string; createdAtMs: number }[] = []
  const configs = new StoredConfigs(
    {
      stores: {
        configs: {
          async find({ workspaceId }, name) {
            queries.push(name)
            const read = saved
            await gate
            return read && workspaceId === 'w' && name === read.slug ? read : undefined
          },
        },
        workspaces: { find: async () => ({ defaultConfigSlug }) as never },
        virtualKeys: { list: async () => ({ rows: [], total: 0 }) },
        virtualModels: {
          async list() {
            modelQueries.push('list')
            return { rows: virtualModels as never, total: virtualModels.length }
          },
        },
      },
    },
    { open: (version) => version.text },
  )
  const plans = new PlanCache(configs, { find: () => undefined })
  return {
    plans,
    configs,
    queries,
    modelQueries,
    setVirtualModels: (rows: typeof virtualModels) => {
      virtualModels = rows
    },
    save(config: object | undefined, status: SavedConfig['status'] = 'active') {
      const version = { id: crypto.randomUUID(), number: 1, text: JSON.stringify(config), names: [], trustedHosts: [] }
      const row = { id: 'c', ...HOME, slug: 'pc-a', status, version }
      saved = config === undefined ? undefined : (row as unknown as SavedConfig)
    },
    setDefault: (slug: string | null) => {
      defaultConfigSlug = slug
    },
    /** Holds results back until the returned function is called. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
    find: async (config: string, home = HOME) => plans.find(home, { root: ROOT, config, namedBy: 'x-gateway-config' }),
  }
}

function providerOf({ route }: Plan): string {
  return route.kind === 'target' ? route.target.provider.slug : route.kind
}

test('a plan is compiled once, then found synchronously', async () => {
  const { plans, find, save, queries } = scene()
  save({ provider: 'mock' })
  const plan = await find('pc-a')
  expect(plans.find(HOME, { root: ROOT, config: 'pc-a', namedBy: 'x-gateway-config' })).toBe(plan)
  expect(queries).toEqual(['pc-a'])
  expect(plan.saved).toMatchObject({ slug: 'pc-a', versionNumber: 1 })
})

test('inputs that differ in one member share no plan, however often they are used', async () => {
  const { plans } = scene()
  const base: PlanInputs = { root: ROOT, config: '{"provider":"mock"}', namedBy: 'x-gateway-config' }
  const roots: Partial<RootDefaults>[] = [
    { provider: 'ollama' },
    { virtualKey: 'v' },
    { modelKey: 'm' },
    { customHost: 'https://h.example/v1' },
    { timeoutMs: 5 },
    { forwardHeaders: ['x-a'] },
    { settings: { azure_region: 'west' } },
    { hasCallerCredential: true },
  ]
  const inputs: PlanInputs[] = [
    base,
    ...roots.map((root) => ({ ...base, root: { ...ROOT, ...root } })),
    { ...base, config: '{"provider":"mock","retry":{"attempts":2}}' },
    { ...base, namedBy: 'the key' },
    { ...base, prompt: { virtualKey: null, keyOf: () => null } },
  ]
  const homes = [HOME, { ...HOME, workspaceId: 'v' }]
  const queries = homes.flatMap((home) => inputs.map((one) => ({ home, one })))
  const ask = () => Promise.all(queries.map(({ home, one }) => plans.find(home, one)))
  const first = await ask()
  expect(new Set(first).size).toBe(queries.length)
  for (let again = 0; again < 3; again++) expect((await ask()).every((plan, at) => plan === first[at])).toBe(true)
})

test('nothing that was made before a change is used after it', async () => {
  const { plans, find, save } = scene()
  save({ provider: 'mock' })
  for (let often = 0; often < 3; often++) expect(providerOf(await find('pc-a'))).toBe('mock')
  save({ provider: 'ollama' })
  plans.forget('other')
  expect(providerOf(await find('pc-a'))).toBe('mock')
  plans.forget('w')
  for (let often = 0; often < 3; often++) expect(providerOf(await find('pc-a'))).toBe('ollama')
  save({ provider: 'mock' })
  plans.forgetAll()
  expect(providerOf(await find('pc-a'))).toBe('mock')
})

test('a read that a change interrupts is not cached', async () => {
  const { plans, find, save, hold } = scene()
  save({ provider: 'mock' })
  const release = hold()
  const early = find('pc-a')
  save({ provider: 'ollama' })
  plans.forget('w')
  release()
  expect(providerOf(await early)).toBe('mock')
  expect(providerOf(await find('pc-a'))).toBe('ollama')
})

test('an unknown config is found once it exists, and is not queried each time before', async () => {
  const { plans, find, save, queries } = scene()
  const refused = async () => (await find('pc-a').catch((error: unknown) => error)) as GatewayError
  expect((await refused()).code).toBe('config_unknown')
  expect((await refused()).code).toBe('config_unknown')
  expect(queries).toHaveLength(1)
  save({ provider: 'mock' })
  plans.forget('w')
  expect(providerOf(await find('pc-a'))).toBe('mock')
  save({ provider: 'mock' }, 'archived')
  plans.forget('w')
  expect((await refused()).code).toBe('config_unknown')
})

test('workspaces share no configs, and a name that is too long is not queried', async () => {
  const { find, save, queries } = scene()
  save({ provider: 'mock' })
  await find('pc-a')
  for (const [config, home] of [['pc-a', { ...HOME, workspaceId: 'v' }] as const, ['p'.repeat(129), HOME] as const]) {
    const refused = await find(config, home).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(GatewayError)
    expect(refused).toMatchObject({ code: 'config_unknown', param: 'x-gateway-config' })
  }
  expect(queries).toEqual(['pc-a', 'pc-a'])
})

test('the workspace’s default is remembered until it changes', async () => {
  const { configs, setDefault } = scene()
  setDefault('pc-a')
  expect((await configs.routingOf(HOME)).defaultConfig).toBe('pc-a')
  setDefault(null)
  expect((await configs.routingOf(HOME)).defaultConfig).toBe('pc-a')
  configs.forget('w')
  expect((await configs.routingOf(HOME)).defaultConfig).toBeNull()
})

test('virtual models are queried once until something changes, also where there are none', async () => {
  const { configs, modelQueries, setVirtualModels } = scene()
  for (let often = 0; often < 3; often++) expect((await configs.routingOf(HOME)).virtualModels.size).toBe(0)
  expect(modelQueries).toHaveLength(1)
  setVirtualModels([{ name: 'chat', configSlug: 'pc-a', createdAtMs: 1 }])
  expect((await configs.routingOf(HOME)).virtualModels.size).toBe(0)
  configs.forget('w')
  for (let often = 0; often < 3; often++)
    expect((await configs.routingOf(HOME)).virtualModels.get('chat')?.configSlug).toBe('pc-a')
  expect(modelQueries).toHaveLength(2)
  expect(configs.routingOf(HOME)).not.toBeInstanceOf(Promise)
})
