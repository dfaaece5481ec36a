import { expect, test } from 'bun:test'
import { playResponse, type RealtimeUsage, realtimeScript } from '../../../simulators/realtime-wire.ts'
import { type SocketScript, startSocketSimulator } from '../../../simulators/socket-simulator.ts'
import { eventually } from '../../harness/eventually.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { connectSocket, type SocketClient } from '../../harness/socket-client.ts'
import { cost, LimitedScene } from '../limits/limited-gateway.ts'

const gateway = await shareGateway()
const scene = new LimitedScene(gateway)

function open(path: string, target: object, key: string, traceId: string): Promise<SocketClient> {
  return connectSocket(`${gateway.url}${path}`, {
    headers: {
      'x-gateway-api-key': key,
      'x-gateway-trace-id': traceId,
      'x-gateway-config': JSON.stringify(target),
    },
  })
}

const openai = (url: string) => ({ provider: 'openai', custom_host: `${url}/v1`, api_key: 'sk' })
const google = (url: string) => ({ provider: 'google', custom_host: url, api_key: 'AIza' })
const LIVE = '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent'
const REALTIME = '/v1/realtime?model=gpt-realtime'

/** $0.0348 at the list price of gpt-realtime. */
const TURN: RealtimeUsage = { total_tokens: 2_400, input_tokens: 300, output_tokens: 2_100 }
/** $0.696. */
const LONG_TURN: RealtimeUsage = { total_tokens: 48_000, input_tokens: 6_000, output_tokens: 42_000 }

/** Messages that parsers of other languages read as `response.create`. */
const AMBIGUOUS: readonly (readonly [what: string, message: string | Uint8Array, code: string])[] = [
  ['a second type', '{"type":"x","type":"response.create","model":"gpt-4o"}', 'duplicate_member'],
  [
    'a second type after audio',
    '{"type":"input_audio_buffer.append","audio":"","type":"response.create"}',
    'duplicate_member',
  ],
  ['a second type with escapes', '{"type":"x","\\u0074ype":"response\\u002ecreate"}', 'duplicate_member'],
  ['a first type that is overwritten', '{"type":"response.create","type":"x"}', 'duplicate_member'],
  ['NaN', '{"type":"response.create","model":"gpt-4o","temperature":NaN}', 'invalid_json'],
  ['a byte order mark', '\ufeff{"type":"response.create"}', 'invalid_json'],
  ['UTF-16', Buffer.from('{"type":"response.create"}', 'utf16le'), 'invalid_json'],
]

for (const path of [REALTIME, '/v1/responses']) {
  test.each(AMBIGUOUS)(`${path}: %s is refused, and the session goes on`, async (_, message, code) => {
    await using provider = startSocketSimulator()
    const { key } = await scene.key(cost(1))
    const client = await open(path, openai(provider.url), key, `ambiguous-${Bun.randomUUIDv7()}`)
    client.send(message)
    client.sendJson({ type: 'session.close' })
    const [refused] = await client.until((text) => text.includes('"error"'))
    expect(JSON.parse(refused!)).toMatchObject({ type: 'error', error: { code } })
    const peer = await provider.peer(1)
    await eventually('the next message', () => peer.received.length > 0)
    expect(peer.received).toEqual(['{"type":"session.close"}'])
    client.socket.close()
  })
}

test('responses: parameters in two places are refused; a response that nothing was held for is charged', async () => {
  const usage = { input_tokens: 100_000, output_tokens: 10_000, total_tokens: 110_000 }
  await using provider = startSocketSimulator({
    message(peer, message) {
      if (!String(message).includes('start')) return
      peer.sendJson({ type: 'response.completed', response: { id: 'resp_1', model: 'gpt-4o', usage } })
    },
  })
  const { key, id } = await scene.key(cost(5))
  const client = await open('/v1/responses', openai(provider.url), key, 'nested')
  client.sendJson({
    type: 'response.create',
    model: 'gpt-4o',
    input: 'x',
    response: { generate: false, model: 'gpt-4o-mini' },
  })
  const [refused] = await client.until((text) => text.includes('"error"'))
  expect(JSON.parse(refused!)).toMatchObject({ error: { code: 'invalid_body', param: 'response' } })
  client.sendJson({ type: 'start' })
  await client.until((text) => text.includes('response.completed'))
  await eventually('the charge', async () => (await scene.usageOf(id)).current_usage > 0)
  expect((await scene.usageOf(id)).current_usage).toBeCloseTo(0.35, 9)
  expect((await provider.peer(1)).received).toHaveLength(1)
  client.socket.close()
})

