/** Rotating the keys of stored bodies, on every engine. */

import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { TESTED_ENGINE } from '../../../../tests/harness/test-servers.ts'
import type { ReencryptCursor, ReencryptedBlocks, ReencryptStep } from '../../core/logs/body-keys.ts'
import { closeClient, openClient, rowsOf } from '../postgres/connection.ts'
import { openRecords, type Records, type RecordsOptions } from '../records.ts'
import { sampleRecord } from '../testing/sample-record.ts'
import { TestBodyKeys } from '../testing/test-body-keys.ts'
import { testFolder } from '../testing/test-folder.ts'
import { makeLogDatabase } from '../testing/test-log-database.ts'
import { forEachRecordsEngine } from '../testing/test-log-engines.ts'
import { BLOCKS_PER_STEP } from './reencrypt-block.ts'

const scope = { organisationId: 'org_1', workspaceId: 'ws_1' }
const bodies = { request: Buffer.from('{"question":"secret"}'), response: Buffer.from('{"answer":"secret"}') }
/** Each batch makes two blocks. */
const BATCHES = BLOCKS_PER_STEP + 1

async function store(records: Records, count: number, workspaceId = 'ws_1'): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const record = sampleRecord({ workspaceId })
    ids.push(record.id)
    records.writer.append(record, bodies)
    await records.drained()
  }
  return ids
}

async function expectReadable(records: Records, ids: readonly string[], workspaceId = 'ws_1'): Promise<void> {
  for (const id of ids) {
    const found = await records.reader.read({ ...scope, workspaceId }, id)
    expect(Buffer.from(found!.bodies.request!)).toEqual(bodies.request)
    expect(Buffer.from(found!.bodies.response!)).toEqual(bodies.response)
  }
}

async function runAll(records: Records, blocks: ReencryptedBlocks): Promise<ReencryptStep[]> {
  const steps: ReencryptStep[] = []
  let cursor: ReencryptCursor = null
  do {
    const step: ReencryptStep = await records.reencryption.step(blocks, cursor)
    steps.push(step)
    cursor = step.next
  } while (cursor !== null)
  return steps
}

/** Changes the last byte of the first stored block of bodies. */
async function damageFirstBody({ dataDirectory, databaseUrl }: RecordsOptions): Promise<void> {
  const find = `SELECT id, data FROM blocks WHERE kind = 'body' ORDER BY id LIMIT 1`
  const changed = (data: Uint8Array) => Buffer.concat([data.subarray(0, -1), Buffer.from([data.at(-1)! ^ 1])])
  if (databaseUrl) {
    const client = await openClient(databaseUrl)
    const [row] = (await rowsOf(client, find)) as [number, Uint8Array][]
    await rowsOf(client, 'UPDATE blocks SET data = $2 WHERE id = $1', [row![0], changed(row![1])])
    return closeClient(client)
  }
  using database = new Database(join(dataDirectory, 'logs.db'))
  const [id, data] = database.query(find).values()[0] as [number, Uint8Array]
  database.query('UPDATE blocks SET data = ? WHERE id = ?').run(changed(data), id)
}

