import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acknowledgeDamage } from '../../server/src/ledger/ledger-damage.ts'
import { errorOf } from '../harness/error-of.ts'
import { eventually } from '../harness/eventually.ts'
import { StartFailure } from '../harness/gateway-program.ts'
import { programCommand } from '../harness/program.ts'
import { type GatewayProcess, startGatewayProcess } from '../harness/start-gateway-process.ts'
import { LimitedScene } from '../integration/limits/limited-gateway.ts'

type Ready = {
  readonly status: string
  readonly problems: readonly string[]
  readonly records: { readonly lostRecords: number; readonly backlogBytes: number }
  readonly ledger: { readonly status: string; readonly damages: number; readonly tailsCut: number }
}

class Folder implements AsyncDisposable {
  private constructor(readonly path: string) {}

  static async make(): Promise<Folder> {
    return new Folder(await mkdtemp(join(tmpdir(), 'gatehouse-damage-')))
  }

  file(...names: string[]): string {
    return join(this.path, ...names)
  }

  /** The segment files of a journal, oldest first. */
  segments(journal: string, ending: string): string[] {
    const names = readdirSync(this.file(journal)).filter((name) => name.endsWith(ending))
    return names.sort().map((name) => this.file(journal, name))
  }

  /** Resets the ledger to before its first fold: only the journal has the entries. */
  unfold(): void {
    const database = new Database(this.file('control.db'))
    for (const table of ['ledger_progress', 'ledger_entries', 'balances', 'ledger_holds', 'window_counters'])
      database.run(`delete from ${table}`)
    database.close()
  }

  /** True if control.db itself, not its WAL, contains the text. */
  fileHas(text: string): boolean {
    return readFileSync(this.file('control.db')).includes(text)
  }

  /** The position in the ledger up to which entries are in the store; 0 before the first fold. */
  position(): number {
    const database = new Database(this.file('control.db'), { readonly: true })
    const row = database.query('select position_bytes from ledger_progress').get() as { position_bytes: number } | null
    database.close()
    return row?.position_bytes ?? 0
  }

  [Symbol.asyncDispose](): Promise<void> {
    return rm(this.path, { recursive: true, force: true })
  }
}

async function readyOf(gateway: GatewayProcess): Promise<Ready & { readonly http: number }> {
  const reply = await gateway.fetch('/readyz')
  return { ...((await reply.json()) as Ready), http: reply.status }
}

async function metricOf(gateway: GatewayProcess, name: string): Promise<number> {
  const text = await (await gateway.fetch('/metrics', { key: gateway.adminKey })).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

const ask = (gateway: GatewayProcess, key?: string) =>
  gateway.chat({ provider: 'mock' }, { body: { model: 'mock-echo' }, ...(key !== undefined && { key }) })

/** A gateway that served calls under a token budget and was killed; returns their usage. */
async function killedAfterSpending(folder: Folder, calls = 3) {
  await using gateway = await startGatewayProcess({ dataDirectory: folder.path })
  const scene = new LimitedScene(gateway)
  const made = await scene.key({ usage_limits: { type: 'tokens', credit_limit: 100_000 } })
  for (let n = 0; n < calls; n++) await (await ask(gateway, made.key)).text()
  const { current_usage: used, held } = await scene.usageOf(made.id)
  expect([used > 0, held]).toEqual([true, 0])
  await gateway.kill9()
  folder.unfold()
  return { ...made, used }
}

test('a ledger that ends in zeros opens without losing usage and reports the bytes cut', async () => {
  await using folder = await Folder.make()
  const { id, key, used } = await killedAfterSpending(folder)
  const file = folder.segments('ledger', '.ledger').at(-1)!
  writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.alloc(4096)]))
  await using gateway = await startGatewayProcess({ dataDirectory: folder.path })
  expect((await new LimitedScene(gateway).usageOf(id)).current_usage).toBe(used)
  expect((await readyOf(gateway)).ledger).toMatchObject({ status: 'ok', tailsCut: 1, damages: 0 })
  expect(gateway.process.output()).toContain(`${file} had an incomplete last entry: 4096 bytes were cut`)
  expect((await ask(gateway, key)).status).toBe(200)
})