test('realtime: an update that the provider refuses lowers no hold', async () => {
  const script: SocketScript = {
    message(peer, message) {
      const event = JSON.parse(String(message)) as { type: string; session?: { voice?: string } }
      if (event.type !== 'session.update') return
      if (event.session?.voice === 'no such voice') peer.sendJson({ type: 'error', error: { code: 'invalid_value' } })
      else peer.sendJson({ type: 'session.updated', session: event.session })
    },
  }
  await using provider = startSocketSimulator(script)
  const { key, id } = await scene.key(cost(5))
  const client = await open(REALTIME, openai(provider.url), key, 'refused-update')
  const update = (more: object) =>
    client.sendJson({ type: 'session.update', session: { max_output_tokens: 1, turn_detection: null, ...more } })
  update({ voice: 'no such voice' })
  await client.until((text) => text.includes('invalid_value'))
  client.sendJson({ type: 'input_audio_buffer.append', audio: 'AAAA' })
  // 4,096 output tokens at $64 a million, for audio.
  await eventually('the hold', async () => (await scene.usageOf(id)).held > 0.26)
  client.socket.close()
})

test('realtime: an update in force lowers the hold; a turn that cannot start is not held', async () => {
  await using provider = startSocketSimulator(realtimeScript(() => TURN))
  const { key, id } = await scene.key(cost(5))
  const client = await open(REALTIME, openai(provider.url), key, 'update-in-force')
  client.sendJson({ type: 'input_audio_buffer.append', audio: 'AAAA' })
  await eventually('the hold', async () => (await scene.usageOf(id)).held > 0.26)
  client.sendJson({ type: 'session.update', session: { audio: { input: { turn_detection: null } } } })
  await client.until((text) => text.includes('session.updated'))
  await eventually('the release', async () => (await scene.usageOf(id)).held === 0)
  client.socket.close()
})

test('realtime: input that follows the first audio is held too', async () => {
  await using provider = startSocketSimulator()
  const { key } = await scene.key(cost(1))
  const client = await open(REALTIME, openai(provider.url), key, 'grown')
  client.sendJson({ type: 'input_audio_buffer.append', audio: 'AAAA' })
  const content = [{ type: 'input_text', text: 'word '.repeat(20_000) }]
  client.sendJson({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } })
  const [refused] = await client.until((text) => text.includes('"error"'))
  expect(JSON.parse(refused!)).toMatchObject({ error: { code: 'budget_exhausted' } })
  expect(await client.closed).toMatchObject({ code: 1008 })
  expect((await provider.peer(1)).received).toHaveLength(1)
})

/** The usage of each turn of `answersAll`, a stand-in for Gemini Live with one turn per `clientContent`. */
const EACH_TURN = { promptTokenCount: 1_000, responseTokenCount: 1_000, totalTokenCount: 2_000 }
function answersAll(delayMs = 0): SocketScript {
  let answering = Promise.resolve()
  return {
    message(peer, message) {
      const event = JSON.parse(String(message)) as Record<string, unknown>
      if ('setup' in event) return peer.sendJson({ setupComplete: {} })
      if (!('clientContent' in event)) return
      answering = answering.then(async () => {
        peer.sendJson({ serverContent: { modelTurn: { parts: [{ text: 'Hello' }] } } })
        // The turns overlap.
        await Bun.sleep(delayMs)
        peer.sendJson({ serverContent: { turnComplete: true }, usageMetadata: EACH_TURN })
      })
    },
  }
}

const content = (text: string) => ({
  clientContent: { turns: [{ role: 'user', parts: [{ text }] }], turnComplete: true },
})

test.each([0, 50])('live: every one of several turns sent at once is charged (%d ms apart)', async (delayMs) => {
  await using provider = startSocketSimulator(answersAll(delayMs))
  const { key, id } = await scene.key(cost(5))
  const trace = `live-at-once-${delayMs}`
  const client = await open(LIVE, google(provider.url), key, trace)
  client.sendJson({ setup: { model: 'models/gemini-2.5-flash', generationConfig: { maxOutputTokens: 1_000 } } })
  await client.next()
  for (let i = 0; i < 4; i++) client.sendJson(content(`turn ${i}`))
  for (let i = 0; i < 4; i++) await client.until((text) => text.includes('turnComplete'))
  client.socket.close(1000)
  const log = await gateway.waitForLog(trace)
  expect(log).toMatchObject({ usage: { input_tokens: 4_000, output_tokens: 4_000 } })
  const spent = await scene.usageOf(id)
  expect(spent.held).toBe(0)
  expect(spent.current_usage).toBeCloseTo((log.cost ?? 0) / 100, 9)
})

