import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { playResponse, type RealtimeUsage, realtimeScript } from '../../../simulators/realtime-wire.ts'
import { type SocketScript, startSocketSimulator } from '../../../simulators/socket-simulator.ts'
import { eventually } from '../../harness/eventually.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { connectSocket, type SocketClient } from '../../harness/socket-client.ts'
import { startGateway } from '../../harness/start-gateway.ts'
import { startGatewayProcess } from '../../harness/start-gateway-process.ts'
import { cost, LimitedScene } from '../limits/limited-gateway.ts'

const gateway = await shareGateway()
const scene = new LimitedScene(gateway)

/** $0.0348 at the list price of gpt-realtime. */
const TURN: RealtimeUsage = { total_tokens: 2_400, input_tokens: 300, output_tokens: 2_100 }
const TURN_USD = 0.0348
const CREATE = { type: 'response.create', response: { max_output_tokens: 2_100, conversation: 'none' } }

const openai = (url: string) => ({ provider: 'openai', custom_host: `${url}/v1`, api_key: 'sk' })

function open(at: string, url: string, key: string, traceId: string): Promise<SocketClient> {
  return connectSocket(`${at}/v1/realtime?model=gpt-realtime`, {
    headers: {
      authorization: `Bearer ${key}`,
      'x-gateway-trace-id': traceId,
      'x-gateway-config': JSON.stringify(openai(url)),
    },
  })
}

test('several responses in flight are all held: the provider gets no more than the budget covers', async () => {
  const asked: (() => void)[] = []
  const script: SocketScript = {
    message(peer, message) {
      if (!String(message).includes('response.create')) return
      const count = asked.length + 1
      asked.push(() => playResponse(peer, count, TURN))
    },
  }
  await using provider = startSocketSimulator(script)
  const { key, id } = await scene.key(cost(1))
  const clients = await Promise.all([0, 1, 2].map((i) => open(gateway.url, provider.url, key, `in-flight-${i}`)))
  for (const client of clients) for (let i = 0; i < 20; i++) client.sendJson(CREATE)
  // Each session waits for the responses in flight, then ends.
  await eventually('the first refusal', async () => (await scene.usageOf(id)).held > 0.8)
  const { held } = await scene.usageOf(id)
  expect(held).toBeLessThanOrEqual(1)
  for (let i = 0; i < asked.length; i++) asked[i]!()
  for (const client of clients) expect(await client.closed).toMatchObject({ code: 1008 })
  for (const i of [0, 1, 2]) await gateway.waitForLog(`in-flight-${i}`)
  const spent = await scene.usageOf(id)
  expect(spent.held).toBe(0)
  expect(spent.current_usage).toBeCloseTo(asked.length * TURN_USD, 9)
  expect(spent.current_usage).toBeLessThanOrEqual(1)
})

test('sessions of all protocols and plain requests on one budget never spend more than it', async () => {
  // A provider that counts more input than was sent can exceed a budget by the difference; this one does not.
  const usage = { input_tokens: 1, output_tokens: 1_000, total_tokens: 1_001 }
  const live = { promptTokenCount: 1, responseTokenCount: 1_000, totalTokenCount: 1_001 }
  const turn: RealtimeUsage = { total_tokens: 2_101, input_tokens: 1, output_tokens: 2_100 }
  let responses = 0
  let turns = 0
  const realtime = realtimeScript(() => turn)
  const completion = { id: 'r', object: 'response', status: 'completed', model: 'gpt-4o', output: [], usage }
  await using provider = startSocketSimulator({
    open: (peer) => {
      if (peer.target.startsWith('/v1/realtime')) realtime.open?.(peer)
    },
    message(peer, message) {
      if (peer.target.startsWith('/v1/realtime')) return realtime.message?.(peer, message)
      const text = String(message)
      if (text.includes('"setup"')) return peer.sendJson({ setupComplete: {} })
      if (peer.target.startsWith('/ws/')) {
        turns++
        peer.sendJson({ serverContent: { modelTurn: { parts: [{ text: 'x' }] } } })
        return peer.sendJson({ serverContent: { turnComplete: true }, usageMetadata: live })
      }
      responses++
      peer.sendJson({ type: 'response.created', response: { id: `r${responses}`, model: 'gpt-4o' } })
      peer.sendJson({ type: 'response.completed', response: { ...completion, id: `r${responses}` } })
    },
    fetch: () => Response.json({ ...completion, id: `h${++responses}` }),
  })
  const { key, id } = await scene.key(cost(1))
  const headers = (target: object, trace: string) => ({
    authorization: `Bearer ${key}`,
    'x-gateway-trace-id': trace,
    'x-gateway-config': JSON.stringify(target),
  })
  const ask = async (client: SocketClient, event: object, last: RegExp): Promise<boolean> => {
    client.sendJson(event)
    const received = client.until((message) => last.test(message) || message.includes('"error"'))
    return String((await received).at(-1)).includes('"error"') === false
  }
  const work = [
    ...[0, 1, 2].map(async (i) => {
      const client = await open(gateway.url, provider.url, key, `mixed-realtime-${i}`)
      while (await ask(client, CREATE, /response\.done/));
    }),
    ...[0, 1].map(async (i) => {
      const client = await connectSocket(`${gateway.url}/v1/responses`, {
        headers: headers(openai(provider.url), `mixed-responses-${i}`),
      })
      const create = { type: 'response.create', model: 'gpt-4o', input: 'x', max_output_tokens: 1_000 }
      while (await ask(client, create, /response\.completed/));
    }),
    (async () => {
      const target = { provider: 'google', custom_host: provider.url, api_key: 'k' }
      const path = '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent'
      const client = await connectSocket(gateway.url + path, { headers: headers(target, 'mixed-live') })
      client.sendJson({ setup: { model: 'models/gemini-2.5-flash', generationConfig: { maxOutputTokens: 1_000 } } })
      await client.next()
      const content = { clientContent: { turns: [{ role: 'user', parts: [{ text: 'x' }] }], turnComplete: true } }
      while (await ask(client, content, /turnComplete/));
    })(),
    (async () => {
      for (;;) {
        const response = await fetch(`${gateway.url}/v1/responses`, {
          method: 'POST',
          headers: { ...headers(openai(provider.url), 'mixed-http'), 'content-type': 'application/json' },
          body: JSON.stringify({ model: 'gpt-4o', input: 'x', max_output_tokens: 1_000 }),
        })
        if (!response.ok) return response.status
      }
    })(),
  ]
  await Promise.all(work)
  await eventually('the settlement', async () => (await scene.usageOf(id)).held === 0)
  const created = provider.peers
    .flatMap(({ received }) => received)
    .filter((message) => String(message).includes('"conversation":"none"')).length
  const usd = { realtime: 0.033604, gpt4o: 0.0100025, flash: 0.0025003 }
  const billed = created * usd.realtime + responses * usd.gpt4o + turns * usd.flash
  const { current_usage } = await scene.usageOf(id)
  expect(current_usage).toBeCloseTo(billed, 6)
  expect(current_usage).toBeLessThanOrEqual(1)
})

