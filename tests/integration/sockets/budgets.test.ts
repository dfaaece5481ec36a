import { expect, test } from 'bun:test'
import { playResponse, type RealtimeUsage, realtimeScript } from '../../../simulators/realtime-wire.ts'
import { type SocketScript, startSocketSimulator } from '../../../simulators/socket-simulator.ts'
import { eventually } from '../../harness/eventually.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { connectSocket, type SocketClient, upgradeResponse } from '../../harness/socket-client.ts'
import { cost, LimitedScene } from '../limits/limited-gateway.ts'

const gateway = await shareGateway()
const scene = new LimitedScene(gateway)
function open(url: string, key: string, traceId: string): Promise<SocketClient> {
  return connectSocket(`${gateway.url}/v1/realtime?model=gpt-realtime`, {
    headers: {
      authorization: `Bearer ${key}`,
      'x-gateway-trace-id': traceId,
      'x-gateway-config': JSON.stringify({ provider: 'openai', custom_host: `${url}/v1`, api_key: 'sk' }),
    },
  })
}

/** $0.0348 at the list price of gpt-realtime: 300 text tokens in at $4, 2,100 out at $16 a million. */
const TURN: RealtimeUsage = { total_tokens: 2_400, input_tokens: 300, output_tokens: 2_100 }

async function turn(client: SocketClient): Promise<string> {
  client.sendJson({ type: 'response.create', response: { max_output_tokens: 2_100 } })
  const last = await client.until((message) => /"response\.done"|"error"/.test(message))
  return String(last.at(-1))
}

test('a budget that runs out ends the session, before the turn that it could not pay', async () => {
  await using provider = startSocketSimulator(realtimeScript(() => TURN))
  const { key, id } = await scene.key(cost(1))
  const client = await open(provider.url, key, 'budget-ends')
  let turns = 0
  for (;;) {
    const last = await turn(client)
    if (last.includes('"response.done"')) {
      turns++
      continue
    }
    const { error } = JSON.parse(last) as { error: { code: string; message: string } }
    expect(error.code).toBe('budget_exhausted')
    break
  }
  expect(await client.closed).toMatchObject({ code: 1008, reason: expect.stringContaining('budget_exhausted') })
  const peer = await provider.peer(1)
  // The provider got exactly the turns that were paid.
  expect(peer.received.filter((message) => String(message).includes('response.create'))).toHaveLength(turns)
  const log = await gateway.waitForLog('budget-ends')
  const spent = await scene.usageOf(id)
  expect(spent.current_usage).toBeCloseTo(turns * 0.0348, 9)
  expect(spent).toMatchObject({ held: 0 })
  expect(spent.current_usage).toBeLessThanOrEqual(1)
  expect(turns).toBeGreaterThan(1)
  expect(log.error_code).toBe('budget_exhausted')
  expect(log.cost).toBeCloseTo(turns * 3.48, 6)
})

test.each([
  ['without the prefix that chose the virtual key', (slug: string) => `@${slug}/gpt-realtime`, {}],
  ['that the config sets', () => 'gpt-4o-mini-realtime-preview', { override_params: { model: 'gpt-realtime' } }],
] as const)('a turn is charged at the price of the model %s', async (_, nameOf, config) => {
  await using provider = startSocketSimulator(realtimeScript(() => TURN))
  const { key, id } = await scene.key(cost(1))
  const slug = await scene.virtualKey(provider, { provider: 'openai' })
  const isSet = Object.keys(config).length > 0
  const client = await connectSocket(`${gateway.url}/v1/realtime?model=${nameOf(slug)}`, {
    headers: {
      authorization: `Bearer ${key}`,
      ...(isSet && { 'x-gateway-config': JSON.stringify({ virtual_key: slug, ...config }) }),
    },
  })
  expect(await turn(client)).toContain('"response.done"')
  expect((await provider.peer(1)).target).toBe('/v1/realtime?model=gpt-realtime')
  expect((await scene.usageOf(id)).current_usage).toBeCloseTo(0.0348, 9)
  client.socket.close()
})

test('concurrent sessions together never spend more than the budget', async () => {
  await using provider = startSocketSimulator(realtimeScript(() => TURN))
  const { key, id } = await scene.key(cost(1))
  const clients = await Promise.all(Array.from({ length: 8 }, (_, i) => open(provider.url, key, `many-${i}`)))
  await Promise.all(
    clients.map(async (client) => {
      while ((await turn(client)).includes('"response.done"'));
      await client.closed
    }),
  )
  const done = provider.peers
    .flatMap(({ received }) => received)
    .filter((one) => String(one).includes('response.create'))
  for (let i = 0; i < 8; i++) await gateway.waitForLog(`many-${i}`)
  const { current_usage, held } = await scene.usageOf(id)
  expect(current_usage).toBeCloseTo(done.length * 0.0348, 9)
  expect(current_usage).toBeLessThanOrEqual(1)
  expect(held).toBe(0)
})

test('audio is held before it is sent: a response that the provider starts by itself is paid', async () => {
  const script: SocketScript = {
    message(peer, message) {
      if (String(message).includes('"last"')) playResponse(peer, 1, TURN)
    },
  }
  await using provider = startSocketSimulator(script)
  const { key, id } = await scene.key(cost(1))
  const client = await open(provider.url, key, 'vad')
  const audio = Buffer.alloc(9_600).toString('base64')
  client.sendJson({ type: 'input_audio_buffer.append', audio })
  client.sendJson({ type: 'input_audio_buffer.append', audio, event_id: 'last' })
  await client.until((message) => message.includes('"response.done"'))
  // One turn is settled; the next one, which audio may start, is held.
  const during = await scene.usageOf(id)
  expect(during.current_usage).toBeCloseTo(0.0348, 9)
  expect(during.held).toBeGreaterThan(0)
  client.socket.close()
  await gateway.waitForLog('vad')
  // The turn that did not take place is not charged.
  const after = await scene.usageOf(id)
  expect(after.held).toBe(0)
  expect(after.current_usage).toBeCloseTo(0.0348, 9)
})

