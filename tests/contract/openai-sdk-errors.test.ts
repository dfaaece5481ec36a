import { expect, test } from 'bun:test'
import OpenAI from 'openai'
import type { Answer, StreamItem } from '../../simulators/answer.ts'
import { eventChannel } from '../../simulators/event-channel.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { REACHES_PROVIDER_MS } from '../harness/patience.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()
const CHAT = { model: 'm', messages: [{ role: 'user' as const, content: 'hi' }] }

function clientWith(config: object, options: { apiKey?: string; maxRetries?: number } = {}): OpenAI {
  return new OpenAI({
    baseURL: gateway.baseURL,
    apiKey: gateway.workspaceKey,
    maxRetries: 0,
    defaultHeaders: { 'x-gateway-config': JSON.stringify(config) },
    ...options,
  })
}

async function failureOf(call: PromiseLike<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> {
  try {
    await call
  } catch (error) {
    if (error instanceof OpenAI.APIError) return error
    throw error
  }
  throw new Error('The call did not fail.')
}

test.each<[number, new (...args: never[]) => Error]>([
  [400, OpenAI.BadRequestError],
  [401, OpenAI.AuthenticationError],
  [403, OpenAI.PermissionDeniedError],
  [404, OpenAI.NotFoundError],
  [409, OpenAI.ConflictError],
  [422, OpenAI.UnprocessableEntityError],
  [429, OpenAI.RateLimitError],
  [500, OpenAI.InternalServerError],
])('a provider’s %p becomes the matching SDK error class', async (status, expected) => {
  await using simulator = await startSimulator({ answers: [status] })
  const failure = await failureOf(clientWith(at(simulator)).chat.completions.create(CHAT))
  expect(failure).toBeInstanceOf(expected)
  expect([failure.status, failure.code]).toEqual([status, `sim_${status}`])
})

test('a wrong gateway key is an AuthenticationError with the gateway’s code, message and request id', async () => {
  const client = clientWith({ provider: 'mock' }, { apiKey: 'gww_this_is_nobodys_key' })
  const failure = await failureOf(client.chat.completions.create(CHAT))
  expect(failure).toBeInstanceOf(OpenAI.AuthenticationError)
  expect([failure.code, failure.type]).toEqual(['api_key_invalid', 'authentication_error'])
  expect(failure.message).toContain('key')
  expect(failure.requestID).not.toBeNull()
})

test('the SDK does not retry errors with x-should-retry: false', async () => {
  await using simulator = await startSimulator({ answers: [{ fault: 'hang' }] })
  const client = clientWith(at(simulator, { request_timeout: REACHES_PROVIDER_MS }), { maxRetries: 2 })
  const failure = await failureOf(client.chat.completions.create(CHAT))
  expect([failure.status, failure.code]).toEqual([408, 'request_timeout'])
  expect(simulator.requests).toHaveLength(1)
})

test('the SDK retries a provider’s 429 through the gateway', async () => {
  const soon: Answer = { status: 429, retryAfter: { ms: 5 }, body: { error: { message: 'slow down' } } }
  await using simulator = await startSimulator({ answers: [soon, 'hello'] })
  const completion = await clientWith(at(simulator), { maxRetries: 1 }).chat.completions.create(CHAT)
  expect(completion.choices[0]?.message.content).toBe('hello')
})

test('a stream that is cut raises in the SDK', async () => {
  const channel = eventChannel<StreamItem>()
  await using simulator = await startSimulator({ answers: [{ stream: channel, cutAfter: 1 }] })
  channel.push('one')
  const stream = await clientWith(at(simulator)).chat.completions.create({ ...CHAT, stream: true })
  let text = ''
  const reading = (async () => {
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? ''
      if (text === 'one') channel.push('cut now')
    }
  })()
  await expect(reading).rejects.toThrow()
  expect(text).toBe('one')
})

test('an error inside a stream raises in the SDK with the provider’s message', async () => {
  await using simulator = await startSimulator({ answers: [{ stream: ['one', 'two'], errorAfter: 1 }] })
  const stream = await clientWith(at(simulator)).chat.completions.create({ ...CHAT, stream: true })
  const reading = (async () => {
    for await (const chunk of stream) expect(chunk.choices[0]?.delta.content).not.toBe('two')
  })()
  await expect(reading).rejects.toThrow('Simulated overload.')
})

test('closing a stream early closes the upstream call', async () => {
  await using simulator = await startSimulator({ answers: [{ stream: ['one', 'two'], stallAfter: 1 }] })
  const stream = await clientWith(at(simulator)).chat.completions.create({ ...CHAT, stream: true })
  for await (const chunk of stream) if (chunk.choices[0]?.delta.content === 'one') break
  expect(await simulator.requests[0]?.ended).toBe('aborted')
})

test('a fallback recovers the SDK’s call transparently', async () => {
  await using busy = await startSimulator({ answers: [503] })
  await using free = await startSimulator({ answers: ['rescued'] })
  const client = clientWith({ strategy: { mode: 'fallback' }, targets: [at(busy), at(free)] })
  const stream = client.chat.completions.stream(CHAT)
  expect((await stream.finalChatCompletion()).choices[0]?.message.content).toBe('rescued')
})
