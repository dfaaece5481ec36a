/** Runs one behaviour suite on every engine of the control store: SQLite in a folder, and a real PostgreSQL. */

import { afterAll, afterEach, describe } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { type ControlDatabase, openControlDatabase, openSharedControlDatabase } from '../sql/control-database.ts'

export type TestEngine = {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** The store of the running test, empty at its start. A second call opens the same store again: a restart, or a node. */
  openDatabase(): Promise<ControlDatabase>
}

/** What an engine needs to keep tests apart. */
type Home = {
  open(): Promise<ControlDatabase>
  /** After each test, when nothing is open any more. */
  empty(): Promise<void>
  remove(): Promise<void>
}

const HOMES = { SQLite: sqliteHome, PostgreSQL: postgresHome } as const

/**
 * `suite` calls `test` and the hooks as it would inside `describe`. What it opens is closed and emptied after each test.
 * `engines` names fewer for what only they can do wrong.
 */
export function forEachEngine(
  name: string,
  suite: (engine: TestEngine) => void,
  engines: readonly TestEngine['name'][] = ['SQLite', 'PostgreSQL'],
): void {
  for (const engine of engines) {
    const home = HOMES[engine]()
    describe(`${name} on ${engine}`, () => {
      const opened = new Set<ControlDatabase>()
      suite({
        name: engine,
        async openDatabase() {
          const database = await home.open()
          opened.add(database)
          return database
        },
      })
      afterEach(async () => {
        for (const database of opened) await database.destroy()
        opened.clear()
        await home.empty()
      })
      afterAll(() => home.remove())
    })
  }
}

function sqliteHome(): Home {
  let folder: Promise<string> | null = null
  const empty = async () => {
    if (folder !== null) await rm(await folder, { recursive: true })
    folder = null
  }
  return {
    async open() {
      folder ??= mkdtemp(join(tmpdir(), 'gatehouse-control-'))
      return openControlDatabase(await folder)
    },
    empty,
    remove: empty,
  }
}

/** One database of its own for each suite, so that files running side by side never meet. */
function postgresHome(): Home {
  const database = `gatehouse_test_${crypto.randomUUID().replaceAll('-', '')}`
  let url: Promise<string> | null = null
  return {
    async open() {
      url ??= createDatabase(serverUrl(), database)
      return openSharedControlDatabase(await url)
    },
    async empty() {
      if (url !== null) await run(await url, EMPTY_ALL_TABLES)
    },
    async remove() {
      if (url !== null) await run(serverUrl(), `drop database if exists ${database} with (force)`)
    },
  }
}

/** Without foreign keys the order does not matter; `truncate` would take 20 ms for each test where this takes one. */
const EMPTY_ALL_TABLES = `do $$ declare place name; begin
  set local session_replication_role = replica;
  for place in select tablename from pg_tables where schemaname = current_schema() and tablename not like 'kysely%' loop
    execute format('delete from %I', place);
  end loop;
end $$`

async function createDatabase(server: string, name: string): Promise<string> {
  await run(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Missing means a failed test, not a skipped one: half a suite that passes looks like a whole one. */
function serverUrl(): string {
  const url = process.env['GATEHOUSE_TEST_POSTGRES_URL']
  if (url) return url
  throw new Error(
    'These tests need a PostgreSQL. Run them with "npm test", or one file with "node scripts/services.mjs -- bun test <file>".',
  )
}
