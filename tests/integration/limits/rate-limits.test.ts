import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at } from '../../harness/at.ts'
import { errorOf } from '../../harness/error-of.ts'
import { eventually } from '../../harness/eventually.ts'
import { REACHES_PROVIDER_MS } from '../../harness/patience.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'
import { type Gateway, startGateway } from '../../harness/start-gateway.ts'
import { startGatewayProcess } from '../../harness/start-gateway-process.ts'
import { LimitedScene, rate } from './limited-gateway.ts'

const gateway = await shareGateway()
const simulator = await shareSimulator({ answers: ['one two three'] })
const scene = new LimitedScene(gateway)

const WINDOW_MS = { rpm: 60_000, rph: 3_600_000, rpd: 86_400_000, rpw: 7 * 86_400_000 } as const

/** Runs `act` again if a window ended in the middle of it. */
async function withinOneWindow<Result>(unit: keyof typeof WINDOW_MS, act: () => Promise<Result>): Promise<Result> {
  const windowOf = () => Math.floor(Date.now() / WINDOW_MS[unit])
  for (;;) {
    const before = windowOf()
    const result = await act()
    if (windowOf() === before) return result
  }
}

async function statuses(from: Gateway, key: string, count: number): Promise<Map<number, number>> {
  const replies = await Promise.all(
    Array.from({ length: count }, async () => {
      const reply = await from.chat(at(simulator), { key })
      await reply.text()
      return reply.status
    }),
  )
  const counts = new Map<number, number>()
  for (const status of replies) counts.set(status, (counts.get(status) ?? 0) + 1)
  return counts
}

for (const unit of ['rpm', 'rph', 'rpd', 'rpw'] as const) {
  test(`exactly L of N concurrent requests are accepted by ${unit}`, async () => {
    const counts = await withinOneWindow(unit, async () => {
      const { key } = await scene.key(rate('requests', unit, 20))
      return statuses(gateway, key, 200)
    })
    expect(counts).toEqual(
      new Map([
        [200, 20],
        [429, 180],
      ]),
    )
  })
}

test('a per-second limit holds in each second and resets with the next', async () => {
  const { key } = await scene.key(rate('requests', 'rps', 3))
  const firstS = Math.floor(Date.now() / 1_000)
  const admitted = (await statuses(gateway, key, 30)).get(200) ?? 0
  const seconds = Math.floor(Date.now() / 1_000) - firstS + 1
  expect(admitted).toBeGreaterThanOrEqual(3)
  expect(admitted).toBeLessThanOrEqual(3 * seconds)
  await eventually('a later second admits requests', async () => (await statuses(gateway, key, 1)).has(200))
})

test('a rate-limited request gets Retry-After and changes no counter', async () => {
  const limits = (perWeek: number) => ({
    rate_limits: [
      { type: 'requests', unit: 'rpd', value: 5 },
      { type: 'requests', unit: 'rpw', value: perWeek },
    ],
  })
  const { key, id } = await scene.key(limits(2))
  expect(await statuses(gateway, key, 30)).toEqual(
    new Map([
      [200, 2],
      [429, 28],
    ]),
  )
  // Weeks start on Monday; the epoch was a Thursday.
  const leftInWeek = () => 604_800 - ((Date.now() / 1_000 - 345_600) % 604_800)
  const leftBefore = leftInWeek()
  const reply = await gateway.chat(at(simulator), { key })
  expect(Number(reply.headers.get('retry-after'))).toBeWithin(leftInWeek() - 1, leftBefore + 1)
  expect(reply.headers.get('x-ratelimit-limit-requests')).toBe('2')
  expect(reply.headers.get('x-ratelimit-remaining-requests')).toBe('0')
  expect(await errorOf(reply)).toMatchObject({ status: 429, code: 'rate_limited', type: 'rate_limit_error' })
  // The daily window counted only the two accepted requests.
  await scene.control.do('PUT', `/api-keys/${id}`, limits(100))
  expect((await statuses(gateway, key, 30)).get(200)).toBe(3)
})

test('responses have our rate limit headers, or the provider’s if the key has no limit', async () => {
  const own = await scene.key(rate('requests', 'rpd', 10))
  const none = await scene.key({})
  const providerLimits = { 'x-ratelimit-limit-requests': '500', 'x-ratelimit-remaining-tokens': '77' }
  simulator.script([{ headers: providerLimits, body: { object: 'chat.completion', choices: [] } }])
  const first = await gateway.chat(at(simulator), { key: own.key })
  expect(first.headers.get('x-ratelimit-limit-requests')).toBe('10')
  expect(first.headers.get('x-ratelimit-remaining-requests')).toBe('9')
  expect(first.headers.get('x-ratelimit-reset-requests')).toMatch(/^(\d+h)?(\d+m)?\d+m?s$/)
  expect(first.headers.get('x-ratelimit-remaining-tokens')).toBe('77')
  const second = await gateway.chat(at(simulator), { key: none.key })
  expect(second.headers.get('x-ratelimit-limit-requests')).toBe('500')
  simulator.script(['one two three'])
})