test('live: content is held by its size, not by the size of the setup', async () => {
  await using provider = startSocketSimulator(answersAll())
  const { key } = await scene.key(cost(1))
  const client = await open(LIVE, google(provider.url), key, 'live-size')
  client.sendJson({ setup: { model: 'models/gemini-2.5-pro', generationConfig: { maxOutputTokens: 100 } } })
  await client.next()
  client.sendJson(content('word '.repeat(100_000)))
  expect(JSON.parse(String(await client.next()))).toMatchObject({ error: { status: 'budget_exhausted' } })
  expect(await client.closed).toMatchObject({ code: 1008 })
  expect((await provider.peer(1)).received).toHaveLength(1)
})

test('live: text beside audio is held as text; audio alone is not', async () => {
  await using provider = startSocketSimulator()
  const { key, id } = await scene.key(cost(5))
  const client = await open(LIVE, google(provider.url), key, 'live-audio')
  client.sendJson({ setup: { model: 'models/gemini-2.5-flash', generationConfig: { maxOutputTokens: 100 } } })
  const data = 'A'.repeat(400_000)
  client.sendJson({ realtimeInput: { audio: { data, mimeType: 'audio/pcm;rate=16000' } } })
  client.sendJson({ realtimeInput: { mediaChunks: [{ mimeType: 'audio/pcm', data }] } })
  await eventually('the audio', async () => (await provider.peer(1)).received.length === 3)
  const { held } = await scene.usageOf(id)
  client.sendJson({ realtimeInput: { audio: { mimeType: 'audio/pcm', data: '' }, text: data } })
  await eventually('the hold', async () => (await scene.usageOf(id)).held > held + 0.1)
  client.socket.close()
})

/** Sends content and ends the session. `isAnswered`: the messages to which the provider responds; by default none. */
async function unanswered(
  trace: string,
  script: SocketScript,
  messages: readonly object[],
  { closes = true, isAnswered = (_: number): boolean => false } = {},
) {
  await using provider = startSocketSimulator(script)
  const { key, id } = await scene.key(cost(5))
  const client = await open(LIVE, google(provider.url), key, trace)
  client.sendJson({ setup: { model: 'models/gemini-2.5-flash', generationConfig: { maxOutputTokens: 1_000 } } })
  const peer = await provider.peer(1)
  for (const [index, message] of messages.entries()) {
    client.sendJson(message)
    await eventually('the message', () => peer.received.length === index + 2)
    if (isAnswered(index)) await client.until((text) => text.includes('turnComplete'))
  }
  // When the caller gets this message, the gateway has processed all earlier ones.
  peer.sendJson({ goAway: { timeLeft: '1s' } })
  if (closes) {
    await client.until((text) => text.includes('goAway'))
    client.socket.close(1000)
  } else peer.close(1007, 'Request contains an invalid argument.')
  const log = await gateway.waitForLog(trace)
  const { current_usage, held } = await scene.usageOf(id)
  expect(held).toBe(0)
  expect(current_usage).toBeCloseTo((log.cost ?? 0) / 100, 9)
  return { usage: log.usage as Record<string, number | null> | null, cost: log.cost ?? 0 }
}

const accepts: SocketScript = {
  message(peer, message) {
    if (String(message).includes('"setup"')) peer.sendJson({ setupComplete: {} })
  },
}
const AUDIO = { realtimeInput: { audio: { data: 'A'.repeat(42_667), mimeType: 'audio/pcm;rate=16000' } } }

test('live: content that the provider accepted is charged by an estimate if the session ends without an answer', async () => {
  const text = await unanswered('live-unanswered-text', accepts, [content('word '.repeat(1_000))])
  expect(text.usage).toMatchObject({ output_tokens: 0 })
  expect(text.usage!['input_tokens']).toBeWithin(1_000, 2_000)
  expect(text.cost).toBeGreaterThan(0)
  // A second of audio is 25 to 32 tokens.
  const audio = await unanswered('live-unanswered-audio', accepts, [AUDIO, AUDIO])
  expect(audio.usage!['audio_input_tokens']).toBeWithin(50, 80)
  // The rest is the setup.
  expect(audio.usage!['input_tokens']! - audio.usage!['audio_input_tokens']!).toBeWithin(0, 50)
})

