import { expect, test } from 'bun:test'
import { startRefusal } from '../../simulators/refusal.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { atOwnPath as at } from '../harness/at-own-path.ts'
import type { CallOptions } from '../harness/call-options.ts'
import { contentOf } from '../harness/error-of.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()
const SIMPLE = { cache: { mode: 'simple' } }
const REFRESH = { headers: { 'x-gateway-cache-force-refresh': 'true' } }

async function ask(config: object, options: CallOptions = {}) {
  const reply = await gateway.chat(config, options)
  const text = await reply.text()
  return { cache: reply.headers.get('x-gateway-cache-status'), status: reply.status, text, headers: reply.headers }
}

test('the second equal request is a cache hit: no upstream call, no usage, the same bytes', async () => {
  const body =
    '{"id":"x", "n": 1.0,\n "choices":[{"message":{"content":"gr\u00fc\u00df"}}],"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}}'
  await using upstream = await startSimulator({
    answers: [{ headers: { 'content-type': 'application/json; charset=utf-8' }, body }, 500],
  })
  const first = await ask(at(upstream, SIMPLE))
  const second = await ask(at(upstream, SIMPLE))
  expect([first.cache, second.cache]).toEqual(['MISS', 'HIT'])
  expect([second.status, second.text]).toEqual([200, body])
  expect(second.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(second.headers.get('x-gateway-trace-id')).not.toBe(first.headers.get('x-gateway-trace-id'))
  expect(upstream.requests).toHaveLength(1)

  const missed = await gateway.waitForLog(first.headers.get('x-gateway-trace-id'))
  expect(missed).toMatchObject({ cache_status: 'MISS', usage: { total_tokens: 5 } })
  const hit = await gateway.waitForLog(second.headers.get('x-gateway-trace-id'))
  expect(hit).toMatchObject({
    cache_status: 'HIT',
    status_code: 200,
    usage: null,
    attempts: [],
    target: 'config',
    ending: 'complete',
  })
  expect(hit.decisions).toContainEqual(
    expect.objectContaining({ kind: 'cache', target: 'config', reason: expect.stringContaining('hit') }),
  )
})

test('a cache hit records the time of the first response minus its own', async () => {
  const delayMs = 1_500
  await using upstream = await startSimulator({ answers: [{ body: '{"choices":[]}', delayMs }, 500] })
  const config = at(upstream, SIMPLE)
  const first = await ask(config)
  const second = await ask(config)
  expect([first.cache, second.cache]).toEqual(['MISS', 'HIT'])
  const missed = await gateway.waitForLog(first.headers.get('x-gateway-trace-id'))
  const hit = await gateway.waitForLog(second.headers.get('x-gateway-trace-id'))
  expect(missed.cache_saved_time).toBeNull()
  expect(hit.cache_saved_time).toBeGreaterThan(0)
  const originalMs = Number(hit.cache_saved_time) + Number(hit.response_time)
  expect(originalMs).toBeGreaterThanOrEqual(delayMs - 5)
  expect(originalMs).toBeLessThanOrEqual(Number(missed.response_time) + 1)
})

test('without a cache in the config nothing is stored and the header is DISABLED', async () => {
  await using upstream = await startSimulator({ answers: ['one', 'two'] })
  expect([(await ask(at(upstream))).cache, (await ask(at(upstream))).cache]).toEqual(['DISABLED', 'DISABLED'])
  expect(upstream.requests).toHaveLength(2)
})

test('x-gateway-debug: false neither reads nor writes the cache', async () => {
  await using upstream = await startSimulator({ answers: ['one', 'two', 'three'] })
  const quiet = { headers: { 'x-gateway-debug': 'false' } }
  expect((await ask(at(upstream, SIMPLE), quiet)).cache).toBe('DISABLED')
  expect((await ask(at(upstream, SIMPLE))).cache).toBe('MISS')
  expect((await ask(at(upstream, SIMPLE), quiet)).cache).toBe('DISABLED')
  expect(upstream.requests).toHaveLength(3)
})

test('a stream is cached as a stream and replayed byte for byte', async () => {
  await using upstream = await startSimulator({ answers: ['a few words here', 500] })
  const first = await ask(at(upstream, SIMPLE), { body: { stream: true } })
  const second = await ask(at(upstream, SIMPLE), { body: { stream: true } })
  expect([first.cache, second.cache]).toEqual(['MISS', 'HIT'])
  expect(second.text).toBe(first.text)
  expect(second.text).toEndWith('data: [DONE]\n\n')
  expect(second.headers.get('content-type')).toBe('text/event-stream')
  const hit = await gateway.waitForLog(second.headers.get('x-gateway-trace-id'))
  expect(hit).toMatchObject({ is_stream: true, usage: null, cache_status: 'HIT' })
})

test('plain and streamed responses are cached separately', async () => {
  await using upstream = await startSimulator({ answers: ['said'] })
  for (const cache of ['MISS', 'HIT']) {
    expect((await ask(at(upstream, SIMPLE))).cache).toBe(cache)
    expect((await ask(at(upstream, SIMPLE), { body: { stream: true } })).cache).toBe(cache)
  }
  expect(upstream.requests).toHaveLength(2)
})

test('an entry older than max_age is a miss', async () => {
  await using upstream = await startSimulator({ answers: ['old', 'new'] })
  const config = at(upstream, { cache: { mode: 'simple', max_age: 10 } })
  await ask(config)
  const storedAtMs = performance.now()
  expect((await ask(config)).cache).toBe('HIT')
  await Bun.sleep(10_050 - (performance.now() - storedAtMs))
  const late = await ask(config)
  expect([late.cache, late.text.includes('"new"')]).toEqual(['MISS', true])
  expect((await ask(config)).cache).toBe('HIT')
})

test('max_age also applies to reads: a caller with max_age 1 does not get an older entry', async () => {
  await using upstream = await startSimulator({ answers: ['old', 'new'] })
  await ask(at(upstream, SIMPLE))
  // The age is real time; an older entry proves the same.
  await Bun.sleep(1_050)
  expect((await ask(at(upstream, SIMPLE))).cache).toBe('HIT')
  expect((await ask(at(upstream, { cache: { mode: 'simple', max_age: 1 } }))).cache).toBe('MISS')
})

test.each([0, 1.5, -1, '60'])('max_age %p is rejected', async (age) => {
  const reply = await gateway.chat(at({ url: 'http://127.0.0.1:9' }, { cache: { mode: 'simple', max_age: age } }))
  expect([reply.status, (await reply.text()).includes('cache.max_age')]).toEqual([400, true])
})

test('a forced refresh calls the provider and stores the new response', async () => {
  await using upstream = await startSimulator({ answers: ['old', 'new', 500] })
  await ask(at(upstream, SIMPLE))
  const fresh = await ask(at(upstream, SIMPLE), REFRESH)
  expect([fresh.cache, fresh.text.includes('"new"')]).toEqual(['REFRESH', true])
  const later = await ask(at(upstream, SIMPLE))
  expect([later.cache, later.text]).toEqual(['HIT', fresh.text])
  expect(await gateway.waitForLog(fresh.headers.get('x-gateway-trace-id'))).toMatchObject({ cache_status: 'REFRESH' })
})

test('a failed forced refresh keeps the entry, and cache-force-refresh: false does not refresh', async () => {
  await using upstream = await startSimulator({ answers: ['old', 500] })
  await ask(at(upstream, SIMPLE))
  expect((await ask(at(upstream, SIMPLE), REFRESH)).status).toBe(500)
  const kept = await ask(at(upstream, SIMPLE), { headers: { 'x-gateway-cache-force-refresh': 'false' } })
  expect([kept.cache, kept.text.includes('"old"')]).toEqual(['HIT', true])
})

test('semantic mode without an embedder is an exact lookup with a warning', async () => {
  await using upstream = await startSimulator({ answers: ['said'] })
  const config = at(upstream, { cache: { mode: 'semantic' } })
  const first = await ask(config)
  expect([first.cache, (await ask(config)).cache]).toEqual(['MISS', 'HIT'])
  const log = await gateway.waitForLog(first.headers.get('x-gateway-trace-id'))
  expect(log.decisions).toContainEqual(
    expect.objectContaining({ kind: 'cache', reason: expect.stringContaining('no embedder') }),
  )
  expect(log.warnings).toContainEqual(expect.stringContaining('no embedder'))
})

const PARTIAL = [{ raw: 'data: {"choices":[{"index":0,"delta":{"content":"x"}}]}\n\n' }]

test.each([
  ['an error status', 500, {}],
  ['a client error', 404, {}],
  ['a 200 whose body is an error', { body: { error: { message: 'no' } } }, {}],
  ['a 200 whose JSON is cut', { body: '{"choices":[' }, {}],
  ['a stream without its end', { stream: PARTIAL, withoutDone: true }, { stream: true }],
  ['a stream with an error event', { stream: PARTIAL, errorAfter: 1 }, { stream: true }],
] as const)('%s is not cached', async (_, answer, body) => {
  await using upstream = await startSimulator({ answers: [answer] })
  expect((await ask(at(upstream, SIMPLE), { body })).cache).toBe('MISS')
  expect((await ask(at(upstream, SIMPLE), { body })).cache).toBe('MISS')
  expect(upstream.requests).toHaveLength(2)
})

test('a stream that breaks off is not cached', async () => {
  await using upstream = await startSimulator({ answers: [{ stream: ['half', 'other'], cutAfter: 1 }, 'whole'] })
  await gateway
    .chat(at(upstream, SIMPLE), { body: { stream: true } })
    .then((reply) => reply.text())
    .catch(() => 'broken')
  const next = await ask(at(upstream, SIMPLE), { body: { stream: true } })
  expect([next.cache, next.text.includes('"whole"')]).toEqual(['MISS', true])
})

test('a stream whose caller disconnects is not cached', async () => {
  await using upstream = await startSimulator({ answers: [{ stream: ['half', 'other'], stallAfter: 1 }, 'whole'] })
  const controller = new AbortController()
  const reply = await gateway.chat(at(upstream, SIMPLE), { body: { stream: true }, signal: controller.signal })
  await reply.body!.getReader().read()
  controller.abort()
  await upstream.requests[0]!.ended
  expect((await ask(at(upstream, SIMPLE), { body: { stream: true } })).cache).toBe('MISS')
})

test.each([
  [4 * 1024 * 1024 - 100_000, 'HIT'],
  [4 * 1024 * 1024 + 100_000, 'MISS'],
] as const)('a response of %d bytes is a %s the next time: the limit is 4 MiB', async (sizeBytes, expected) => {
  await using upstream = await startSimulator({ answers: ['x'.repeat(sizeBytes)] })
  await ask(at(upstream, SIMPLE))
  expect((await ask(at(upstream, SIMPLE))).cache).toBe(expected)
})

test('the next target is looked up only when it is reached, and has its own entry', async () => {
  await using first = await startSimulator({ answers: [503, 'first'] })
  await using second = await startSimulator({ answers: ['second'] })
  await ask(at(second, SIMPLE))
  const config = { strategy: { mode: 'fallback' }, ...SIMPLE, targets: [at(first), at(second)] }
  const reached = await ask(config)
  expect([reached.cache, reached.text.includes('"second"')]).toEqual(['HIT', true])
  expect([first.requests.length, second.requests.length]).toEqual([1, 1])
  const log = await gateway.waitForLog(reached.headers.get('x-gateway-trace-id'))
  const looks = log.decisions
    .filter(({ kind }) => kind === 'cache')
    .map(({ target, reason }) => [target, reason.split(':')[0]])
  expect(looks).toEqual([
    ['config.targets[0]', 'miss'],
    ['config.targets[1]', 'hit'],
  ])

  const again = await ask(config)
  expect([again.cache, again.text.includes('"first"')]).toEqual(['MISS', true])
  expect((await ask(config)).cache).toBe('HIT')
  expect([first.requests.length, second.requests.length]).toEqual([2, 1])
})

test('a retried response is stored under the same key', async () => {
  await using upstream = await startSimulator({ answers: [{ status: 503, retryAfter: { ms: 1 } }, 'fine', 500] })
  const config = at(upstream, { ...SIMPLE, retry: { attempts: 1, use_retry_after_headers: true } })
  expect((await ask(config)).cache).toBe('MISS')
  expect((await ask(config)).cache).toBe('HIT')
})

test('a hit needs no reachable provider', async () => {
  const upstream = await startSimulator({ answers: ['kept'] })
  const config = at(upstream, SIMPLE)
  await ask(config)
  await upstream.stop()
  expect(await contentOf(await gateway.chat(config))).toBe('kept')
})

test('a failed upstream call is not cached', async () => {
  await using refusal = await startRefusal()
  for (let i = 0; i < 2; i++) expect((await ask(at(refusal, SIMPLE))).status).toBe(502)
})

test.each([false, true])('requests in Anthropic’s format are cached, stream: %p', async (stream) => {
  await using upstream = await startSimulator({ answers: ['first', 'second'] })
  const send = async (provider: string, more: object = {}) => {
    const config = { ...at(upstream, SIMPLE), provider }
    const reply = await gateway.fetch('/v1/messages', {
      method: 'POST',
      headers: { 'x-gateway-config': JSON.stringify(config) },
      body: { model: 'm', max_tokens: 5, messages: [{ role: 'user', content: 'hi' }], stream, ...more },
    })
    return { cache: reply.headers.get('x-gateway-cache-status'), text: await reply.text() }
  }
  const first = await send('openai-compatible')
  expect(first.cache).toBe('MISS')
  expect(await send('openai-compatible')).toEqual({ cache: 'HIT', text: first.text })
  expect((await send('openai-compatible', { max_tokens: 6 })).cache).toBe('MISS')
  expect(upstream.requests).toHaveLength(2)
})
