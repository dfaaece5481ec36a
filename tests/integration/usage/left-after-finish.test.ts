import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StreamItem } from '../../../simulators/answer.ts'
import { type Simulator, startSimulator } from '../../../simulators/simulator.ts'
import { at } from '../../harness/at.ts'
import { eventually } from '../../harness/eventually.ts'
import { REACHES_PROVIDER_MS } from '../../harness/patience.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { type Gateway, startGateway } from '../../harness/start-gateway.ts'
import { startGatewayProcess } from '../../harness/start-gateway-process.ts'
import { cost, LimitedScene } from '../limits/limited-gateway.ts'

/** The gateway keeps reading after a caller disconnects, so no event shows that it has detected the disconnect. */
const notice = () => Bun.sleep(2_000)
const gateway = await shareGateway()
const scene = new LimitedScene(gateway)
const MODEL = 'thinking-model'
const perMillion = (usd: number) => ({ usd, per: 1_000_000 })
const PRICES = { input_tokens: perMillion(1_000), output_tokens: perMillion(2_000) }
await scene.price(MODEL, PRICES)

const delta = (content: string, reason: string | null) => ({
  data: {
    object: 'chat.completion.chunk',
    model: MODEL,
    choices: [{ index: 0, delta: { content }, finish_reason: reason }],
  },
})
const HI = delta('Hi', null)
const FINISH = delta('', 'stop')
// 900 output tokens, of which the caller receives one word.
const USAGE = { data: { choices: [], usage: { prompt_tokens: 10, completion_tokens: 900, total_tokens: 910 } } }
const USAGE_COST = 0.01 + 1.8

const NEVER = new Promise<void>(() => {})

/** Sends `before`, waits, and sends `after`. */
async function* script(
  before: readonly StreamItem[],
  gone: Promise<void>,
  after: readonly StreamItem[],
): AsyncGenerator<StreamItem> {
  yield* before
  await gone
  yield* after
}

type Left = { readonly trace: string; readonly leave: AbortController }

/** Opens a stream and reads until `text` has arrived. */
async function readUntil(simulator: Simulator, key: string, text: string, body: object, on = gateway): Promise<Left> {
  const trace = crypto.randomUUID()
  const leave = new AbortController()
  const reply = await on.chat(at(simulator), {
    key,
    headers: { 'x-gateway-trace-id': trace },
    body: { model: MODEL, max_tokens: 1_000, stream: true, ...body },
    signal: leave.signal,
  })
  const reader = reply.body!.getReader()
  let read = ''
  while (!read.includes(text)) {
    const { done, value } = await reader.read()
    if (done) break
    read += Buffer.from(value).toString()
  }
  return { trace, leave }
}

/** The amount that the gateway holds for one of these requests. */
async function heldFor(on: Gateway, limits: LimitedScene): Promise<number> {
  await using hanging = await startSimulator({ answers: [{ fault: 'hang' }] })
  const { key, id } = await limits.key(cost(10))
  await (
    await on.chat(at(hanging, { request_timeout: REACHES_PROVIDER_MS }), {
      key,
      body: { model: MODEL, max_tokens: 1_000, stream: true },
    })
  ).text()
  return (await limits.usageOf(id)).current_usage
}

test.concurrent.each([
  ['hidden from the caller', {}],
  ['requested by the caller', { stream_options: { include_usage: true } }],
])('after finish_reason the usage is read although the caller has disconnected: %s', async (_name, body) => {
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  await using simulator = await startSimulator({
    answers: [() => ({ stream: script([HI, FINISH], gone, [USAGE]), withoutDone: true })],
  })
  const { key, id } = await scene.key(cost(10))
  const { trace, leave } = await readUntil(simulator, key, '"stop"', body)
  leave.abort()
  await notice()
  resolve()
  const log = await gateway.waitForLog(trace)
  expect(log).toMatchObject({ ending: 'abandoned', usage: { output_tokens: 900, is_estimate: false } })
  expect(log.cost).toBe(USAGE_COST * 100)
  expect(await scene.usageOf(id)).toMatchObject({ current_usage: USAGE_COST, held: 0 })
  // The gateway read the stream to its end.
  expect(await simulator.requests[0]!.ended).toBe('answered')
})

test.concurrent('if the usage never arrives, the whole hold counts and the upstream connection is closed', async () => {
  const held = await heldFor(gateway, scene)
  expect(held).toBeGreaterThan(2)
  await using simulator = await startSimulator({
    answers: [() => ({ stream: script([HI, FINISH], NEVER, []), withoutDone: true })],
  })
  const { key, id } = await scene.key(cost(10))
  const { trace, leave } = await readUntil(simulator, key, '"stop"', {})
  leave.abort()
  expect(await simulator.requests[0]!.ended).toBe('aborted')
  const log = await gateway.waitForLog(trace)
  expect(log).toMatchObject({ ending: 'abandoned', cost: null })
  expect(log.warnings.join()).toContain('before the provider reported its usage')
  expect(await scene.usageOf(id)).toMatchObject({ current_usage: held, held: 0 })
})

