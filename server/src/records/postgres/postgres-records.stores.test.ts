import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import type { LogFilter } from '../../core/logs/log-filter.ts'
import type { RequestRecord } from '../../core/record.ts'
import { FrameEncoder, NO_BODIES } from '../journal/frame.ts'
import { segmentPath } from '../journal/segments.ts'
import { noCounts } from '../log-writer.ts'
import { matchesFilter } from '../read/matches-filter.ts'
import { toReadFilter } from '../read/read-filter.ts'
import { openRecords, type Records } from '../records.ts'
import { anyBodies, anyRecord } from '../testing/record-arbitrary.ts'
import { sampleRecord } from '../testing/sample-record.ts'
import { type TestFolder, testFolder } from '../testing/test-folder.ts'
import { makeLogDatabase, type TestLogDatabase } from '../testing/test-log-database.ts'
import { closeClient, openClient, openPool } from './connection.ts'
import { openPostgresLogWriter } from './postgres-log-writer.ts'

const DAY_MS = 86_400_000
const scope = { organisationId: 'org_1', workspaceId: 'ws_1' }
const nowMs = Date.now()

let database: TestLogDatabase

beforeAll(async () => {
  database = await makeLogDatabase()
})
afterEach(() => database.empty(Date.now()))
afterAll(() => database.remove())

const open = (folder: TestFolder, retentionDays = 30): Records =>
  openRecords({ dataDirectory: folder.path, databaseUrl: database.url, retentionDays })

/** Replaces what PostgreSQL text cannot store. */
function kept<Value>(value: Value): Value {
  const clean = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')
  if (typeof value === 'string') return clean(value) as Value
  if (Array.isArray(value)) return value.map(kept) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [clean(key), kept(member)])) as Value
}

test('every field of every record and both bodies are returned', async () => {
  using folder = testFolder()
  // Records have arbitrary times; none may expire.
  const records = open(folder, 36_500)
  const entries = fc
    .sample(fc.tuple(anyRecord, anyBodies), { numRuns: propertyRuns(150), seed: 7 })
    .filter(([record], i, all) => all.findIndex(([other]) => other.id === record.id) === i)
  for (const [record, bodies] of entries) records.writer.append(record, bodies)
  await records.drained()
  expect(records.health().ingest).toMatchObject({ ingested: entries.length, quarantined: 0, duplicates: 0 })
  for (const [record, bodies] of entries) {
    const { organisationId, workspaceId } = kept({ ...record })
    const found = await records.reader.read({ organisationId, workspaceId }, record.id)
    // Details are stored as bytes, warnings as escaped JSON: they keep every character.
    const { attempts, decisions, requestHeaders, responseHeaders, costLines, warnings } = record
    expect(found?.record).toEqual({
      ...kept(record),
      attempts,
      decisions,
      requestHeaders,
      responseHeaders,
      costLines,
      warnings,
    })
    expect(found?.bodies).toEqual(bodies)
  }
  await records.close()
})

test('every filter returns exactly the matching logs', async () => {
  using folder = testFolder()
  const records = open(folder)
  const odd = 'a"b\\c.d[0] é\u0000 $1 \''
  const startedAtMs = nowMs - 1000
  const all: RequestRecord[] = [
    sampleRecord({ startedAtMs, traceId: 'trace', metadata: { _user: 'ann', team: 'x', [odd]: 'y' }, costNanoUsd: 5 }),
    sampleRecord({ startedAtMs: startedAtMs + 500, spanId: 'span' }),
    sampleRecord({ startedAtMs, status: 503, workspaceId: 'ws_2' }),
    sampleRecord({ startedAtMs, model: 'other', metadata: { _user: 'bob', team: "x' OR 1=1 --" } }),
    sampleRecord({ startedAtMs, provider: 'cohere', metadata: null, costNanoUsd: 50 }),
    sampleRecord({ startedAtMs, model: null, provider: null, status: 429, usage: null }),
    sampleRecord({ startedAtMs, metadata: { _user: 'u'.repeat(5000) } }),
  ]
  for (const record of all) records.writer.append(record, NO_BODIES)
  await records.drained()
  const filters: Partial<LogFilter>[] = [
    {},
    { workspaceId: null },
    { statuses: ['5xx', 429] },
    { statuses: [429] },
    { models: ['other', 'gpt-4o-mini'] },
    { providerModels: [{ provider: 'cohere', model: 'gpt-4o-mini' }] },
    { traceIds: ['trace', 'nothing'] },
    { spanIds: ['span'] },
    { metadata: { _user: 'ann' } },
    { metadata: { _user: 'u'.repeat(5000) } },
    { metadata: { [odd]: 'y' } },
    { metadata: { team: "x' OR 1=1 --" } },
    { costNanoUsd: { min: 4.5, max: 20 } },
    { totalTokens: { min: 1 } },
    { weightedFeedback: { min: 1 } },
    { fromMs: startedAtMs + 1 },
    { toMs: startedAtMs + 1, providers: ['openai'] },
  ]
  for (const filter of filters) {
    const wanted = { ...scope, ...filter }
    const expected = all
      .filter((record) => matchesFilter(toReadFilter(wanted), record, null))
      .map((record) => record.id)
    const { logs } = await records.reader.list({ ...wanted, limit: 50 })
    expect([filter, logs.map((log) => log.id).sort()]).toEqual([filter, expected.sort()])
  }
  await records.close()
})

