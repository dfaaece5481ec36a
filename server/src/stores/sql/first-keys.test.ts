import { beforeEach, expect, test } from 'bun:test'
import { keyHasher } from '../master-key.ts'
import { forEachEngine } from '../suites/test-engines.ts'
import type { ControlDatabase } from './control-database.ts'
import { makeFirstKeys } from './first-keys.ts'
import { isUniqueViolation } from './is-unique-violation.ts'
import { SqlApiKeys } from './repositories/api-keys.ts'
import { SqlWorkspaces } from './repositories/workspaces.ts'

const hash = keyHasher(new Uint8Array(32).fill(1))

forEachEngine('the first keys', (engine) => {
  let database: ControlDatabase
  let store: SqlApiKeys

  async function reopen() {
    await database?.destroy()
    database = await engine.openDatabase()
    store = new SqlApiKeys(database)
  }

  beforeEach(reopen)

  function firstKeys(given: { admin?: string; workspace?: string } = {}) {
    const values = { admin: given.admin ?? null, workspace: given.workspace ?? null }
    return makeFirstKeys(database, { given: values, hash, scopes: ['*'], nowMs: 5 })
  }

  test('are created only once', async () => {
    const made = (await firstKeys())!
    expect(await firstKeys()).toBeNull()
    await reopen()
    expect(await firstKeys()).toBeNull()
    expect(await store.findCaller(hash(made.admin))).toMatchObject({ kind: 'admin', keyName: 'First Admin key' })
  })

  test('have every scope and one organisation; only the workspace key has a workspace', async () => {
    const made = (await firstKeys())!
    const admin = (await store.findCaller(hash(made.admin)))!
    const workspace = (await store.findCaller(hash(made.workspace)))!
    expect(admin).toMatchObject({ kind: 'admin', allowInference: true, expiresAtMs: null, scopes: new Set(['*']) })
    expect(workspace).toMatchObject({
      kind: 'workspace',
      organisationId: admin.organisationId,
      workspaceId: admin.workspaceId,
    })
    const rows = await database.selectFrom('api_keys').select(['kind', 'workspace_id']).orderBy('kind').execute()
    expect(rows.map((row) => row.workspace_id === null)).toEqual([true, false])
    expect(made.admin).toStartWith('gwa_')
    expect(made.workspace).toStartWith('gww_')
  })

  test('use preset values, on the first start only', async () => {
    const given = { admin: 'preset-admin-value-1', workspace: 'preset-workspace-1' }
    expect(await firstKeys(given)).toEqual(given)
    expect(await firstKeys({ admin: 'another-admin-value' })).toBeNull()
    expect(await store.findCaller(hash('preset-workspace-1'))).toMatchObject({ kind: 'workspace' })
    expect(await store.findCaller(hash('another-admin-value'))).toBeUndefined()
  })

  test('are created together: a failed first start leaves nothing, and the next one creates both', async () => {
    const same = { admin: 'the-same-value-twice', workspace: 'the-same-value-twice' }
    const error: unknown = await firstKeys(same).catch((thrown: unknown) => thrown)
    expect(isUniqueViolation(error)).toBe(true)
    expect(await store.isEmpty()).toBe(true)
    expect(await firstKeys()).toMatchObject({ admin: expect.any(String), workspace: expect.any(String) })
  })

  test('have a default workspace that is visible only in its organisation', async () => {
    const made = (await firstKeys())!
    const { organisationId, workspaceId } = (await store.findCaller(hash(made.workspace)))!
    const workspaces = new SqlWorkspaces(database)
    expect(await workspaces.findDefault(organisationId)).toMatchObject({ id: workspaceId, isDefault: true })
    expect(await workspaces.find('another', workspaceId)).toBeUndefined()
  })

  test('are created once when several nodes start together', async () => {
    const made = await Promise.all([firstKeys(), firstKeys(), firstKeys()])
    expect(made.filter((keys) => keys !== null)).toHaveLength(1)
  })
})