test('live: content that the provider did not accept is not charged', async () => {
  expect((await unanswered('live-not-set-up', {}, [content('hi')])).cost).toBe(0)
  expect((await unanswered('live-refused', accepts, [content('hi')], { closes: false })).cost).toBe(0)
  expect((await unanswered('live-nothing-sent', accepts, [])).cost).toBe(0)
})

test('live: content that follows an answered turn is charged too, with the context if it asks for a response', async () => {
  let answered = 0
  const script: SocketScript = {
    message(peer, message) {
      if (String(message).includes('"setup"')) peer.sendJson({ setupComplete: {} })
      else if (answered++ === 0) peer.sendJson({ serverContent: { turnComplete: true }, usageMetadata: EACH_TURN })
    },
  }
  const { usage } = await unanswered('live-context', script, [content('first'), content('second')], {
    isAnswered: (index) => index === 0,
  })
  // 1,000 input tokens of the first turn, and its 2,000 tokens again as context of the second.
  expect(usage!['input_tokens']).toBeWithin(1_000 + 2_000, 1_000 + 2_000 + 200)
  expect(usage!['output_tokens']).toBe(1_000)
})

test('live: each step of a turn with a tool call is charged', async () => {
  const script: SocketScript = {
    message(peer, message) {
      const event = JSON.parse(String(message)) as Record<string, unknown>
      if ('setup' in event) return peer.sendJson({ setupComplete: {} })
      if ('clientContent' in event)
        return peer.sendJson({ toolCall: { functionCalls: [{ id: '1', name: 'f' }] }, usageMetadata: EACH_TURN })
      peer.sendJson({ serverContent: { modelTurn: { parts: [{ text: 'Hello' }] } } })
      peer.sendJson({ serverContent: { turnComplete: true }, usageMetadata: EACH_TURN })
    },
  }
  await using provider = startSocketSimulator(script)
  const { key, id } = await scene.key(cost(5))
  const client = await open(LIVE, google(provider.url), key, 'live-tools')
  client.sendJson({ setup: { model: 'models/gemini-2.5-flash', generationConfig: { maxOutputTokens: 1_000 } } })
  client.sendJson(content('measure'))
  await client.until((text) => text.includes('toolCall'))
  client.sendJson({ toolResponse: { functionResponses: [{ id: '1', name: 'f', response: {} }] } })
  await client.until((text) => text.includes('turnComplete'))
  client.socket.close(1000)
  const log = await gateway.waitForLog('live-tools')
  expect(log).toMatchObject({ usage: { input_tokens: 2_000, output_tokens: 2_000 } })
  expect(await scene.usageOf(id)).toMatchObject({ held: 0 })
})

test('live: a second setup is refused', async () => {
  await using provider = startSocketSimulator(answersAll())
  const { key } = await scene.key(cost(5))
  const client = await open(LIVE, google(provider.url), key, 'live-setup')
  client.sendJson({ setup: { model: 'models/gemini-2.5-pro', generationConfig: { maxOutputTokens: 100 } } })
  await client.next()
  client.sendJson({ setup: { model: 'models/gemini-2.5-flash' } })
  expect(JSON.parse(String(await client.next()))).toMatchObject({ error: { status: 'invalid_body' } })
  expect((await provider.peer(1)).received).toHaveLength(1)
  client.socket.close()
})

test('realtime: a response that the provider starts by itself is charged, also if it ends before its hold is granted', async () => {
  await using provider = startSocketSimulator({ open: (peer) => playResponse(peer, 1, TURN) })
  const { key, id } = await scene.key(cost(1))
  const client = await open(REALTIME, openai(provider.url), key, 'by-itself')
  await client.until((text) => text.includes('response.done'))
  client.socket.close(1000)
  await gateway.waitForLog('by-itself')
  expect(await scene.usageOf(id)).toMatchObject({ held: 0, current_usage: expect.closeTo(0.0348, 9) })
})

