import { beforeEach, expect, test } from 'bun:test'
import type { IdKind } from '../../core/stores/ids.ts'
import type { ControlDatabase } from '../sql/control-database.ts'
import { SqlIds } from '../sql/repositories/ids.ts'
import { SqlInvites } from '../sql/repositories/invites.ts'
import { SqlUsers } from '../sql/repositories/users.ts'
import { SqlWorkspaces } from '../sql/repositories/workspaces.ts'
import { forEachEngine } from './test-engines.ts'
import { addOrganisation, invite, user, workspace } from './test-people.ts'

const KINDS: readonly IdKind[] = [
  'api_key',
  'collection',
  'config',
  'integration',
  'invite',
  'label',
  'partial',
  'partial version',
  'policy',
  'prompt',
  'prompt version',
  'virtual_key',
  'workspace',
]

forEachEngine('given ids', (engine) => {
  let database: ControlDatabase
  let ids: SqlIds

  beforeEach(async () => {
    database = await engine.openDatabase()
    for (const id of ['acme', 'other']) await addOrganisation(database, id)
    await new SqlWorkspaces(database).insert(workspace('of-other', { organisationId: 'other', slug: 'ws-other' }))
    ids = new SqlIds(database)
  })

  test('an unused id is free for every kind', async () => {
    for (const kind of KINDS)
      for (const workspaceId of [null, 'of-other'])
        expect([kind, await ids.claim(kind, 'new', { organisationId: 'other', workspaceId })]).toEqual([kind, true])
  })

  test('an id of another organisation is taken; its slug is not', async () => {
    const acme = { organisationId: 'acme', workspaceId: null }
    expect(await ids.claim('workspace', 'of-other', acme)).toBe(false)
    expect(await ids.claim('workspace', 'ws-other', acme)).toBe(true)
    expect(await ids.claim('workspace', 'ws-other', { ...acme, organisationId: 'other' })).toBe(false)
  })

  test('a cancelled invitation gives up its id in its own organisation; a user keeps it', async () => {
    const invites = new SqlInvites(database)
    await invites.insert(invite('i1', { tokenHash: 'one', cancelledAtMs: 7 }))
    await invites.insert(invite('i2', { tokenHash: 'two' }))
    await new SqlUsers(database).insert(user('u1'))
    const claims = (organisationId: string) =>
      Promise.all(['i1', 'i2', 'u1'].map((id) => ids.claim('invite', id, { organisationId, workspaceId: null })))
    expect(await claims('other')).toEqual([false, false, false])
    expect(await claims('acme')).toEqual([true, false, false])
  })
})
