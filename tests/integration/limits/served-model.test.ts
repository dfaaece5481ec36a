import { expect, test } from 'bun:test'
import { shareGateway } from '../../harness/share-gateway.ts'
import { DONE, data, scriptedProvider } from '../usage/scripted-provider.ts'
import { cost, LimitedScene } from './limited-gateway.ts'

const gateway = await shareGateway()
const scene = new LimitedScene(gateway)

/** Prices per call: $1 and $0.001. */
const DEAR = 'dear-model'
const CHEAP = 'cheap-model'
for (const [model, usd] of [
  [DEAR, 1],
  [CHEAP, 0.001],
] as const) {
  const prices = { requests: { usd, per: 1 } }
  await scene.control.do('POST', '/prices', { provider: 'azure-openai', model, prices })
}

const choices = [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }]
const usage = { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 }
const UNNAMED = { type: 'application/json', pieces: [JSON.stringify({ object: 'chat.completion', choices, usage })] }
const BODY = { model: CHEAP, messages: [{ role: 'user', content: 'hi' }], max_tokens: 5 }

const azureKey = (url: string, settings: object) =>
  scene.virtualKey(
    { url },
    { provider: 'azure-openai', custom_host: `${url}/openai`, cloud_a_resource_name: 'r', ...settings, ...cost(3) },
  )

function ask(virtualKey: string, path: string, body: object, trace: string = crypto.randomUUID()) {
  return gateway.fetch(path, {
    method: 'POST',
    headers: { 'x-gateway-virtual-key': virtualKey, 'x-gateway-trace-id': trace },
    body,
  })
}

async function usedBy(virtualKey: string): Promise<unknown> {
  const { used } = await scene.control.do('GET', `/virtual-keys/${virtualKey}/usage`)
  return used
}

test.each<[string, object, string]>([
  ['deployment', { cloud_a_deployment_id: DEAR }, '/v1/chat/completions'],
  ['deployment', { cloud_a_deployment_id: DEAR, cloud_a_api_version: 'v1' }, '/v1/chat/completions'],
  ['deployment', { cloud_a_deployment_id: DEAR }, '/v1/messages'],
  ['model name', { cloud_a_deployment_id: 'dep', cloud_a_model_name: DEAR }, '/v1/chat/completions'],
  ['path', {}, `/v1/proxy/deployments/${DEAR}/chat/completions`],
])('hold and price use the %s, not the model in the body: %j %s', async (_name, settings, path) => {
  await using provider = scriptedProvider(UNNAMED)
  const key = await azureKey(provider.url, settings)
  const traces = Array.from({ length: 10 }, () => crypto.randomUUID())
  const replies = await Promise.all(traces.map((trace) => ask(key, path, BODY, trace)))
  const statuses = await Promise.all(replies.map((reply) => reply.text().then(() => reply.status)))
  expect(statuses.filter((status) => status === 200)).toHaveLength(3)
  expect(statuses.filter((status) => status === 412)).toHaveLength(7)
  expect(provider.asked).toHaveLength(3)
  const log = await gateway.waitForLog(traces[statuses.indexOf(200)]!)
  expect(log).toMatchObject({ ai_model: DEAR, cost: 100 })
  expect(await usedBy(key)).toBe(3)
})

test('a fixed deployment without a known model is rejected under a budget, whatever model the body names', async () => {
  await using provider = scriptedProvider(UNNAMED)
  const key = await azureKey(provider.url, { cloud_a_deployment_id: 'no-model-name' })
  const reply = await ask(key, '/v1/chat/completions', BODY)
  expect(reply.status).toBe(400)
  expect(await reply.json()).toMatchObject({ error: { code: 'price_unknown' } })
  expect(provider.asked).toEqual([])
})

test('without a fixed deployment the model in the body is the deployment', async () => {
  await using provider = scriptedProvider(UNNAMED)
  const key = await azureKey(provider.url, {})
  await (await ask(key, '/v1/chat/completions', BODY)).text()
  expect(await usedBy(key)).toBe(0.001)
})

test('a translated response that repeats the caller’s model is not priced by it', async () => {
  // Azure's first chunk has filter results and no model, but the Messages format requires a model in its first event.
  const chunk = (more: object) => data({ id: '', object: 'chat.completion.chunk', model: '', choices: [], ...more })
  const text = { choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] }
  const pieces = [chunk({ prompt_filter_results: [] }), chunk(text), chunk({ usage }), DONE]
  await using provider = scriptedProvider({ pieces })
  // Both are in the price list: $30 and $0.10 per million input tokens.
  const key = await azureKey(provider.url, { cloud_a_deployment_id: 'gpt-4' })
  const trace = crypto.randomUUID()
  const reply = await ask(key, '/v1/messages', { ...BODY, model: 'gpt-4.1-nano', stream: true }, trace)
  expect(await reply.text()).toContain('"model":"gpt-4.1-nano"')
  const log = await gateway.waitForLog(trace)
  expect(log).toMatchObject({ ai_model: 'gpt-4', response_model: null })
  expect(log.cost).toBeCloseTo((5 * 30 + 1 * 60) / 10_000, 9)
})

test.each(['/v1/proxy/models/dear-model:generateContent', '/v1/proxy/models/dear-model%3AgenerateContent'])(
  'the model in the path of a pass-through request is priced, not the one in its body: %s',
  async (path) => {
    for (const [model, usd] of [
      [DEAR, 1],
      [CHEAP, 0.001],
    ] as const)
      await scene.control.do('POST', '/prices', { provider: 'google', model, prices: { requests: { usd, per: 1 } } })
    await using provider = scriptedProvider(UNNAMED)
    const key = await scene.virtualKey(
      { url: provider.url },
      { provider: 'google', custom_host: `${provider.url}/v1beta`, ...cost(3) },
    )
    const body = { model: CHEAP, contents: [{ parts: [{ text: 'hi' }] }], generationConfig: { maxOutputTokens: 5 } }
    const statuses: number[] = []
    for (let i = 0; i < 5; i++) {
      const reply = await ask(key, path, body)
      await reply.text()
      statuses.push(reply.status)
    }
    // A path in an unusual spelling may be refused, but is never cheaper.
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(3)
    expect(provider.asked.length).toBeLessThanOrEqual(3)
    if (provider.asked.length > 0) expect(await usedBy(key)).toBe(3)
  },
)
