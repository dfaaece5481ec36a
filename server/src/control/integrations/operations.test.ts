import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { providerForms } from '../../admin-services/provider-forms.ts'
import { SavedTexts } from '../../config/saved/saved-texts.ts'
import { testReferences } from '../../core/secrets/test-references.ts'
import { servesModel } from '../../core/stores/virtual-keys.ts'
import { VirtualKeys } from '../../gateway/stored/virtual-keys.ts'
import { vaultOf } from '../../stores/vault.ts'
import { TestSpending } from '../policies/test-spending.ts'
import { providerOperations } from '../providers/operations.ts'
import { startControl } from '../test-control.ts'
import { virtualKeyOperations } from '../virtual-keys/operations.ts'
import { integrationOperations } from './operations.ts'

const SECRET = 'sk-0123456789abcdefghijklmnop'
const WORKSPACES = ['w0', 'w1', 'w2'] as const
const MODELS = ['m0', 'm1', 'm2'] as const
const vault = vaultOf({ id: '0123456789abcdef', bytes: new Uint8Array(32).fill(3) })
const spending = new TestSpending()
let control: Awaited<ReturnType<typeof startControl>>
let cached: VirtualKeys

beforeAll(async () => {
  const secrets = { configTexts: new SavedTexts(vault) }
  const ports = {
    forms: providerForms(),
    vault,
    references: testReferences(),
    spending,
    ...secrets,
    prices: { listModels: () => [] },
  }
  const virtualKeys = virtualKeyOperations({
    ...ports,
    analytics: null as never,
    test: () => Promise.reject(new Error('No test is made here.')),
  })
  control = await startControl([
    ...virtualKeys,
    ...providerOperations(virtualKeys, secrets),
    ...integrationOperations(ports),
  ])
  const { database, home } = control
  for (const id of WORKSPACES)
    await database
      .insertInto('workspaces')
      .values({ ...home, id, slug: `slug-${id}`, name: id, is_default: 0 })
      .execute()
  cached = new VirtualKeys({ stores: control.store.stores }, vault)
})
afterAll(() => control[Symbol.asyncDispose]())

/** Makes a call with the Admin key. Afterwards the caches drop what the call announced, as on every node. */
async function ask(method: string, path: string, body?: object) {
  const headers = { 'content-type': 'application/json' }
  const reply = await control.ask({ method, path, headers, ...(body && { body: JSON.stringify(body) }) })
  if (reply === null) throw new Error(`${method} ${path} is no address of the control plane`)
  for (const change of control.announced.splice(0)) {
    if (change.kind === 'integration') cached.forgetIntegration(change.integrationId)
    if (change.kind === 'virtual_key') cached.forget(change.workspaceId, change.slug)
  }
  return reply
}

type Step =
  | { readonly kind: 'workspace'; readonly at: number; readonly enabled: boolean }
  | { readonly kind: 'global'; readonly enabled: boolean; readonly overrides: boolean }
  | { readonly kind: 'model'; readonly at: number; readonly enabled: boolean }
  | { readonly kind: 'delete model'; readonly at: number }
  | { readonly kind: 'all models'; readonly allowed: boolean }

const index = fc.nat({ max: 2 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('workspace' as const), at: index, enabled: fc.boolean() }),
  fc.record({ kind: fc.constant('global' as const), enabled: fc.boolean(), overrides: fc.boolean() }),
  fc.record({ kind: fc.constant('model' as const), at: index, enabled: fc.boolean() }),
  fc.record({ kind: fc.constant('delete model' as const), at: index }),
  fc.record({ kind: fc.constant('all models' as const), allowed: fc.boolean() }),
)

/** The expected access, written as simply as possible. */
class Expected {
  readonly own = new Map<string, boolean>()
  isGlobal = false
  allowsAll = true
  readonly models = new Map<string, boolean>()

