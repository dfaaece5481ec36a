import { Database, type SQLQueryBindings } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import type { LogFilter } from '../core/logs/log-filter.ts'
import type { LogPage, LogReader } from '../core/logs/log-reader.ts'
import type { RequestRecord } from '../core/record.ts'
import { NO_BODIES } from './journal/frame.ts'
import { openJournalWriter } from './journal/journal-writer.ts'
import { LogReaderClient } from './log-reader-client.ts'
import { listLogs } from './read/list-logs.ts'
import type { ReadFilter } from './read/read-filter.ts'
import { IngestBatch } from './sqlite/ingest-batch.ts'
import { sqliteLogDatabase } from './sqlite/sqlite-log-database.ts'
import { sampleRecord } from './testing/sample-record.ts'
import { type TestFolder, testFolder } from './testing/test-folder.ts'

const scope = { organisationId: 'org_1', workspaceId: 'ws_1' }

function store(folder: TestFolder, records: readonly RequestRecord[]): void {
  const journal = openJournalWriter({ directory: folder.journalDirectory })
  for (const record of records) journal.append(record, NO_BODIES)
  journal.close()
  const batch = new IngestBatch(folder)
  while (batch.step() === 'moved');
  batch.close()
}

async function withReader<T>(folder: TestFolder, use: (reader: LogReader) => Promise<T>): Promise<T> {
  const reader = new LogReaderClient(folder)
  try {
    return await use(reader)
  } finally {
    reader.close()
  }
}

const idsOf = (page: LogPage) => page.logs.map((log) => log.id)

test('a missing store returns no logs and is opened once it exists', async () => {
  using folder = testFolder()
  await withReader(folder, async (reader) => {
    expect(await reader.list({ ...scope, limit: 10 })).toEqual({ logs: [], nextCursor: null, isPartial: false })
    expect(await reader.read(scope, 'nothing')).toBeNull()
    const record = sampleRecord()
    store(folder, [record])
    expect(idsOf(await reader.list({ ...scope, limit: 10 }))).toEqual([record.id])
  })
})

test('a list entry is the record without the fields that lists omit', async () => {
  using folder = testFolder()
  const record = sampleRecord({ warnings: ['retry.attempts was lowered to 5'], requestBodyCut: true })
  store(folder, [record])
  const { logs } = await withReader(folder, (reader) => reader.list({ ...scope, limit: 10 }))
  const { attempts, decisions, requestHeaders, responseHeaders, organisationId, costLines, ...summary } = record
  expect(logs).toEqual([
    { ...summary, attemptCount: attempts.length, guardrailOutcomes: [], feedbackCount: 0, weightedFeedback: null },
  ])
})

