import { expect, test } from 'bun:test'
import { ControlScene, withKey } from '../../harness/control-scene.ts'
import { eventually } from '../../harness/eventually.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'

const gateway = await shareGateway()
const simulator = await shareSimulator({
  answers: [
    {
      body: {
        object: 'chat.completion',
        model: 'house-model',
        choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
      },
    },
  ],
})
const scene = new ControlScene(gateway)

type Model = {
  provider: string
  model: string
  context_window: number | null
  price_source: string
  in_price_list: boolean
  is_free: boolean
  prices: Record<string, { usd: number; per: number }> | null
  needs_virtual_key: boolean
  virtual_keys: { slug: string; prices: Record<string, { usd: number }> | null }[]
  usage: { requests: number; cost: number | null } | null
}
type Catalogue = { total: number; providers: string[]; virtual_keys: string[]; data: Model[] }

/** A workspace with a key of its own. */
async function makeWorkspace() {
  const id = await scene.workspace()
  const made = await scene.do('POST', '/api-keys/workspace/service', {
    name: 'all',
    workspace_id: id,
    scopes: ['virtual_keys.list', 'analytics.view'],
  })
  const catalogue = (query = '') =>
    scene.do('GET', `/model-catalogue?workspace_id=${id}${query}`) as Promise<unknown> as Promise<Catalogue>
  return { id, key: String(made['key']), catalogue }
}

async function addKey(workspace: string, slug: string, more: object = {}) {
  await scene.do('POST', '/virtual-keys', {
    workspace_id: workspace,
    name: slug,
    slug,
    provider: 'openai',
    key: 'sk-1',
    ...more,
  })
}

async function chat(key: string, headers: Record<string, string>, model: string) {
  const reply = await gateway.fetch('/v1/chat/completions', {
    method: 'POST',
    key,
    headers,
    body: { model, messages: [{ role: 'user', content: 'Hello' }] },
  })
  expect(reply.status).toBe(200)
  await reply.text()
  const trace = reply.headers.get('x-gateway-trace-id')
  await eventually('the request is logged', async () => {
    return ((await scene.do('GET', `/logs?trace_id=${trace}`))['data'] as unknown[]).length > 0
  })
}

const of = ({ data }: Catalogue, model: string) => data.find((row) => row.model === model)

test('without virtual keys the catalogue holds the models of the mock, which are free', async () => {
  const { catalogue } = await makeWorkspace()
  const found = await catalogue()
  expect(found.providers).toEqual(['mock'])
  expect(of(found, 'mock')).toMatchObject({
    provider: 'mock',
    is_free: true,
    needs_virtual_key: false,
    virtual_keys: [],
    usage: null,
  })
})

test('a virtual key adds the price list of its provider; archived and expired keys do not', async () => {
  const { id, catalogue } = await makeWorkspace()
  await addKey(id, 'main')
  await addKey(id, 'second')
  await addKey(id, 'old', { provider: 'anthropic' })
  await scene.do('PUT', `/virtual-keys/old?workspace_id=${id}`, { status: 'archived' })
  const found = await catalogue('&provider=openai&page_size=1000')
  expect(found.providers).toEqual(['mock', 'openai'])
  expect(found.total).toBe(found.data.length)
  expect(of(found, 'gpt-4o')).toMatchObject({
    context_window: 128_000,
    price_source: 'catalogue',
    in_price_list: true,
    prices: {
      input_tokens: { usd: 2.5, per: 1_000_000 },
      output_tokens: { usd: 10, per: 1_000_000 },
      cached_tokens: { usd: 1.25, per: 1_000_000 },
    },
  })
  expect(
    of(found, 'gpt-4o')
      ?.virtual_keys.map(({ slug }) => slug)
      .sort(),
  ).toEqual(['main', 'second'])
})

