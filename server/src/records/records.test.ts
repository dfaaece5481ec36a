import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { propertyRuns } from '../../../tests/harness/property-runs.ts'
import { NO_BODIES } from './journal/frame.ts'
import { openRecords } from './records.ts'
import { sampleRecord } from './testing/sample-record.ts'
import { testFolder } from './testing/test-folder.ts'

const scope = { organisationId: 'org_1', workspaceId: 'ws_1' }

test('after drained(), everything appended before can be read', async () => {
  using folder = testFolder()
  const records = openRecords({ dataDirectory: folder.path, retentionDays: 30, segmentBytes: 50_000 })
  const appended = Array.from({ length: 300 }, () => sampleRecord())
  const body = new TextEncoder().encode('{"model":"m"}')
  for (const record of appended) records.writer.append(record, { request: body, response: null })
  expect(records.health().backlogBytes).toBeGreaterThan(0)
  await records.drained()
  const page = await records.reader.list({ ...scope, limit: 1000 })
  expect(page.logs.map((log) => log.id).sort()).toEqual(appended.map((record) => record.id).sort())
  expect(await records.reader.read(scope, appended[7]!.id)).toEqual({
    record: appended[7]!,
    bodies: { request: body, response: null },
    areBodiesExpired: false,
    bodiesUnavailable: null,
    feedback: [],
  })
  expect(records.health()).toMatchObject({ backlogBytes: 0, lastError: null, ingest: { ingested: 300, error: null } })
  await records.close()
})

test('records reach the store without drained()', async () => {
  using folder = testFolder()
  const records = openRecords({ dataDirectory: folder.path, retentionDays: 30 })
  records.writer.append(sampleRecord(), NO_BODIES)
  while (records.health().ingest.ingested === 0) await Bun.sleep(5)
  expect((await records.reader.list({ ...scope, limit: 5 })).logs).toHaveLength(1)
  await records.close()
})

test('continuous records are stored in batches, at most one per 150 ms', async () => {
  using folder = testFolder()
  const records = openRecords({ dataDirectory: folder.path, retentionDays: 30 })
  // Maintenance at the start may store records as batches of their own.
  records.writer.append(sampleRecord(), NO_BODIES)
  await records.drained()
  const startedAtMs = performance.now()
  let appended = 1
  while (performance.now() - startedAtMs < 700) {
    records.writer.append(sampleRecord(), NO_BODIES)
    appended++
    await Bun.sleep(2)
  }
  await records.drained()
  const tookMs = performance.now() - startedAtMs
  await records.close()
  using database = new Database(folder.databasePath, { readonly: true })
  const { logs, batches } = database
    .query<{ logs: number; batches: number }, []>(
      'SELECT count(*) AS logs, count(DISTINCT detail_block) AS batches FROM logs',
    )
    .get()!
  expect(logs).toBe(appended)
  // The batch before the clock started is one more.
  expect(batches).toBeLessThanOrEqual(1 + Math.ceil(tookMs / 150) + 2)
})

test('drained() resolves when the journal is empty, and after a torn tail of an earlier process', async () => {
  using folder = testFolder()
  writeFileSync(join(folder.journalDirectory, '000000000000001.journal'), 'torn')
  const records = openRecords({ dataDirectory: folder.path, retentionDays: 30 })
  await records.drained()
  expect(existsSync(join(folder.journalDirectory, '000000000000001.journal'))).toBe(false)
  await records.drained()
  await records.close()
})

test('close() drains, and the next start reads everything', async () => {
  using folder = testFolder()
  const first = openRecords({ dataDirectory: folder.path, retentionDays: 30, closeTimeoutMs: 600_000 })
  const record = sampleRecord()
  first.writer.append(record, NO_BODIES)
  await first.close()
  const second = openRecords({ dataDirectory: folder.path, retentionDays: 30 })
  expect((await second.reader.list({ ...scope, limit: 5 })).logs.map((log) => log.id)).toEqual([record.id])
  await second.close()
})

test('SIGKILL loses no appended record', async () => {
  using folder = testFolder()
  const script = join(folder.path, 'append.ts')
  writeFileSync(
    script,
    `import { openRecords } from ${JSON.stringify(join(import.meta.dir, 'records.ts'))}
    import { sampleRecord } from ${JSON.stringify(join(import.meta.dir, 'testing/sample-record.ts'))}
    const records = openRecords({ dataDirectory: ${JSON.stringify(folder.path)}, retentionDays: 30, segmentBytes: 200_000 })
    const body = new Uint8Array(1024).fill(65)
    setInterval(() => {
      for (let i = 0; i < 4; i++) {
        const record = sampleRecord()
        records.writer.append(record, { request: body, response: body })
        process.stdout.write(record.id + '\\n')
      }
    }, 1)`,
  )
  for (let round = 0; round < propertyRuns(10); round++) {
    const child = Bun.spawn([process.execPath, script], { stdout: 'pipe', stderr: 'inherit' })
    let printed = ''
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      printed += chunk
      if (printed.length > 37 * 400 * (round + 1)) child.kill('SIGKILL')
    }
    const ids = printed.split('\n').filter((line) => line.length === 36)
    const records = openRecords({ dataDirectory: folder.path, retentionDays: 30 })
    await records.drained()
    const found = await Promise.all(ids.map((id) => records.reader.read(scope, id)))
    expect(found.filter((log) => log === null)).toEqual([])
    expect(found.every((log) => log?.bodies.response?.length === 1024)).toBe(true)
    expect(records.health().ingest).toMatchObject({ quarantined: 0, damaged: 0, badSegments: 0 })
    await records.close()
  }
})

test('while the store cannot be opened the journal grows and reports it; the records are stored later', async () => {
  using folder = testFolder()
  // A directory in place of the database file, so that the store cannot be opened.
  mkdirSync(folder.databasePath)
  const records = openRecords({ dataDirectory: folder.path, retentionDays: 30 })
  const record = sampleRecord()
  records.writer.append(record, NO_BODIES)
  while (records.health().ingest.error === null) await Bun.sleep(5)
  expect(records.health().backlogBytes).toBeGreaterThan(0)
  rmSync(folder.databasePath, { recursive: true })
  await records.drained()
  expect(records.health()).toMatchObject({ backlogBytes: 0, lostRecords: 0, ingest: { ingested: 1, error: null } })
  await records.close()
})

test('damage in the current segment is skipped and later records are stored', async () => {
  using folder = testFolder()
  const records = openRecords({ dataDirectory: folder.path, retentionDays: 30 })
  records.writer.append(sampleRecord(), NO_BODIES)
  await records.drained()
  const [name] = [...new Bun.Glob('*.journal').scanSync(folder.journalDirectory)]
  const path = join(folder.journalDirectory, name!)
  appendFileSync(path, Buffer.alloc(64))
  records.writer.append(sampleRecord(), NO_BODIES)
  while (records.health().ingest.badSegments === 0) await Bun.sleep(5)
  const later = sampleRecord()
  records.writer.append(later, NO_BODIES)
  await records.drained()
  expect(await records.reader.read(scope, later.id)).not.toBeNull()
  await records.close()
})
