import { expect, test } from 'bun:test'
import { newPort } from '../../../simulators/new-port.ts'
import { createResolver } from './resolve.ts'
import { createEgress } from './send.ts'
import { LOCAL_POLICY } from './test-policy.ts'

/** A port that refuses connections until `listen` is called. */
function closedPort() {
  const port = newPort()
  return { port, listen: () => Bun.serve({ hostname: '127.0.0.1', port, fetch: () => new Response('ok') }) }
}

const NEVER = new AbortController().signal

/** Simulates a process without a free file descriptor, which the runtime reports as a refused connection. */
function egressWith(relieve: () => Promise<void> | null) {
  let asked = 0
  const relieveDescriptors = () => {
    asked++
    return relieve()
  }
  const egress = createEgress(LOCAL_POLICY, { relieveDescriptors })
  const get = (port: number, signal: AbortSignal = NEVER) =>
    egress.send({ method: 'GET', url: `http://127.0.0.1:${port}/`, headers: {}, body: null }, signal)
  return { get, asked: () => asked, [Symbol.dispose]: () => egress.close() }
}

test('a connect that failed for lack of file descriptors is retried once some are free', async () => {
  const { port, listen } = closedPort()
  let server: Bun.Server<undefined> | null = null
  using egress = egressWith(async () => {
    server = listen()
  })
  expect(await (await egress.get(port)).text()).toBe('ok')
  expect(egress.asked()).toBe(1)
  await (server as Bun.Server<undefined> | null)?.stop(true)
})

test('if no file descriptor becomes free, the error is overloaded and not a provider failure', async () => {
  using egress = egressWith(async () => {})
  const refused = egress.get(closedPort().port)
  await expect(refused).rejects.toMatchObject({ code: 'overloaded', status: 503, retryAfterMs: 1_000 })
  expect(egress.asked()).toBe(2)
})

test('with free file descriptors, a refused connection is a provider failure', async () => {
  using egress = egressWith(() => null)
  await expect(egress.get(closedPort().port)).rejects.toMatchObject({ code: 'upstream_unreachable' })
  expect(egress.asked()).toBe(1)
})

test('a call aborted in the meantime does not connect', async () => {
  const controller = new AbortController()
  using egress = egressWith(async () => controller.abort(new Error('the caller left')))
  await expect(egress.get(closedPort().port, controller.signal)).rejects.toThrow('the caller left')
  expect(egress.asked()).toBe(1)
})

const FAILED = Object.assign(new Error('getaddrinfo ESERVFAIL'), { code: 'ESERVFAIL' })

test('a DNS lookup that failed for lack of file descriptors is retried, and its failure is not cached', async () => {
  let lookups = 0
  let isShort = true
  const lookup = async () => {
    lookups++
    if (isShort) throw FAILED
    return ['8.8.8.8']
  }
  const resolver = createResolver(
    lookup,
    () => 1_000,
    () => (isShort ? Promise.resolve() : null),
  )
  await expect(resolver.resolve('a.example')).rejects.toMatchObject({ code: 'overloaded' })
  expect(lookups).toBe(2)
  isShort = false
  expect(await resolver.resolve('a.example')).toEqual(['8.8.8.8'])
  expect(lookups).toBe(3)
})