test.each([
  ['budget', cost(1)],
  ['token rate limit', { ...cost(9), rate_limits: [{ type: 'tokens', unit: 'rpd', value: 48_000 }] }],
])(
  'realtime: a response that was served is charged although another session has exhausted the %s',
  async (what, limits) => {
    await using provider = startSocketSimulator()
    const { key, id } = await scene.key(limits)
    const first = await open(REALTIME, openai(provider.url), key, `exhausts-${what}`)
    const trace = `exhausted-${what}`
    const second = await open(REALTIME, openai(provider.url), key, trace)
    const served = async (peer: number, turns: number) => {
      const response = { id: `resp_${turns}`, status: 'completed', conversation_id: 'c', usage: LONG_TURN }
      ;(await provider.peer(peer)).sendJson({ type: 'response.done', response })
      await eventually('the charge', async () => (await scene.usageOf(id)).current_usage > 0.69 * turns)
    }
    await served(1, 1)
    await served(1, 2)
    await served(2, 3)
    // A rate limit refuses only single messages.
    if (what === 'budget')
      for (const client of [first, second])
        expect(await client.closed).toMatchObject({ code: 1008, reason: expect.stringContaining('budget_exhausted') })
    for (const client of [first, second]) client.socket.close(1000)
    expect(await gateway.waitForLog(trace)).toMatchObject({ cost: expect.closeTo(69.6, 6) })
    expect(await scene.usageOf(id)).toMatchObject({ held: 0, current_usage: expect.closeTo(3 * 0.696, 9) })
  },
)

test('realtime: a response that was served is charged although its session may not continue', async () => {
  await using provider = startSocketSimulator()
  const { key, id } = await scene.key(cost(1))
  const slug = await scene.virtualKey(provider, { provider: 'openai' })
  const client = await connectSocket(`${gateway.url}${REALTIME}`, {
    headers: { authorization: `Bearer ${key}`, 'x-gateway-virtual-key': slug, 'x-gateway-trace-id': 'served-last' },
  })
  await scene.control.do('DELETE', `/virtual-keys/${slug}`)
  const response = { id: 'resp_1', status: 'completed', conversation_id: 'c', usage: TURN }
  ;(await provider.peer(1)).sendJson({ type: 'response.done', response })
  expect(await client.closed).toMatchObject({ code: 1008, reason: expect.stringContaining('virtual_key_unknown') })
  const log = await gateway.waitForLog('served-last')
  expect(log).toMatchObject({ usage: { input_tokens: 300, output_tokens: 2_100 }, cost: expect.closeTo(3.48, 6) })
  expect(await scene.usageOf(id)).toMatchObject({ held: 0, current_usage: expect.closeTo(0.0348, 9) })
})

test('live: usage that is reported for a response without a hold is charged if the session then ends', async () => {
  await using provider = startSocketSimulator(answersAll())
  const { key, id } = await scene.key(cost(5))
  const client = await open(LIVE, google(provider.url), key, 'live-by-itself')
  client.sendJson({ setup: { model: 'models/gemini-2.5-flash', generationConfig: { maxOutputTokens: 1_000 } } })
  client.sendJson(content('hi'))
  await client.until((text) => text.includes('turnComplete'))
  const peer = await provider.peer(1)
  peer.sendJson({ serverContent: { modelTurn: { parts: [{ text: 'Hello' }] } }, usageMetadata: EACH_TURN })
  peer.close(1000)
  await client.closed
  const log = await gateway.waitForLog('live-by-itself')
  expect(log).toMatchObject({ usage: { input_tokens: 2_000, output_tokens: 2_000 } })
  await eventually('the charge', async () => (await scene.usageOf(id)).current_usage > 0.9 * ((log.cost ?? 0) / 100))
  expect(await scene.usageOf(id)).toMatchObject({ held: 0, current_usage: expect.closeTo((log.cost ?? 0) / 100, 9) })
})

test('responses: a turn is charged at the price of the service tier that served it', async () => {
  const usage = { input_tokens: 100_000, output_tokens: 10_000, total_tokens: 110_000 }
  const served = async (service_tier: string): Promise<number> => {
    await using provider = startSocketSimulator({
      message: (peer) =>
        peer.sendJson({ type: 'response.completed', response: { id: 'r', model: 'gpt-4o', usage, service_tier } }),
    })
    const { key, id } = await scene.key(cost(9))
    const client = await open('/v1/responses', openai(provider.url), key, `tier-${service_tier}`)
    client.sendJson({ type: 'response.create', model: 'gpt-4o', input: 'x', service_tier })
    await client.until((text) => text.includes('response.completed'))
    client.socket.close(1000)
    await gateway.waitForLog(`tier-${service_tier}`)
    return (await scene.usageOf(id)).current_usage
  }
  expect(await served('default')).toBeCloseTo(0.35, 9)
  expect(await served('priority')).toBeGreaterThan(0.5)
})
