import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keyHasher } from '../master-key.ts'
import { SqlApiKeyStore } from './api-keys.ts'
import { type ControlDatabase, openControlDatabase } from './control-database.ts'
import { makeFirstKeys } from './first-keys.ts'

const hash = keyHasher(new Uint8Array(32).fill(1))

let folder: string
let database: ControlDatabase

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-control-'))
  database = await openControlDatabase(folder)
})

afterEach(async () => {
  await database.destroy()
  await rm(folder, { recursive: true })
})

async function reopen(): Promise<void> {
  await database.destroy()
  database = await openControlDatabase(folder)
}

function firstKeys(given: { admin?: string; workspace?: string } = {}) {
  const values = { admin: given.admin ?? null, workspace: given.workspace ?? null }
  return makeFirstKeys(database, { given: values, hash, scopes: ['*'], nowMs: 5 })
}

test('migrations run once: a second start keeps every row', async () => {
  const made = await firstKeys()
  await reopen()
  await reopen()
  const names = await database.selectFrom('api_keys').select('name').orderBy('name').execute()
  expect(names.map((row) => row.name)).toEqual(['First Admin key', 'First workspace key'])
  expect(await new SqlApiKeyStore(database).findByHash(hash(made!.admin))).toMatchObject({ kind: 'admin' })
})

test('the first keys are made only once', async () => {
  expect(await firstKeys()).not.toBeNull()
  expect(await firstKeys()).toBeNull()
  await reopen()
  expect(await firstKeys()).toBeNull()
})

test('the first keys hold every scope, belong to one organisation, and only the workspace key to a workspace', async () => {
  const made = (await firstKeys())!
  const store = new SqlApiKeyStore(database)
  const admin = (await store.findByHash(hash(made.admin)))!
  const workspace = (await store.findByHash(hash(made.workspace)))!
  expect(admin).toMatchObject({ kind: 'admin', allowInference: true, expiresAtMs: null, scopes: new Set(['*']) })
  expect(workspace).toMatchObject({
    kind: 'workspace',
    organisationId: admin.organisationId,
    workspaceId: admin.workspaceId,
  })
  expect(made.admin).toStartWith('gwa_')
  expect(made.workspace).toStartWith('gww_')
})

test('preset values become the first keys, on the first start only', async () => {
  const given = { admin: 'preset-admin-value-1', workspace: 'preset-workspace-1' }
  expect(await firstKeys(given)).toEqual(given)
  expect(await firstKeys({ admin: 'another-admin-value' })).toBeNull()
  const store = new SqlApiKeyStore(database)
  expect(await store.findByHash(hash('preset-workspace-1'))).toMatchObject({ kind: 'workspace' })
  expect(await store.findByHash(hash('another-admin-value'))).toBeUndefined()
})

test('no secret is in the files of the store', async () => {
  const made = (await firstKeys())!
  await reopen()
  const files = await Promise.all(
    ['control.db', 'control.db-wal'].map((name) => readFile(join(folder, name), 'latin1').catch(() => '')),
  )
  const bytes = files.join('')
  expect(bytes).toContain('First Admin key')
  for (const secret of [made.admin, made.workspace]) expect(bytes).not.toContain(secret.slice(8, 30))
})

test('the same secret cannot be two keys', async () => {
  const store = new SqlApiKeyStore(database)
  await firstKeys({ admin: 'preset-admin-value-1' })
  const row = await database.selectFrom('api_keys').selectAll().executeTakeFirstOrThrow()
  const again = {
    id: 'k2',
    organisationId: row.organisation_id,
    workspaceId: null,
    kind: 'admin',
    name: 'n',
    hash: row.hash,
    hint: '',
    scopes: [],
    createdAtMs: 1,
  } as const
  await expect(store.insert(again)).rejects.toThrow('UNIQUE')
})

test('transactions stand in line: one that fails leaves nothing, the next one sees a clean store', async () => {
  const row = (id: string) => ({ id, name: id, created_at_ms: 1 })
  const failing = database.transaction().execute(async (transaction) => {
    await transaction.insertInto('organisations').values(row('gone')).execute()
    throw new Error('on purpose')
  })
  const succeeding = database
    .transaction()
    .execute((transaction) => transaction.insertInto('organisations').values(row('stays')).execute())
  await expect(failing).rejects.toThrow('on purpose')
  await succeeding
  expect(await database.selectFrom('organisations').select('id').execute()).toEqual([{ id: 'stays' }])
})

test('a row cannot point to an organisation that does not exist', async () => {
  const orphan = { id: 'w', organisation_id: 'none', name: 'w', is_default: 0, created_at_ms: 1 }
  await expect(database.insertInto('workspaces').values(orphan).execute()).rejects.toThrow('FOREIGN KEY')
})

test('a first start that fails leaves nothing behind, so that the next one makes both keys', async () => {
  await expect(firstKeys({ admin: 'the-same-value-twice', workspace: 'the-same-value-twice' })).rejects.toThrow()
  expect(await firstKeys()).toMatchObject({ admin: expect.any(String), workspace: expect.any(String) })
})
