import { expect, test } from 'bun:test'
import { ControlScene, withKey } from '../../harness/control-scene.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'

const gateway = await shareGateway()
const simulator = await shareSimulator({
  answers: [
    {
      body: {
        object: 'chat.completion',
        model: 'house-model-2026',
        choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1_001, completion_tokens: 51, total_tokens: 1_052 },
      },
    },
  ],
})
const scene = new ControlScene(gateway)
const workspace = withKey('workspace key', gateway.workspaceKey)

const perMillion = (usd: number) => ({ usd, per: 1_000_000 })
const PRICES = { input_tokens: perMillion(2.5), output_tokens: perMillion(10) }

async function own(body: object): Promise<string> {
  return String((await scene.do('POST', '/prices', body))['id'])
}

const effective = (provider: string, model: string, more = '') =>
  scene.do('GET', `/prices/effective?provider=${provider}&model=${model}${more}`)

async function chat(model: string, provider = 'openai') {
  const config = provider === 'mock' ? { provider } : { provider, api_key: 'sk-1', custom_host: `${simulator.url}/v1` }
  const reply = await fetch(`${gateway.baseURL}/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...workspace.headers,
      'x-gateway-config': JSON.stringify(config),
    },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }),
  })
  expect(reply.status).toBe(200)
  await reply.text()
  return gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
}

test('a custom price applies line by line, and the record has its version', async () => {
  const id = await own({ provider: 'openai', model: 'house-model', prices: PRICES })
  expect(await effective('openai', 'house-model')).toMatchObject({ source: 'own', price_id: id, prices: PRICES })
  const log = await chat('house-model')
  // In US cents: 1,001 tokens at $2.50 per million and 51 at $10.
  expect(log.cost).toBe(0.30125)
  expect(log.price_version).toBe(`own-${id}-1`)
  expect(log.cost_lines).toEqual([
    { unit: 'input_tokens', quantity: 1_001, price: 250, price_units: 1_000_000, cost: 0.25025 },
    { unit: 'output_tokens', quantity: 51, price: 1_000, price_units: 1_000_000, cost: 0.051 },
  ])
  await scene.do('PUT', `/prices/${id}`, { provider: 'openai', model: 'house-model', prices: PRICES, multiplier: 2 })
  expect(await effective('openai', 'house-model')).toMatchObject({
    version: `own-${id}-2`,
    prices: { input_tokens: perMillion(5), output_tokens: perMillion(20) },
  })
  const dearer = await chat('house-model')
  expect(dearer.price_version).toBe(`own-${id}-2`)
  await scene.do('DELETE', `/prices/${id}`)
  expect(await effective('openai', 'house-model')).toMatchObject({ source: 'none', price_id: null, prices: null })
  const after = await chat('house-model')
  expect([after.cost, after.price_version, after.cost_lines]).toEqual([null, null, []])
})

test('the mock has an explicit price of 0', async () => {
  const log = await chat('mock-1', 'mock')
  expect([log.cost, log.price_version]).toEqual([0, 'free'])
  expect(await effective('mock', 'anything')).toMatchObject({ source: 'catalogue', is_free: true })
})

test('list prices exist at the first start', async () => {
  const found = await effective('openai', 'gpt-4o')
  expect(found).toMatchObject({ source: 'catalogue', prices: { input_tokens: { per: 1_000_000 } } })
  expect(found['version']).toMatch(/^genai-prices-\d/)
})

test('a workspace can read global prices and change only its own', async () => {
  const model = scene.uniqueName('m').replace(' ', '-')
  const shared = await own({ model, prices: PRICES })
  const listed = await scene.call(workspace, 'GET', '/prices')
  expect(listed.text).toContain(shared)
  for (const [method, body] of [['GET'], ['PUT', { model, multiplier: 3 }], ['DELETE']] as const)
    expect((await scene.call(workspace, method, `/prices/${shared}`, body)).status).toBe(404)
  const made = await scene.call(workspace, 'POST', '/prices', { model, prices: { requests: { usd: 0.01, per: 1 } } })
  expect(made.body['workspace_id']).toBe(await scene.defaultWorkspace())
  expect((await scene.call(workspace, 'GET', `/prices/effective?provider=openai&model=${model}`)).body).toMatchObject({
    price_id: made.body['id'],
  })
})

test('a price can take effect later', async () => {
  const model = scene.uniqueName('m').replace(' ', '-')
  const id = await own({ model, prices: PRICES, valid_from: '2090-01-01T00:00:00Z' })
  expect(await effective('openai', model)).toMatchObject({ source: 'none' })
  expect(await effective('openai', model, '&at=2090-01-01T00:00:00Z')).toMatchObject({ price_id: id })
})

test.each([
  [{ model: 'm' }, ''],
  [{ model: 'm', prices: {} }, 'prices'],
  [{ model: 'm', prices: { input_tokens: { usd: -1 } } }, 'prices.input_tokens.usd'],
  [{ model: 'm', prices: { input_tokens: { usd: 0.00000000012 } } }, 'prices.input_tokens.usd'],
  [{ model: 'm', prices: { tokens: { usd: 1 } } }, 'prices'],
  [{ model: 'm', multiplier: 2, provider: 'nobody' }, 'provider'],
  [{ model: 'm', multiplier: 2, virtual_key: 'nobody' }, 'virtual_key'],
  [{ model: 'x'.repeat(10_000), multiplier: 2 }, 'model'],
  [{ model: 'm', multiplier: 2, tiers: [{ over_input_tokens: 1, prices: PRICES }] }, ''],
])('%j is rejected', async (body, param) => {
  const { status, body: answer } = await scene.call(scene.admin, 'POST', '/prices', body)
  expect(status).toBe(400)
  expect((answer['error'] as { param: string | null }).param ?? '').toContain(param)
})