test.concurrent('finish_reason counts as received although the caller’s format sends it only with the usage', async () => {
  await using simulator = await startSimulator({
    answers: [() => ({ stream: script([HI, FINISH], NEVER, []), withoutDone: true })],
  })
  const { key, id } = await scene.key(cost(10))
  const trace = crypto.randomUUID()
  const leave = new AbortController()
  const reply = await gateway.fetch('/v1/messages', {
    method: 'POST',
    key,
    headers: { 'x-gateway-config': JSON.stringify(at(simulator)), 'x-gateway-trace-id': trace },
    body: { model: MODEL, max_tokens: 1_000, stream: true, messages: [{ role: 'user', content: 'hi' }] },
    signal: leave.signal,
  })
  const reader = reply.body!.getReader()
  let read = ''
  while (!read.includes('Hi')) read += Buffer.from((await reader.read()).value ?? []).toString()
  expect(read).not.toContain('"end_turn"')
  // Gives the events after the word time to arrive from the provider.
  await notice()
  leave.abort()
  expect(await gateway.waitForLog(trace)).toMatchObject({ ending: 'abandoned', cost: null })
  expect((await scene.usageOf(id)).current_usage).toBeGreaterThan(2)
})

const USED = { input_tokens: 10, output_tokens: 900, total_tokens: 910 }
const event = (type: string, more: object) => ({ event: type, data: { type, ...more } })
const item = (type: string, more: object) => event(`response.${type}`, { output_index: 0, item_id: 'i', ...more })
const CREATED = event('response.created', { response: { id: 'r', model: MODEL, status: 'in_progress', output: [] } })
const COMPLETED = event('response.completed', { response: { id: 'r', model: MODEL, status: 'completed', usage: USED } })

const call = { type: 'function_call', id: 'i', call_id: 'c', name: 'f' }
const CALL = [
  item('output_item.added', { item: { ...call, arguments: '' } }),
  item('function_call_arguments.delta', { delta: '{"a":1}' }),
  item('function_call_arguments.done', { arguments: '{"a":1}' }),
  item('output_item.done', { item: { ...call, arguments: '{"a":1}' } }),
]
function textOf(bytes: number): readonly StreamItem[] {
  const part = { type: 'output_text', text: 'word '.repeat(bytes / 5) }
  return [
    item('output_item.added', { item: { type: 'message', id: 'i', content: [] } }),
    item('output_text.delta', { content_index: 0, delta: part.text }),
    item('output_text.done', { content_index: 0, text: part.text }),
    item('content_part.done', { content_index: 0, part }),
    item('output_item.done', { item: { type: 'message', id: 'i', content: [part] } }),
  ]
}

test.concurrent.each<[string, string, readonly StreamItem[]]>([
  ['a function call', 'response.output_item.done', CALL],
  ['a text of 6 KB', 'response.output_item.done', textOf(6_000)],
  ['a text of 20 KB', 'response.output_item.done', textOf(20_000)],
  ['a text of 300 KB', 'response.output_item.done', textOf(300_000)],
])('a response is complete with its last item: %s', async (_name, last, items) => {
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  await using simulator = await startSimulator({
    answers: [() => ({ stream: script([CREATED, ...items], gone, [COMPLETED]), withoutDone: true })],
  })
  await scene.control.do('POST', '/prices', { provider: 'openai', model: MODEL, prices: PRICES })
  const { key, id } = await scene.key(cost(10))
  const trace = crypto.randomUUID()
  const leave = new AbortController()
  const reply = await gateway.fetch('/v1/responses', {
    method: 'POST',
    key,
    headers: {
      'x-gateway-config': JSON.stringify({ ...at(simulator), provider: 'openai' }),
      'x-gateway-trace-id': trace,
    },
    body: { model: MODEL, max_output_tokens: 1_000, stream: true, input: 'hi' },
    signal: leave.signal,
  })
  const reader = reply.body!.getReader()
  let read = ''
  // An empty line ends the last event.
  while (!read.includes(`"${last}"`) || !read.endsWith('\n\n')) {
    read += Buffer.from((await reader.read()).value ?? []).toString()
  }
  leave.abort()
  await notice()
  resolve()
  expect(await gateway.waitForLog(trace)).toMatchObject({ ending: 'abandoned', usage: { output_tokens: 900 } })
  expect(await scene.usageOf(id)).toMatchObject({ current_usage: USAGE_COST, held: 0 })
})

test.concurrent('finish_reason counts although many keep-alive comments follow', async () => {
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  const comments = { raw: `${': keep-alive\n\n'.repeat(3_000)}: last\n\n` }
  await using simulator = await startSimulator({
    answers: [() => ({ stream: script([HI, FINISH, comments], gone, [USAGE]), withoutDone: true })],
  })
  const { key, id } = await scene.key(cost(10))
  const { trace, leave } = await readUntil(simulator, key, ': last', {})
  leave.abort()
  await notice()
  resolve()
  expect(await gateway.waitForLog(trace)).toMatchObject({ ending: 'abandoned', usage: { output_tokens: 900 } })
  expect(await scene.usageOf(id)).toMatchObject({ current_usage: USAGE_COST, held: 0 })
})

