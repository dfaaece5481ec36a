import { expect, test } from 'bun:test'
import { startRefusal } from '../../simulators/refusal.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { atOwnPath as at } from '../harness/at-own-path.ts'
import { errorOf } from '../harness/error-of.ts'
import { connectRaw, rawChat } from '../harness/raw-client.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()
const COOLDOWN_MS = 30_000

type Upstream = { readonly url: string }

function guarded(upstream: Upstream, threshold: number, more: object = {}, rules: object = {}): object {
  const circuit = { failure_threshold: threshold, cooldown_interval: COOLDOWN_MS, ...rules }
  return at(upstream, { cb_config: circuit, ...more })
}

/** The statuses of `count` sequential calls. */
async function statusesOf(config: object, count: number, options: { readonly body?: object } = {}): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < count; i++) {
    const reply = await gateway.chat(config, options)
    await reply.bytes()
    statuses.push(reply.status)
  }
  return statuses
}

async function isOpen(config: object): Promise<boolean> {
  const reply = await gateway.chat(config)
  return (await reply.text()).includes('circuit_open')
}

test('opens at a share of failed requests', async () => {
  await using upstream = await startSimulator({ answers: ['ok', 503, 'ok', 503, 503] })
  const rules = { failure_threshold_percentage: 50, minimum_requests: 4, cooldown_interval: COOLDOWN_MS }
  const config = at(upstream, { cb_config: rules })
  expect(await statusesOf(config, 4)).toEqual([200, 503, 200, 503])
  expect(await isOpen(config)).toBe(true)
  expect(upstream.requests).toHaveLength(4)
})

test.each([1, 2, 4])('opens at exactly %d failures and then makes no upstream calls', async (threshold) => {
  await using failing = await startSimulator({ answers: [503] })
  const config = guarded(failing, threshold)
  expect(await statusesOf(config, threshold)).toEqual(Array(threshold).fill(503))
  expect(failing.requests).toHaveLength(threshold)
  for (let i = 0; i < 3; i++) {
    expect(await errorOf(await gateway.chat(config))).toMatchObject({ status: 503, code: 'circuit_open' })
  }
  expect(failing.requests).toHaveLength(threshold)
})

test.each([501, 502, 503, 504, 529, 599])('by default status %d is a failure', async (status) => {
  await using failing = await startSimulator({ answers: [status] })
  const config = guarded(failing, 1)
  expect(await statusesOf(config, 1)).toEqual([status])
  expect(await isOpen(config)).toBe(true)
})

test.each([200, 400, 401, 404, 408, 429, 500])('by default status %d is not a failure', async (status) => {
  await using upstream = await startSimulator({ answers: [status] })
  expect(await statusesOf(guarded(upstream, 1), 3)).toEqual([status, status, status])
  expect(upstream.requests).toHaveLength(3)
})

test('a success resets the failure count, a plain 500 does not change it', async () => {
  await using upstream = await startSimulator({ answers: [503, 'fine', 503, 500, 503, 'never'] })
  const config = guarded(upstream, 2)
  expect(await statusesOf(config, 5)).toEqual([503, 200, 503, 500, 503])
  expect(await isOpen(config)).toBe(true)
})

test.each(['reset', 'close', 'not-http', 'short-body', 'cut'] as const)(
  'a connection that ends with %s is a failure',
  async (fault) => {
    await using broken = await startSimulator({ answers: [{ fault }] })
    const config = guarded(broken, 1)
    expect(await statusesOf(config, 1)).toEqual([502])
    expect(await isOpen(config)).toBe(true)
  },
)

test('an unreachable provider is a failure', async () => {
  await using refusal = await startRefusal()
  const config = guarded(refusal, 1)
  expect(await statusesOf(config, 1)).toEqual([502])
  expect(await isOpen(config)).toBe(true)
})

test('a timeout is a failure', async () => {
  await using silent = await startSimulator({ answers: [{ fault: 'hang' }] })
  const config = guarded(silent, 1, { request_timeout: 50 })
  expect(await statusesOf(config, 1)).toEqual([408])
  expect(await isOpen(config)).toBe(true)
})

test('a caller that disconnects does not count as a failure', async () => {
  await using silent = await startSimulator({ answers: [{ fault: 'hang' }, 'fine'] })
  const config = guarded(silent, 1)
  const client = await connectRaw(gateway.url)
  client.send(rawChat(gateway.workspaceKey, config, {}))
  const request = await silent.received(1)
  client.leave()
  await request.ended
  expect(await statusesOf(config, 1)).toEqual([200])
})

