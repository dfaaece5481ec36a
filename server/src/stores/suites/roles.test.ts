import { beforeEach, describe, expect, test } from 'bun:test'
import type { AccessCursor, AccessRow } from '../../core/stores/access-review.ts'
import type { CustomRole } from '../../core/stores/roles.ts'
import type { ControlDatabase } from '../sql/control-database.ts'
import { controlStore } from '../sql/control-store.ts'
import { SqlAccessReview } from '../sql/repositories/access-review.ts'
import { SqlRoles } from '../sql/repositories/roles.ts'
import { forEachEngine } from './test-engines.ts'
import { newKey } from './test-keys.ts'
import { addOrganisation, invite, member, user, workspace } from './test-people.ts'

const HOME = { organisationId: 'acme', workspaceId: 'w1' }

function role(slug: string, given: Partial<CustomRole> = {}): CustomRole {
  return {
    id: `id-of-${slug}`,
    organisationId: 'acme',
    slug,
    name: slug,
    description: null,
    level: 'workspace',
    permissions: ['logs.list'],
    createdAtMs: 5,
    updatedAtMs: 5,
    ...given,
  }
}

forEachEngine('roles', (engine) => {
  let database: ControlDatabase
  let roles: SqlRoles
  let stores: ReturnType<typeof controlStore>['stores']

  beforeEach(async () => {
    database = await engine.openDatabase()
    stores = controlStore(database, (text) => text).stores
    roles = new SqlRoles(database)
    await addOrganisation(database, 'acme')
    await addOrganisation(database, 'other')
    await stores.workspaces.insert(workspace('w1'))
  })

  test('are read back unchanged, by id and slug, only in their own organisation', async () => {
    const full = role('reader', { description: 'Reads', permissions: ['logs.list', 'logs.view'] })
    await roles.insert(full)
    await roles.insert(role('reader', { id: 'x', organisationId: 'other' }))
    expect(await roles.find('acme', 'reader')).toEqual(full)
    expect(await roles.find('acme', full.id)).toEqual(full)
    expect(await roles.find('acme', 'x')).toBeUndefined()
    await roles.update({ ...full, permissions: [], updatedAtMs: 9 })
    expect(await roles.all('acme')).toEqual([{ ...full, permissions: [], updatedAtMs: 9 }])
    await expect(roles.insert(role('reader', { id: 'second' }))).rejects.toThrow()
    await roles.remove(full.id)
    expect(await roles.all('acme')).toEqual([])
    expect(await roles.all('other')).toHaveLength(1)
  })

  test('holders are users, pending invitations and group mappings; all of them get the replacement', async () => {
    const here = role('reader')
    await roles.insert(here)
    await stores.users.insert(user('u1'))
    await stores.workspaces.putMember(member('w1', 'u1', { role: 'reader' }))
    await stores.invites.insert(invite('i1', { workspaces: [{ id: 'w1', role: 'reader' }], expiresAtMs: 100 }))
    await stores.groupMappings.insert({
      id: 'g1',
      organisationId: 'acme',
      groupName: 'staff',
      organisationRole: null,
      workspaceId: 'w1',
      workspaceRole: 'reader',
      createdAtMs: 1,
      updatedAtMs: 1,
    })
    expect((await roles.holders(here, 50, 10)).map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'user u1',
      'invite i1',
      'group_mapping g1',
    ])
    // An expired invitation does not count.
    expect((await roles.holders(here, 200, 10)).map(({ kind }) => kind)).toEqual(['user', 'group_mapping'])
    expect([...(await roles.countUsers('acme'))]).toEqual([['reader', 1]])
    expect(await roles.userIds(here)).toEqual([{ userId: 'u1', workspaceId: 'w1' }])
    await roles.replace(here, 'member', 300)
    expect(await roles.holders(here, 50, 10)).toEqual([])
    expect(await stores.workspaces.memberships(['u1'])).toMatchObject([{ role: 'member' }])
    expect(await stores.invites.find('acme', 'i1')).toMatchObject({ workspaces: [{ id: 'w1', role: 'member' }] })
    expect(await stores.groupMappings.all('acme')).toMatchObject([{ workspaceRole: 'member' }])
  })

  test('a role in the organisation counts as held while groups give another one', async () => {
    const auditor = role('auditor', { level: 'organisation' })
    await roles.insert(auditor)
    await stores.users.insert(user('u1', { role: 'admin', roleWithoutGroups: 'auditor' }))
    await stores.users.insert(user('u2', { role: 'auditor' }))
    expect((await roles.holders(auditor, 1, 10)).map(({ id }) => id)).toEqual(['u1', 'u2'])
    await roles.replace(auditor, 'member', 9)
    expect(await stores.users.findById('u1')).toMatchObject({ role: 'admin', roleWithoutGroups: 'member' })
    expect(await stores.users.findById('u2')).toMatchObject({ role: 'member' })
  })

  test('a personal key sends requests only while a role of its owner has completions.write', async () => {
    await roles.insert(role('reader'))
    await roles.insert(role('sender', { permissions: ['completions.write'] }))
    await roles.insert(role('everywhere', { level: 'organisation', permissions: ['completions.write'] }))
    await stores.users.insert(user('u1'))
    await stores.apiKeys.insert(newKey(HOME, { id: 'k1', userId: 'u1' }))
    const allows = async (workspaceRole: string | null, organisationRole = 'member') => {
      await stores.workspaces.removeMember('w1', 'u1')
      if (workspaceRole !== null) await stores.workspaces.putMember(member('w1', 'u1', { role: workspaceRole }))
      await stores.users.update(user('u1', { role: organisationRole }))
      return (await stores.apiKeys.findCallerIn('k1', 'w1'))?.allowInference
    }
    expect(await allows('member')).toBe(true)
    expect(await allows('sender')).toBe(true)
    expect(await allows('reader')).toBe(false)
    expect(await allows('gone')).toBe(false)
    expect(await allows('reader', 'everywhere')).toBe(true)
    expect(await allows(null, 'everywhere')).toBe(true)
    expect(await allows(null, 'admin')).toBe(true)
    expect(await allows(null)).toBeUndefined()
  })

  describe('the access review', () => {
    test('has each role, key and issuer once, page by page, of its own organisation', async () => {
      for (const id of ['u1', 'u2', 'u3']) await stores.users.insert(user(id))
      await stores.users.insert(user('foreign', { organisationId: 'other' }))
      await stores.workspaces.putMember(member('w1', 'u2', { role: 'manager', source: 'groups' }))
      await stores.apiKeys.insert(newKey(HOME, { id: 'k1', userId: 'u2' }))
      const review = new SqlAccessReview(database)
      for (const limit of [1, 2, 3, 100]) {
        const seen: AccessRow[] = []
        let from: AccessCursor | null = null
        do {
          const page: Awaited<ReturnType<SqlAccessReview['page']>> = await review.page('acme', {}, from, limit)
          seen.push(...page.rows)
          from = page.next
        } while (from !== null)
        expect(seen.map((row) => `${row.kind} ${row.subjectId} ${row.workspaceId}`)).toEqual([
          'user u1 null',
          'user u2 null',
          'user u3 null',
          'user u2 w1',
          'api_key k1 w1',
        ])
      }
      const only = async (filter: Parameters<SqlAccessReview['page']>[1]) =>
        (await review.page('acme', filter, null, 100)).rows.map((row) => `${row.kind} ${row.workspaceId}`)
      expect(await only({ subjectId: 'u2' })).toEqual(['user null', 'user w1', 'api_key w1'])
      expect(await only({ type: 'api_key' })).toEqual(['api_key w1'])
      expect(await only({ workspaceId: 'w1' })).toEqual(['user w1', 'api_key w1'])
      expect(await only({ search: 'U3@' })).toEqual(['user null'])
    })
  })
})
