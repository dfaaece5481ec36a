import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { copyFileSync, existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { propertyRuns } from '../../../../../tests/harness/property-runs.ts'
import { type ControlDatabase, openControlDatabase } from '../control-database.ts'
import { migrationsIn } from '../migrate.ts'
import { MIGRATION_NAMES } from '../new-store.ts'
import { expireHistory } from './expire-history.ts'
import { existingTriggers, hasHistory, RowHistory } from './row-history.ts'
import { NoHistoryError, undoChanges } from './undo-changes.ts'

let folder: string
let copies: number

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-history-'))
  copies = 0
})

afterEach(() => rm(folder, { recursive: true, force: true }))

type Row = Record<string, unknown>
/** All rows of tables with a history, without the columns of activity. */
type State = Record<string, readonly Row[]>

const TABLES = [
  'organisations',
  'workspaces',
  'users',
  'api_keys',
  'virtual_keys',
  'virtual_key_credentials',
  'configs',
]
const ACTIVITY = ['last_used_at_ms', 'last_used_ip', 'last_active_at_ms']

function stateOf(path: string): State {
  const file = new Database(path, { readwrite: true })
  const state = Object.fromEntries(
    TABLES.map((table) => {
      const rows = file.query<Row, []>(`select * from ${table} order by id`).all()
      for (const row of rows) for (const name of ACTIVITY) delete row[name]
      return [table, rows]
    }),
  )
  file.close()
  return state
}

/** The copy that a backup would have. */
function copyOf(path: string): string {
  const copy = join(folder, `copy-${copies++}.db`)
  copyFileSync(path, copy)
  if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`)
  return copy
}

/** A time that no later change has. */
async function moment(): Promise<number> {
  const atMs = Date.now()
  while (Date.now() === atMs) await Bun.sleep(0)
  return atMs
}

const insertWorkspace = (id: string, name: string) =>
  sql`insert into workspaces (id, organisation_id, name, slug, created_at_ms) values (${id}, 'o', ${name}, ${name}, 1)`
const insertUser = (id: string, email: string) =>
  sql`insert into users (id, organisation_id, email, first_name, last_name, role, password_hash, created_at_ms, updated_at_ms)
    values (${id}, 'o', ${email}, 'a', 'b', 'owner', 'x', 1, 1)`

async function openWithOrganisation(data: string): Promise<ControlDatabase> {
  const database = await openControlDatabase(data)
  await sql`insert or ignore into organisations (id, name, created_at_ms) values ('o', 'o', 1)`.execute(database)
  return database
}

const id = fc.constantFrom('a', 'b', 'c')
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 6 }), fc.constantFrom('same', 'a\0b', `it's "x"`))
const number = fc.oneof(fc.constantFrom(0.1 + 0.2, 1 / 3, 5e-324), fc.double({ noNaN: true, noDefaultInfinity: true }))

const statement = fc.oneof(
  fc.tuple(id, text).map(([key, name]) => insertWorkspace(key, name)),
  fc.tuple(id, text).map(([key, name]) => sql`update workspaces set name = ${name}, icon = ${name} where id = ${key}`),
  id.map((key) => sql`delete from workspaces where id = ${key}`),
  fc.tuple(id, text).map(([key, email]) => insertUser(key, email)),
  // Changes the primary key and several rows at once.
  fc.tuple(id, id).map(([from, to]) => sql`update users set id = ${to} where id = ${from}`),
  text.map((name) => sql`update users set first_name = ${name}`),
  id.map((key) => sql`delete from users where id <> ${key}`),
  fc.tuple(id, id).map(
    ([key, workspace]) =>
      sql`insert into virtual_keys (id, organisation_id, workspace_id, slug, name, provider, settings, created_at_ms, updated_at_ms)
          values (${key}, 'o', ${workspace}, ${key}, 'n', 'p', '{}', 1, 1)
          on conflict (id) do update set name = name || '+', workspace_id = excluded.workspace_id`,
  ),
  // Deletes its credentials too.
  id.map((key) => sql`delete from virtual_keys where id = ${key}`),
  fc.tuple(id, id, number).map(
    ([key, owner, weight]) =>
      sql`insert into virtual_key_credentials (id, virtual_key_id, sealed, hint, weight, created_at_ms)
          values (${key}, ${owner}, 's', 'h', ${weight}, 1)`,
  ),
  fc
    .tuple(id, number)
    .map(([key, weight]) => sql`update virtual_key_credentials set weight = ${weight} where id = ${key}`),
)
const transaction = fc.record({
  statements: fc.array(statement, { minLength: 1, maxLength: 4 }),
  fails: fc.boolean(),
  isReopened: fc.nat(9).map((n) => n === 0),
})

test('undoing returns every table to exactly its state at any earlier time', async () => {
  const template = await mkdtemp(join(folder, 'template-'))
  await (await openWithOrganisation(template)).destroy()
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(transaction, { minLength: 1, maxLength: 12 }), async (transactions) => {
      const data = await mkdtemp(join(folder, `run-${run++}-`))
      const path = join(data, 'control.db')
      copyFileSync(join(template, 'control.db'), path)
      let database = await openControlDatabase(data)
      const seen: { readonly atMs: number; readonly states: State[] }[] = []
      for (const { statements, fails, isReopened } of transactions) {
        const before = stateOf(path)
        const during: number[] = []
        // A violated constraint rolls the whole transaction back.
        await database
          .transaction()
          .execute(async (within) => {
            for (const each of statements) {
              await each.execute(within)
              during.push(await moment())
            }
            if (fails && statements.length > 2) throw new Error('on purpose')
          })
          .catch(() => {})
        if (isReopened) {
          await database.destroy()
          database = await openControlDatabase(data)
        }
        const after = stateOf(path)
        // A time during the transaction must not separate its statements.
        for (const atMs of during) seen.push({ atMs, states: [before, after] })
        seen.push({ atMs: await moment(), states: [after] })
      }
      for (const { atMs, states } of seen) {
        const copy = copyOf(path)
        undoChanges(copy, atMs)
        expect(states).toContainEqual(stateOf(copy))
      }
      await database.destroy()
    }),
    { numRuns: propertyRuns(25) },
  )
})