test('kill -9 during a turn: what was held for it is charged, and the budget covers no more than before', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'gatehouse-killed-'))
  try {
    await using provider = startSocketSimulator({
      message(peer, message) {
        if (!String(message).includes('response.create')) return
        peer.sendJson({ type: 'response.created', response: { id: 'resp_1', status: 'in_progress' } })
      },
    })
    let held: number
    let made: { key: string; id: string }
    {
      await using first = await startGatewayProcess({ dataDirectory })
      const limited = new LimitedScene(first)
      made = await limited.key(cost(1))
      const clients = await Promise.all([0, 1, 2].map((i) => open(first.url, provider.url, made.key, `killed-${i}`)))
      for (const client of clients) {
        client.sendJson(CREATE)
        await client.until((message) => message.includes('response.created'))
      }
      ;({ held } = await limited.usageOf(made.id))
      expect(held).toBeGreaterThan(3 * TURN_USD)
      await first.kill9()
    }
    await using second = await startGateway({ dataDirectory })
    const limited = new LimitedScene(second)
    const spent = await limited.usageOf(made.id)
    expect(spent.current_usage + spent.held).toBeGreaterThanOrEqual(3 * TURN_USD)
    expect(spent.current_usage + spent.held).toBeCloseTo(held, 9)
    // Only the rest of the budget can be spent.
    await using answering = startSocketSimulator(realtimeScript(() => TURN))
    const client = await open(second.url, answering.url, made.key, 'after-the-kill')
    let turns = 0
    for (;;) {
      client.sendJson(CREATE)
      const last = await client.until((message) => /"response\.done"|"error"/.test(message))
      if (!String(last.at(-1)).includes('response.done')) break
      turns++
    }
    await client.closed
    expect(held + turns * TURN_USD).toBeLessThanOrEqual(1)
    expect(turns).toBeGreaterThan(1)
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
})

test('a budget that is set or lowered while a session is open applies to its next turns', async () => {
  await using provider = startSocketSimulator(realtimeScript(() => TURN))
  const made = await Promise.all([scene.key({}), scene.key(cost(100))])
  const clients = await Promise.all(made.map(({ key }, i) => open(gateway.url, provider.url, key, `lowered-${i}`)))
  const turn = async (client: SocketClient): Promise<string> => {
    client.sendJson(CREATE)
    return String((await client.until((message) => /"response\.done"|"error"/.test(message))).at(-1))
  }
  for (const client of clients) expect(await turn(client)).toContain('response.done')
  for (const { id } of made) {
    await scene.control.do('PUT', `/api-keys/${id}`, { usage_limits: { type: 'cost', credit_limit: 1 } })
  }
  for (const [i, client] of clients.entries()) {
    let refusal = ''
    await eventually('the refusal', async () => {
      const last = await turn(client)
      if (last.includes('"error"')) refusal = last
      return refusal !== ''
    })
    expect(refusal).toContain('budget_exhausted')
    await gateway.waitForLog(`lowered-${i}`)
    expect((await scene.usageOf(made[i]!.id)).current_usage).toBeLessThanOrEqual(1)
  }
})