test.concurrent('before finish_reason a disconnect closes the upstream call at once, and the received output counts', async () => {
  await using simulator = await startSimulator({
    answers: [() => ({ stream: script([HI], NEVER, []), withoutDone: true })],
  })
  const { key, id } = await scene.key(cost(10))
  const { trace, leave } = await readUntil(simulator, key, '"Hi"', {})
  leave.abort()
  expect(await simulator.requests[0]!.ended).toBe('aborted')
  const log = await gateway.waitForLog(trace)
  expect(log.usage).toMatchObject({ output_tokens: 1, is_estimate: true })
  expect((await scene.usageOf(id)).current_usage).toBeLessThan(0.1)
})

test.concurrent('a caller that closes at [DONE] has received a complete response without usage', async () => {
  const done = { raw: 'data: [DONE]\n\n' }
  await using simulator = await startSimulator({
    answers: [() => ({ stream: script([HI, FINISH, done], NEVER, []), withoutDone: true })],
  })
  const { key, id } = await scene.key(cost(10))
  const { trace, leave } = await readUntil(simulator, key, '[DONE]', {})
  leave.abort()
  expect(await simulator.requests[0]!.ended).toBe('aborted')
  expect((await gateway.waitForLog(trace)).usage).toMatchObject({ output_tokens: 1, is_estimate: true })
  expect((await scene.usageOf(id)).current_usage).toBeLessThan(0.1)
})

test.concurrent.each<[string, boolean]>([
  ['is read to its end', true],
  ['counts in full if its end does not arrive', false],
])('a long non-streamed response whose caller disconnects %s', async (_name, isSent) => {
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  // Most of the body is not text, so the gateway cannot estimate the cost from the text.
  const choices = [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }]
  const whole = {
    object: 'chat.completion',
    model: MODEL,
    choices,
    filler: 'x '.repeat(300_000),
    usage: USAGE.data.usage,
  }
  const text = JSON.stringify(whole)
  const server = Bun.serve({
    port: 0,
    idleTimeout: 0,
    fetch: () => {
      let sent = 0
      const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
        if (sent++ === 0) return controller.enqueue(Buffer.from(text.slice(0, 400_000)))
        await (isSent ? gone : NEVER)
        controller.enqueue(Buffer.from(text.slice(400_000)))
        controller.close()
      }
      return new Response(new ReadableStream({ pull }), { headers: { 'content-type': 'application/json' } })
    },
  })
  try {
    const { key, id } = await scene.key(cost(10))
    const simulator = { url: server.url.origin } as Simulator
    const { trace, leave } = await readUntil(simulator, key, 'x x x', { stream: false })
    leave.abort()
    await notice()
    resolve()
    const log = await gateway.waitForLog(trace)
    expect(log).toMatchObject({ ending: 'abandoned' })
    const held = (await heldFor(gateway, scene)) - 0.001
    const { current_usage } = await scene.usageOf(id)
    if (isSent) expect([log.cost, current_usage]).toEqual([USAGE_COST * 100, USAGE_COST])
    else expect(current_usage).toBeGreaterThan(held)
  } finally {
    await server.stop(true)
  }
})

test.concurrent('a stream that the gateway reads after a disconnect counts as active, and a shutdown waits for it', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'gatehouse-left-'))
  const environment = { GATEWAY_KEY_CONCURRENCY: '1', GATEWAY_DRAIN_DELAY_MS: '0' }
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  await using simulator = await startSimulator({
    answers: [() => ({ stream: script([HI, FINISH], gone, [USAGE]), withoutDone: true })],
  })
  const first = await startGatewayProcess({ dataDirectory, environment })
  const limits = new LimitedScene(first)
  await limits.price(MODEL, PRICES)
  const { key, id } = await limits.key(cost(10))
  const { trace, leave } = await readUntil(simulator, key, '"stop"', {}, first)
  leave.abort()
  const stopped = first.stop()
  await notice()
  resolve()
  expect(await stopped).toBe(0)
  const second = await startGateway({ dataDirectory, environment })
  expect(await second.waitForLog(trace)).toMatchObject({ ending: 'abandoned', usage: { output_tokens: 900 } })
  expect(await new LimitedScene(second).usageOf(id)).toMatchObject({ current_usage: USAGE_COST, held: 0 })
  await second.stop()
  await rm(dataDirectory, { recursive: true, force: true })
})

test.concurrent('the key’s slot is released when such a stream has ended', async () => {
  await using narrow = await startGateway({ environment: { GATEWAY_KEY_CONCURRENCY: '1' } })
  await using simulator = await startSimulator({
    answers: [() => ({ stream: script([HI, FINISH], NEVER, []), withoutDone: true }), 'served'],
  })
  const { leave } = await readUntil(simulator, narrow.workspaceKey, '"stop"', {}, narrow)
  expect((await narrow.chat(at(simulator))).status).toBe(429)
  leave.abort()
  await eventually('the slot is free', async () => (await narrow.chat(at(simulator))).status === 200)
})
