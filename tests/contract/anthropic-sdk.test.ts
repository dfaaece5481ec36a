import { expect, test } from 'bun:test'
import Anthropic from '@anthropic-ai/sdk'
import { startSimulator } from '../../simulators/simulator.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()
const ASK = { model: 'claude', max_tokens: 64, messages: [{ role: 'user' as const, content: 'hi' }] }

/** Anthropic’s client adds /v1 itself; the gateway key is in a separate header. */
function clientTowards(url: string): Anthropic {
  return new Anthropic({
    baseURL: gateway.url,
    apiKey: 'sk-ant-mine',
    maxRetries: 0,
    defaultHeaders: {
      'x-gateway-api-key': gateway.workspaceKey,
      'x-gateway-provider': 'anthropic',
      'x-gateway-custom-host': `${url}/v1`,
    },
  })
}

test('messages pass through with the caller’s credential and version', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const message = await clientTowards(simulator.url).messages.create(ASK)
  expect(message.content[0]?.type === 'text' && message.content[0].text).toBe('hello')
  const request = simulator.requests[0]!
  expect(request.target).toBe('/v1/messages')
  expect(request.headers['x-api-key']).toBe('sk-ant-mine')
  expect(request.headers['anthropic-version']).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  expect(request.headers['authorization']).toBeUndefined()
  expect(request.json).toEqual(ASK)
})

test('messages stream', async () => {
  await using simulator = await startSimulator({ answers: ['one two three'] })
  const stream = clientTowards(simulator.url).messages.stream(ASK)
  const pieces: string[] = []
  stream.on('text', (text) => pieces.push(text))
  const message = await stream.finalMessage()
  expect(pieces).toEqual(['one', ' two', ' three'])
  expect(message.stop_reason).toBe('end_turn')
})

test('the gateway key alone, as the client’s api key, with the provider’s in a config', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const config = { provider: 'anthropic', api_key: 'sk-ant-stored', custom_host: `${simulator.url}/v1` }
  const client = new Anthropic({
    baseURL: gateway.url,
    apiKey: gateway.workspaceKey,
    maxRetries: 0,
    defaultHeaders: { 'x-gateway-config': JSON.stringify(config) },
  })
  await client.messages.create(ASK)
  expect(simulator.requests[0]?.headers['x-api-key']).toBe('sk-ant-stored')
})

test('a provider error becomes the matching SDK error class', async () => {
  const body = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
  await using simulator = await startSimulator({ answers: [{ status: 529, body }, 429] })
  const client = clientTowards(simulator.url)
  const overloaded = await failureOf(client.messages.create(ASK))
  expect(overloaded instanceof Anthropic.APIError && [overloaded.status, overloaded.error]).toEqual([529, body])
  expect(await failureOf(client.messages.create(ASK))).toBeInstanceOf(Anthropic.RateLimitError)
})

function failureOf(call: PromiseLike<unknown>): PromiseLike<unknown> {
  return call.then(
    () => null,
    (error: unknown) => error,
  )
}

test('usage of a message is recorded, plain and streamed', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const client = clientTowards(simulator.url)
  await client.messages.create(ASK, { headers: { 'x-gateway-trace-id': 'claude-plain' } })
  await client.messages.stream(ASK, { headers: { 'x-gateway-trace-id': 'claude-stream' } }).finalMessage()
  for (const trace of ['claude-plain', 'claude-stream']) {
    const log = await gateway.waitForLog(trace)
    expect([log.provider, log.ai_model, log.status_code]).toEqual(['anthropic', 'claude', 200])
    expect(log.usage).toMatchObject({ input_tokens: 9, output_tokens: 3 })
  }
})