test('custom prices apply, also to one virtual key, and add models that the price list lacks', async () => {
  const { id, catalogue } = await makeWorkspace()
  await addKey(id, 'main')
  await addKey(id, 'cheap')
  const price = (body: object) => scene.do('POST', '/prices', { workspace_id: id, provider: 'openai', ...body })
  const rate = (usd: number) => ({ input_tokens: { usd, per: 1_000_000 } })
  await price({ model: 'gpt-4o', virtual_key: 'cheap', multiplier: 0.5 })
  await price({ model: 'house-model', prices: rate(3) })
  const found = await catalogue('&page_size=1000')
  const listed = of(found, 'gpt-4o')
  expect(listed).toMatchObject({ price_source: 'catalogue', prices: { input_tokens: { usd: 2.5 } } })
  const pricesOf = (slug: string) => listed?.virtual_keys.find((key) => key.slug === slug)?.prices ?? null
  expect([pricesOf('cheap')?.['input_tokens']?.usd, pricesOf('main')]).toEqual([1.25, null])
  expect(of(found, 'house-model')).toMatchObject({
    price_source: 'own',
    in_price_list: false,
    prices: { input_tokens: { usd: 3 } },
  })
  const cheapest = (await catalogue('&order_by=input_price&provider=openai&page_size=1000')).data
  const usd = cheapest.flatMap((row) => row.prices?.['input_tokens']?.usd ?? [])
  expect(usd).toEqual([...usd].sort((left, right) => left - right))
  expect(usd.length).toBeGreaterThan(50)
})

test('a virtual key with a custom host has only the models that were used', async () => {
  const { id, key, catalogue } = await makeWorkspace()
  await addKey(id, 'local', { custom_host: `${simulator.url}/v1` })
  expect((await catalogue()).providers).toEqual(['mock'])
  await chat(key, { 'x-gateway-virtual-key': 'local' }, 'house-model')
  const found = await catalogue()
  expect(found.data[0]).toMatchObject({
    provider: 'openai',
    model: 'house-model',
    price_source: 'none',
    prices: null,
    usage: { requests: 1, cost: null },
  })
  expect((await catalogue('&used=true')).data.map(({ model }) => model)).toEqual(['house-model'])
})

test('search, filters and pages', async () => {
  const { id, key, catalogue } = await makeWorkspace()
  await addKey(id, 'main')
  await addKey(id, 'claude', { provider: 'anthropic' })
  await chat(key, { 'x-gateway-provider': 'mock' }, 'mock')
  // The most used model is first.
  expect((await catalogue('&page_size=1')).data).toMatchObject([{ model: 'mock', usage: { requests: 1 } }])
  const mini = await catalogue('&search=GPT-4o-Mini&page_size=1000')
  expect(mini.data.length).toBeGreaterThan(0)
  expect(mini.data.filter(({ model }) => !model.includes('gpt-4o-mini'))).toEqual([])
  const ofClaude = await catalogue('&virtual_key=claude&page_size=1000')
  expect(new Set(ofClaude.data.map(({ provider }) => provider))).toEqual(new Set(['anthropic']))
  const [first, second] = [await catalogue('&page_size=20'), await catalogue('&page_size=20&current_page=1')]
  const names = [...first.data, ...second.data].map(({ provider, model }) => `${provider} ${model}`)
  expect([names.length, new Set(names).size]).toEqual([40, 40])
  expect(first.virtual_keys.sort()).toEqual(['claude', 'main'])
})

test('usage is only for holders of analytics.view, and another workspace is unknown', async () => {
  const { id, key, catalogue } = await makeWorkspace()
  await chat(key, { 'x-gateway-provider': 'mock' }, 'mock')
  const made = await scene.do('POST', '/api-keys/workspace/service', {
    name: 'no analytics',
    workspace_id: id,
    scopes: ['virtual_keys.list'],
  })
  const blind = await scene.call(withKey('no analytics', String(made['key'])), 'GET', '/model-catalogue')
  expect(of(blind.body as unknown as Catalogue, 'mock')?.usage).toBeNull()
  expect(of(await catalogue(), 'mock')?.usage?.requests).toBe(1)
  const other = await scene.workspace()
  const stranger = await scene.call(withKey('key', key), 'GET', `/model-catalogue?workspace_id=${other}`)
  expect(stranger.status).toBe(404)
})