test('an error of the gateway does not count as a failure', async () => {
  const config = { ...guarded({ url: 'http://169.254.169.254' }, 1), request_timeout: 1000 }
  for (let i = 0; i < 3; i++) expect((await errorOf(await gateway.chat(config))).code).toBe('address_forbidden')
})

test('listed codes replace the default', async () => {
  await using upstream = await startSimulator({ answers: [503, 503, 429, 'never'] })
  const config = guarded(upstream, 1, {}, { failure_status_codes: [429] })
  expect(await statusesOf(config, 3)).toEqual([503, 503, 429])
  expect(await isOpen(config)).toBe(true)
})

test('one request with all its retries counts once', async () => {
  await using failing = await startSimulator({ answers: [{ status: 503, retryAfter: { ms: 1 } }] })
  const config = guarded(failing, 2, { retry: { attempts: 2, use_retry_after_headers: true } })
  expect(await statusesOf(config, 2)).toEqual([503, 503])
  expect(failing.requests).toHaveLength(6)
  expect(await isOpen(config)).toBe(true)
})

test('a request with a successful retry is a success', async () => {
  const busy = { status: 503, retryAfter: { ms: 1 } }
  await using upstream = await startSimulator({ answers: [busy, 'fine', busy, 'fine', busy, 'fine'] })
  const config = guarded(upstream, 1, { retry: { attempts: 1, use_retry_after_headers: true } })
  expect(await statusesOf(config, 3)).toEqual([200, 200, 200])
})

test('the error has the time of the next probe, and the record shows no upstream call', async () => {
  await using failing = await startSimulator({ answers: [503] })
  const config = guarded(failing, 1)
  const opening = await gateway.chat(config)
  const reply = await gateway.chat(config)
  const retryAfter = Number(reply.headers.get('retry-after'))
  expect(retryAfter).toBeGreaterThanOrEqual(25)
  expect(retryAfter).toBeLessThanOrEqual(30)
  expect((await errorOf(reply)).message).toContain(`${retryAfter} s`)

  const opened = await gateway.waitForLog(opening.headers.get('x-gateway-trace-id'))
  expect(opened.decisions).toContainEqual(
    expect.objectContaining({
      kind: 'breaker',
      target: 'config',
      reason: expect.stringContaining('opened: the failure threshold'),
    }),
  )
  const log = await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
  expect(log).toMatchObject({ status_code: 503, error_code: 'circuit_open', ending: 'refused', attempts: [] })
  expect(log.decisions).toContainEqual(
    expect.objectContaining({ kind: 'breaker', target: 'config', reason: expect.stringContaining('skipped') }),
  )
})

test.each([
  ['cb_config', (rules: object) => at({ url: 'http://127.0.0.1:9' }, { cb_config: rules })],
  ['circuit_breaker', (rules: object) => at({ url: 'http://127.0.0.1:9' }, { circuit_breaker: rules })],
  [
    'strategy.cb_config',
    (rules: object) => ({
      strategy: { mode: 'fallback', cb_config: rules },
      targets: [at({ url: 'http://127.0.0.1:9' })],
    }),
  ],
  [
    'targets[0].cb_config',
    (rules: object) => ({
      strategy: { mode: 'fallback' },
      targets: [at({ url: 'http://127.0.0.1:9' }, { cb_config: rules })],
    }),
  ],
])('%s rejects a threshold below 1 and a cooldown below 30 seconds', async (place, configOf) => {
  const rules = { failure_threshold: 1, cooldown_interval: 30_000 }
  for (const [key, value] of [
    ['failure_threshold', 0],
    ['cooldown_interval', 29_999],
    ['failure_threshold', '3'],
    ['failure_status_codes', [99]],
  ] as const) {
    const refused = await errorOf(await gateway.chat(configOf({ ...rules, [key]: value })))
    expect(refused).toMatchObject({ status: 400, code: 'config_invalid' })
    expect(refused.param).toStartWith(place === 'circuit_breaker' ? 'c' : `${place}.${key}`)
    expect(refused.param).toContain(key)
  }
  for (const missing of ['failure_threshold', 'cooldown_interval']) {
    const refused = await errorOf(await gateway.chat(configOf({ ...rules, [missing]: undefined })))
    expect(refused).toMatchObject({ status: 400, code: 'config_invalid' })
  }
})
