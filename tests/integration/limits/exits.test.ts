import { expect, test } from 'bun:test'
import { startRefusal } from '../../../simulators/refusal.ts'
import { startSimulator } from '../../../simulators/simulator.ts'
import { at } from '../../harness/at.ts'
import { errorOf } from '../../harness/error-of.ts'
import { REACHES_PROVIDER_MS } from '../../harness/patience.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'
import { cost, LimitedScene } from './limited-gateway.ts'

const gateway = await shareGateway()
const simulator = await shareSimulator({ answers: ['one two three'] })
const scene = new LimitedScene(gateway)
await scene.fee('fee-model', 0.01)
await scene.fee('dear-model', 0.1)
const perMillion = (usd: number) => ({ usd, per: 1_000_000 })
await scene.price('token-model', { input_tokens: perMillion(1_000), output_tokens: perMillion(2_000) })

const body = { model: 'fee-model' }
const answering = (usage: unknown) => ({
  body: {
    object: 'chat.completion',
    model: 'token-model',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
    usage,
  },
})

/** Runs one call under a new budget of $10; returns the used and held amounts in US dollars. */
async function spent(send: (key: string) => Promise<unknown>): Promise<{ current_usage: number; held: number }> {
  const { key, id } = await scene.key(cost(10))
  await send(key)
  const { current_usage, held } = await scene.usageOf(id)
  return { current_usage, held }
}

test('a response counts with the cost in its record', async () => {
  simulator.script([answering({ prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 })])
  let trace: string | null = null
  const after = await spent(async (key) => {
    const reply = await gateway.chat(at(simulator), { key, body: { model: 'token-model', max_tokens: 50 } })
    await reply.text()
    trace = reply.headers.get('x-gateway-trace-id')
  })
  // 100 tokens at $1,000 per million and 20 at $2,000.
  expect(after).toEqual({ current_usage: 0.14, held: 0 })
  // Records are in US cents.
  expect((await gateway.waitForLog(trace)).cost).toBe(14)
})

test('provider errors and refused connections cost nothing', async () => {
  simulator.script([500])
  expect(await spent(async (key) => (await gateway.chat(at(simulator), { key, body })).text())).toEqual({
    current_usage: 0,
    held: 0,
  })
  const unreachable = await startRefusal()
  const refused = await spent(async (key) => (await gateway.chat(at(unreachable), { key, body })).text())
  expect(refused).toEqual({ current_usage: 0, held: 0 })
  simulator.script(['one two three'])
})

test.concurrent.each([{ fault: 'reset' }, { fault: 'cut' }, { fault: 'hang' }] as const)(
  'a call that breaks off without a response counts in full, and the record says so: $fault',
  async (fault) => {
    await using broken = await startSimulator({ answers: [fault] })
    let trace: string | null = null
    const after = await spent(async (key) => {
      const reply = await gateway.chat(at(broken, { request_timeout: REACHES_PROVIDER_MS }), { key, body })
      await reply.text()
      trace = reply.headers.get('x-gateway-trace-id')
    })
    expect(after).toEqual({ current_usage: 0.01, held: 0 })
    const { warnings } = await gateway.waitForLog(trace)
    expect(warnings).toContain('budget: the usage of an attempt is unknown; the $0.01 held for it are charged.')
  },
)

const RETRY = { retry: { attempts: 1, on_status_codes: [500], use_retry_after_header: true } }

test.concurrent.each<[string, object, string]>([
  ['the last of its retries', RETRY, ''],
  ['not retried, as it asks for too long a wait', RETRY, 'retry-after: 100\r\n'],
  ['the only one', {}, ''],
])('a provider error costs nothing although its body never arrives: %s', async (_name, policy, header) => {
  const raw = `HTTP/1.1 500 Error\r\ncontent-type: application/json\r\ncontent-length: 10\r\n${header}\r\n`
  await using silent = await startSimulator({ answers: [{ raw, ending: 'stay' }] })
  let trace: string | null = null
  const after = await spent(async (key) => {
    const reply = await gateway.chat(at(silent, { request_timeout: REACHES_PROVIDER_MS, ...policy }), { key, body })
    expect(await errorOf(reply)).toMatchObject({ code: 'request_timeout' })
    trace = reply.headers.get('x-gateway-trace-id')
  })
  expect(after).toEqual({ current_usage: 0, held: 0 })
  const { attempts } = await gateway.waitForLog(trace)
  expect(attempts.at(-1)).toMatchObject({ status_code: 500, error_code: 'request_timeout' })
})