test('every filter returns exactly the matching logs', async () => {
  using folder = testFolder()
  const startedAtMs = 1_763_000_000_000
  const odd = 'a"b\\c.d[0] é\u0000'
  const wanted = sampleRecord({ startedAtMs, traceId: 'trace', metadata: { _user: 'ann', team: 'x', [odd]: 'y' } })
  const others = {
    time: sampleRecord({ startedAtMs: startedAtMs + 1000 }),
    status: sampleRecord({ startedAtMs, status: 503 }),
    model: sampleRecord({ startedAtMs, model: 'other', metadata: { _user: 'bob', team: "x' OR 1=1 --" } }),
    provider: sampleRecord({ startedAtMs, provider: 'cohere', metadata: null }),
    endpoint: sampleRecord({ startedAtMs, endpoint: 'embeddings', metadata: { _user: 'ann', team: 'z' } }),
    missing: sampleRecord({ startedAtMs, model: null, provider: null, status: 429 }),
  }
  const all = [wanted, ...Object.values(others)]
  store(folder, all)
  await withReader(folder, async (reader) => {
    const cases: [Partial<LogFilter>, (record: RequestRecord) => boolean][] = [
      [{}, () => true],
      [{ fromMs: startedAtMs + 1000 }, (record) => record === others.time],
      [{ toMs: startedAtMs + 1000 }, (record) => record !== others.time],
      [{ statuses: [503] }, (record) => record === others.status],
      [{ statuses: ['503', 429] }, (record) => record === others.status || record === others.missing],
      [{ statuses: ['5xx'] }, (record) => record === others.status],
      [{ statuses: ['2xx', '5xx'] }, (record) => record !== others.missing],
      [{ statuses: ['5xx'], workspaceId: null }, (record) => record === others.status],
      [{ statuses: ['2xx'] }, (record) => record.status === 200],
      [{ models: ['other', 'none'] }, (record) => record === others.model],
      [{ providers: ['cohere'] }, (record) => record === others.provider],
      [{ endpoints: ['embeddings'] }, (record) => record === others.endpoint],
      [{ traceIds: ['trace', 'no'] }, (record) => record === wanted],
      [{ traceIds: ['trace'], statuses: [500] }, () => false],
      [{ metadata: { _user: 'ann' } }, (record) => record === wanted || record === others.endpoint],
      [{ metadata: { _user: 'ann', team: 'x' } }, (record) => record === wanted],
      [{ metadata: { team: "x' OR 1=1 --" } }, (record) => record === others.model],
      [{ metadata: { [odd]: 'y' } }, (record) => record === wanted],
      [{ metadata: { constructor: 'y' } }, () => false],
      [{ workspaceId: null }, () => true],
      [{ workspaceId: 'ws_2' }, () => false],
      [{ organisationId: 'org_2', workspaceId: null }, () => false],
    ]
    for (const [filter, matches] of cases) {
      const page = await reader.list({ ...scope, ...filter, limit: 100 })
      const expected = all.filter(matches).map((record) => record.id)
      expect([filter, idsOf(page).sort()]).toEqual([filter, expected.sort()])
    }
  })
})

test('pages run from new to old without gaps or duplicates while rows arrive', async () => {
  using folder = testFolder()
  // Few distinct times, so that pages end between logs of equal time.
  const records = Array.from({ length: 57 }, (_, i) =>
    sampleRecord({ startedAtMs: 1_763_000_000_000 + Math.floor(i / 10) }),
  )
  store(folder, records)
  await withReader(folder, async (reader) => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: LogPage = await reader.list({ ...scope, limit: 10, ...(cursor ? { cursor } : {}) })
      seen.push(...idsOf(page))
      cursor = page.nextCursor
      store(folder, [sampleRecord({ startedAtMs: 1_763_000_001_000 })])
    } while (cursor)
    expect(seen).toEqual(records.map((record) => record.id).reverse())
  })
})

test('a page that ends at the last row has no next cursor', async () => {
  using folder = testFolder()
  store(folder, [sampleRecord(), sampleRecord()])
  await withReader(folder, async (reader) => {
    expect((await reader.list({ ...scope, limit: 2 })).nextCursor).toBeNull()
    expect((await reader.list({ ...scope, limit: 1 })).nextCursor).not.toBeNull()
  })
})

test('rejects a modified cursor and an invalid status by name', async () => {
  using folder = testFolder()
  store(folder, [sampleRecord(), sampleRecord()])
  await withReader(folder, async (reader) => {
    const { nextCursor } = await reader.list({ ...scope, limit: 1 })
    const changed = [...nextCursor!].map((_, i) => {
      const other = nextCursor![i] === 'A' ? 'B' : 'A'
      return nextCursor!.slice(0, i) + other + nextCursor!.slice(i + 1)
    })
    for (const cursor of ['', 'x', `${nextCursor}=`, `${nextCursor} `, ...changed]) {
      const refusal = reader.list({ ...scope, limit: 1, cursor })
      await expect(refusal).rejects.toMatchObject({ code: 'invalid_parameter', param: 'cursor' })
    }
    const refusal = reader.list({ ...scope, limit: 1, statuses: ['6xx'] })
    await expect(refusal).rejects.toMatchObject({ code: 'invalid_parameter', param: 'status' })
  })
})

