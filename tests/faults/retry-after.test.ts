import { expect, test } from 'bun:test'
import { readRetryAfterMs, retryWaitMs } from '../../server/src/policies/backoff.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { contentOf } from '../harness/error-of.ts'
import { chosenWaitsMs } from '../harness/read-logs.ts'
import { shareGatewayProcess } from '../harness/share-gateway.ts'

const gateway = await shareGatewayProcess()

const NOW_MS = Date.UTC(2026, 0, 2, 3, 4, 5)
const at2s = new Date(NOW_MS + 2_000).toUTCString()
const past = new Date(NOW_MS - 86_400_000).toUTCString()

/** Response headers and the wait they request in milliseconds; null means the gateway's own backoff. */
const HEADERS: readonly (readonly [string, Readonly<Record<string, string>>, number | null])[] = [
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

test('every form of Retry-After is parsed exactly', () => {
  expect(HEADERS.map(([, headers]) => readRetryAfterMs(new Headers(headers), NOW_MS))).toEqual(
    HEADERS.map(([, , wait]) => wait),
  )
  for (let retry = 1; retry <= 5; retry++) {
    expect(retryWaitMs(retry, 0)).toBe(500 * 2 ** (retry - 1))
    expect(retryWaitMs(retry, 1)).toBe(1000 * 2 ** (retry - 1))
  }
})

async function waitsOf(config: object): Promise<number[]> {
  const reply = await gateway.chat(config)
  expect(await contentOf(reply)).toBe('hello')
  return chosenWaitsMs(await gateway.waitForLog(reply.headers.get('x-gateway-trace-id')))
}

test('the gateway waits as long as Retry-After says if the config allows it, or else uses its own backoff', async () => {
  await using simulator = await startSimulator({ answers: [{ status: 429, retryAfter: { ms: 150 } }, 'hello'] })
  expect(await waitsOf(at(simulator, { retry: { attempts: 1, use_retry_after_headers: true } }))).toEqual([150])
  simulator.script([{ status: 429, retryAfter: { ms: 30_000 } }, 'hello'])
  const [ownMs] = await waitsOf(at(simulator, { retry: { attempts: 1 } }))
  expect(ownMs).toBeWithin(500, 1_001)
})

test('the gateway waits at most 60 s: beyond that it passes the 429 on or calls the next target', async () => {
  await using busy = await startSimulator({ answers: [{ status: 429, retryAfter: '61' }] })
  await using free = await startSimulator({ answers: ['hello'] })
  const limited = at(busy, { retry: { attempts: 3, use_retry_after_headers: true } })
  const alone = await gateway.chat(limited)
  expect(alone.status).toBe(429)
  expect(alone.headers.get('retry-after')).toBe('61')
  expect(chosenWaitsMs(await gateway.waitForLog(alone.headers.get('x-gateway-trace-id')))).toEqual([])
  const config = { strategy: { mode: 'fallback' }, targets: [limited, at(free)] }
  expect(await waitsOf(config)).toEqual([])
  expect(busy.requests).toHaveLength(2)
})
