import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StreamItem } from '../../simulators/answer.ts'
import { eventChannel } from '../../simulators/event-channel.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { eventually } from '../harness/eventually.ts'
import { StartFailure } from '../harness/gateway-program.ts'
import { sharedDatabase } from '../harness/nodes/shared-database.ts'
import { workerProcesses } from '../harness/nodes/worker-processes.ts'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'
import { ownServers } from './nodes/own-servers.ts'

const RETRY = 75
const MASTER_KEY = '3d1f6d0a4be2937755aa0e91c2d4f6b81b3d5f70926e8ca4b7d19e02f3c5a687'

/** The output of a gateway that is not ready yet. */
class Output {
  #text = ''

  readonly add = (text: string): void => {
    this.#text += text
  }

  async contains(text: string): Promise<void> {
    await eventually(`the gateway logs "${text}"`, () => this.#text.includes(text))
  }
}

async function failureOf(start: ReturnType<typeof startGatewayProcess>): Promise<StartFailure> {
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
  await using database = await sharedDatabase({ isEmpty: true })
  database.shut()
  const output = new Output()
  const starting = database.startNode({ onOutput: output.add })
  await output.contains('is unreachable')
  database.open()
  await using gateway = await starting
  expect(gateway.process.output()).not.toContain('password')
  expect((await gateway.chat({ provider: 'mock' })).status).toBe(200)
})

test('a node waits for a PostgreSQL that is stopped, frozen or starting up', async () => {
  await using servers = await ownServers()
  const environment = { DATABASE_URL: servers.postgresUrl, GATEWAY_MASTER_KEY: MASTER_KEY }
  await servers.freeze('postgres')
  const frozen = new Output()
  const whileFrozen = startGatewayProcess({ environment, onOutput: frozen.add })
  await frozen.contains('is unreachable')
  await servers.thaw('postgres')
  await (await whileFrozen).kill9()

  await servers.end('postgres', 'SIGQUIT')
  const down = new Output()
  const whileDown = startGatewayProcess({ environment, onOutput: down.add })
  await down.contains('is unreachable')
  await servers.start('postgres')
  await using second = await whileDown
  expect((await second.chat({ provider: 'mock' })).status).toBe(200)
})

test('a node waits for a host name that does not resolve, and logs its address', async () => {
  const failure = await failureOf(
    startGatewayProcess({
      environment: { DATABASE_URL: 'postgres://u:hidden@no-such-host.invalid:5432/x', GATEWAY_MASTER_KEY: MASTER_KEY },
      endsAfter: 'is unreachable',
    }),
  )
  expect(failure.message).toContain('no-such-host.invalid:5432/x is unreachable')
  expect(failure.message).not.toContain('hidden')
})

test('a data folder in use ends the start with an exit code that supervisors restart on', async () => {
  await using gateway = await startGatewayProcess()
  const failure = await failureOf(startGatewayProcess({ dataDirectory: gateway.dataDirectory }))
  expect(failure.exitCode).toBe(RETRY)
  expect(failure.message).toContain(gateway.dataDirectory)
})

test('a port in use ends the start with an exit code that supervisors restart on', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const port = typeof address === 'object' && address ? String(address.port) : ''
  try {
    for (const workers of ['1', '2']) {
      const failure = await failureOf(
        startGatewayProcess({ environment: { GATEWAY_PORT: port, GATEWAY_WORKERS: workers } }),
      )
      expect([workers, failure.exitCode]).toEqual([workers, RETRY])
      expect(failure.message).toContain(`Port ${port}`)
    }
  } finally {
    other.close()
  }
})

