import { expect, test } from 'bun:test'
import { playResponse, type RealtimeUsage } from '../../../simulators/realtime-wire.ts'
import { startSimulator } from '../../../simulators/simulator.ts'
import { type SocketScript, startSocketSimulator } from '../../../simulators/socket-simulator.ts'
import { at } from '../../harness/at.ts'
import { eventually } from '../../harness/eventually.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { connectSocket, type SocketClient } from '../../harness/socket-client.ts'
import { cost, LimitedScene } from '../limits/limited-gateway.ts'

const gateway = await shareGateway()
const scene = new LimitedScene(gateway)

function open(path: string, target: object, key: string): Promise<SocketClient> {
  const headers = { 'x-gateway-api-key': key, 'x-gateway-config': JSON.stringify(target) }
  return connectSocket(`${gateway.url}${path}`, { headers })
}

const openai = (url: string) => ({ provider: 'openai', custom_host: `${url}/v1`, api_key: 'sk' })
const REALTIME = '/v1/realtime?model=gpt-realtime'
/** Far over the size from which events are parsed in a worker thread. */
const LONG = 'word '.repeat(200_000)
/** $0.0348 at the list price of gpt-realtime. */
const TURN: RealtimeUsage = { total_tokens: 2_400, input_tokens: 300, output_tokens: 2_100 }

test('a large response.create is held, forwarded unchanged and in order, and settled', async () => {
  await using provider = startSocketSimulator({
    message(peer, message) {
      if (String(message).includes('response.create')) playResponse(peer, 1, TURN)
    },
  })
  const { key, id } = await scene.key(cost(20))
  const client = await open(REALTIME, openai(provider.url), key)
  const large = JSON.stringify({ type: 'response.create', response: { instructions: LONG, max_output_tokens: 100 } })
  client.send(large)
  client.sendJson({ type: 'input_audio_buffer.clear' })
  await client.until((text) => text.includes('"response.done"'))
  const peer = await provider.peer(1)
  await eventually('both messages', () => peer.received.length === 2)
  expect(peer.received[0] === large).toBe(true)
  await eventually('the settlement', async () => (await scene.usageOf(id)).held === 0)
  expect((await scene.usageOf(id)).current_usage).toBeCloseTo(0.0348, 9)
  client.socket.close()
})

test('a large event that starts a response is refused if the budget does not cover it, or if it is ambiguous', async () => {
  await using provider = startSocketSimulator()
  const { key } = await scene.key(cost(1))
  const client = await open('/v1/responses', openai(provider.url), key)
  client.send(`{"type":"response.create","type":"x","model":"gpt-4o","input":"${LONG}"}`)
  const [ambiguous] = await client.until((text) => text.includes('"error"'))
  expect(JSON.parse(ambiguous!)).toMatchObject({ error: { code: 'duplicate_member' } })
  client.sendJson({ type: 'response.create', model: 'o1-pro', input: LONG })
  const [refused] = await client.until((text) => text.includes('"error"'))
  expect(JSON.parse(refused!)).toMatchObject({ error: { code: 'budget_exhausted' } })
  expect(await client.closed).toMatchObject({ code: 1008 })
  expect((await provider.peer(1)).received).toEqual([])
})

test('large events of the provider are counted in the order in which they came', async () => {
  const usage = { input_tokens: 1_000, output_tokens: 1_000, total_tokens: 2_000 }
  await using provider = startSocketSimulator({
    message(peer) {
      for (const id of ['resp_1', 'resp_2']) {
        const output = [{ type: 'message', content: [{ type: 'output_text', text: LONG }] }]
        peer.sendJson({ type: 'response.created', response: { id, model: 'gpt-4o' } })
        peer.sendJson({ type: 'response.completed', response: { id, model: 'gpt-4o', output, usage } })
      }
      peer.sendJson({ type: 'done' })
    },
  })
  const { key, id } = await scene.key(cost(5))
  const client = await open('/v1/responses', openai(provider.url), key)
  client.sendJson({ type: 'response.create', model: 'gpt-4o', input: 'x' })
  const messages = await client.until((text) => text.includes('"done"'))
  expect(messages.map((text) => (JSON.parse(text) as { type: string }).type)).toEqual([
    'response.created',
    'response.completed',
    'response.created',
    'response.completed',
    'done',
  ])
  await eventually('both settlements', async () => {
    const { held, current_usage } = await scene.usageOf(id)
    return held === 0 && current_usage > 0.02
  })
  // Two responses, each 1,000 tokens at $2.50 and 1,000 at $10 a million.
  expect((await scene.usageOf(id)).current_usage).toBeCloseTo(0.025, 9)
  client.socket.close()
})

test('a caller that leaves right after a large last event is charged for it', async () => {
  const usage = { input_tokens: 1_000, output_tokens: 1_000, total_tokens: 2_000 }
  // Just large enough for the thread: it must be read within two seconds after the caller has left.
  const output = [{ type: 'message', content: [{ type: 'output_text', text: 'word '.repeat(60_000) }] }]
  await using provider = startSocketSimulator({
    message: (peer) =>
      peer.sendJson({ type: 'response.completed', response: { id: 'resp_1', model: 'gpt-4o', output, usage } }),
  })
  const { key, id } = await scene.key(cost(5))
  const client = await open('/v1/responses', openai(provider.url), key)
  client.sendJson({ type: 'response.create', model: 'gpt-4o', input: 'x' })
  await client.next()
  client.socket.close()
  await eventually('the settlement', async () => (await scene.usageOf(id)).held === 0)
  expect((await scene.usageOf(id)).current_usage).toBeCloseTo(0.0125, 9)
})

test('a bridged session takes large events, in order with small ones', async () => {
  await using chat = await startSimulator({ answers: ['one', 'two'] })
  const client = await open('/v1/responses', { ...at(chat), provider: 'perplexity-ai' }, gateway.workspaceKey)
  client.sendJson({ type: 'response.create', model: 'sim-model', input: LONG })
  client.sendJson({ type: 'response.create', model: 'sim-model', input: 'short' })
  for (const _ of [1, 2]) await client.until((text) => text.includes('"type":"response.completed"'))
  const sizes = chat.requests.map(({ body }) => body.length > LONG.length)
  expect(sizes).toEqual([true, false])
  client.send(`{"type":"response.create","input":"${LONG}"`)
  const [broken] = await client.until((text) => text.includes('"error"'))
  expect(JSON.parse(broken!)).toMatchObject({ error: { code: 'invalid_json' } })
  client.socket.close()
})

test('realtime: a response.create that the provider refuses is released', async () => {
  const script: SocketScript = {
    message(peer, message) {
      const { event_id } = JSON.parse(String(message)) as { event_id?: string }
      const code = event_id ? 'invalid_value' : 'conversation_already_has_active_response'
      peer.sendJson({ type: 'error', error: { type: 'invalid_request_error', code, event_id: event_id ?? null } })
    },
  }
  await using provider = startSocketSimulator(script)
  const { key, id } = await scene.key(cost(5))
  const client = await open(REALTIME, openai(provider.url), key)
  for (const event of [{ event_id: 'mine' }, {}]) {
    client.sendJson({ type: 'response.create', ...event })
    await client.until((text) => text.includes('"error"'))
    await eventually('the release', async () => (await scene.usageOf(id)).held === 0)
  }
  expect((await scene.usageOf(id)).current_usage).toBe(0)
  client.socket.close()
})
