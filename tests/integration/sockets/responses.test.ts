import { expect, test } from 'bun:test'
import { startSimulator } from '../../../simulators/simulator.ts'
import { startSocketSimulator } from '../../../simulators/socket-simulator.ts'
import { at } from '../../harness/at.ts'
import { eventually } from '../../harness/eventually.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { connectSocket, type SocketClient } from '../../harness/socket-client.ts'

const gateway = await shareGateway()

function open(config: object, headers: Record<string, string> = {}): Promise<SocketClient> {
  return connectSocket(`${gateway.url}/v1/responses`, {
    headers: {
      authorization: `Bearer ${gateway.workspaceKey}`,
      'openai-beta': 'responses_websockets=2026-02-06',
      'x-gateway-config': JSON.stringify(config),
      ...headers,
    },
  })
}

type Event = { type: string; response?: { id: string; usage?: object }; error?: { code: string }; stream_id?: string }

function turn(client: SocketClient, event: object): Promise<Event[]> {
  return exchange(client, { model: 'sim-model', store: false, ...event })
}

async function exchange(client: SocketClient, event: object): Promise<Event[]> {
  client.sendJson({ type: 'response.create', ...event })
  const messages = await client.until((message) =>
    /"type":"(response\.completed|response\.failed|error)"/.test(message),
  )
  return messages.map((message) => JSON.parse(message) as Event)
}

