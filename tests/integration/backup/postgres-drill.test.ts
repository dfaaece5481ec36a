/** The drill of docs/operations.md for PostgreSQL: dump under load, lose the database, restore into a new one. */

import { expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { BackupScene, type BudgetKey } from '../../harness/backup-scene.ts'
import { type SharedDatabase, sharedDatabase } from '../../harness/nodes/shared-database.ts'
import type { GatewayProcess } from '../../harness/start-gateway-process.ts'
import { storedTraces } from '../../harness/stored-traces.ts'

const CALLERS = 8

/** Debian installs the programs of each version outside PATH. */
function postgresProgram(name: string): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ]
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  if (found === undefined) throw new Error(`${name} was not found. Debian: apt-get install postgresql-client`)
  return found
}

async function run(command: string[]): Promise<void> {
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe' })
  const [out, problem, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (code !== 0) throw new Error(`${command[0]} failed:\n${out}${problem}`)
}

const dump = (database: SharedDatabase, file: string) =>
  run([postgresProgram('pg_dump'), '--format=custom', '--file', file, database.environment['DATABASE_URL'] ?? ''])

const restore = (database: SharedDatabase, file: string) =>
  run([
    postgresProgram('pg_restore'),
    '--no-owner',
    '--exit-on-error',
    '--dbname',
    database.environment['DATABASE_URL'] ?? '',
    file,
  ])

async function sumsOf(database: SharedDatabase): Promise<unknown> {
  const [balances] = await database.query('select coalesce(sum(used_units), 0)::text from balances')
  const [entries] = await database.query('select count(*)::text, coalesce(sum(units), 0)::text from ledger_entries')
  const [audit] = await database.query('select count(*)::text from audit_entries')
  return { balances, entries, audit }
}

async function callUntilDead(
  scene: BackupScene,
  gateway: GatewayProcess,
  { key }: BudgetKey,
  seen: string[],
  caller: number,
) {
  for (let i = 0; ; i++) {
    const trace = `caller-${caller}-${i}`
    try {
      if (await scene.call(gateway, key, trace)) seen.push(trace)
    } catch {
      return
    }
  }
}

test('a dump taken under load and the folders of the nodes restore every record and all spending', async () => {
  await using scene = await BackupScene.open()
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-drill-'))
  try {
    await using lost = await sharedDatabase({ isEmpty: true })
    const dataDirectories = [join(folder, 'node-1'), join(folder, 'node-2')]
    const nodes = await Promise.all(dataDirectories.map((dataDirectory) => lost.startNode({ dataDirectory })))
    const spender = await scene.budgetKey(nodes[0]!)
    const seen: string[] = []
    const callers = Array.from({ length: CALLERS }, (_, i) => callUntilDead(scene, nodes[i % 2]!, spender, seen, i))
    await scene.simulator.received(150)
    await dump(lost, join(folder, 'gatehouse.dump'))
    await scene.simulator.received(scene.simulator.requests.length + 100)
    for (const node of nodes) await node.kill9()
    await Promise.all(callers)

    await using fresh = await sharedDatabase({ isEmpty: true })
    await restore(fresh, join(folder, 'gatehouse.dump'))
    const [first, second] = await Promise.all(
      dataDirectories.map((dataDirectory) => fresh.startNode({ dataDirectory })),
    )
    await using one = first!
    await using other = second!
    await storedTraces(one, seen)
    const spent = await scene.spentCents(one, spender)
    expect(spent).toBeGreaterThanOrEqual(seen.length)
    // Each caller had one call in flight when its node was killed. It is charged even if it was not sent upstream yet.
    expect(spent).toBeLessThanOrEqual(seen.length + CALLERS)
    for (const node of [one, other]) expect(await scene.problems(node)).toEqual({ status: 'ready', problems: [] })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('a dump alone restores the sums that it has, in a new database with new nodes', async () => {
  await using scene = await BackupScene.open()
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-drill-'))
  try {
    await using old = await sharedDatabase({ isEmpty: true })
    await using node = await old.startNode()
    const spender = await scene.budgetKey(node)
    const calls = [0, 1, 2, 3, 4].map((i) => `call-${i}`)
    for (const call of calls) expect(await scene.call(node, spender.key, call)).toBe(true)
    await storedTraces(node, calls)
    await scene.spentCents(node, spender)
    expect(await node.stop()).toBe(0)
    await dump(old, join(folder, 'gatehouse.dump'))
    await using fresh = await sharedDatabase({ isEmpty: true })
    await restore(fresh, join(folder, 'gatehouse.dump'))
    expect(await sumsOf(fresh)).toEqual(await sumsOf(old))
    await using renewed = await fresh.startNode()
    expect((await storedTraces(renewed, calls)).size).toBe(5)
    expect(await scene.spentCents(renewed, spender)).toBe(5)
    expect(await scene.call(renewed, spender.key, 'afterwards')).toBe(true)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
