/** Records on every engine, opened as the program opens them, for suites that all of them must pass. */

import { afterAll, afterEach, describe } from 'bun:test'
import { makeLogDatabase, type TestLogDatabase } from './test-log-database.ts'

/** What `openRecords` gets besides its folder. */
export type RecordsPlace = () => Promise<{ readonly databaseUrl?: string }>

export function forEachRecordsEngine(name: string, suite: (place: RecordsPlace) => void): void {
  describe(`${name} on SQLite`, () => suite(async () => ({})))
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
