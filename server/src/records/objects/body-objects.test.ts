/** Bodies in a folder or in S3, on every engine. */

import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '../../../../tests/harness/eventually.ts'
import { openClient } from '../postgres/connection.ts'
import { openRecords, type Records } from '../records.ts'
import { sampleRecord } from '../testing/sample-record.ts'
import { TestBodyKeys } from '../testing/test-body-keys.ts'
import { testFolder } from '../testing/test-folder.ts'
import { forEachRecordsEngine } from '../testing/test-log-engines.ts'

const scope = { organisationId: 'org_1', workspaceId: 'ws_1' }
const requestWith = (content: string) => JSON.stringify({ messages: [{ role: 'user', content }] })
const bodiesOf = (text: string) => ({ request: Buffer.from(requestWith(text)), response: Buffer.from('{"a":1}') })

function objectsIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const paths = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))
  return paths.filter((path) => statSync(path).isFile()).sort()
}

const decompressed = (path: string) => Buffer.from(Bun.zstdDecompressSync(readFileSync(path))).toString()

async function store(records: Records, text: string, more: Parameters<typeof sampleRecord>[0] = {}): Promise<string> {
  const record = sampleRecord(more)
  records.writer.append(record, bodiesOf(text))
  await records.drained()
  return record.id
}

async function requestOf(records: Records, id: string): Promise<string | null> {
  const { request } = (await records.reader.read(scope, id))!.bodies
  return request && Buffer.from(request).toString()
}

/** Stores more logs while it waits, because maintenance runs with the next batch or after a minute. */
async function untilDeleted(records: Records, paths: readonly string[]): Promise<void> {
  await eventually('the objects are deleted', async () => {
    await store(records, 'later', { workspaceId: 'ws_3' })
    return paths.every((path) => !existsSync(path))
  })
}

