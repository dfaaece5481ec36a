import { expect, test } from 'bun:test'
import type { RootDefaults } from '../../config/compilation.ts'
import type { Plan } from '../../config/plan.ts'
import { GatewayError } from '../../core/errors.ts'
import { DEFAULT_ACTIONS } from '../../core/guardrails/guardrails.ts'
import type { SavedConfig } from '../../core/stores/configs.ts'
import type { GuardrailStore, SavedGuardrail } from '../../core/stores/guardrails.ts'
import { StoredConfigs } from './configs.ts'
import { StoredGuardrails } from './guardrails.ts'
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
  inputGuardrails: null,
  outputGuardrails: null,
}
const HOME = { organisationId: 'o', workspaceId: 'w' }
const NAMED = { root: ROOT, namedBy: 'x-gateway-config', hasDefaults: true }

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
  const rows: SavedGuardrail[] = []
  const defaults = { workspace: { input: [], output: [] }, organisation: { input: [], output: [] } } as {
    [Owner in 'workspace' | 'organisation']: { input: SavedGuardrail[]; output: SavedGuardrail[] }
  }
  const guardrailQueries: string[] = []
  const store: { failure: Error | null } & Pick<GuardrailStore, 'find' | 'defaultsOf'> = {
    failure: null,
    async find(_, name, versionId) {
      guardrailQueries.push(`${name} ${versionId ?? 'newest'}`)
      if (store.failure) throw store.failure
      return rows.find(({ slug, version }) => slug === name && (versionId === undefined || version.id === versionId))
    },
    async defaultsOf({ workspaceId }) {
      guardrailQueries.push(`defaults of ${workspaceId}`)
      if (store.failure) throw store.failure
      return structuredClone(defaults)
    },
  }
  const guardrails = new StoredGuardrails({ stores: { guardrails: store } }, { open: ({ checks }) => checks })
  const plans = new PlanCache(configs, guardrails, { find: () => undefined })
  return {
    plans,
    guardrails: { rows, defaults, store, queries: guardrailQueries },
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
    find: async (config: string, home = HOME, root: Partial<RootDefaults> = {}) =>
      plans.find(home, { ...NAMED, root: { ...ROOT, ...root }, config }),
  }
}

function providerOf({ route }: Plan): string {
  return route.kind === 'target' ? route.target.provider.slug : route.kind
}

test('a plan is compiled once, then found synchronously', async () => {
  const { plans, find, save, queries } = scene()
  save({ provider: 'mock' })
  const plan = await find('pc-a')
  expect(plans.find(HOME, { ...NAMED, config: 'pc-a' })).toBe(plan)
  expect(queries).toEqual(['pc-a'])
  expect(plan.saved).toMatchObject({ slug: 'pc-a', versionNumber: 1 })
})

