import { expect, test } from 'bun:test'
import type { Answer } from '../../simulators/answer.ts'
import { startRefusal } from '../../simulators/refusal.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { contentOf, errorOf } from '../harness/error-of.ts'
import { chosenWaitsMs } from '../harness/read-logs.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()

/** A failure with a short Retry-After, to keep the tests fast. */
const soon = (status: number): Answer => ({ status, retryAfter: { ms: 5 } })

function retrying(simulator: { readonly url: string }, retry: object): object {
  return at(simulator, { retry: { use_retry_after_headers: true, ...retry } })
}

/** Sends a request that succeeds at the first retry; returns the gateway's wait before that retry. */
async function waitOf(config: object): Promise<number | undefined> {
  const reply = await gateway.chat(config)
  expect(await contentOf(reply)).toBe('hello')
  const waits = chosenWaitsMs(await gateway.waitForLog(reply.headers.get('x-gateway-trace-id')))
  expect(waits).toHaveLength(1)
  return waits[0]
}

test.concurrent.each([429, 500, 502, 503, 504, 529])('%p is retried by default', async (status) => {
  await using simulator = await startSimulator({ answers: [soon(status), 'hello'] })
  const reply = await gateway.chat(retrying(simulator, { attempts: 1 }))
  expect(reply.headers.get('x-gateway-retry-attempt-count')).toBe('1')
  expect(await contentOf(reply)).toBe('hello')
})

test.concurrent.each([400, 401, 404, 408, 501])('%p is not retried by default', async (status) => {
  await using simulator = await startSimulator({ answers: [soon(status), 'hello'] })
  const reply = await gateway.chat(retrying(simulator, { attempts: 3 }))
  expect(reply.status).toBe(status)
  expect(simulator.requests).toHaveLength(1)
})

test.concurrent('attempts counts the retries after the first call, and the same bytes are sent each time', async () => {
  await using simulator = await startSimulator({ answers: [soon(500), soon(503), soon(429), soon(500)] })
  const reply = await gateway.chat(retrying(simulator, { attempts: 3 }))
  expect(reply.status).toBe(500)
  expect(reply.headers.get('x-gateway-retry-attempt-count')).toBe('-1')
  // The SDK must not add retries of its own on a 500.
  expect(reply.headers.get('x-should-retry')).toBe('false')
  expect(simulator.requests).toHaveLength(4)
  expect(new Set(simulator.requests.map((request) => request.text)).size).toBe(1)
})

test.concurrent('more than five attempts are clamped to five', async () => {
  await using simulator = await startSimulator({ answers: [soon(500)] })
  await gateway.chat(retrying(simulator, { attempts: 9 }))
  expect(simulator.requests).toHaveLength(6)
})

test.concurrent('listed codes replace the default ones', async () => {
  await using simulator = await startSimulator({ answers: [soon(418), soon(500), 'never'] })
  const reply = await gateway.chat(retrying(simulator, { attempts: 3, on_status_codes: ['418'] }))
  expect(reply.status).toBe(500)
  expect(simulator.requests).toHaveLength(2)
})

test.concurrent('an empty list means no status is retried', async () => {
  await using simulator = await startSimulator({ answers: [soon(500)] })
  await gateway.chat(retrying(simulator, { attempts: 3, on_status_codes: [] }))
  expect(simulator.requests).toHaveLength(1)
})

test.concurrent.each<[string, Answer, number]>([
  ['seconds', { status: 503, retryAfter: '1' }, 1_000],
  ['milliseconds', { status: 429, retryAfter: { ms: 1200 } }, 1_200],
])('waits for the Retry-After time in %s', async (_name, answer, waitMs) => {
  await using simulator = await startSimulator({ answers: [answer, 'hello'] })
  const startMs = performance.now()
  expect(await waitOf(retrying(simulator, { attempts: 1 }))).toBe(waitMs)
  expect(performance.now() - startMs).toBeGreaterThanOrEqual(waitMs - 1)
})