forEachRecordsEngine('bodies in a folder', (options) => {
  async function open(path: string, storage: string | null, keys?: TestBodyKeys): Promise<Records> {
    const encryption = keys && { encryption: keys.encryption() }
    return openRecords({
      dataDirectory: path,
      retentionDays: 30,
      bodyStorage: storage,
      ...encryption,
      ...(await options()),
    })
  }

  test('are read, searched and exported; those in the table and in an earlier folder stay readable', async () => {
    using folder = testFolder()
    const [one, two] = [join(folder.path, 'one'), join(folder.path, 'two')]
    const ids: string[] = []
    for (const [i, storage] of [null, one, two, null].entries()) {
      const records = await open(folder.path, storage)
      ids.push(await store(records, `text ${i}`))
      await records.close()
    }
    expect([objectsIn(one).length, objectsIn(two).length]).toEqual([1, 1])
    expect(objectsIn(one)[0]).toMatch(/one\/workspace=ws_1\/day=\d{4}-\d\d-\d\d\/\d+-[0-9a-f]+\.block$/)
    expect(decompressed(objectsIn(one)[0]!)).toContain('text 1')
    const records = await open(folder.path, null)
    for (const [i, id] of ids.entries()) expect(await requestOf(records, id)).toBe(requestWith(`text ${i}`))
    const search = await records.reader.list({ ...scope, text: 'text 2', limit: 10 })
    expect(search.logs.map(({ id }) => id)).toEqual([ids[2]!])
    const page = await records.reader.exportPage({ ...scope, limit: 10, withBodies: true, withDetail: false })
    expect(page.logs.map(({ bodies }) => Buffer.from(bodies.request!).toString())).toEqual(
      ids.map((_, i) => requestWith(`text ${i}`)),
    )
    await records.close()
  })

  test('of one person are erased from their object, and the object of before is deleted', async () => {
    using folder = testFolder()
    const storage = join(folder.path, 'bodies')
    const records = await open(folder.path, storage)
    const [alice, bob] = [sampleRecord({ metadata: { _user: 'alice' } }), sampleRecord({ metadata: { _user: 'bob' } })]
    records.writer.append(alice, bodiesOf('of alice'))
    records.writer.append(bob, bodiesOf('of bob'))
    await records.drained()
    const before = objectsIn(storage)
    const order = { organisationId: 'org_1', workspaceId: null, match: { user: 'alice' }, untilMs: Date.now() + 1_000 }
    expect((await records.erasure.step(order, 'logs', null)).counts).toMatchObject({ logs: 1, bodies: 1 })
    await untilDeleted(records, before)
    expect(objectsIn(storage).map(decompressed).join()).not.toContain('of alice')
    expect(await requestOf(records, bob.id)).toBe(requestWith('of bob'))
    await records.close()
  })

  test('are re-encrypted after a rotation of the key', async () => {
    using folder = testFolder()
    const storage = join(folder.path, 'bodies')
    const keys = new TestBodyKeys()
    const records = await open(folder.path, storage, keys)
    const ids = [await store(records, 'first'), await store(records, 'second')]
    const before = objectsIn(storage)
    rmSync(before[0]!)
    const { version } = keys.rotate('ws_1')
    const step = await records.reencryption.step({ ...scope, version }, null)
    expect(step).toEqual({ blocks: 3, unreadable: 1, left: 1, next: null })
    expect(await requestOf(records, ids[1]!)).toBe(requestWith('second'))
    await untilDeleted(records, before)
    await records.close()
  })

  test('of a batch that was never stored are deleted, and those that a block uses are not', async () => {
    using folder = testFolder()
    const storage = join(folder.path, 'bodies')
    const records = await open(folder.path, storage)
    const id = await store(records, 'kept')
    const [used] = objectsIn(storage)
    await records.close()
    // Simulates a process that was killed after the upload, an hour ago.
    const orphan = join(storage, 'orphan.block')
    writeFileSync(orphan, 'of a batch that was not committed')
    await intendedLongAgo([orphan, used!], folder.path)
    const next = await open(folder.path, storage)
    await untilDeleted(next, [orphan])
    expect(await requestOf(next, id)).toBe(requestWith('kept'))
    await next.close()
  })

  async function intendedLongAgo(objects: readonly string[], path: string): Promise<void> {
    const { databaseUrl } = await options()
    const rows = objects.map((object) => `('${object}', 0)`)
    const insert = `INSERT INTO removed_objects (object, due_at_ms) VALUES ${rows}`
    if (!databaseUrl) {
      using database = new Database(join(path, 'logs.db'))
      database.run(insert)
      return
    }
    const client = await openClient(databaseUrl)
    await client.query(insert)
    await client.end()
  }

  test('are deleted with their workspace', async () => {
    using folder = testFolder()
    const storage = join(folder.path, 'bodies')
    const records = await open(folder.path, storage)
    await store(records, 'ours', { startedAtMs: Date.now() - 1_000 })
    const ours = objectsIn(storage)
    const other = await store(records, 'other', { workspaceId: 'ws_2' })
    await records.retention.deleteWorkspace(scope)
    await untilDeleted(records, ours)
    const found = await records.reader.read({ ...scope, workspaceId: 'ws_2' }, other)
    expect(found?.bodies.request).not.toBeNull()
    await records.close()
  })

  test('that are missing or cannot be read are reported, and the rest of the log is there', async () => {
    using folder = testFolder()
    const storage = join(folder.path, 'bodies')
    const records = await open(folder.path, storage)
    const id = await store(records, 'text')
    const [object] = objectsIn(storage)
    renameSync(object!, `${object}.away`)
    expect(await records.reader.read(scope, id)).toMatchObject({
      record: { id },
      areBodiesExpired: false,
      bodiesUnavailable: 'missing',
      bodies: { request: null, response: null },
    })
    renameSync(`${object}.away`, object!)
    expect(await requestOf(records, id)).toBe(requestWith('text'))
    await records.close()
  })

  test('wait in the journal while the storage cannot be written', async () => {
    using folder = testFolder()
    const storage = join(folder.path, 'bodies')
    // A file in place of the folder, so that objects cannot be written.
    writeFileSync(storage, '')
    const records = await open(folder.path, storage)
    const record = sampleRecord()
    records.writer.append(record, bodiesOf('late'))
    await eventually('the problem is reported', () => records.health().problem?.includes('was not stored'))
    expect(records.health().ingest.ingested).toBe(0)
    rmSync(storage)
    await records.drained()
    expect(records.health()).toMatchObject({ problem: null, lostRecords: 0 })
    expect(await requestOf(records, record.id)).toBe(requestWith('late'))
    expect(objectsIn(storage)).toHaveLength(1)
    await records.close()
  })
})
