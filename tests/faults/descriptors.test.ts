import { expect, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import type { StreamItem } from '../../simulators/answer.ts'
import { eventChannel } from '../../simulators/event-channel.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { eventually } from '../harness/eventually.ts'
import { connectRaw } from '../harness/raw-client.ts'
import type { Gateway } from '../harness/start-gateway.ts'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'
import { noticesLowDescriptors } from './notices-low-descriptors.ts'

const LIMIT = 400
const CONNECTIONS = 460
/** Below the limit of `fetch` in this runtime: 256 requests in progress. */
const STREAMS = 200
/** A caller whose connection is reset calls up to this many times. */
const MAX_CALLS = 10
const MISFORTUNE = join(import.meta.dir, 'misfortune.ts')

/** Opens connections that the test keeps open, each after sending `opening`. */
function openMany(url: string, opening: string): Disposable {
  const sockets: Socket[] = []
  for (let i = 0; i < CONNECTIONS; i++) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(opening))
    socket.on('error', () => {})
    socket.resume()
    sockets.push(socket)
  }
  return {
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

const OPENINGS: readonly (readonly [string, string])[] = [
  ['send nothing', ''],
  ['send half a request head', 'POST /v1/chat/completions HTTP/1.1\r\nHost: gateway\r\n'],
  ['stay open after a response', 'GET /healthz HTTP/1.1\r\nHost: gateway\r\n\r\n'],
]

test.each(OPENINGS)(
  'more connections that %s than there are descriptors: others are still served',
  async (_, opening) => {
    await using gateway = await startGatewayProcess({ descriptorLimit: LIMIT })
    const channel = eventChannel<StreamItem>()
    await using simulator = await startSimulator({ answers: [{ stream: channel }, 'fresh'] })
    channel.push('begun')
    const stream = await gateway.chat(at(simulator), { body: { stream: true } })
    {
      using _many = openMany(gateway.url, opening)
      await noticesLowDescriptors(gateway)
      const served = async () => {
        const fresh = { headers: { connection: 'close' } }
        const reply = await gateway.chat(at(simulator), fresh).catch(() => null)
        return reply?.status === 200 && (await reply.text()).includes('fresh')
      }
      await eventually('a new caller and a new upstream connection get through', served)
    }
    channel.push('ended')
    channel.close()
    expect(await stream.text()).toContain('ended')
    expect(gateway.process.child.exitCode).toBe(null)
  },
)

test('connections that open while the control plane is not loaded do not disable administration', async () => {
  await using gateway = await startGatewayProcess({ descriptorLimit: LIMIT })
  {
    using _many = openMany(gateway.url, 'GET /v1/api-keys HTTP/1.1\r\nHost: gateway\r\n\r\n')
    await noticesLowDescriptors(gateway)
  }
  const served = async () => {
    const reply = await gateway.fetch('/v1/api-keys', { key: gateway.adminKey }).catch(() => null)
    return reply?.status === 200
  }
  await eventually('administration responds', served)
})

test('with more streams of one key than descriptors, some are refused and other callers are served', async () => {
  await using gateway = await startGatewayProcess({ descriptorLimit: LIMIT })
  await using simulator = await startSimulator({ answers: [{ stream: ['begun', 'ended'], gapMs: 600_000 }] })
  const leaving = new AbortController()
  const statusOf = () =>
    gateway.chat(at(simulator), { body: { stream: true }, signal: leaving.signal }).then(
      ({ status }) => status,
      () => 0,
    )
  const streams = Array.from({ length: STREAMS }, async () => {
    // If this process stalls between connecting and sending, the gateway closes the silent connection.
    for (let calls = 1; ; calls++) {
      const status = await statusOf()
      if (status !== 0 || calls === MAX_CALLS) return status
    }
  })
  await eventually('the gateway is ready again', async () => {
    const fresh = { headers: { connection: 'close' }, key: null }
    return (await gateway.fetch('/readyz', fresh).catch(() => null))?.status === 200
  })
  const statuses = await Promise.all(streams)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(50)
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
  leaving.abort()
  expect(gateway.process.child.exitCode).toBe(null)
})

/** A gateway whose descriptors the test can use up. */
async function startStarvable() {
  const environment = { BUN_OPTIONS: `--preload=${MISFORTUNE}`, GATEHOUSE_MISFORTUNE: 'descriptors' }
  const gateway = await startGatewayProcess({ descriptorLimit: LIMIT, environment })
  const toggle = async (said: string) => {
    gateway.process.child.kill('SIGUSR2')
    await eventually(said, async () => gateway.process.output().includes(said))
  }
  return {
    gateway,
    useUp: () => toggle('descriptors are used up'),
    giveBack: () => toggle('descriptors are given back'),
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  }
}

/** Sends a request without the end of its body, and waits until the gateway has begun it. Returns how to send the end. */
async function beginRequest(gateway: Gateway, config: unknown, content: string) {
  const body = JSON.stringify({ model: 'sim-model', messages: [{ role: 'user', content }] })
  const caller = await connectRaw(gateway.url)
  const head = [
    'POST /v1/chat/completions HTTP/1.1',
    'Host: gateway',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    `x-gateway-api-key: ${gateway.workspaceKey}`,
    `x-gateway-config: ${JSON.stringify(config)}`,
  ]
  caller.send(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 10)}`)
  // The runtime would close an idle connection to free a descriptor for the upstream.
  const closing = { headers: { connection: 'close' } }
  const isRunning = async () => (await (await gateway.fetch('/readyz', closing)).text()).includes('"running":1')
  await eventually('the request is in progress', isRunning)
  return { caller, sendEnd: () => caller.send(body.slice(10)) }
}

const STARVED_REQUESTS: readonly (readonly [string, string])[] = [
  ['its upstream connection', 'hi'],
  // A body of this size is parsed in a thread, which the gateway starts with the first such body.
  ['the thread that parses its body', 'x'.repeat(300_000)],
]

test.each(STARVED_REQUESTS)(
  'a request without a descriptor for %s gets 503, and no circuit counts it',
  async (_, content) => {
    await using starvable = await startStarvable()
    const { gateway } = starvable
    await using simulator = await startSimulator({ answers: ['fine'] })
    const config = at(simulator, { cb_config: { failure_threshold: 1, cooldown_interval: 30_000 } })
    // The request starts before the descriptors are used up.
    const { caller, sendEnd } = await beginRequest(gateway, config, content)
    await starvable.useUp()
    sendEnd()
    await caller.until('"code":"overloaded"')
    expect(caller.text).toStartWith('HTTP/1.1 503')
    expect(caller.text.toLowerCase()).toContain('retry-after: 1')
    expect(simulator.requests).toHaveLength(0)
    await starvable.giveBack()
    // If the circuit had counted the failure, it would be open now.
    const reply = await gateway.chat(config)
    expect([reply.status, (await reply.text()).includes('fine')]).toEqual([200, true])
    expect(gateway.process.child.exitCode).toBe(null)
    caller.leave()
  },
)