test('drops expired days, deletes rows of workspaces with shorter retention, keeps rollups', async () => {
  using folder = testFolder()
  const first = open(folder)
  const record = (workspaceId: string, days: number) =>
    sampleRecord({ workspaceId, startedAtMs: nowMs - days * DAY_MS, costNanoUsd: 3 })
  const [old, young, short, shortYoung] = [record('ws_1', 33), record('ws_1', 20), record('ws_2', 6), record('ws_2', 1)]
  for (const log of [old, young, short, shortYoung])
    first.writer.append(log, { request: new TextEncoder().encode('kept'), response: null })
  await first.drained()
  await first.retention.setDays({ organisationId: 'org_1', workspaceId: 'ws_2' }, 3, null)
  const ids = async () => {
    const { logs } = await first.reader.list({ ...scope, workspaceId: null, limit: 50 })
    return logs.map((log) => log.id).sort()
  }
  while ((await ids()).length > 2) await Bun.sleep(20)
  expect(await ids()).toEqual([young.id, shortYoung.id].sort())
  const days = await database.query(
    `SELECT relname FROM pg_class WHERE relname ~ '^(logs|blocks)_[0-9]{8}$' AND relkind = 'r' ORDER BY relname`,
  )
  const dayOf = (log: RequestRecord) => new Date(log.startedAtMs).toISOString().slice(0, 10).replaceAll('-', '')
  const names = days.map(([name]) => name)
  expect(names).not.toContain(`logs_${dayOf(old)}`)
  expect(names).not.toContain(`blocks_${dayOf(old)}`)
  expect(names).toContain(`logs_${dayOf(young)}`)
  expect((await first.reader.read(scope, young.id))?.bodies.request).toEqual(new TextEncoder().encode('kept'))
  const year = { organisationId: 'org_1', workspaceId: null, fromMs: nowMs - 100 * DAY_MS }
  expect(await first.analytics.summary(year)).toMatchObject({ requests: 4, cost: { nanoUsd: 12 } })
  await first.close()
})

test('deleting a workspace removes its rows, bodies, feedback and rollups and changes no other workspace', async () => {
  using folder = testFolder()
  const records = open(folder)
  const ages = [0, 3_600_000, 3 * DAY_MS, 20 * DAY_MS]
  for (const [i, age] of ages.entries())
    for (const workspaceId of ['ws_1', 'ws_2'])
      records.writer.append(sampleRecord({ workspaceId, startedAtMs: nowMs - age - i, costNanoUsd: i + 1 }), NO_BODIES)
  await records.drained()
  const before = await records.analytics.summary({ ...scope, fromMs: nowMs - 30 * DAY_MS })
  expect(before.requests).toBe(4)
  await records.retention.deleteWorkspace({ organisationId: 'org_1', workspaceId: 'ws_2' })
  const whole = { organisationId: 'org_1', workspaceId: null, fromMs: nowMs - 30 * DAY_MS }
  const listed = async () => (await records.reader.list({ ...scope, workspaceId: 'ws_2', limit: 10 })).logs
  // Retention subtracts the workspace from the sums in several steps, and deletes its rows after that.
  while ((await listed()).length > 0) await Bun.sleep(20)
  const { requests, cost, tokens, latency } = await records.analytics.summary(whole)
  expect({ requests, cost, tokens, latency }).toEqual({
    requests: before.requests,
    cost: before.cost,
    tokens: before.tokens,
    latency: before.latency,
  })
  // Later logs count in the same minutes.
  records.writer.append(sampleRecord({ workspaceId: 'ws_2', startedAtMs: Date.now() }), NO_BODIES)
  await records.drained()
  expect((await records.analytics.summary(whole)).requests).toBe(5)
  await records.close()
})