test.concurrent('waits until the date in Retry-After', async () => {
  // An HTTP date has whole seconds, and the wait is shorter by the time until the gateway reads it.
  await using simulator = await startSimulator({
    answers: [() => ({ status: 429, retryAfter: new Date(Date.now() + 10_000) }), 'hello'],
  })
  expect(await waitOf(retrying(simulator, { attempts: 1 }))).toBeWithin(1, 10_001)
})

test.concurrent.each<[string, Answer]>([
  ['a negative number', { status: 429, retryAfter: '-5' }],
  ['a date in the past', { status: 429, retryAfter: new Date(0) }],
])('%s means no wait', async (_name, answer) => {
  await using simulator = await startSimulator({ answers: [answer, 'hello'] })
  expect(await waitOf(retrying(simulator, { attempts: 1 }))).toBe(0)
})

test.concurrent.each<[string, Answer, object]>([
  ['without the switch', { status: 429, retryAfter: { ms: 1 } }, { use_retry_after_headers: false }],
  ['with an invalid header', { status: 429, retryAfter: 'soon' }, {}],
  ['without any header', 500, {}],
])('%s the wait is the default of 0.5 to 1 second', async (_name, answer, switches) => {
  await using simulator = await startSimulator({ answers: [answer, 'hello'] })
  expect(await waitOf(retrying(simulator, { attempts: 1, ...switches }))).toBeWithin(500, 1_001)
})

test.concurrent('a Retry-After of more than a minute ends the retries, and the next target is tried', async () => {
  await using busy = await startSimulator({ answers: [{ status: 429, retryAfter: '61' }] })
  await using free = await startSimulator({ answers: ['hello'] })
  const config = { strategy: { mode: 'fallback' }, targets: [retrying(busy, { attempts: 3 }), at(free)] }
  const reply = await gateway.chat(config)
  expect(await contentOf(reply)).toBe('hello')
  expect(chosenWaitsMs(await gateway.waitForLog(reply.headers.get('x-gateway-trace-id')))).toEqual([])
  expect(busy.requests).toHaveLength(1)
  const alone = await gateway.chat(retrying(busy, { attempts: 3 }))
  expect([alone.status, alone.headers.get('retry-after')]).toEqual([429, '61'])
})

test.concurrent('a network failure is retried whatever codes are listed', async () => {
  await using simulator = await startSimulator({ answers: [{ fault: 'reset' }, 'hello'] })
  const reply = await gateway.chat(retrying(simulator, { attempts: 1, on_status_codes: [] }))
  expect(await contentOf(reply)).toBe('hello')
  expect(reply.headers.get('x-gateway-retry-attempt-count')).toBe('1')
})

test.concurrent('an unreachable provider is a 502 with the number of attempts', async () => {
  await using refusal = await startRefusal()
  const reply = await gateway.chat(retrying(refusal, { attempts: 1 }))
  expect(reply.headers.get('x-gateway-retry-attempt-count')).toBe('-1')
  expect(await errorOf(reply)).toMatchObject({ status: 502, code: 'upstream_unreachable' })
})

test.concurrent('a caller that disconnects during the wait ends the retries', async () => {
  await using simulator = await startSimulator({ answers: [{ status: 503, retryAfter: '50' }, 'never'] })
  const leave = new AbortController()
  const headers = { 'x-gateway-trace-id': crypto.randomUUID() }
  const options = { signal: leave.signal, headers }
  const reply = gateway.chat(retrying(simulator, { attempts: 1 }), options).catch(() => 'aborted')
  await (await simulator.received(1)).ended
  leave.abort()
  expect(await reply).toBe('aborted')
  // The gateway writes the record at the end of the request, long before the retry wait would have ended.
  expect((await gateway.waitForLog(headers['x-gateway-trace-id'])).ending).toBe('abandoned')
  expect(simulator.requests).toHaveLength(1)
})
