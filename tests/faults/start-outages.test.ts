import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StreamItem } from '../../simulators/answer.ts'
import { eventChannel } from '../../simulators/event-channel.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { StartFailure } from '../harness/gateway-process.ts'
import { sharedDatabase } from '../harness/nodes/shared-database.ts'
import { startGateway } from '../harness/start-gateway.ts'
import { ownServers } from './nodes/own-servers.ts'

const RETRY = 75
const MASTER_KEY = '3d1f6d0a4be2937755aa0e91c2d4f6b81b3d5f70926e8ca4b7d19e02f3c5a687'

async function failureOf(start: ReturnType<typeof startGateway>): Promise<StartFailure> {
  const failure = await start.then(
    async (gateway) => {
      await gateway.kill9()
      return 'it started'
    },
    (error: unknown) => error,
  )
  if (!(failure instanceof StartFailure)) throw new Error(`expected a failed start, got ${failure}`)
  return failure
}

test('a node waits for a PostgreSQL that refuses connections and serves once it accepts them', async () => {
  await using database = await sharedDatabase()
  database.shut()
  const starting = database.startNode({ readyMs: 40_000 })
  await Bun.sleep(1_000)
  database.open()
  await using gateway = await starting
  expect(gateway.process.output()).toContain('is unreachable')
  expect(gateway.process.output()).not.toContain('password')
  expect((await gateway.chat({ provider: 'mock' })).status).toBe(200)
}, 60_000)

test('a node waits for a PostgreSQL that is stopped, frozen or starting up', async () => {
  await using servers = await ownServers()
  const environment = { DATABASE_URL: servers.postgresUrl, GATEWAY_MASTER_KEY: MASTER_KEY }
  await servers.freeze('postgres')
  const whileFrozen = startGateway({ environment, readyMs: 60_000 })
  // Longer than one attempt to connect.
  await Bun.sleep(6_000)
  await servers.thaw('postgres')
  const first = await whileFrozen
  expect(first.process.output()).toContain('is unreachable')
  await first.kill9()

  await servers.end('postgres', 'SIGQUIT')
  const whileDown = startGateway({ environment, readyMs: 60_000 })
  await Bun.sleep(500)
  await servers.start('postgres')
  await using second = await whileDown
  expect((await second.chat({ provider: 'mock' })).status).toBe(200)
}, 120_000)

test('a host name that does not resolve is waited for, with its address in the log', async () => {
  const failure = await failureOf(
    startGateway({
      environment: { DATABASE_URL: 'postgres://u:hidden@no-such-host.invalid:5432/x', GATEWAY_MASTER_KEY: MASTER_KEY },
      readyMs: 3_000,
    }),
  )
  expect(failure.message).toContain('no-such-host.invalid:5432/x is unreachable')
  expect(failure.message).not.toContain('hidden')
}, 30_000)

test('a data folder in use ends the start with a code supervisors restart on', async () => {
  await using gateway = await startGateway()
  const failure = await failureOf(startGateway({ dataDirectory: gateway.dataDirectory }))
  expect(failure.exitCode).toBe(RETRY)
  expect(failure.message).toContain(gateway.dataDirectory)
}, 30_000)

test('a port in use ends the start with a code supervisors restart on', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const port = typeof address === 'object' && address ? String(address.port) : ''
  try {
    for (const workers of ['1', '2']) {
      const failure = await failureOf(
        startGateway({ environment: { GATEWAY_PORT: port, GATEWAY_WORKERS: workers }, readyMs: 30_000 }),
      )
      expect([workers, failure.exitCode]).toEqual([workers, RETRY])
      expect(failure.message).toContain(`Port ${port}`)
    }
  } finally {
    other.close()
  }
}, 60_000)

test('an owner killed and started again at once waits for the workers that still answer at its port', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'gatehouse-owner-'))
  const channel = eventChannel<StreamItem>()
  await using slow = await startSimulator({ answers: [{ stream: channel }] })
  try {
    // Workers keep listening this long after their owner has gone.
    const environment = { GATEWAY_WORKERS: '2', GATEWAY_DRAIN_DELAY_MS: '3000' }
    const first = await startGateway({ dataDirectory, environment, readyMs: 40_000 })
    channel.push('begun')
    const held = await first.chat(at(slow), { body: { stream: true } })
    await first.kill9()
    const port = new URL(first.url).port
    const again = startGateway({
      dataDirectory,
      environment: { ...environment, GATEWAY_PORT: port },
      readyMs: 60_000,
    })
    channel.push('ended')
    channel.close()
    expect(await held.text()).toContain('ended')
    await using second = await again
    expect(second.process.output()).toContain('of a killed process')
    expect((await second.chat({ provider: 'mock' })).status).toBe(200)
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}, 120_000)