test('a flipped bit in a length makes budgets refuse and name the file, which is kept until acknowledged', async () => {
  await using folder = await Folder.make()
  const { id, key, used } = await killedAfterSpending(folder)
  const file = folder.segments('ledger', '.ledger').at(-1)!
  const bytes = readFileSync(file)
  bytes[1]! ^= 0x80
  writeFileSync(file, bytes)

  await using gateway = await startGatewayProcess({ dataDirectory: folder.path })
  const refused = await errorOf(await ask(gateway, key))
  expect(refused).toMatchObject({ status: 503, code: 'store_unavailable' })
  expect(refused.message).toContain('gatehouse ledger acknowledge')
  expect((await ask(gateway)).status).toBe(200)
  const ready = await readyOf(gateway)
  expect(ready).toMatchObject({ http: 200, status: 'degraded', ledger: { status: 'damaged', damages: 1 } })
  expect(ready.problems.join()).toContain(file)
  expect(await metricOf(gateway, 'gatehouse_ledger_damages')).toBe(1)
  expect(gateway.process.output()).toContain(file)
  // Only the damaged entry is missing: the hold of a call whose settle is known.
  expect((await new LimitedScene(gateway).usageOf(id)).current_usage).toBe(used)

  const command = programCommand(['ledger', 'acknowledge', '--data', folder.path])
  const { exitCode, stdout } = Bun.spawnSync([...command], { env: { PATH: process.env['PATH'] ?? '' } })
  expect([exitCode, stdout.toString()]).toEqual([0, expect.stringContaining(file)])
  await eventually('budgets are served again', async () => (await ask(gateway, key)).status === 200)
  expect((await readyOf(gateway)).ledger.damages).toBe(0)
  const kept = readdirSync(folder.file('ledger', 'damage')).filter((name) => name.endsWith('.ledger'))
  expect(readFileSync(folder.file('ledger', 'damage', kept[0]!)).subarray(0, bytes.length)).toEqual(bytes)
})

/** Requests under a budget fail until an operator acknowledges the damage. */
async function expectFailClosed(folder: Folder, gateway: GatewayProcess, key: string, file: string): Promise<void> {
  expect(await errorOf(await ask(gateway, key))).toMatchObject({ status: 503, code: 'store_unavailable' })
  expect((await ask(gateway)).status).toBe(200)
  const ready = await readyOf(gateway)
  expect(ready).toMatchObject({ http: 200, status: 'degraded', ledger: { status: 'damaged', damages: 1 } })
  expect(ready.problems.join()).toContain(file)
  acknowledgeDamage(folder.file('ledger'))
  await eventually('budgets are served again', async () => (await ask(gateway, key)).status === 200)
  expect((await readyOf(gateway)).ledger).toMatchObject({ status: 'ok', damages: 0 })
}

test('a ledger file that ends before the position of the store fails closed until it is acknowledged', async () => {
  await using folder = await Folder.make()
  let key = ''
  {
    await using gateway = await startGatewayProcess({ dataDirectory: folder.path })
    const made = await new LimitedScene(gateway).key({ usage_limits: { type: 'tokens', credit_limit: 100_000 } })
    key = made.key
    await (await ask(gateway, key)).text()
    await eventually('the store has read it', async () => folder.position() > 0)
    await (await ask(gateway, key)).text()
    await gateway.kill9()
  }
  const file = folder.segments('ledger', '.ledger').at(-1)!
  truncateSync(file)
  await using gateway = await startGatewayProcess({ dataDirectory: folder.path })
  expect(gateway.process.output()).toContain(`${file} ends at byte 0 and was longer`)
  await expectFailClosed(folder, gateway, key, file)
})

const LOSSES: Readonly<Record<string, (folder: Folder) => void>> = {
  'control.db is gone': (folder) => {
    for (const name of ['control.db', 'control.db-wal', 'control.db-shm']) rmSync(folder.file(name), { force: true })
  },
  'control.db is empty': (folder) => {
    for (const name of ['control.db-wal', 'control.db-shm']) rmSync(folder.file(name), { force: true })
    truncateSync(folder.file('control.db'))
  },
  'control.db is garbage': (folder) => {
    for (const name of ['control.db-wal', 'control.db-shm']) rmSync(folder.file(name), { force: true })
    writeFileSync(folder.file('control.db'), Buffer.alloc(8192, 7))
  },
  'control.db holds another, empty store': (folder) => {
    for (const name of ['control.db-wal', 'control.db-shm']) rmSync(folder.file(name), { force: true })
    rmSync(folder.file('control.db'))
    const database = new Database(folder.file('control.db'), { create: true })
    database.run('create table other (id integer)')
    database.close()
  },
}