test('a restored store keeps its history: it can be restored to a still earlier time', async () => {
  const database = await openWithOrganisation(folder)
  const path = join(folder, 'control.db')
  const empty = { atMs: await moment(), state: stateOf(path) }
  await insertWorkspace('a', 'first').execute(database)
  const first = { atMs: await moment(), state: stateOf(path) }
  await sql`update workspaces set name = 'second'`.execute(database)
  await database.destroy()
  expect(undoChanges(path, first.atMs)).toBe(1)
  expect(stateOf(path)).toEqual(first.state)
  const reopened = await openControlDatabase(folder)
  await sql`update workspaces set name = 'third'`.execute(reopened)
  await reopened.destroy()
  expect(undoChanges(path, empty.atMs)).toBe(2)
  expect(stateOf(path)).toEqual(empty.state)
})

test('sessions and rows that lost their parent are deleted, and use of keys is not recorded', async () => {
  const database = await openWithOrganisation(folder)
  const path = join(folder, 'control.db')
  const atMs = await moment()
  await insertUser('u', 'u@example.com').execute(database)
  await insertWorkspace('w', 'w').execute(database)
  await sql`insert into sessions (token_hash, user_id, created_at_ms, last_seen_at_ms, expires_at_ms, ip)
    values ('t', 'u', 1, 1, 1, 'ip')`.execute(database)
  await sql`insert into alert_events (id, organisation_id, workspace_id, kind, name, at_ms, is_silenced)
    values ('e', 'o', 'w', 'budget', 'n', 1, 0)`.execute(database)
  await sql`insert into alert_deliveries (event_id, channel_id, channel_name, channel_type, status, attempts, next_attempt_at_ms, updated_at_ms)
    values ('e', 'c', 'c', 'webhook', 'sent', 1, 1, 1)`.execute(database)
  for (let n = 0; n < 10; n++) await sql`update users set last_active_at_ms = ${n}`.execute(database)
  await database.destroy()
  expect(undoChanges(path, atMs)).toBe(2)
  const file = new Database(path)
  for (const table of ['users', 'workspaces', 'sessions', 'alert_events', 'alert_deliveries'])
    expect(file.query(`select count(*) as count from ${table}`).get()).toEqual({ count: 0 })
  file.close()
})

test('a backup of an older version has no tables of later migrations, and can be restored', async () => {
  const database = await openWithOrganisation(folder)
  const path = join(folder, 'control.db')
  const atMs = await moment()
  await insertWorkspace('w', 'w').execute(database)
  await database.destroy()
  const file = new Database(path)
  for (const table of ['session_confirmations', 'factor_challenges', 'sso_states', 'device_codes'])
    file.run(`drop table ${table}`)
  file.close()
  expect(undoChanges(path, atMs)).toBe(1)
})

test('a used code of an app stays used, and used recovery codes do not come back', async () => {
  const database = await openWithOrganisation(folder)
  const path = join(folder, 'control.db')
  await insertUser('u', 'u@example.com').execute(database)
  await sql`insert into totp_secrets (user_id, sealed_secret, last_step, created_at_ms) values ('u', 's', 1, 1)`.execute(
    database,
  )
  await sql`insert into recovery_codes (user_id, code_hash) values ('u', 'a'), ('u', 'b')`.execute(database)
  const atMs = await moment()
  await sql`update totp_secrets set last_step = 9`.execute(database)
  await sql`delete from recovery_codes where code_hash = 'a'`.execute(database)
  await sql`update users set first_name = 'changed'`.execute(database)
  await database.destroy()
  undoChanges(path, atMs)
  const file = new Database(path)
  expect(file.query('select last_step from totp_secrets').all()).toEqual([{ last_step: 9 }])
  expect(file.query('select code_hash from recovery_codes').all()).toEqual([{ code_hash: 'b' }])
  expect(file.query('select first_name from users').all()).toEqual([{ first_name: 'a' }])
  file.close()
})