test('a limit of 0 disables the key', async () => {
  const { key } = await scene.key(rate('requests', 'rpm', 0))
  const reply = await gateway.chat(at(simulator), { key })
  expect(reply.headers.get('retry-after')).toBeNull()
  expect(await errorOf(reply)).toMatchObject({ status: 429, code: 'rate_limited' })
})

test('tokens are reserved before the call and settled after it', async () => {
  const { key } = await scene.key(rate('tokens', 'rpd', 1_000))
  const body = { max_tokens: 600 }
  const first = await gateway.chat(at(simulator), { key, body })
  await first.text()
  // About 620 tokens were reserved, and 13 used.
  expect(Number(first.headers.get('x-ratelimit-remaining-tokens'))).toBeLessThan(400)
  const second = await gateway.chat(at(simulator), { key, body })
  await second.text()
  expect(second.status).toBe(200)
  const remaining = Number(second.headers.get('x-ratelimit-remaining-tokens'))
  expect(remaining).toBe(Number(first.headers.get('x-ratelimit-remaining-tokens')) - 13)
  const refused = await errorOf(await gateway.chat(at(simulator), { key, body: { max_tokens: 5_000 } }))
  expect(refused).toMatchObject({ status: 429, code: 'rate_limited' })
  expect(refused.message).toContain('can never allow this request')
})

const LIMIT = 1_000_000

/** The remaining tokens of a new limit that a request after `send` reports, minus that request's own hold. */
function leftAfter(send: (key: string) => Promise<unknown>): Promise<number> {
  return withinOneWindow('rpd', async () => {
    const { key } = await scene.key(rate('tokens', 'rpd', LIMIT))
    await send(key)
    simulator.script([500])
    const probe = await gateway.chat(at(simulator), { key, body: { max_tokens: 600 } })
    await probe.text()
    return Number(probe.headers.get('x-ratelimit-remaining-tokens'))
  })
}

test('tokens of a call whose outcome is unknown stay counted, as in a budget', async () => {
  const body = { max_tokens: 600 }
  const untouched = await leftAfter(async () => {})
  const held = LIMIT - untouched
  expect(held).toBeGreaterThan(600)
  const usedBy = async (send: (key: string) => Promise<unknown>) => untouched - (await leftAfter(send))

  for (const fault of [{ fault: 'hang' }, { fault: 'cut' }] as const) {
    const used = await usedBy(async (key) => {
      simulator.script([fault])
      await (await gateway.chat(at(simulator, { request_timeout: REACHES_PROVIDER_MS }), { key, body })).text()
    })
    expect([fault, used]).toEqual([fault, held])
  }

  const leaving = await usedBy(async (key) => {
    simulator.script([{ fault: 'hang' }])
    const leave = new AbortController()
    const trace = crypto.randomUUID()
    const before = simulator.requests.length
    const options = { key, body, signal: leave.signal, headers: { 'x-gateway-trace-id': trace } }
    const sent = gateway.chat(at(simulator), options).catch(() => null)
    await simulator.received(before + 1)
    leave.abort()
    await sent
    await gateway.waitForLog(trace)
  })
  expect(leaving).toBe(held)

  // Providers do not charge for errors.
  const failing = await usedBy(async (key) => {
    simulator.script([500])
    await (await gateway.chat(at(simulator), { key, body })).text()
  })
  expect(failing).toBe(0)

  // One call timed out and one used 13 tokens.
  const recovered = await usedBy(async (key) => {
    simulator.script([{ fault: 'hang' }, 'one two three'])
    const targets = [at(simulator, { request_timeout: REACHES_PROVIDER_MS }), at(simulator)]
    const reply = await gateway.chat({ strategy: { mode: 'fallback' }, targets }, { key, body })
    await reply.text()
    expect(reply.status).toBe(200)
  })
  expect(recovered).toBe(held + 13)
  simulator.script(['one two three'])
})

test('windows survive kill -9 and a restart: never more than L requests in total', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'gatehouse-windows-'))
  try {
    const first = await startGatewayProcess({ dataDirectory })
    const { key } = await new LimitedScene(first).key(rate('requests', 'rpd', 30))
    const before = (await statuses(first, key, 12)).get(200)
    await first.kill9()
    const second = await startGateway({ dataDirectory })
    const between = (await statuses(second, key, 11)).get(200)
    await second.stop()
    await using third = await startGateway({ dataDirectory })
    const after = await statuses(third, key, 50)
    expect([before, between, after.get(200), after.get(429)]).toEqual([12, 11, 7, 43])
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
})