test.each(Object.keys(LOSSES))(
  '%s: the gateway refuses to start, names the files and the repair, and creates nothing',
  async (loss) => {
    await using folder = await Folder.make()
    {
      await using gateway = await startGatewayProcess({ dataDirectory: folder.path })
      await (await ask(gateway)).text()
      await gateway.kill9()
    }
    LOSSES[loss]!(folder)
    for (let tries = 0; tries < 2; tries++) {
      const failure = await startGatewayProcess({ dataDirectory: folder.path }).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(StartFailure)
      const { message } = failure as StartFailure
      expect(message).toContain(folder.path)
      expect(message).toContain('control.db')
      expect(message).toContain('Restore')
      expect(message).toContain('GATEWAY_DATA_DIR')
    }
    // Repair as the error message says.
    const away = await mkdtemp(join(tmpdir(), 'gatehouse-away-'))
    for (const name of readdirSync(folder.path)) renameSync(folder.file(name), join(away, name))
    await using fresh = await startGatewayProcess({ dataDirectory: folder.path })
    expect((await ask(fresh)).status).toBe(200)
    rmSync(away, { recursive: true })
  },
)

test('a lost WAL does not lose the organisation, and a first start that was killed is completed', async () => {
  await using folder = await Folder.make()
  {
    await using gateway = await startGatewayProcess({ dataDirectory: folder.path })
    // The first request to the control plane waits until all start tasks are done.
    await gateway.fetch('/v1/workspaces', { key: gateway.adminKey })
    await gateway.kill9()
  }
  for (const name of ['control.db-wal', 'control.db-shm']) rmSync(folder.file(name), { force: true })
  {
    await using gateway = await startGatewayProcess({ dataDirectory: folder.path })
    expect((await ask(gateway)).status).toBe(200)
    await gateway.stop()
  }
  await using other = await Folder.make()
  {
    await using gateway = await startGatewayProcess({ dataDirectory: other.path })
    await gateway.stop()
  }
  // As if killed before the first keys were created: only tables and a master key exist.
  const database = new Database(other.file('control.db'))
  for (const table of ['api_keys', 'workspaces', 'organisations', 'data_keys']) database.run(`delete from ${table}`)
  database.close()
  for (const name of readdirSync(other.path))
    if (!['control.db', 'master.key'].includes(name)) rmSync(other.file(name), { recursive: true })
  await using again = await startGatewayProcess({ dataDirectory: other.path })
  expect((await ask(again)).status).toBe(200)
})

test('a lost WAL loses no change that was checkpointed', async () => {
  await using folder = await Folder.make()
  let key = ''
  {
    await using gateway = await startGatewayProcess({ dataDirectory: folder.path })
    // The checkpoint of the start has run.
    await gateway.fetch('/v1/workspaces', { key: gateway.adminKey })
    const made = await new LimitedScene(gateway).key({ usage_limits: { type: 'tokens', credit_limit: 100_000 } })
    key = made.key
    await eventually('the key is in the file itself', async () => folder.fileHas(made.id))
    await gateway.kill9()
  }
  for (const name of ['control.db-wal', 'control.db-shm']) rmSync(folder.file(name), { force: true })
  await using gateway = await startGatewayProcess({ dataDirectory: folder.path })
  expect((await ask(gateway, key)).status).toBe(200)
})

test('a lost WAL with a change of the last second is reported with file and repair, until a restart after the next change', async () => {
  await using folder = await Folder.make()
  const restart = async (work: (gateway: GatewayProcess) => Promise<void>) => {
    await using gateway = await startGatewayProcess({ dataDirectory: folder.path })
    await work(gateway)
    await gateway.kill9()
  }
  const addConfig = async (gateway: GatewayProcess, name: string) => {
    const body = { name, config: { provider: 'mock' } }
    expect((await gateway.fetch('/v1/configs', { method: 'POST', body })).status).toBe(200)
  }
  let before: Buffer | null = null
  await restart(async (gateway) => {
    await addConfig(gateway, 'kept')
    await eventually('it is in the file itself', async () => folder.fileHas('kept'))
    before = readFileSync(folder.file('control.db'))
    await addConfig(gateway, 'lost')
  })
  // As if no checkpoint had run since then.
  writeFileSync(folder.file('control.db'), before!)
  for (const name of ['control.db-wal', 'control.db-shm']) rmSync(folder.file(name), { force: true })
  await restart(async (gateway) => {
    const ready = await readyOf(gateway)
    expect([ready.http, ready.status]).toEqual([200, 'degraded'])
    expect(ready.problems.join()).toContain(`${folder.file('control.db')}: the last change is missing`)
    expect(gateway.process.output()).toContain('restore control.db and control.db-wal from a backup')
    await addConfig(gateway, 'again')
  })
  await restart(async (gateway) => expect((await readyOf(gateway)).status).toBe('ready'))
})

