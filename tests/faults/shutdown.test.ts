import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { connectRaw, rawChat } from '../harness/raw-client.ts'
import { type Gateway, startGateway } from '../harness/start-gateway.ts'
import { figure, milliseconds, timed, until, withSlack } from './figure.ts'

type Tally = { whole: number; broken: number; refused: number; turnedAway: number }

/**
 * Calls until nobody listens any more. A connection that is refused, or closed before its request was taken because the
 * port closed in that very moment, is a balancer's business; a broken answer is ours.
 */
async function callUntilGone(gateway: Gateway, config: object, tally: Tally): Promise<void> {
  for (;;) {
    const reply = await gateway.chat(config, { body: { stream: tally.whole % 2 === 0 } }).catch((error: unknown) => {
      const code = error instanceof Error && 'code' in error ? error.code : ''
      if (code !== 'ConnectionRefused' && code !== 'ECONNREFUSED') tally.turnedAway++
      return null
    })
    if (reply === null) return
    const text = await reply.text().catch(() => '')
    if (reply.status === 200 && text.length > 0) tally.whole++
    else if (reply.status === 503) tally.refused++
    else tally.broken++
  }
}

test('F-28 SIGTERM under load breaks no answer, and the exit is 0 within the drain limit', async () => {
  await using simulator = await startSimulator({ answers: ['one two three'] })
  await using gateway = await startGateway()
  const tally: Tally = { whole: 0, broken: 0, refused: 0, turnedAway: 0 }
  const workers = Array.from({ length: 16 }, () => callUntilGone(gateway, at(simulator), tally))
  await simulator.received(1_000)
  const stopped = await timed(() => gateway.stop())
  await Promise.all(workers)
  // What the provider answered and no caller got: whoever was turned away has cost nothing.
  const lost = simulator.requests.length - tally.whole
  figure(
    'F-28',
    `answers lost by SIGTERM, ${tally.whole} whole, ${tally.turnedAway} connections closed before an answer`,
    `${lost}`,
    '0',
  )
  figure('F-28', 'exit', `${stopped.result} after ${milliseconds(stopped.ms)}`, '0 within 30 s')
  expect(tally.whole).toBeGreaterThan(900)
  expect([lost, tally.broken, stopped.result]).toEqual([0, 0, 0])
}, 40_000)

test('F-28 a stream beyond the drain limit gets an error event, and readiness is gone within 100 ms', async () => {
  await using simulator = await startSimulator({ answers: [{ stream: ['one'], stallAfter: 1 }] })
  await using gateway = await startGateway({ environment: { GATEWAY_DRAIN_MS: '400' } })
  const client = await connectRaw(gateway.url)
  client.send(rawChat(gateway.workspaceKey, at(simulator), { stream: true }))
  await client.until('"one"')
  const stopped = gateway.stop()
  const unready = await timed(() => until(async () => (await readiness(gateway)) !== 200, 1_000))
  expect(unready.result).toBe(true)
  await client.closed
  expect(await stopped).toBe(0)
  figure('F-28', 'ready no more after SIGTERM', milliseconds(unready.ms), '100 ms')
  figure(
    'F-28',
    'a stream beyond the drain limit ends with',
    client.text.includes('shutting_down') ? 'an error event' : 'silence',
    'an error event',
  )
  expect(unready.ms).toBeLessThan(withSlack(100))
  expect(client.text).toContain('shutting_down')
}, 20_000)

async function readiness(gateway: Gateway): Promise<number> {
  return fetch(`${gateway.url}/readyz`, { keepalive: false }).then(
    (reply) => reply.status,
    () => 0,
  )
}

test('F-28 a second SIGTERM ends the process at once', async () => {
  await using simulator = await startSimulator({ answers: [{ stream: ['one'], stallAfter: 1 }] })
  await using gateway = await startGateway()
  const client = await connectRaw(gateway.url)
  client.send(rawChat(gateway.workspaceKey, at(simulator), { stream: true }))
  await client.until('"one"')
  void gateway.stop()
  await until(async () => (await readiness(gateway)) !== 200)
  const { ms } = await timed(() => gateway.stop())
  figure('F-28', 'exit after the second SIGTERM', milliseconds(ms), '500 ms')
  expect(ms).toBeLessThan(withSlack(500))
}, 20_000)
