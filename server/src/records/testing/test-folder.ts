/** A temporary data directory, removed at the end of the test. */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type TestFolder = Disposable & {
  readonly path: string
  readonly journalDirectory: string
  readonly databasePath: string
}

export function testFolder(): TestFolder {
  const path = mkdtempSync(join(tmpdir(), 'gatehouse-records-'))
  const journalDirectory = join(path, 'journal')
  mkdirSync(journalDirectory)
  return {
    path,
    journalDirectory,
    databasePath: join(path, 'logs.db'),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  }
}