  apply(taken: Step): void {
    if (taken.kind === 'workspace') this.own.set(WORKSPACES[taken.at]!, taken.enabled)
    if (taken.kind === 'model') this.models.set(MODELS[taken.at]!, taken.enabled)
    if (taken.kind === 'delete model') this.models.delete(MODELS[taken.at]!)
    if (taken.kind === 'all models') this.allowsAll = taken.allowed
    if (taken.kind !== 'global') return
    if (taken.overrides) this.own.clear()
    this.isGlobal = taken.enabled
  }

  isOpen(workspaceId: string): boolean {
    return this.own.get(workspaceId) ?? this.isGlobal
  }

  serves(model: string): boolean {
    return this.models.get(model) ?? this.allowsAll
  }
}

async function take(slug: string, taken: Step): Promise<void> {
  const [workspace, model] = 'at' in taken ? [WORKSPACES[taken.at], MODELS[taken.at]] : []
  const path = `/integrations/${slug}`
  const reply =
    taken.kind === 'workspace'
      ? await ask('PUT', `${path}/workspaces`, { workspaces: [{ id: workspace, enabled: taken.enabled }] })
      : taken.kind === 'global'
        ? await ask('PUT', `${path}/workspaces`, {
            global_workspace_access: { enabled: taken.enabled },
            override_existing_workspace_access: taken.overrides,
          })
        : taken.kind === 'model'
          ? await ask('PUT', `${path}/models`, { models: [{ slug: model, enabled: taken.enabled }] })
          : taken.kind === 'delete model'
            ? await ask('DELETE', `${path}/models?slugs=${model}`)
            : await ask('PUT', `${path}/models`, { allow_all_models: taken.allowed })
  expect(reply.status).toBe(200)
}

test('after any changes, exactly the expected workspaces and models are open: in lists, in stores and in caches', async () => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const slug = `shared-${++count}`
      expect(
        (await ask('POST', '/integrations', { name: slug, slug, ai_provider_id: 'openai', key: SECRET })).status,
      ).toBe(200)
      const expected = new Expected()
      const everOpen = new Set<string>()
      for (const taken of steps) {
        await take(slug, taken)
        expected.apply(taken)
        const open = WORKSPACES.filter((id) => expected.isOpen(id))
        for (const id of open) everOpen.add(id)
        for (const id of WORKSPACES) {
          const { data } = (await ask('GET', `/integrations?workspace_id=${id}&page_size=1000`)).body
          expect((data as { slug: string }[]).some((row) => row.slug === slug)).toBe(expected.isOpen(id))
          const key = await cached.find(id, slug)
          // A workspace gets its provider when it first gets access, and keeps it.
          expect([id, key !== undefined]).toEqual([id, everOpen.has(id)])
          if (!key) continue
          expect([id, key.integration?.isOpen]).toEqual([id, expected.isOpen(id)])
          expect(key.credentials[0]?.secret?.reveal()).toBe(SECRET)
          for (const model of MODELS)
            expect([model, servesModel(key.integration!, model)]).toEqual([model, expected.serves(model)])
        }
        expect((await ask('GET', `/integrations/${slug}`)).body['workspace_count']).toBe(
          // The default workspace has no settings of its own.
          open.length + (expected.isGlobal ? 1 : 0),
        )
      }
    }),
    { numRuns: propertyRuns(25) },
  )
})