test('turns against a provider that has only HTTP are requests of their own, and continue each other', async () => {
  await using chat = await startSimulator({ answers: ['first answer', 'second answer'] })
  // A provider that has no Responses endpoint: each turn is translated to chat.
  const config = { ...at(chat), provider: 'perplexity-ai' }
  const client = await open(config, { 'x-gateway-trace-id': 'bridged' })
  const first = await turn(client, { input: 'one' })
  const id = first.at(-1)?.response?.id
  expect(first[0]?.type).toBe('response.created')
  expect(first.at(-1)?.type).toBe('response.completed')
  await turn(client, { previous_response_id: id, input: [{ role: 'user', content: 'two' }] })
  const sent = JSON.parse(chat.requests[1]!.body.toString()) as { messages: { role: string; content: unknown }[] }
  expect(sent.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  expect(JSON.stringify(sent.messages)).toContain('first answer')
  client.socket.close(1000)
  const turns = await eventually('the records of both turns', async () => {
    const { data } = await gateway.logs({ trace_id: 'bridged' })
    const found = data.filter(({ endpoint }) => endpoint === 'responses')
    return found.length >= 2 ? found : undefined
  })
  expect(turns).toHaveLength(2)
})

test('the record of a session has the size of its messages in bytes', async () => {
  await using chat = await startSimulator({ answers: ['\u8a9e'.repeat(50)] })
  const client = await open({ ...at(chat), provider: 'perplexity-ai' }, { 'x-gateway-trace-id': 'session-bytes' })
  const event = { type: 'response.create', model: 'sim-model', store: false, input: '\u8a9e'.repeat(100) }
  client.sendJson(event)
  const messages = await client.until((message) => message.includes('"response.completed"'))
  client.socket.close(1000)
  const session = await eventually('the record of the session', async () => {
    const { data } = await gateway.logs({ trace_id: 'session-bytes' })
    return data.find(({ endpoint }) => endpoint !== 'responses')
  })
  expect(session.request_bytes).toBe(Buffer.byteLength(JSON.stringify(event)))
  expect(session.response_bytes).toBe(messages.reduce((sum, message) => sum + Buffer.byteLength(message), 0))
})

test('an unknown previous response, an unknown event and an error of the provider are error events; the socket stays open', async () => {
  await using chat = await startSimulator({ answers: [429, 'fine'] })
  const client = await open({ ...at(chat), provider: 'perplexity-ai' })
  const unknown = await turn(client, { previous_response_id: 'resp_unknown', input: 'x' })
  expect(unknown.at(-1)).toMatchObject({ type: 'error', status: 400, error: { code: 'previous_response_not_found' } })
  client.sendJson({ type: 'response.cancel' })
  expect(JSON.parse(String(await client.next()))).toMatchObject({ type: 'error', error: { code: 'invalid_body' } })
  expect((await turn(client, { input: 'x' })).at(-1)).toMatchObject({ type: 'error', status: 429 })
  expect((await turn(client, { input: 'x' })).at(-1)?.type).toBe('response.completed')
  expect(chat.requests).toHaveLength(2)
  client.socket.close()
})

test('a warm-up generates nothing and can be continued', async () => {
  await using chat = await startSimulator({ answers: ['fine'] })
  const client = await open({ ...at(chat), provider: 'perplexity-ai' })
  const warm = await turn(client, { generate: false, input: 'the context' })
  expect(chat.requests).toHaveLength(0)
  await turn(client, { previous_response_id: warm.at(-1)?.response?.id, input: 'the question' })
  const text = chat.requests[0]!.body.toString()
  expect(text.indexOf('the context')).toBeLessThan(text.indexOf('the question'))
  expect(text).toContain('the context')
  client.socket.close()
})

test('a warm-up and its continuation may nest their parameters in response', async () => {
  await using chat = await startSimulator({ answers: ['fine'] })
  const client = await open({ ...at(chat), provider: 'perplexity-ai' })
  const nested = (response: object) => exchange(client, { response: { model: 'sim-model', store: false, ...response } })
  const warm = await nested({ generate: false, input: 'the context' })
  expect(chat.requests).toHaveLength(0)
  const id = warm.at(-1)?.response?.id
  expect((await nested({ previous_response_id: id, input: 'the question' })).at(-1)?.type).toBe('response.completed')
  expect(chat.requests[0]!.body.toString()).toContain('the context')
  const unknown = await nested({ previous_response_id: 'resp_unknown', input: 'x' })
  expect(unknown.at(-1)?.error?.code).toBe('previous_response_not_found')
  const twice = await exchange(client, { generate: false, response: { model: 'sim-model', input: 'x' } })
  expect(twice.at(-1)).toMatchObject({ type: 'error', error: { code: 'invalid_body', param: 'response' } })
  expect(chat.requests).toHaveLength(1)
  client.socket.close()
})

test('the id of an event is not a parameter of its request', async () => {
  await using host = await startSimulator({ answers: [404, 'over http'] })
  const client = await open(at(host))
  await turn(client, { event_id: 'event_1', input: 'hello' })
  expect(host.requests[1]!.body.toString()).not.toContain('event_1')
  client.socket.close()
})

test('a provider with a WebSocket gets the messages as they are', async () => {
  const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 }
  await using provider = startSocketSimulator({
    message(peer) {
      peer.sendJson({ type: 'response.created', response: { id: 'resp_1' } })
      peer.sendJson({ type: 'response.completed', response: { id: 'resp_1', model: 'gpt-4o', usage } })
    },
  })
  const client = await open(
    { provider: 'openai', custom_host: `${provider.url}/v1`, api_key: 'sk' },
    { 'x-gateway-trace-id': 'native' },
  )
  await turn(client, { input: 'hello' })
  client.socket.close()
  expect((await provider.peer(1)).received).toHaveLength(1)
  expect((await provider.peer(1)).headers.get('openai-beta')).toBe('responses_websockets=2026-02-06')
  expect(await gateway.waitForLog('native')).toMatchObject({
    endpoint: 'responses.websocket',
    usage: { input_tokens: 10 },
  })
})

test('a host without a WebSocket is served over HTTP, without the caller noticing', async () => {
  await using host = await startSimulator({ answers: [404, 'over http'] })
  const client = await open(at(host))
  await turn(client, { input: 'hello' })
  expect(host.requests.map(({ method }) => method)).toEqual(['GET', 'POST'])
  client.socket.close()
})

test('lanes run side by side, and their events name them', async () => {
  await using chat = await startSimulator({ answers: ['a', 'b'] })
  const client = await open({ ...at(chat), provider: 'perplexity-ai' })
  for (const stream_id of ['x', 'y']) {
    client.sendJson({ type: 'response.create', model: 'sim-model', input: stream_id, stream_id })
  }
  const seen = new Set<string>()
  while (seen.size < 2) {
    const event = JSON.parse(String(await client.next())) as Event
    expect(['x', 'y']).toContain(event.stream_id ?? '')
    if (event.type === 'response.completed') seen.add(event.stream_id!)
  }
  client.socket.close()
})
