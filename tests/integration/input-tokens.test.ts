import { expect, test } from 'bun:test'
import OpenAI from 'openai'
import { type Simulator, startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { cost, LimitedScene } from './limits/limited-gateway.ts'

const gateway = await shareGateway()
const scene = new LimitedScene(gateway)

const PATH = '/v1/responses/input_tokens'
const TOOL = { type: 'function', name: 'f', description: 'Does it.', parameters: { type: 'object', properties: {} } }
const BODY = { model: 'm', instructions: 'Be kind.', input: 'Hello', tools: [TOOL] }

async function count(config: object, body: object = BODY, key?: string) {
  const headers = { 'x-gateway-config': JSON.stringify(config) }
  const reply = await gateway.fetch(PATH, { method: 'POST', headers, body, ...(key !== undefined && { key }) })
  return {
    status: reply.status,
    body: (await reply.json()) as { input_tokens: number; error?: { message: string } },
    warning: reply.headers.get('x-gateway-warning'),
    trace: reply.headers.get('x-gateway-trace-id'),
  }
}

function openaiAt(simulator: Simulator) {
  return { provider: 'openai', api_key: 'k', custom_host: `${simulator.url}/v1` }
}

/** Counters in other formats: config, path, members of the body, response. */
const COUNTERS: readonly [
  name: string,
  config: object,
  model: string,
  target: string,
  sent: object,
  response: object,
][] = [
  [
    'Anthropic',
    { provider: 'anthropic', api_key: 'k' },
    'claude-sonnet-4-5',
    '/v1beta/messages/count_tokens',
    {
      model: 'claude-sonnet-4-5',
      system: [{ type: 'text', text: 'Be kind.' }],
      messages: [{ role: 'user', content: 'Hello' }],
      tools: [{ name: 'f' }],
    },
    { input_tokens: 17 },
  ],
  [
    'Gemini',
    { provider: 'google', api_key: 'k' },
    'gemini-2.5-flash',
    '/v1beta/models/gemini-2.5-flash:countTokens',
    { generateContentRequest: { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] } },
    { totalTokens: 17 },
  ],
]

for (const [name, config, model, target, sent, response] of COUNTERS) {
  test(`the provider counts: ${name}`, async () => {
    await using simulator = await startSimulator({ answers: [{ body: response }, 404] })
    const counter = { ...config, custom_host: `${simulator.url}/v1beta` }
    const counted = await count(counter, { ...BODY, model })
    expect(counted).toMatchObject({ status: 200, warning: null })
    expect(counted.body as object).toEqual({ object: 'response.input_tokens', input_tokens: 17 })
    expect(simulator.requests[0]?.target).toBe(target)
    expect(simulator.requests[0]?.json).toMatchObject(sent)
    expect(Object.keys(simulator.requests[0]?.json as object)).not.toContain('max_tokens')
    expect(await gateway.waitForLog(counted.trace)).toMatchObject({ endpoint: 'responses.input_tokens', cost: 0 })
    const estimated = await count(counter, { ...BODY, model })
    expect(estimated.warning).toContain('returned HTTP 404 to a request for a token count.')
    expect(estimated.body.input_tokens).toBeGreaterThan(5)
  })
}

test('OpenAI gets the caller’s bytes, and its response comes back unchanged', async () => {
  await using simulator = await startSimulator({ answers: [{ body: { input_tokens: 9, extra: 1 } }] })
  const body = { ...BODY, previous_response_id: 'resp_1', unknown_member: [1] }
  const { status, body: answer, warning } = await count(openaiAt(simulator), body)
  expect([status, answer as object, warning]).toEqual([200, { input_tokens: 9, extra: 1 }, null])
  expect(simulator.requests[0]).toMatchObject({ target: PATH, json: body })
})

test('a host of OpenAI’s format without the path gets an estimate', async () => {
  await using simulator = await startSimulator({ answers: [404] })
  for (const config of [at(simulator), openaiAt(simulator)]) {
    const asked = simulator.requests.length
    const { status, body, warning, trace } = await count(config)
    expect([status, Object.keys(body)]).toEqual([200, ['object', 'input_tokens']])
    expect(body.input_tokens).toBeGreaterThan(8)
    expect(body.input_tokens).toBeLessThan(60)
    expect(warning).toContain('returned HTTP 404 to a request for a token count.')
    expect(simulator.requests.length).toBe(asked + 1)
    expect((await gateway.waitForLog(trace)).cost).toBe(0)
  }
})

test('a stored response is never estimated without its content', async () => {
  await using simulator = await startSimulator({ answers: [404] })
  const body = { ...BODY, previous_response_id: 'resp_1' }
  expect(await count(at(simulator), body)).toMatchObject({ status: 404, warning: null })
  const { status, body: refusal } = await count({ provider: 'groq', api_key: 'k' }, body)
  expect([status, refusal.error?.message]).toEqual([400, expect.stringContaining('previous_response_id')])
})

test('a provider without a counter is not called, and instructions, tools and images count', async () => {
  await using simulator = await startSimulator({ answers: [500] })
  const groq = { provider: 'groq', api_key: 'k', custom_host: `${simulator.url}/v1` }
  const tokensOf = async (body: object) => {
    const { status, body: answer, warning } = await count(groq, { model: 'm', ...body })
    expect([status, warning]).toEqual([200, expect.stringContaining('groq has no token counter')])
    return answer.input_tokens
  }
  const image = { type: 'input_image', image_url: `data:image/png;base64,${'iVBORw0KGgo='.repeat(1_000)}` }
  const user = (...content: object[]) => [{ role: 'user', content }]
  const text = { type: 'input_text', text: 'Hello' }
  const plain = await tokensOf({ input: user(text) })
  expect((await tokensOf({ input: user(text, image) })) - plain).toBe(765)
  expect(await tokensOf({ input: user(text), instructions: 'one two three four' })).toBeGreaterThan(plain + 3)
  expect(await tokensOf({ input: user(text), tools: [TOOL] })).toBeGreaterThan(plain + 2)
  expect(simulator.requests).toEqual([])
})

test('counting takes nothing from a budget', async () => {
  await scene.fee('counted-model', 0.01)
  const { key, id } = await scene.key(cost(1))
  for (let i = 0; i < 3; i++)
    expect((await count({ provider: 'mock' }, { ...BODY, model: 'counted-model' }, key)).status).toBe(200)
  expect(await scene.usageOf(id)).toMatchObject({ current_usage: 0, held: 0 })
})

test('OpenAI’s client counts at any provider', async () => {
  const client = new OpenAI({
    baseURL: `${gateway.url}/v1`,
    apiKey: gateway.workspaceKey,
    maxRetries: 0,
    defaultHeaders: { 'x-gateway-provider': 'mock' },
  })
  const counted = await client.responses.inputTokens.count({ model: 'm', input: 'Hello' })
  expect(counted.object).toBe('response.input_tokens')
  expect(counted.input_tokens).toBeGreaterThan(0)
})