test('inputs that differ in one member share no plan, however often they are used', async () => {
  const { plans } = scene()
  const base: PlanInputs = { ...NAMED, config: '{"provider":"mock"}' }
  const roots: Partial<RootDefaults>[] = [
    { provider: 'ollama' },
    { virtualKey: 'v' },
    { modelKey: 'm' },
    { modelKey: 'm', timeoutMs: 5 },
    // The model comes from the body, so it can contain any character, here those of another part of the cache key.
    { modelKey: 'm\0timeoutMs 1 5' },
    { modelKey: '' },
    { customHost: 'https://h.example/v1' },
    { timeoutMs: 5 },
    { forwardHeaders: ['x-a'] },
    { settings: { azure_region: 'west' } },
    { settings: { provider: 'ollama' } },
    { hasCallerCredential: true },
    { inputGuardrails: '[{"wordCount":{}}]' },
    { outputGuardrails: '[{"wordCount":{}}]' },
  ]
  const inputs: PlanInputs[] = [
    base,
    ...roots.map((root) => ({ ...base, root: { ...ROOT, ...root } })),
    { ...base, config: '{"provider":"mock","retry":{"attempts":2}}' },
    { ...base, hasDefaults: false },
    { ...base, prompt: { virtualKey: null, keyOf: () => null } },
  ]
  const homes = [HOME, { ...HOME, workspaceId: 'v' }]
  const queries = homes.flatMap((home) => inputs.map((one) => ({ home, one })))
  const ask = () => Promise.all(queries.map(({ home, one }) => plans.find(home, one)))
  const first = await ask()
  expect(new Set(first).size).toBe(queries.length)
  for (let again = 0; again < 3; again++) expect((await ask()).every((plan, at) => plan === first[at])).toBe(true)
  // Only errors say where the config was named.
  expect(plans.find(HOME, { ...base, namedBy: "the key's default config" })).toBe(first[0]!)
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

function guardrail(slug: string, versionId = `${slug}-1`): SavedGuardrail {
  const checks = [
    { id: 'default.contains', parameters: { words: ['x'], operator: 'none' }, isEnabled: true, name: null },
  ]
  const actions = { ...DEFAULT_ACTIONS, deny: true }
  const version = { id: versionId, number: 1, checks, actions, isTrusted: false, createdBy: 'u', createdAtMs: 0 }
  const owner = { ownerId: 'u', updatedBy: 'u', createdAtMs: 0, updatedAtMs: 0 }
  return { id: `id-${slug}`, ...HOME, slug, name: slug, ...owner, version }
}

function guardrailsOf({ route }: Plan): Readonly<Record<'input' | 'output', readonly string[]>> | null {
  if (route.kind !== 'target') throw new Error(`is a ${route.kind}`)
  const { guardrails } = route.target
  const names = (side: 'input' | 'output') => guardrails?.[side].map(({ spec }) => `${spec.source} ${spec.id}`) ?? []
  return guardrails && { input: names('input'), output: names('output') }
}

test('every plan has the defaults of its workspace and organisation after its own guardrails', async () => {
  const { find, guardrails } = scene()
  guardrails.rows.push(guardrail('own'), guardrail('sent'))
  guardrails.defaults.workspace.input.push(guardrail('ours'))
  guardrails.defaults.organisation.input.push(guardrail('all'))
  guardrails.defaults.organisation.output.push(guardrail('all'))
  const config = '{"provider":"mock","input_guardrails":["own"]}'
  const plan = await find(config, HOME, { inputGuardrails: 'sent' })
  expect(guardrailsOf(plan)).toEqual({
    input: ['config own', 'header sent', 'workspace ours', 'organisation all'],
    output: ['organisation all'],
  })
  expect(guardrailsOf(await find('{"provider":"mock","input_guardrails":[]}'))).toEqual({
    input: ['workspace ours', 'organisation all'],
    output: ['organisation all'],
  })
})

test('a default that the config names too runs once, unless the config changes its actions', async () => {
  const { find, guardrails } = scene()
  guardrails.rows.push(guardrail('same'))
  guardrails.defaults.workspace.input.push(guardrail('same'))
  expect(guardrailsOf(await find('{"provider":"mock","input_guardrails":["same"]}'))?.input).toEqual(['workspace same'])
  const weaker = await find('{"provider":"mock","input_guardrails":[{"id":"same","deny":false}]}')
  expect(guardrailsOf(weaker)?.input).toEqual(['config same', 'workspace same'])
  if (weaker.route.kind !== 'target') throw new Error('no target')
  expect(weaker.route.target.guardrails?.input.map(({ spec }) => spec.actions.deny)).toEqual([false, true])
})

test('guardrails are read once, and again after a change of the workspace or the organisation', async () => {
  const { plans, find, guardrails } = scene()
  guardrails.rows.push(guardrail('own'))
  const config = '{"provider":"mock","input_guardrails":["own"]}'
  await find(config)
  await find(`${config} `)
  expect(guardrails.queries).toEqual(['own newest', 'defaults of w'])
  guardrails.defaults.workspace.output.push(guardrail('new'))
  plans.forgetGuardrails('v')
  expect(guardrailsOf(await find(config))?.output).toEqual([])
  // A saved config has changed: the guardrails in memory are used again, without a query.
  plans.forget('w')
  expect(guardrailsOf(await find(config))?.output).toEqual([])
  expect(guardrails.queries).toEqual(['own newest', 'defaults of w'])
  plans.forgetGuardrails('w')
  expect(guardrailsOf(await find(config))?.output).toEqual(['workspace new'])
  guardrails.defaults.organisation.output.push(guardrail('all'))
  plans.forgetGuardrails(null)
  expect(guardrailsOf(await find(config))?.output).toEqual(['workspace new', 'organisation all'])
})

test('a version of a saved guardrail can be pinned', async () => {
  const { find, guardrails } = scene()
  guardrails.rows.push(guardrail('own', 'v2'), guardrail('own', 'v1'))
  const plan = await find('{"provider":"mock","input_guardrails":[{"id":"own","guardrail_version_id":"v1"},"own"]}')
  if (plan.route.kind !== 'target') throw new Error('no target')
  expect(plan.route.target.guardrails?.input.map(({ spec }) => spec.versionId)).toEqual(['v1', 'v2'])
})

test('no plan is made without a guardrail that is unknown, cannot be read or cannot be compiled', async () => {
  const { find, guardrails, plans } = scene()
  const config = '{"provider":"mock","input_guardrails":["own"]}'
  const codeOf = async (made: Promise<Plan>) => {
    const error = await made.then(
      () => null,
      (reason: unknown) => reason,
    )
    return error instanceof GatewayError ? `${error.code} ${error.param}` : error
  }
  expect(await codeOf(find(config))).toBe('guardrail_unknown input_guardrails[0]')
  expect(await codeOf(find('{"provider":"mock"}', HOME, { outputGuardrails: 'gone' }))).toBe(
    'guardrail_unknown x-gateway-default-output-guardrails[0]',
  )
  plans.forgetGuardrails(null)
  guardrails.store.failure = new Error('the database is down')
  expect(await codeOf(find(config))).toBe('store_unavailable null')
  expect(await codeOf(find('{"provider":"mock"}'))).toBe('store_unavailable null')
  guardrails.store.failure = null
  const { version, ...row } = guardrail('old')
  guardrails.defaults.workspace.input.push({
    ...row,
    version: { ...version, checks: [{ id: 'gone.check', parameters: {}, isEnabled: true, name: null }] },
  })
  expect(await codeOf(find('{"provider":"mock"}'))).toBe('config_invalid old')
})

test('what the gateway sends to itself has no defaults', async () => {
  const { plans, guardrails } = scene()
  guardrails.defaults.workspace.input.push(guardrail('ours'))
  const plan = await plans.find(HOME, { ...NAMED, config: '{"provider":"mock"}', hasDefaults: false })
  expect(guardrailsOf(plan)).toBeNull()
})
