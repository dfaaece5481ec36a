import { afterAll, expect, test } from 'bun:test'
import { createServer } from 'node:net'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { contentOf, errorOf } from '../harness/error-of.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { silentListener } from '../harness/silent-listener.ts'
import { startGateway } from '../harness/start-gateway.ts'

const gateway = await shareGateway()
const silent = await silentListener()
afterAll(() => silent[Symbol.asyncDispose]())

test('an address that accepts no connection is a failed attempt, and the next target responds', async () => {
  await using alive = await startSimulator({ answers: ['hello'] })
  const targets = [at(silent, { connect_timeout: 100 }), at(alive)]
  const reply = await gateway.chat({ strategy: { mode: 'fallback' }, targets })
  expect(reply.headers.get('x-gateway-last-used-option-index')).toBe('config.targets[1]')
  const traceId = reply.headers.get('x-gateway-trace-id')
  expect(await contentOf(reply)).toBe('hello')
  const log = await gateway.waitForLog(traceId)
  expect(JSON.stringify(log)).toContain('did not respond within the connect timeout of 100 ms')
})

test('without another target a connect timeout is 502, and the limit is inherited', async () => {
  const config = { strategy: { mode: 'single' }, connect_timeout: 120, targets: [at(silent)] }
  const refused = await errorOf(await gateway.chat(config))
  expect(refused).toMatchObject({ status: 502, code: 'upstream_unreachable' })
  expect(refused.message).toContain('connect timeout of 120 ms')
})

test('a connect timeout is retried, and each retry is a separate call', async () => {
  const config = at(silent, { connect_timeout: 50, retry: { attempts: 1 } })
  const reply = await gateway.chat(config)
  expect(reply.headers.get('x-gateway-retry-attempt-count')).toBe('-1')
  expect((await errorOf(reply)).code).toBe('upstream_unreachable')
})

test('the circuit breaker counts a connect timeout', async () => {
  const cb_config = { failure_threshold: 1, cooldown_interval: 60_000 }
  await using alive = await startSimulator({ answers: ['one', 'two'] })
  const config = {
    strategy: { mode: 'fallback', cb_config },
    targets: [at(silent, { connect_timeout: 50, api_key: 'sk-circuit' }), at(alive)],
  }
  expect(await contentOf(await gateway.chat(config))).toBe('one')
  const reply = await gateway.chat(config)
  const traceId = reply.headers.get('x-gateway-trace-id')
  expect(await contentOf(reply)).toBe('two')
  const log = JSON.stringify(await gateway.waitForLog(traceId))
  expect(log).toContain('open')
  expect(log).not.toContain('did not respond within the connect timeout')
})

test('a server that never completes the TLS handshake is a connect timeout', async () => {
  const server = createServer((socket) => socket.on('error', () => undefined))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await using alive = await startSimulator({ answers: ['hello'] })
  const stalled = at({ url: `https://127.0.0.1:${port}` }, { connect_timeout: 100 })
  const config = { strategy: { mode: 'fallback' }, targets: [stalled, at(alive)] }
  expect(await contentOf(await gateway.chat(config))).toBe('hello')
  server.close()
})

test('GATEWAY_CONNECT_TIMEOUT_MS is the default connect timeout', async () => {
  await using hasty = await startGateway({ environment: { GATEWAY_CONNECT_TIMEOUT_MS: '80' } })
  const refused = await errorOf(await hasty.chat(at(silent)))
  expect(refused.message).toContain('connect timeout of 80 ms')
})

test.each([0, -1, 1.5, '100', null])('connect_timeout %p is rejected', async (connect_timeout) => {
  const refused = await errorOf(await gateway.chat(at(silent, { connect_timeout })))
  expect([refused.status, refused.param]).toEqual([400, 'connect_timeout'])
})