forEachRecordsEngine('a rotated body key', (options) => {
  async function open(path: string, keys: TestBodyKeys): Promise<Records & { readonly settings: RecordsOptions }> {
    const settings = { dataDirectory: path, retentionDays: 30, encryption: keys.encryption(), ...(await options()) }
    return Object.assign(openRecords(settings), { settings })
  }

  test('encrypts new bodies at once and stored ones in steps; then the earlier key is not needed', async () => {
    using folder = testFolder()
    const keys = new TestBodyKeys()
    const records = await open(folder.path, keys)
    const ids = await store(records, BATCHES)
    const other = await store(records, 1, 'ws_2')
    const { version } = keys.rotate('ws_1')
    const first = await records.reencryption.step({ ...scope, version }, null)
    expect(first).toMatchObject({ blocks: BLOCKS_PER_STEP, unreadable: 0, left: 2 * BATCHES - BLOCKS_PER_STEP })
    // After a stop in the middle, all bodies stay readable, whichever key encrypts them.
    await records.close()
    const again = await open(folder.path, keys)
    await expectReadable(again, ids)
    ids.push(...(await store(again, 1)))
    const steps = await runAll(again, { ...scope, version })
    expect(steps.at(-1)).toMatchObject({ left: 0, unreadable: 0, next: null })
    expect(steps.reduce((sum, { blocks }) => sum + blocks, 0)).toBe(2 * BATCHES - BLOCKS_PER_STEP)
    keys.removeEarlier('ws_1')
    again.forgetBodyKeys('ws_1')
    await expectReadable(again, ids)
    await expectReadable(again, other, 'ws_2')
    // A repeated step changes nothing.
    expect(await again.reencryption.step({ ...scope, version }, null)).toEqual({
      ...{ blocks: 0, unreadable: 0, left: 0, next: null },
    })
    await again.close()
  })

  test('leaves a damaged block as it is, counts it, and re-encrypts the others', async () => {
    using folder = testFolder()
    const keys = new TestBodyKeys()
    const records = await open(folder.path, keys)
    const ids = await store(records, 3)
    await damageFirstBody(records.settings)
    const { version } = keys.rotate('ws_1')
    const steps = await runAll(records, { ...scope, version })
    expect(steps).toEqual([{ blocks: 5, unreadable: 1, left: 1, next: null }])
    await expectReadable(records, ids.slice(1))
    expect(await runAll(records, { ...scope, version })).toEqual([{ blocks: 0, unreadable: 1, left: 1, next: null }])
    await records.close()
  })

  test('erases a person from blocks of both keys during the rotation', async () => {
    using folder = testFolder()
    const keys = new TestBodyKeys()
    const records = await open(folder.path, keys)
    const of = (user: string) => sampleRecord({ metadata: { _user: user } })
    const ids: string[] = []
    for (let i = 0; i < 2; i++) {
      const [alice, bob] = [of('alice'), of('bob')]
      for (const log of [alice, bob]) records.writer.append(log, bodies)
      await records.drained()
      ids.push(bob.id)
      keys.rotate('ws_1')
      records.forgetBodyKeys('ws_1')
    }
    const order = { organisationId: 'org_1', workspaceId: null, match: { user: 'alice' }, untilMs: Date.now() + 1_000 }
    expect((await records.erasure.step(order, 'logs', null)).counts).toMatchObject({ logs: 2, bodies: 2 })
    const version = keys.keys.get('ws_1')![0]!.version
    expect((await runAll(records, { ...scope, version })).at(-1)).toMatchObject({ left: 0, unreadable: 0 })
    keys.removeEarlier('ws_1')
    records.forgetBodyKeys('ws_1')
    await expectReadable(records, ids)
    await records.close()
  })
})

// Only nodes with one store can know different keys.
if (TESTED_ENGINE === 'PostgreSQL')
  test('a node that has not heard of the rotation stores no block with the earlier key', async () => {
    const database = await makeLogDatabase()
    using one = testFolder()
    using other = testFolder()
    const keys = new TestBodyKeys()
    const open = (dataDirectory: string) =>
      openRecords({ dataDirectory, databaseUrl: database.url, retentionDays: 30, encryption: keys.encryption() })
    const [rotates, isLate] = [open(one.path), open(other.path)]
    const ids = [...(await store(isLate, 1)), ...(await store(rotates, 1))]
    const { version } = keys.rotate('ws_1')
    expect((await runAll(rotates, { ...scope, version })).at(-1)).toMatchObject({ left: 0 })
    // The worker of this node still has the keys from before the rotation.
    ids.push(...(await store(isLate, 1)))
    expect(await rotates.reencryption.step({ ...scope, version }, null)).toMatchObject({ blocks: 0, left: 0 })
    keys.removeEarlier('ws_1')
    rotates.forgetBodyKeys('ws_1')
    await expectReadable(rotates, ids)
    await rotates.close()
    await isLate.close()
    await database.remove()
  })