test('prices are exact: any price in cents a token comes back unchanged and counts to the nano-USD', async () => {
  const slug = 'priced'
  await ask('POST', '/integrations', { name: slug, slug, ai_provider_id: 'openai', key: SECRET, workspace_id: 'w0' })
  // Up to ten decimals of a dollar per million tokens.
  const nanoUsd = fc.nat({ max: 100_000_000_000 })
  await fc.assert(
    fc.asyncProperty(nanoUsd, nanoUsd, async (input, output) => {
      const cents = (nano: number) => Number((nano / 1e13).toPrecision(15))
      const pay_as_you_go = { request_token: { price: cents(input) }, response_token: { price: cents(output) } }
      const pricing_config = { type: 'static', pay_as_you_go }
      const body = { models: [{ slug: 'm', enabled: true, pricing_config }] }
      expect((await ask('PUT', `/integrations/${slug}/models`, body)).status).toBe(200)
      const { models } = (await ask('GET', `/integrations/${slug}/models`)).body
      expect((models as { pricing_config: object }[])[0]?.pricing_config).toEqual(pricing_config)
      const prices = await control.store.stores.prices.all()
      expect(prices.map(({ virtualKey, list }) => [virtualKey, list?.rates])).toEqual([
        [
          slug,
          {
            input_tokens: { nanoUsd: input, perUnits: 1_000_000 },
            output_tokens: { nanoUsd: output, perUnits: 1_000_000 },
          },
        ],
      ])
    }),
    { numRuns: propertyRuns(50) },
  )
})

test('a model without a price has a base model, once for each virtual key', async () => {
  const slug = 'based'
  await ask('POST', '/integrations', { name: slug, slug, ai_provider_id: 'openai', key: SECRET, workspace_id: 'w0' })
  const saved = async (model: object) => {
    const body = { models: [{ slug: 'tuned', enabled: true, base_model_slug: 'gpt-4o', ...model }] }
    expect((await ask('PUT', `/integrations/${slug}/models`, body)).status).toBe(200)
    const prices = (await control.store.stores.prices.all()).filter(({ virtualKey }) => virtualKey === slug)
    return prices.map(({ model, baseModel, list }) => [model, baseModel, list !== null])
  }
  expect(await saved({})).toEqual([['tuned', 'gpt-4o', false]])
  const pricing_config = { type: 'static', pay_as_you_go: { request_token: { price: 1 } } }
  expect(await saved({ pricing_config })).toEqual([['tuned', null, true]])
  expect(await saved({ pricing_config: null, base_model_slug: null })).toEqual([])
})

test('a sealed credential of one integration does not open as that of another', async () => {
  const make = async (slug: string) => {
    await ask('POST', '/integrations', {
      name: slug,
      slug,
      ai_provider_id: 'openai',
      key: `${SECRET}-${slug}`,
      workspace_id: 'w0',
    })
    return (await control.store.stores.integrations.find(control.home.organisation_id, slug))!
  }
  const [one, two] = [await make('seal-one'), await make('seal-two')]
  await control.store.stores.integrations.update({ ...two, credentials: one.credentials })
  cached.forgetAll()
  await expect(Promise.resolve(cached.find('w0', 'seal-two'))).rejects.toThrow()
  expect((await cached.find('w0', 'seal-one'))?.credentials[0]?.secret?.reveal()).toBe(`${SECRET}-seal-one`)
})

test('the usage of a workspace is reset after the change is committed', async () => {
  await ask('POST', '/integrations', { name: 'reset', slug: 'reset', ai_provider_id: 'openai', key: SECRET })
  const workspaces = [{ id: 'slug-w1', enabled: true, reset_usage: true, usage_limits: { credit_limit: 5 } }]
  expect((await ask('PUT', '/integrations/reset/workspaces', { workspaces })).status).toBe(200)
  const { id } = (await control.store.stores.integrations.find(control.home.organisation_id, 'reset'))!
  expect(spending.resets.at(-1)).toEqual({ kind: 'integration', id: `${id}.w1` })
  // The response has the name by which the caller named the workspace.
  const { workspaces: shown } = (await ask('GET', '/integrations/reset/workspaces')).body
  expect(shown).toMatchObject([{ id: 'slug-w1', workspace_id: 'w1', usage_limits: [{ credit_limit: 5 }] }])
  const unknown = await ask('PUT', '/integrations/reset/workspaces', { workspaces: [{ id: 'nowhere', enabled: true }] })
  expect([unknown.status, unknown.error?.param]).toEqual([404, 'workspaces[0].id'])
})