test('an owner that is killed and restarted at once waits for the old workers that still listen on its port', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'gatehouse-owner-'))
  const channel = eventChannel<StreamItem>()
  await using slow = await startSimulator({ answers: [{ stream: channel }] })
  try {
    // Workers keep listening this long after their owner has exited: longer than the test takes.
    const environment = { GATEWAY_WORKERS: '2', GATEWAY_DRAIN_DELAY_MS: '600000' }
    const first = await startGatewayProcess({ dataDirectory, environment })
    channel.push('begun')
    const held = await first.chat(at(slow), { body: { stream: true } })
    const workers = workerProcesses(first)
    await first.kill9()
    const port = new URL(first.url).port
    const output = new Output()
    const again = startGatewayProcess({
      dataDirectory,
      environment: { ...environment, GATEWAY_PORT: port },
      onOutput: output.add,
    })
    channel.push('ended')
    channel.close()
    expect(await held.text()).toContain('ended')
    await output.contains('of a killed gateway')
    for (const pid of workers) process.kill(pid, 'SIGKILL')
    await using second = await again
    expect((await second.chat({ provider: 'mock' })).status).toBe(200)
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true })
  }
})

/** Runs SQL on a database of the data folder while no gateway uses it. */
function change(dataDirectory: string, file: string, statement: string): void {
  const database = new Database(join(dataDirectory, file))
  database.run(statement)
  database.close()
}

test('an error that prevents the start names the store, its file and the repair', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'gatehouse-named-'))
  try {
    const first = await startGatewayProcess({ dataDirectory })
    expect(await first.stop()).toBe(0)
    const control = join(dataDirectory, 'control.db')
    const lock = join(dataDirectory, 'lock.db')

    change(dataDirectory, 'control.db', "insert into kysely_migration values ('998-later', '2099-01-01')")
    const newer = await failureOf(startGatewayProcess({ dataDirectory }))
    expect(newer.exitCode).toBe(RETRY)
    expect(newer.message).toContain(`${control} was written by a newer version of Gatehouse`)
    expect(newer.message).toContain('998-later')
    expect(newer.message).toContain('restore a backup')
    change(dataDirectory, 'control.db', "delete from kysely_migration where name = '998-later'")

    renameSync(lock, `${lock}.away`)
    writeFileSync(lock, 'this is no database, and longer than a header of one has to be. '.repeat(20))
    const damaged = await failureOf(startGatewayProcess({ dataDirectory }))
    expect(damaged.exitCode).toBe(RETRY)
    expect(damaged.message).toContain(`${lock} is damaged`)
    expect(damaged.message).toContain('delete it')
    rmSync(lock)
    mkdirSync(lock)
    const unopened = await failureOf(startGatewayProcess({ dataDirectory }))
    expect(unopened.exitCode).toBe(RETRY)
    expect(unopened.message).toContain(`Cannot open ${lock} (SQLITE_CANTOPEN`)
    rmSync(lock, { recursive: true })

    renameSync(control, `${control}.away`)
    mkdirSync(control)
    const folder = await failureOf(startGatewayProcess({ dataDirectory }))
    expect(folder.message).toContain(`Cannot open ${control} (SQLITE_CANTOPEN`)
    rmSync(control, { recursive: true })
    renameSync(`${control}.away`, control)

    const again = await startGatewayProcess({ dataDirectory })
    expect((await again.chat({ provider: 'mock' })).status).toBe(200)
    await again.kill9()
  } finally {
    rmSync(dataDirectory, { recursive: true })
  }
})

test('logs.db of a newer version is not changed: traffic continues and /readyz says why', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'gatehouse-newer-'))
  try {
    const first = await startGatewayProcess({ dataDirectory })
    expect(await first.stop()).toBe(0)
    change(dataDirectory, 'logs.db', 'pragma user_version = 999')
    await using gateway = await startGatewayProcess({ dataDirectory })
    expect((await gateway.chat({ provider: 'mock' })).status).toBe(200)
    const told = async () => (await (await gateway.fetch('/readyz')).text()).includes('newer version of Gatehouse')
    await eventually('/readyz tells', told)
    expect(gateway.process.output()).toContain(join(dataDirectory, 'logs.db'))
  } finally {
    rmSync(dataDirectory, { recursive: true })
  }
})