test('a cost set later is added to the log and to every rollup once', async () => {
  using folder = testFolder()
  const records = open(folder)
  const log = sampleRecord({ costNanoUsd: null, status: 200 })
  records.writer.append(log, NO_BODIES)
  records.writer.append(sampleRecord({ costNanoUsd: 10 }), NO_BODIES)
  await records.drained()
  const cost = { id: log.id, nanoUsd: 70, lines: [], priceVersion: 'own-1' }
  expect(await records.unpriced.fill([cost, { ...cost, id: 'nothing' }])).toBe(1)
  expect(await records.unpriced.fill([cost])).toBe(0)
  expect((await records.reader.read(scope, log.id))?.record).toMatchObject({ costNanoUsd: 70, priceVersion: 'own-1' })
  expect((await records.analytics.summary(scope)).cost).toEqual({ nanoUsd: 80, unpricedRequests: 0 })
  await records.close()
})

test('quarantines rejected frames, stores the others, and a replay changes nothing', async () => {
  using folder = testFolder()
  const journalDirectory = join(folder.path, 'journal')
  mkdirSync(journalDirectory, { recursive: true })
  const encoder = new FrameEncoder()
  const frameOf = (record: RequestRecord) =>
    Buffer.from(encoder.bytes.subarray(0, encoder.encode(record, NO_BODIES)).slice())
  const noJson = frameOf(sampleRecord({ metadata: { team: 'search' } }))
  noJson.write('x', noJson.indexOf('{\\"team'))
  noJson.writeUInt32LE(Bun.hash.crc32(noJson.subarray(8)), 4)
  const rejected = frameOf(sampleRecord({ id: null as unknown as string }))
  const frames = [frameOf(sampleRecord()), rejected, noJson, frameOf(sampleRecord())]
  writeFileSync(segmentPath(journalDirectory, 1), Buffer.concat(frames))
  const counts = noCounts()
  const options = { databaseUrl: database.url, journalDirectory, retentionDays: 30 }
  const writer = await openPostgresLogWriter(options, counts)
  while ((await writer.step()) === 'moved');
  await writer.close()
  expect(counts).toMatchObject({ ingested: 2, quarantined: 2 })
  expect(readdirSync(join(journalDirectory, 'set-aside'))).toHaveLength(2)
  await database.query('DELETE FROM gatehouse_logs.journal_positions')
  const again = await openPostgresLogWriter(options, noCounts())
  while ((await again.step()) === 'moved');
  await again.close()
  expect(await database.query('SELECT count(*)::int FROM gatehouse_logs.logs')).toEqual([[2]])
  expect(
    await database.query('SELECT sum(requests)::int FROM gatehouse_logs.sums_minutes WHERE dimension_id = 0'),
  ).toEqual([[2]])
})

test('a batch that repeats stored logs and its own stores each of them once', async () => {
  using folder = testFolder()
  const journalDirectory = join(folder.path, 'journal')
  mkdirSync(journalDirectory, { recursive: true })
  const [first, second, third] = [sampleRecord(), sampleRecord(), sampleRecord()]
  const encoder = new FrameEncoder()
  const frames = (...records: RequestRecord[]) =>
    Buffer.concat(
      records.map((record) => {
        const length = encoder.encode(record, NO_BODIES)
        return Uint8Array.from(encoder.bytes.subarray(0, length))
      }),
    )
  const options = { databaseUrl: database.url, journalDirectory, retentionDays: 30 }
  const counts = noCounts()
  writeFileSync(segmentPath(journalDirectory, 1), frames(first, second))
  writeFileSync(segmentPath(journalDirectory, 2), frames(third, second, third, first))
  const writer = await openPostgresLogWriter(options, counts)
  while ((await writer.step()) === 'moved');
  await writer.close()
  expect(counts).toMatchObject({ ingested: 3, duplicates: 3, quarantined: 0 })
  expect((await database.query('SELECT id FROM gatehouse_logs.logs')).flat().sort()).toEqual(
    [first.id, second.id, third.id].sort(),
  )
  expect(
    await database.query('SELECT sum(requests)::int FROM gatehouse_logs.sums_minutes WHERE dimension_id = 0'),
  ).toEqual([[3]])
})

test('queries are not compiled to machine code, on a pool and on a single connection', async () => {
  const client = await openClient(database.url)
  const pool = openPool(database.url, 1)
  const settings = [await client.query('SHOW jit'), await pool.query('SHOW jit')].map(({ rows }) => rows[0])
  await closeClient(client)
  await pool.end()
  expect(settings).toEqual([{ jit: 'off' }, { jit: 'off' }])
})
