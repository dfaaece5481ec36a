/** Log stores on every engine, for tests that all engines must pass. */

import { afterAll, afterEach, describe } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { TESTED_ENGINE } from '../../../../tests/harness/test-servers.ts'
import type { Feedback, FeedbackScope } from '../../core/logs/feedback.ts'
import type { ErasedLogs, ErasePhase, EraseStep } from '../../core/logs/log-erasure.ts'
import type { Awaitable } from '../../core/ports.ts'
import type { RecordBodies, RequestRecord } from '../../core/record.ts'
import { NO_BODIES } from '../journal/frame.ts'
import { openJournalWriter } from '../journal/journal-writer.ts'
import { noCounts, type WriterCommand, type WriterResult } from '../log-writer.ts'
import { openClient } from '../postgres/connection.ts'
import { postgresLogDatabase } from '../postgres/postgres-log-database.ts'
import { openPostgresLogWriter } from '../postgres/postgres-log-writer.ts'
import type { LogDatabase } from '../read/log-database.ts'
import { foldStep } from '../rollups/fold.ts'
import { IngestBatch } from '../sqlite/ingest-batch.ts'
import { sqliteLogDatabase } from '../sqlite/sqlite-log-database.ts'
import { runWriterCommand } from '../sqlite/sqlite-log-writer.ts'
import { testFolder } from './test-folder.ts'
import { makeLogDatabase, type TestLogDatabase } from './test-log-database.ts'

type BodiesOf = (record: RequestRecord) => RecordBodies

export type TestLogs = AsyncDisposable & {
  readonly database: LogDatabase
  addFeedback(scope: FeedbackScope, entries: readonly Feedback[]): Promise<void>
  store(records: readonly RequestRecord[], bodiesOf?: BodiesOf): Promise<void>
  fold(nowMs: number): Promise<void>
  /** Runs all steps of these phases; returns each step. */
  erase(logs: ErasedLogs, phases: readonly ErasePhase[]): Promise<readonly EraseStep[]>
}

type Run = (command: WriterCommand) => Awaitable<WriterResult>

async function runPhases(run: Run, logs: ErasedLogs, phases: readonly ErasePhase[]): Promise<readonly EraseStep[]> {
  const steps: EraseStep[] = []
  for (const phase of phases) {
    let cursor: EraseStep['next'] = null
    do {
      const step = (await run({ kind: 'erase', logs, phase, cursor })) as EraseStep
      steps.push(step)
      cursor = step.next
    } while (cursor !== null)
  }
  return steps
}

export type LogEngine = {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** Creates an empty store as of this time. */
  open(nowMs: number): Promise<TestLogs>
}

const BATCH_FRAMES = 7

export function forEachLogEngine(name: string, suite: (engine: LogEngine) => void): void {
  if (TESTED_ENGINE === 'SQLite') {
    describe(`${name} on SQLite`, () => suite({ name: 'SQLite', open: openSqlite }))
    return
  }
  describe(`${name} on PostgreSQL, written by two nodes`, () => {
    let made: Promise<TestLogDatabase> | null = null
    suite({
      name: 'PostgreSQL',
      async open(nowMs) {
        made ??= makeLogDatabase()
        return openPostgres(await made, nowMs)
      },
    })
    afterAll(async () => (await made)?.remove())
  })
}

const withoutBodies: BodiesOf = () => NO_BODIES

function write(directory: string, records: readonly RequestRecord[], bodiesOf: BodiesOf): void {
  const journal = openJournalWriter({ directory })
  for (const record of records) journal.append(record, bodiesOf(record))
  journal.close()
}

async function openSqlite(nowMs: number): Promise<TestLogs> {
  const folder = testFolder()
  const batch = new IngestBatch({ ...folder, batchFrames: BATCH_FRAMES, openedAtMs: nowMs })
  return {
    database: sqliteLogDatabase(batch.database),
    async addFeedback(scope, entries) {
      runWriterCommand(batch, { kind: 'create-feedback', scope, entries }, nowMs)
    },
    async store(records, bodiesOf = withoutBodies) {
      write(folder.journalDirectory, records, bodiesOf)
      while (batch.step() === 'moved');
    },
    async fold(atMs) {
      while (foldStep(batch.database, batch.rollups, atMs));
    },
    erase: (logs, phases) => runPhases((command) => runWriterCommand(batch, command, nowMs), logs, phases),
    async [Symbol.asyncDispose]() {
      batch.close()
      folder[Symbol.dispose]()
    },
  }
}

async function openPostgres({ url, empty }: TestLogDatabase, nowMs: number): Promise<TestLogs> {
  await empty(nowMs)
  const folder = testFolder()
  const directories = ['one', 'other'].map((node) => join(folder.path, node))
  for (const directory of directories) mkdirSync(directory)
  const open = (journalDirectory: string) =>
    openPostgresLogWriter(
      { databaseUrl: url, journalDirectory, retentionDays: 30, batchFrames: BATCH_FRAMES, openedAtMs: nowMs },
      noCounts(),
    )
  const [one, other] = [await open(directories[0]!), await open(directories[1]!)]
  const client = await openClient(url)
  return {
    database: postgresLogDatabase(client),
    async addFeedback(scope, entries) {
      for (const [i, entry] of entries.entries())
        await (i % 2 === 0 ? one : other).run({ kind: 'create-feedback', scope, entries: [entry] }, nowMs)
    },
    async store(records, bodiesOf = withoutBodies) {
      for (const [node, directory] of directories.entries())
        write(
          directory,
          records.filter((_, i) => i % 2 === node),
          bodiesOf,
        )
      // Alternate between the two writers; neither knows the other's rows in memory.
      for (let moved = true; moved; ) {
        const outcomes = [await one.step(), await other.step()]
        moved = outcomes.includes('moved')
      }
    },
    async fold(atMs) {
      while ((await one.fold(atMs)) || (await other.fold(atMs)));
    },
    erase: (logs, phases) => runPhases((command) => one.run(command, nowMs), logs, phases),
    async [Symbol.asyncDispose]() {
      await Promise.all([one.close(), other.close(), client.end()])
      folder[Symbol.dispose]()
    },
  }
}

/** Options of `openRecords` besides the data directory. */
export type EngineOptions = () => Promise<{ readonly databaseUrl?: string }>

export function forEachRecordsEngine(name: string, suite: (options: EngineOptions) => void): void {
  if (TESTED_ENGINE === 'SQLite') {
    describe(`${name} on SQLite`, () => suite(async () => ({})))
    return
  }
  describe(`${name} on PostgreSQL`, () => {
    let made: Promise<TestLogDatabase> | null = null
    suite(async () => {
      made ??= makeLogDatabase()
      return { databaseUrl: (await made).url }
    })
    afterEach(async () => (await made)?.empty(Date.now()))
    afterAll(async () => (await made)?.remove())
  })
}
