import { expect, test } from 'bun:test'
import type { Answer } from '../../simulators/answer.ts'
import { startRefusal } from '../../simulators/refusal.ts'
import { type Simulator, startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { contentOf, errorOf } from '../harness/error-of.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()

/** A provider that says when to come back: it keeps these tests quick. */
const soon = (status: number): Answer => ({ status, retryAfter: { ms: 5 } })

function retrying(simulator: { readonly url: string }, retry: object): object {
  return at(simulator, { retry: { use_retry_after_headers: true, ...retry } })
}

/** Milliseconds between the first and the second request. */
function gapOf(simulator: Simulator): number {
  return simulator.requests[1]!.headAtMs - simulator.requests[0]!.headAtMs
}

test.each([429, 500, 502, 503, 504, 529])('%p is retried by default', async (status) => {
  await using simulator = await startSimulator({ answers: [soon(status), 'hello'] })
  const reply = await gateway.chat(retrying(simulator, { attempts: 1 }))
  expect(reply.headers.get('x-gateway-retry-attempt-count')).toBe('1')
  expect(await contentOf(reply)).toBe('hello')
})

test.each([400, 401, 404, 408, 501])('%p is not retried by default', async (status) => {
  await using simulator = await startSimulator({ answers: [soon(status), 'hello'] })
  const reply = await gateway.chat(retrying(simulator, { attempts: 3 }))
  expect(reply.status).toBe(status)
  expect(simulator.requests).toHaveLength(1)
})

test('attempts counts the retries after the first call, and the same bytes are sent each time', async () => {
  await using simulator = await startSimulator({ answers: [soon(500), soon(503), soon(429), soon(500)] })
  const reply = await gateway.chat(retrying(simulator, { attempts: 3 }))
  expect(reply.status).toBe(500)
  expect(reply.headers.get('x-gateway-retry-attempt-count')).toBe('-1')
  // The SDK would repeat a 500 by itself: retries upon retries.
  expect(reply.headers.get('x-should-retry')).toBe('false')
  expect(simulator.requests).toHaveLength(4)
  expect(new Set(simulator.requests.map((request) => request.text)).size).toBe(1)
})

test('more than five attempts are clamped to five', async () => {
  await using simulator = await startSimulator({ answers: [soon(500)] })
  await gateway.chat(retrying(simulator, { attempts: 9 }))
  expect(simulator.requests).toHaveLength(6)
})

test('listed codes replace the default ones', async () => {
  await using simulator = await startSimulator({ answers: [soon(418), soon(500), 'never'] })
  const reply = await gateway.chat(retrying(simulator, { attempts: 3, on_status_codes: ['418'] }))
  expect(reply.status).toBe(500)
  expect(simulator.requests).toHaveLength(2)
})

test('an empty list means no status is retried', async () => {
  await using simulator = await startSimulator({ answers: [soon(500)] })
  await gateway.chat(retrying(simulator, { attempts: 3, on_status_codes: [] }))
  expect(simulator.requests).toHaveLength(1)
})

test.each<[string, Answer]>([
  ['seconds', { status: 503, retryAfter: '1' }],
  ['milliseconds', { status: 429, retryAfter: { ms: 1200 } }],
])('waits as long as Retry-After says in %s', async (_name, answer) => {
  await using simulator = await startSimulator({ answers: [answer, 'hello'] })
  expect(await contentOf(await gateway.chat(retrying(simulator, { attempts: 1 })))).toBe('hello')
  expect(gapOf(simulator)).toBeGreaterThanOrEqual(990)
  expect(gapOf(simulator)).toBeLessThan(1600)
})

test('waits until the date Retry-After names', async () => {
  // A date has whole seconds: two seconds ahead is a wait between one and two seconds.
  await using simulator = await startSimulator({
    answers: [() => ({ status: 429, retryAfter: new Date(Date.now() + 2000) }), 'hello'],
  })
  expect(await contentOf(await gateway.chat(retrying(simulator, { attempts: 1 })))).toBe('hello')
  expect(gapOf(simulator)).toBeGreaterThanOrEqual(950)
  expect(gapOf(simulator)).toBeLessThan(2400)
})

test.each<[string, Answer]>([
  ['a negative number', { status: 429, retryAfter: '-5' }],
  ['a date in the past', { status: 429, retryAfter: new Date(0) }],
])('%s means at once', async (_name, answer) => {
  await using simulator = await startSimulator({ answers: [answer, 'hello'] })
  expect(await contentOf(await gateway.chat(retrying(simulator, { attempts: 1 })))).toBe('hello')
  expect(gapOf(simulator)).toBeLessThan(400)
})

test.each<[string, Answer, object]>([
  ['without the switch', { status: 429, retryAfter: { ms: 1 } }, { use_retry_after_headers: false }],
  ['with garbage in the header', { status: 429, retryAfter: 'soon' }, {}],
  ['without any header', 500, {}],
])('%s the wait is the usual one of half to one second', async (_name, answer, switches) => {
  await using simulator = await startSimulator({ answers: [answer, 'hello'] })
  expect(await contentOf(await gateway.chat(retrying(simulator, { attempts: 1, ...switches })))).toBe('hello')
  expect(gapOf(simulator)).toBeGreaterThanOrEqual(490)
  expect(gapOf(simulator)).toBeLessThan(1300)
})

test('a Retry-After of more than a minute ends the retries, and the plan goes on', async () => {
  await using busy = await startSimulator({ answers: [{ status: 429, retryAfter: '61' }] })
  await using free = await startSimulator({ answers: ['hello'] })
  const config = { strategy: { mode: 'fallback' }, targets: [retrying(busy, { attempts: 3 }), at(free)] }
  const startMs = performance.now()
  expect(await contentOf(await gateway.chat(config))).toBe('hello')
  expect(busy.requests).toHaveLength(1)
  expect(performance.now() - startMs).toBeLessThan(1000)
  const alone = await gateway.chat(retrying(busy, { attempts: 3 }))
  expect([alone.status, alone.headers.get('retry-after')]).toEqual([429, '61'])
})

test('a network failure is retried whatever the list says', async () => {
  await using simulator = await startSimulator({ answers: [{ fault: 'reset' }, 'hello'] })
  const reply = await gateway.chat(retrying(simulator, { attempts: 1, on_status_codes: [] }))
  expect(await contentOf(reply)).toBe('hello')
  expect(reply.headers.get('x-gateway-retry-attempt-count')).toBe('1')
})

test('an unreachable provider after all retries is a 502 that says how often it was tried', async () => {
  await using refusal = await startRefusal()
  const reply = await gateway.chat(retrying(refusal, { attempts: 1 }))
  expect(reply.headers.get('x-gateway-retry-attempt-count')).toBe('-1')
  expect(await errorOf(reply)).toMatchObject({ status: 502, code: 'upstream_unreachable' })
})

test('a caller who leaves during the wait ends the retries', async () => {
  await using simulator = await startSimulator({ answers: [{ status: 503, retryAfter: '1' }, 'never'] })
  const leave = new AbortController()
  const reply = gateway.chat(retrying(simulator, { attempts: 1 }), { signal: leave.signal }).catch(() => 'left')
  await (await simulator.received(1)).ended
  leave.abort()
  expect(await reply).toBe('left')
  await Bun.sleep(1300)
  expect(simulator.requests).toHaveLength(1)
})