test('each retry and fallback attempt is settled by its own outcome', async () => {
  const config = {
    strategy: { mode: 'fallback' },
    targets: [at(simulator, { retry: { attempts: 1, on_status_codes: [503] } }), at(simulator)],
  }
  // One 503 response, one reset connection, one success.
  simulator.script([503, { fault: 'reset' }, 'fine'])
  const after = await spent(async (key) => {
    const reply = await gateway.chat(config, { key, body })
    expect(reply.status).toBe(200)
    await reply.text()
  })
  expect(after).toEqual({ current_usage: 0.02, held: 0 })
  simulator.script(['one two three'])
})

test('a caller that disconnects pays for the received output, and the hold is released', async () => {
  simulator.script([{ stream: ['a', 'b', 'c'], stallAfter: 2 }])
  const after = await spent(async (key) => {
    const left = new AbortController()
    const reply = await gateway.chat(at(simulator), { key, body: { ...body, stream: true }, signal: left.signal })
    const reader = reply.body!.getReader()
    await reader.read()
    left.abort()
    await simulator.requests.at(-1)!.ended
    await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
  })
  expect(after).toEqual({ current_usage: 0.01, held: 0 })
  simulator.script(['one two three'])
})

test('every call is charged, also with a repeated trace id', async () => {
  const headers = { 'x-gateway-trace-id': 'always-the-same' }
  const after = await spent(async (key) => {
    for (let i = 0; i < 20; i++) await (await gateway.chat(at(simulator), { key, body, headers })).text()
  })
  expect(after).toEqual({ current_usage: 0.2, held: 0 })
})

test('a cached response costs nothing and creates no hold', async () => {
  const config = at(simulator, { cache: { mode: 'simple' } })
  const asked = { ...body, messages: [{ role: 'user', content: 'from the cache, please' }] }
  const send = async (key: string) => {
    const reply = await gateway.chat(config, { key, body: asked })
    await reply.text()
    return reply.headers.get('x-gateway-cache-status')
  }
  expect(await send((await scene.key(cost(10))).key)).toBe('MISS')
  expect(await spent(async (key) => expect(await send(key)).toBe('HIT'))).toEqual({ current_usage: 0, held: 0 })
})

test('reported usage cannot reduce the used budget, and usage above the hold counts in full', async () => {
  for (const usage of [
    { prompt_tokens: -5_000, completion_tokens: -1 },
    { prompt_tokens: '9', completion_tokens: {} },
  ]) {
    simulator.script([answering(usage)])
    let trace: string | null = null
    const after = await spent(async (key) => {
      const reply = await gateway.chat(at(simulator), { key, body: { model: 'token-model', max_tokens: 10 } })
      await reply.text()
      trace = reply.headers.get('x-gateway-trace-id')
    })
    // An estimate, which differs with and without the tokenizer. The tokenizer may not be loaded yet.
    const { cost } = await gateway.waitForLog(trace)
    expect(cost).toBeGreaterThan(0)
    // Cents in the log, dollars in the usage.
    expect(after).toEqual({ current_usage: expect.closeTo(Number(cost) / 100, 9), held: 0 })
  }
  simulator.script([answering({ prompt_tokens: 4_000, completion_tokens: 500, total_tokens: 4_500 })])
  let trace: string | null = null
  const after = await spent(async (key) => {
    const reply = await gateway.chat(at(simulator), { key, body: { model: 'token-model', max_tokens: 10 } })
    await reply.text()
    trace = reply.headers.get('x-gateway-trace-id')
  })
  expect(after).toEqual({ current_usage: 5, held: 0 })
  expect((await gateway.waitForLog(trace)).warnings.join()).toMatch(
    /an attempt used \$5\.00, more than the \$0\.\d+ held/,
  )
  simulator.script(['one two three'])
})