test('a record is readable only within its organisation and workspace', async () => {
  using folder = testFolder()
  const record = sampleRecord()
  store(folder, [record])
  await withReader(folder, async (reader) => {
    expect(await reader.read(scope, record.id)).toEqual({
      record,
      bodies: NO_BODIES,
      areBodiesExpired: false,
      bodiesUnavailable: null,
      feedback: [],
    })
    expect(await reader.read({ ...scope, workspaceId: null }, record.id)).toEqual({
      record,
      bodies: NO_BODIES,
      areBodiesExpired: false,
      bodiesUnavailable: null,
      feedback: [],
    })
    expect(await reader.read({ ...scope, workspaceId: 'ws_2' }, record.id)).toBeNull()
    expect(await reader.read({ organisationId: 'org_2', workspaceId: null }, record.id)).toBeNull()
  })
})

test('an unreadable store returns store_unavailable and is reopened', async () => {
  using folder = testFolder()
  await Bun.write(folder.databasePath, 'this is no database, but it is long enough to be read as one'.repeat(100))
  await withReader(folder, async (reader) => {
    await expect(reader.list({ ...scope, limit: 1 })).rejects.toMatchObject({ code: 'store_unavailable' })
    await Bun.file(folder.databasePath).delete()
    store(folder, [sampleRecord()])
    expect((await reader.list({ ...scope, limit: 1 })).logs).toHaveLength(1)
  })
})

test('no list scans or sorts the whole table: each kind of filter uses its index', async () => {
  using folder = testFolder()
  store(folder, [sampleRecord({ spanId: 'span' })])
  using database = new Database(folder.databasePath, { readonly: true })
  /** Query plans of all statements on `logs` that a list runs. */
  const plans = async (filter: Partial<ReadFilter>, after: { startedAtMs: number; seq: number } | null = null) => {
    const found: string[] = []
    const watched = new Proxy(database, {
      get: (target, name) => {
        if (name !== 'query') return Reflect.get(target, name, target)
        return (sql: string) => {
          const statement = target.query(sql)
          if (!/FROM logs INDEXED BY/.test(sql)) return statement
          const values = (...bound: SQLQueryBindings[]) => {
            const steps = target.query<{ detail: string }, SQLQueryBindings[]>(`EXPLAIN QUERY PLAN ${sql}`)
            const details = steps.all(...bound).map((step) => step.detail)
            found.push(details.join('\n'))
            return statement.values(...bound)
          }
          return { values, get: (...bound: SQLQueryBindings[]) => statement.get(...bound) }
        }
      },
    })
    await listLogs(sqliteLogDatabase(watched), { filter: { ...scope, ...filter }, limit: 5, after })
    expect(found).not.toEqual([])
    return found
  }
  const cursor = { startedAtMs: Date.now() + 1000, seq: 1 }
  for (const after of [null, cursor]) {
    for (const plan of await plans({ costNanoUsd: { min: 1 }, fromMs: 0 }, after)) {
      expect(plan).toContain('logs_workspace_time (workspace_id=? AND started_at_ms>? AND started_at_ms<?)')
      expect(plan).not.toContain('ORDER BY')
    }
    for (const plan of await plans({ workspaceId: null, models: ['gpt-4o-mini'] }, after)) {
      expect(plan).toContain('logs_time (started_at_ms>? AND started_at_ms<?)')
      expect(plan).not.toContain('ORDER BY')
    }
  }
  for (const plan of await plans({ statuses: [429, 500], totalTokens: { min: 1 } }, null)) {
    expect(plan).toContain('logs_workspace_errors (workspace_id=? AND started_at_ms>? AND started_at_ms<?)')
    expect(plan).not.toContain('ORDER BY')
  }
  for (const plan of await plans({ traceIds: ['a'] })) {
    expect(plan).toContain('log_traces USING PRIMARY KEY (bucket=? AND trace_id=? AND seq<?)')
    expect(plan).toContain('logs_trace (<expr>=? AND trace_id=?)')
    expect(plan).not.toContain('SCAN logs')
  }
  expect((await plans({ spanIds: ['a'] }))[0]).toContain('logs_span (<expr>=? AND span_id=?)')
  expect((await plans({ metadata: { _user: 'a' } }))[0]).toContain('logs_user (<expr>=? AND user_label=?)')
})
