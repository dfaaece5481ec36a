/**
 * Runs one test suite on an engine of the control store. `npm test` proves it on SQLite, and `npm run test:stores`, which
 * has servers, on a real PostgreSQL.
 */

import { afterAll, afterEach, describe } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { addControlStore } from '../../../../tests/harness/new-control-store.ts'
import { createDatabase } from '../../../../tests/harness/new-database.ts'
import { postgresServer, TESTED_ENGINE } from '../../../../tests/harness/test-servers.ts'
import { type ControlDatabase, openControlDatabase, openSharedControlDatabase } from '../sql/control-database.ts'

export type TestEngine = {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** Opens the store of the current test, empty at first. A second call acts like a restart or another node. */
  openDatabase(): Promise<ControlDatabase>
}

/** Hooks that isolate tests on one engine. */
type Home = {
  open(): Promise<ControlDatabase>
  /** Runs after each test, when all connections are closed. */
  empty(): Promise<void>
  remove(): Promise<void>
}

const HOMES = { SQLite: sqliteHome, PostgreSQL: postgresHome } as const

/**
 * `suite` calls `test` and hooks as inside `describe`. Stores are closed and emptied after each test. `engines` limits
 * the suite to engines that can have the problem.
 */
export function forEachEngine(
  name: string,
  suite: (engine: TestEngine) => void,
  engines: readonly TestEngine['name'][] = ['SQLite', 'PostgreSQL'],
): void {
  for (const engine of engines.filter((engine) => engine === TESTED_ENGINE)) {
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
      folder ??= newFolder()
      return openControlDatabase(await folder)
    },
    empty,
    remove: empty,
  }
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-control-'))
  await addControlStore(folder)
  return folder
}

/** One database per suite, so that test files can run in parallel. */
function postgresHome(): Home {
  const database = `gatehouse_test_${crypto.randomUUID().replaceAll('-', '')}`
  let url: Promise<string> | null = null
  /** One connection empties the tables after every test: a new one takes 10 ms of CPU time. */
  let cleaner: Client | null = null
  return {
    async open() {
      url ??= createDatabase(postgresServer(), database)
      return openSharedControlDatabase(await url)
    },
    async empty() {
      if (url === null) return
      const address = await url
      const clean = async () => {
        cleaner ??= await connected(address)
        await cleaner.query(EMPTY_ALL_TABLES)
      }
      await clean().catch(() => {
        // A test may have closed all connections to its database.
        cleaner = null
        return clean()
      })
    },
    async remove() {
      await cleaner?.end()
      if (url !== null) await run(postgresServer(), `drop database if exists ${database} with (force)`)
    },
  }
}

/** Disables foreign keys, so that the order does not matter. This takes 1 ms per test; `truncate` takes 20 ms. */
const EMPTY_ALL_TABLES = `do $$ declare place name; begin
  set local session_replication_role = replica;
  for place in select tablename from pg_tables where schemaname = current_schema() and tablename not like 'kysely%' loop
    execute format('delete from %I', place);
  end loop;
end $$`

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  // A closed connection fails its next query.
  client.on('error', () => {})
  await client.connect()
  return client
}

async function run(url: string, statement: string): Promise<void> {
  const client = await connected(url)
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