test('a model without a price is rejected under a budget, and the error says how to set one', async () => {
  const { key } = await scene.key(cost(1))
  const before = simulator.requests.length
  const refused = await errorOf(await gateway.chat(at(simulator), { key, body: { model: 'nobody-knows' } }))
  expect(refused).toMatchObject({ status: 400, code: 'price_unknown', param: 'config' })
  expect(refused.message).toContain('model "nobody-knows" of openai-compatible has no price')
  expect(refused.hint).toContain('POST /v1/prices')
  expect(simulator.requests.length).toBe(before)
  const free = await gateway.chat({ provider: 'mock' }, { key, body: { model: 'mock-1' } })
  await free.text()
  expect(free.status).toBe(200)
})

test('pass-through calls in a known format create holds, unknown formats are rejected, and reads are free', async () => {
  const { key, id } = await scene.key(cost(1))
  const headers = { 'x-gateway-config': JSON.stringify(at(simulator)), 'content-type': 'application/json' }
  const send = (path: string, method: string, sent?: object) =>
    gateway.fetch(path, { key, method, headers, ...(sent && { body: JSON.stringify(sent) }) })
  const messages = [{ role: 'user', content: 'hi' }]
  const known = await send('/v1/proxy/chat/completions', 'POST', { model: 'fee-model', messages })
  await known.text()
  expect(known.status).toBe(200)
  expect(await scene.usageOf(id)).toMatchObject({ current_usage: 0.01, held: 0 })
  for (const path of ['/v1/proxy/fine_tuning/jobs', '/v1/proxy/batches', '/v1/batches']) {
    expect(await errorOf(await send(path, 'POST', { model: 'fee-model' }))).toMatchObject({ code: 'price_unknown' })
  }
  const read = await send('/v1/proxy/files/file-1', 'GET')
  await read.text()
  expect(read.status).toBe(200)
  expect(await scene.usageOf(id)).toMatchObject({ current_usage: 0.01, held: 0 })
})

test('a virtual key with an exhausted budget falls back to the next target if 412 is a listed code', async () => {
  const poor = await scene.virtualKey(simulator, cost(1))
  const rich = await scene.virtualKey(simulator, {})
  const { key } = await scene.key({})
  const targets = [{ virtual_key: poor }, { virtual_key: rich }]
  const send = (strategy: object) => gateway.chat({ strategy, targets }, { key, body: { model: 'dear-model' } })
  const all = await Promise.all(
    Array.from({ length: 13 }, async () => {
      const reply = await send({ mode: 'fallback', on_status_codes: [412] })
      await reply.text()
      return reply.headers.get('x-gateway-last-used-option-index')
    }),
  )
  expect(all.filter((place) => place === 'config.targets[0]')).toHaveLength(10)
  expect(all.filter((place) => place === 'config.targets[1]')).toHaveLength(3)
  const refused = await send({ mode: 'fallback', on_status_codes: [503] })
  expect(await errorOf(refused)).toMatchObject({ status: 412, code: 'budget_exhausted' })
})

test('the hold of a large recording is based on its length once its model is known', async () => {
  await scene.price('hear-model', { audio_seconds: { usd: 0.36, per: 3_600 } })
  const { key, id } = await scene.key(cost(1))
  simulator.script([{ body: { text: 'Hello', usage: { type: 'duration', seconds: 90 } } }])
  const send = (config: object) => {
    const form = new FormData()
    form.set('model', 'hear-model')
    form.set('file', new File([new Uint8Array(2 * 1024 * 1024)], 'speech.ogg'))
    const headers = { 'x-gateway-config': JSON.stringify(config) }
    return gateway.fetch('/v1/audio/transcriptions', { key, method: 'POST', headers, body: form })
  }
  const refused = await errorOf(await send(at(simulator)))
  expect(refused).toMatchObject({ status: 400, code: 'price_unknown' })
  expect(refused.hint).toContain('name it in override_params')
  const reply = await send(at(simulator, { override_params: { model: 'hear-model' } }))
  expect([reply.status, await reply.text()]).toEqual([200, expect.stringContaining('Hello')])
  expect(await scene.usageOf(id)).toMatchObject({ current_usage: 0.009, held: 0 })
  simulator.script(['one two three'])
})
