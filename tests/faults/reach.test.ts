import { expect, test } from 'bun:test'
import { createEgress } from '../../server/src/egress/send.ts'
import { newPort } from '../../simulators/new-port.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { contentOf, errorOf } from '../harness/error-of.ts'
import { shareGatewayProcess } from '../harness/share-gateway.ts'

const gateway = await shareGatewayProcess()

test('a refused connection is 502, or the fallback responds', async () => {
  const dead = { url: `http://127.0.0.1:${newPort()}` }
  await using alive = await startSimulator({ answers: ['hello'] })
  for (let i = 0; i < 10; i++) {
    const refused = await gateway.chat(at(dead))
    expect(await errorOf(refused)).toMatchObject({ status: 502, code: 'upstream_unreachable' })
  }
  const config = { strategy: { mode: 'fallback' }, targets: [at(dead), at(alive)] }
  expect(await contentOf(await gateway.chat(config))).toBe('hello')
  expect(alive.requests).toHaveLength(1)
})

test('a host name without an address is 502 while other requests are served', async () => {
  const nowhere = { provider: 'openai-compatible', custom_host: 'http://no-such-host.invalid/v1', api_key: 'k' }
  const lost = Array.from({ length: 30 }, () => gateway.chat(nowhere))
  for (let i = 0; i < 30; i++) expect((await gateway.fetch('/healthz')).status).toBe(200)
  for (const refused of await Promise.all(lost)) {
    expect(await errorOf(refused)).toMatchObject({ status: 502, code: 'upstream_unreachable' })
  }
})

test('101 calls cause one lookup at a DNS server that does not respond, and all of them fail', async () => {
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
  const failures = await Promise.all(Array.from({ length: 100 }, ask))
  for (const failure of failures) expect(failure).toMatchObject({ code: 'upstream_unreachable' })
  // The failure is cached: this call does not look the name up again.
  expect(await ask()).toMatchObject({ code: 'upstream_unreachable' })
  egress.close()
  expect(lookups).toBe(1)
})