test('a time before the history is refused with the reason', async () => {
  const path = join(folder, 'control.db')
  const before = await moment()
  const refusal = () => {
    try {
      return undoChanges(copyOf(path), before)
    } catch (error) {
      return error instanceof NoHistoryError ? error.message : error
    }
  }
  const database = await openWithOrganisation(folder)
  await database.destroy()
  expect(refusal()).toContain('Its history of settings starts at')

  const file = new Database(path)
  const triggers = () => existingTriggers(file).length
  const all = triggers()
  new RowHistory(file).prepareMigration(migrationsIn(file), MIGRATION_NAMES)
  // The store has migrations that this list lacks, so it counts as newer and keeps its triggers.
  new RowHistory(file).prepareMigration(migrationsIn(file), ['000-other', '999-next'])
  expect(triggers()).toBe(all)
  // Drops the triggers. They name the column `icon`, so it could not be dropped below.
  new RowHistory(file).prepareMigration(migrationsIn(file), [...MIGRATION_NAMES, '999-next'])
  expect(triggers()).toBe(0)
  file.run('alter table workspaces drop column icon')
  file.run('alter table workspaces add column icon text')
  file.close()
  await (await openControlDatabase(folder)).destroy()
  expect(refusal()).toContain('An upgrade migrated the store at')

  const off = await openControlDatabase(folder, false)
  await insertWorkspace('w', 'w').execute(off)
  expect((await sql<{ count: number }>`select count(*) as count from row_history`.execute(off)).rows).toEqual([
    { count: 0 },
  ])
  await off.destroy()
  expect(refusal()).toContain('GATEWAY_SETTINGS_HISTORY_DAYS=0')
  // A command without settings leaves the history off.
  await (await openControlDatabase(folder)).destroy()
  expect(refusal()).toContain('GATEWAY_SETTINGS_HISTORY_DAYS=0')

  const bare = new Database(path)
  bare.run('drop table row_history_start')
  bare.close()
  expect(refusal()).toContain('without a history of settings')
})

test('expired changes are deleted, and the history then starts later', async () => {
  const database = await openWithOrganisation(folder)
  const path = join(folder, 'control.db')
  const atMs = await moment()
  for (let n = 0; n < 1_201; n++) await sql`update organisations set name = ${n}`.execute(database)
  await moment()
  const middleMs = await moment()
  await sql`update organisations set name = 'last'`.execute(database)
  await expireHistory(database, middleMs)
  const { rows } = await sql`select kind, old_row ->> 'name' as name from row_history`.execute(database)
  expect(rows).toEqual([{ kind: 'update', name: '1200' }])
  await database.destroy()
  expect(() => undoChanges(copyOf(path), atMs)).toThrow('older changes have expired')
  expect(undoChanges(path, middleMs)).toBe(1)
})

test('after an account was erased, earlier times are refused with this reason, later ones are not', async () => {
  const database = await openWithOrganisation(folder)
  const path = join(folder, 'control.db')
  const beforeMs = await moment()
  await sql`update organisations set name = 'one'`.execute(database)
  const erasedAtMs = await moment()
  await expireHistory(database, erasedAtMs + 1, 'erased')
  const afterMs = await moment()
  await sql`update organisations set name = 'two'`.execute(database)
  // The regular expiry of older changes keeps the reason.
  await expireHistory(database, beforeMs)
  await database.destroy()
  expect(() => undoChanges(copyOf(path), beforeMs)).toThrow('An account was erased at')
  expect(undoChanges(path, afterMs)).toBe(1)
})

test('every table has a history or a reason not to have one', async () => {
  const database = await openControlDatabase(folder)
  await database.destroy()
  const file = new Database(join(folder, 'control.db'), { readwrite: true })
  const tables = file
    .query<{ name: string }, []>(
      `select name from sqlite_master where type = 'table' and name not glob 'sqlite_*' and name not glob 'kysely_*'
         and name not glob 'row_history*'`,
    )
    .all()
    .map(({ name }) => name)
  const triggers = existingTriggers(file).join('\n')
  file.close()
  expect(tables.length).toBeGreaterThan(30)
  expect(tables.filter((name) => hasHistory(name) && !triggers.includes(`on "${name}" begin`))).toEqual([])
})