test('a damaged journal frame is counted, logged with its file, and reported by readiness', async () => {
  await using folder = await Folder.make()
  {
    await using gateway = await startGatewayProcess({ dataDirectory: folder.path })
    for (let n = 0; n < 3; n++) await (await ask(gateway)).text()
    await gateway.stop()
  }
  const path = folder.file('journal', '000000000000001.journal')
  // A journal as left by a killed process, with a frame whose checksum is wrong.
  const frame = Buffer.alloc(8 + 64, 1)
  frame.writeUInt32LE(64, 0)
  writeFileSync(path, frame)
  await using gateway = await startGatewayProcess({ dataDirectory: folder.path })
  await eventually('readiness reports it', async () => (await readyOf(gateway)).status === 'degraded')
  expect(await readyOf(gateway)).toMatchObject({ http: 200, records: { lostRecords: 1 } })
  expect(await metricOf(gateway, 'gatehouse_records_lost')).toBe(1)
  expect(gateway.process.output()).toContain(`${path} is damaged at byte 0`)
})

test('with a damaged logs.db records wait, and readiness and the log name the file and the cause', async () => {
  await using folder = await Folder.make()
  {
    await using gateway = await startGatewayProcess({ dataDirectory: folder.path })
    await (await ask(gateway)).text()
    await gateway.stop()
  }
  for (const name of ['logs.db-wal', 'logs.db-shm']) rmSync(folder.file(name), { force: true })
  const bytes = readFileSync(folder.file('logs.db'))
  bytes.fill(0x55, 0, 100)
  writeFileSync(folder.file('logs.db'), bytes)
  await using gateway = await startGatewayProcess({ dataDirectory: folder.path })
  expect((await ask(gateway)).status).toBe(200)
  await eventually('readiness reports it', async () => (await readyOf(gateway)).status === 'degraded')
  const ready = await readyOf(gateway)
  expect(ready.http).toBe(200)
  expect(ready.problems.join()).toContain(folder.file('logs.db'))
  expect(ready.records.backlogBytes).toBeGreaterThan(0)
  expect(await metricOf(gateway, 'gatehouse_storage_problems')).toBeGreaterThan(0)
  expect((await gateway.fetch('/v1/logs', { key: gateway.adminKey })).status).toBe(503)
  const output = gateway.process.output()
  expect(output).toContain('SQLITE_NOTADB')
  expect(output).toContain(folder.file('logs.db'))
  expect(output).not.toContain('unknown failure')
})

test('removing the data folder of a running gateway is reported, and lost records are counted', async () => {
  await using folder = await Folder.make()
  await using gateway = await startGatewayProcess({ dataDirectory: folder.path })
  await (await ask(gateway)).text()
  expect((await readyOf(gateway)).status).toBe('ready')
  rmSync(folder.path, { recursive: true })
  await eventually('readiness reports it', async () => {
    expect((await ask(gateway)).status).toBe(200)
    return (await readyOf(gateway)).records.lostRecords > 0
  })
  const ready = await readyOf(gateway)
  expect(ready).toMatchObject({ http: 200, status: 'degraded' })
  expect(ready.problems.join()).toContain(`The data folder ${folder.path} was removed`)
  // Wait until the background writers have noticed the problem and retried.
  await eventually('the log says why', async () => gateway.process.output().includes('Records cannot be stored'))
  for (let i = 0; i < 10; i++) {
    await ask(gateway)
    // Spreads the requests, so that the writers retry in between.
    await Bun.sleep(100)
  }
  expect(existsSync(folder.path)).toBe(false)
  expect(await metricOf(gateway, 'gatehouse_records_lost')).toBeGreaterThan(0)
})

test('if logs.db is removed while the gateway runs, it is reported and not recreated empty', async () => {
  await using folder = await Folder.make()
  await using gateway = await startGatewayProcess({ dataDirectory: folder.path })
  await (await ask(gateway)).text()
  await eventually('the record is stored', async () => (await gateway.logs()).data.length === 1)
  for (const name of ['logs.db', 'logs.db-wal', 'logs.db-shm']) rmSync(folder.file(name), { force: true })
  await eventually('readiness reports it', async () => {
    await (await ask(gateway)).text()
    return (await readyOf(gateway)).problems.join().includes('logs.db was removed while the gateway runs')
  })
  expect(existsSync(folder.file('logs.db'))).toBe(false)
  expect((await readyOf(gateway)).records.backlogBytes).toBeGreaterThan(0)
})
