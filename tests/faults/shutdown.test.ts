import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { eventually } from '../harness/eventually.ts'
import { connectRaw, rawChat } from '../harness/raw-client.ts'
import type { Gateway } from '../harness/start-gateway.ts'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'

type Tally = { whole: number; broken: number; refused: number; turnedAway: number }

/**
 * Sends calls until the port is closed. A connection that is refused, or closed before its request was accepted, is
 * retried by a load balancer and does not count. A truncated response counts as an error.
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

test('SIGTERM under load breaks no response, and the exit code is 0', async () => {
  await using simulator = await startSimulator({ answers: ['one two three'] })
  await using gateway = await startGatewayProcess()
  const tally: Tally = { whole: 0, broken: 0, refused: 0, turnedAway: 0 }
  const workers = Array.from({ length: 16 }, () => callUntilGone(gateway, at(simulator), tally))
  await simulator.received(1_000)
  const exitCode = await gateway.stop()
  await Promise.all(workers)
  // Calls that the provider served and whose response no caller received.
  const lost = simulator.requests.length - tally.whole
  expect(tally.whole).toBeGreaterThan(900)
  expect([lost, tally.broken, exitCode]).toEqual([0, 0, 0])
})

test('readiness fails after SIGTERM, and a stream beyond the drain limit gets an error event', async () => {
  await using simulator = await startSimulator({ answers: [{ stream: ['one'], stallAfter: 1 }] })
  await using gateway = await startGatewayProcess({ environment: { GATEWAY_DRAIN_MS: '400' } })
  const client = await connectRaw(gateway.url)
  client.send(rawChat(gateway.workspaceKey, at(simulator), { stream: true }))
  await client.until('"one"')
  const stopped = gateway.stop()
  await eventually('the gateway is not ready', async () => (await readiness(gateway)) !== 200)
  await client.closed
  expect(await stopped).toBe(0)
  expect(client.text).toContain('shutting_down')
})

async function readiness(gateway: Gateway): Promise<number> {
  return fetch(`${gateway.url}/readyz`, { keepalive: false }).then(
    (reply) => reply.status,
    () => 0,
  )
}

test('a second SIGTERM ends the process at once', async () => {
  await using simulator = await startSimulator({ answers: [{ stream: ['one'], stallAfter: 1 }] })
  await using gateway = await startGatewayProcess({ environment: { GATEWAY_DRAIN_MS: '600000' } })
  const client = await connectRaw(gateway.url)
  client.send(rawChat(gateway.workspaceKey, at(simulator), { stream: true }))
  await client.until('"one"')
  void gateway.stop()
  await eventually('the gateway is not ready', async () => (await readiness(gateway)) !== 200)
  // The drain limit is ten minutes: only the second signal can end the process.
  await gateway.stop()
  expect(await simulator.requests[0]!.ended).toBe('aborted')
})
