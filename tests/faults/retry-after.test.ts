import { expect, test } from 'bun:test'
import { readRetryAfterMs, retryWaitMs } from '../../server/src/policies/backoff.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { contentOf } from '../harness/error-of.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { figure, milliseconds, timed, withSlack } from './figure.ts'

const gateway = await shareGateway()

const NOW_MS = Date.UTC(2026, 0, 2, 3, 4, 5)
const at2s = new Date(NOW_MS + 2_000).toUTCString()
const past = new Date(NOW_MS - 86_400_000).toUTCString()

/** What is read of a provider's wish, on a clock of our own: null is "our own back-off". */
const WISHES: readonly (readonly [string, Readonly<Record<string, string>>, number | null])[] = [
  ['seconds', { 'retry-after': '2' }, 2_000],
  ['a fraction of seconds', { 'retry-after': '0.5' }, 500],
  ['zero', { 'retry-after': '0' }, 0],
  ['a date', { 'retry-after': at2s }, 2_000],
  ['a date that has passed', { 'retry-after': past }, 0],
  ['milliseconds', { 'retry-after-ms': '1500' }, 1_500],
  ['milliseconds beside seconds', { 'retry-after-ms': '1500', 'retry-after': '9' }, 1_500],
  ['a negative number', { 'retry-after': '-5' }, 0],
  ['a thousand million', { 'retry-after': '1000000000' }, 1e12],
  ['a row of digits', { 'retry-after': '9'.repeat(400) }, Number.MAX_SAFE_INTEGER],
  ['words', { 'retry-after': 'soon' }, null],
  ['a half date', { 'retry-after': '2026-01-02' }, null],
  ['nothing', { 'retry-after': '' }, null],
  ['no header', {}, null],
]

test('F-15 fourteen ways to say Retry-After are read exactly', () => {
  let exact = 0
  for (const [, headers, expected] of WISHES) {
    if (readRetryAfterMs(new Headers(headers), NOW_MS) === expected) exact++
  }
  figure(
    'F-15',
    'Retry-After read exactly on a virtual clock',
    `${exact} of ${WISHES.length}`,
    `${WISHES.length} of ${WISHES.length}`,
  )
  expect(WISHES.map(([, headers]) => readRetryAfterMs(new Headers(headers), NOW_MS))).toEqual(
    WISHES.map(([, , wait]) => wait),
  )
  for (let retry = 1; retry <= 5; retry++) {
    expect(retryWaitMs(retry, 0)).toBe(500 * 2 ** (retry - 1))
    expect(retryWaitMs(retry, 1)).toBe(1000 * 2 ** (retry - 1))
  }
})

test('F-15 the wait is the one asked for when allowed, and our own when not', async () => {
  await using simulator = await startSimulator({ answers: [{ status: 429, retryAfter: { ms: 150 } }, 'hello'] })
  const retry = { attempts: 1, use_retry_after_headers: true }
  const asked = await timed(async () => contentOf(await gateway.chat(at(simulator, { retry }))))
  expect(asked.result).toBe('hello')
  simulator.script([{ status: 429, retryAfter: { ms: 30_000 } }, 'hello'])
  const own = await timed(async () => contentOf(await gateway.chat(at(simulator, { retry: { attempts: 1 } }))))
  expect(own.result).toBe('hello')
  figure('F-15', 'Retry-After-Ms 150 waited for', milliseconds(asked.ms), '150..350 ms')
  figure('F-15', 'Retry-After ignored without the switch, own back-off', milliseconds(own.ms), '500..1300 ms')
  expect(asked.ms).toBeGreaterThan(145)
  expect(asked.ms).toBeLessThan(withSlack(350))
  expect(own.ms).toBeGreaterThan(495)
  expect(own.ms).toBeLessThan(1_300)
})

test('F-15 more than 60 s is not waited for: the 429 is passed on, or the next target asked', async () => {
  await using busy = await startSimulator({ answers: [{ status: 429, retryAfter: '61' }] })
  await using free = await startSimulator({ answers: ['hello'] })
  const limited = at(busy, { retry: { attempts: 3, use_retry_after_headers: true } })
  const alone = await timed(() => gateway.chat(limited))
  expect(alone.result.status).toBe(429)
  expect(alone.result.headers.get('retry-after')).toBe('61')
  const config = { strategy: { mode: 'fallback' }, targets: [limited, at(free)] }
  expect(await contentOf(await gateway.chat(config))).toBe('hello')
  expect(busy.requests).toHaveLength(2)
  figure('F-15', 'Retry-After of 61 s, answered without a wait in', milliseconds(alone.ms), '100 ms')
  expect(alone.ms).toBeLessThan(withSlack(100))
})
