import { expect, test } from 'bun:test'
import { createEgress } from '../../server/src/egress/send.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { contentOf, errorOf } from '../harness/error-of.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { figure, milliseconds, percentile, timed, withSlack } from './figure.ts'

const gateway = await shareGateway()

/** A port nobody listens on: it was ours a moment ago. */
function closedPort(): number {
  const server = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { port } = server
  server.stop(true)
  return port
}

test('F-01 a refused connection is decided within 50 ms: the next target, or 502', async () => {
  const dead = { url: `http://127.0.0.1:${closedPort()}` }
  await using alive = await startSimulator({ answers: ['hello'] })
  const took: number[] = []
  for (let i = 0; i < 40; i++) {
    const { result, ms } = await timed(() => gateway.chat(at(dead)))
    expect(await errorOf(result)).toMatchObject({ status: 502, code: 'upstream_unreachable' })
    took.push(ms)
  }
  const config = { strategy: { mode: 'fallback' }, targets: [at(dead), at(alive)] }
  const next = await timed(() => gateway.chat(config))
  expect(await contentOf(next.result)).toBe('hello')
  figure('F-01', 'connection refused, decided in', `p95 ${milliseconds(percentile(took, 0.95))} of 40`, '50 ms')
  figure('F-01', 'connection refused, next target answered in', milliseconds(next.ms), '50 ms')
  expect(percentile(took, 0.95)).toBeLessThan(withSlack(50))
})

test('F-02 a name without an address is 502 within 5 s and does not slow others', async () => {
  const nowhere = { provider: 'openai-compatible', custom_host: 'http://no-such-host.invalid/v1', api_key: 'k' }
  const lost = Array.from({ length: 30 }, () => timed(() => gateway.chat(nowhere)))
  const lag: number[] = []
  for (let i = 0; i < 30; i++) lag.push((await timed(() => gateway.fetch('/healthz'))).ms)
  const took: number[] = []
  for (const { result, ms } of await Promise.all(lost)) {
    expect(await errorOf(result)).toMatchObject({ status: 502, code: 'upstream_unreachable' })
    took.push(ms)
  }
  figure('F-02', 'name without address, slowest of 30', milliseconds(Math.max(...took)), '5000 ms')
  figure('F-02', 'health check meanwhile', `p95 ${milliseconds(percentile(lag, 0.95))}`, '50 ms')
  expect(Math.max(...took)).toBeLessThan(5_500)
  expect(percentile(lag, 0.95)).toBeLessThan(withSlack(50))
}, 20_000)

test('F-02 a DNS that is silent is asked once, given up after 5 s, and not asked again for 5 s', async () => {
  let lookups = 0
  const never = () => {
    lookups++
    return new Promise<never>(() => {})
  }
  const policy = { isLoopbackOpen: true, trustedHosts: [], ownPorts: [], stores: [], mockOrigin: null }
  const egress = createEgress(policy, { lookup: never })
  const ask = () =>
    egress
      .send({ method: 'GET', url: 'https://silent.example/', headers: {}, body: null }, new AbortController().signal)
      .then(
        () => null,
        (error: unknown) => error,
      )
  const { result: failures, ms } = await timed(() => Promise.all(Array.from({ length: 100 }, ask)))
  for (const failure of failures) expect(failure).toMatchObject({ code: 'upstream_unreachable' })
  const again = await timed(ask)
  expect(again.result).toMatchObject({ code: 'upstream_unreachable' })
  egress.close()
  figure(
    'F-02',
    'silent DNS, 101 calls',
    `${lookups} look-up, given up after ${milliseconds(ms)}`,
    '1 look-up, 5000 ms',
  )
  expect(lookups).toBe(1)
  expect(ms).toBeLessThan(5_500)
  expect(again.ms).toBeLessThan(withSlack(50))
}, 20_000)