test('a turn that used more than was held for it ends the session if the next turn is no longer covered', async () => {
  await using provider = startSocketSimulator()
  const { key, id } = await scene.key(cost(1))
  const client = await open(provider.url, key, 'over-the-hold')
  client.sendJson({ type: 'input_audio_buffer.append', audio: 'AAAA' })
  const peer = await provider.peer(1)
  await eventually('the audio', () => peer.received.length === 1)
  const response = { id: 'resp_1', status: 'in_progress', conversation_id: 'c' }
  const before = (await scene.usageOf(id)).held
  peer.sendJson({ type: 'response.created', response })
  // The next turn is held before the first one has ended.
  await eventually('the next hold', async () => (await scene.usageOf(id)).held > before)
  // $0.96: more than the model can generate by its documentation.
  const usage = { total_tokens: 60_000, input_tokens: 0, output_tokens: 60_000 }
  peer.sendJson({ type: 'response.done', response: { ...response, status: 'completed', usage } })
  expect(await client.closed).toMatchObject({ code: 1008, reason: expect.stringContaining('budget_exhausted') })
  await gateway.waitForLog('over-the-hold')
  expect(await scene.usageOf(id)).toMatchObject({ current_usage: 0.96, held: 0 })
})

test('transcriptions of the input are held, charged with their own model, and end the session without a price', async () => {
  const script: SocketScript = {
    message(peer, message) {
      const { type, session } = JSON.parse(String(message)) as { type: string; session?: object }
      if (type === 'session.update') peer.sendJson({ type: 'session.updated', session })
      if (!String(message).includes('"last"')) return
      peer.sendJson({ type: 'input_audio_buffer.committed', item_id: 'item_1' })
      peer.sendJson({
        type: 'conversation.item.input_audio_transcription.completed',
        item_id: 'item_1',
        transcript: 'Hello',
        usage: { type: 'tokens', total_tokens: 4_000, input_tokens: 3_000, output_tokens: 1_000 },
      })
    },
  }
  await using provider = startSocketSimulator(script)
  await scene.control.do('POST', '/prices', {
    provider: 'openai',
    model: 'own-transcriber',
    prices: { input_tokens: { usd: 10, per: 1_000_000 }, output_tokens: { usd: 10, per: 1_000_000 } },
  })
  const { key, id } = await scene.key(cost(5))
  const client = await open(provider.url, key, 'transcribed')
  const transcribeWith = (model: string) =>
    client.sendJson({
      type: 'session.update',
      session: { audio: { input: { transcription: { model }, turn_detection: null } } },
    })
  transcribeWith('own-transcriber')
  await client.until((message) => message.includes('session.updated'))
  client.sendJson({ type: 'input_audio_buffer.append', audio: 'AAAA', event_id: 'last' })
  await client.until((message) => message.includes('transcription.completed'))
  expect(await scene.usageOf(id)).toMatchObject({ current_usage: 0.04, held: 0 })
  transcribeWith('transcriber-without-a-price')
  client.sendJson({ type: 'input_audio_buffer.append', audio: 'AAAA' })
  const last = await client.until((message) => message.includes('"error"'))
  expect(String(last.at(-1))).toContain('price_unknown')
  client.socket.close()
  const log = await gateway.waitForLog('transcribed')
  expect(log.cost).toBeCloseTo(4, 9)
  expect(await scene.usageOf(id)).toMatchObject({ current_usage: 0.04, held: 0 })
})

test('a turn that the caller leaves is charged with the usage that still arrives', async () => {
  await using provider = startSocketSimulator({
    async message(peer, message) {
      if (!String(message).includes('response.create')) return
      const response = { id: 'resp_1', status: 'in_progress', conversation_id: 'c' }
      peer.sendJson({ type: 'response.created', response })
      // The caller leaves in between.
      await Bun.sleep(200)
      peer.sendJson({ type: 'response.done', response: { ...response, status: 'completed', usage: TURN } })
    },
  })
  const { key, id } = await scene.key(cost(1))
  const client = await open(provider.url, key, 'leaves')
  client.sendJson({ type: 'response.create' })
  await client.until((message) => message.includes('response.created'))
  client.socket.terminate()
  await gateway.waitForLog('leaves')
  const spent = await scene.usageOf(id)
  expect(spent.current_usage).toBeCloseTo(0.0348, 9)
  expect(spent.held).toBe(0)
})

test('a socket whose cost is unknown is refused to a key with a budget', async () => {
  await using provider = startSocketSimulator()
  const { key } = await scene.key(cost(1))
  const response = await upgradeResponse(`${gateway.url}/v1/proxy/listen`, {
    authorization: `Bearer ${key}`,
    'x-gateway-config': JSON.stringify({ provider: 'openai', custom_host: `${provider.url}/v1`, api_key: 'sk' }),
  })
  const { error } = (await response.json()) as { error: { code: string } }
  expect([response.status, error.code]).toEqual([400, 'price_unknown'])
  expect(provider.handshakes).toHaveLength(0)
})
