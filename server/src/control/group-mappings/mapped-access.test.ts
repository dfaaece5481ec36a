import { expect, test } from 'bun:test'
import type { Change } from '../../core/stores/changes.ts'
import type { GroupMapping } from '../../core/stores/group-mappings.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { User } from '../../core/stores/users.ts'
import { controlStore } from '../../stores/sql/control-store.ts'
import { forEachEngine } from '../../stores/suites/test-engines.ts'
import { addOrganisation, member, user, workspace } from '../../stores/suites/test-people.ts'
import { applyMappedAccess, mappedAccess } from './mapped-access.ts'

function mapping(groupName: string, given: Partial<GroupMapping>): GroupMapping {
  const none = { organisationRole: null, workspaceId: null, workspaceRole: null }
  const id = crypto.randomUUID()
  return { id, organisationId: 'acme', groupName, ...none, createdAtMs: 5, updatedAtMs: 5, ...given }
}

const MAPPINGS = [
  mapping('staff', { organisationRole: 'member', workspaceId: 'w1', workspaceRole: 'member' }),
  mapping('platform', { organisationRole: 'admin' }),
  mapping('leads', { workspaceId: 'w1', workspaceRole: 'manager' }),
  mapping('leads', { workspaceId: 'w2', workspaceRole: 'member' }),
  mapping('root', { organisationRole: 'owner' }),
]

test('the highest role of all groups counts, and names are compared exactly', () => {
  const access = mappedAccess(MAPPINGS, ['leads', 'staff', 'platform', 'Root', 'root ', 'unknown'], [])
  expect(access.organisationRole).toBe('admin')
  expect([...access.workspaces]).toEqual([
    ['w1', 'manager'],
    ['w2', 'member'],
  ])
  expect(mappedAccess(MAPPINGS, [], [])).toEqual({ organisationRole: null, workspaces: new Map() })
  expect(mappedAccess(MAPPINGS, ['leads'], []).organisationRole).toBeNull()
})

forEachEngine('applyMappedAccess', ({ openDatabase }) => {
  async function scene() {
    const database = await openDatabase()
    await addOrganisation(database, 'acme')
    const store = controlStore(database, (text) => text)
    for (const id of ['w1', 'w2']) await store.stores.workspaces.insert(workspace(id))
    await store.stores.users.insert(user('boss', { role: 'owner' }))
    await store.stores.users.insert(user('ann'))
    const announced: Change[] = []
    const call = { nowMs: 9, announce: (change: Change) => void announced.push(change) }
    async function give(id: string, groups: readonly string[]): Promise<User> {
      return store.transact(async (stores: Stores) => {
        const before = await stores.users.findById(id)
        return applyMappedAccess(call, stores, before!, mappedAccess(MAPPINGS, groups, []))
      })
    }
    const signIn = (userId: string) =>
      store.stores.sessions.insert({
        tokenHash: `session of ${userId}`,
        userId,
        createdAtMs: 1,
        lastSeenAtMs: 1,
        expiresAtMs: 99,
        ip: '192.0.2.1',
        userAgent: null,
        method: 'password',
      })
    const roles = async (userId: string) =>
      (await store.stores.workspaces.memberships([userId])).map(({ workspaceId, role, source }) => [
        workspaceId,
        role,
        source,
      ])
    const sessions = async (userId: string) => (await store.stores.sessions.list(userId)).length
    return { stores: store.stores, give, signIn, roles, sessions, announced }
  }

  test('groups raise a role and give memberships; without them the user has its own role again', async () => {
    const { stores, give, signIn, roles, sessions } = await scene()
    await signIn('ann')
    expect(await give('ann', ['platform', 'leads'])).toMatchObject({ role: 'admin', roleWithoutGroups: 'member' })
    expect(await roles('ann')).toEqual([
      ['w1', 'manager', 'groups'],
      ['w2', 'member', 'groups'],
    ])
    expect(await sessions('ann')).toBe(1)
    expect(await give('ann', ['staff'])).toMatchObject({ role: 'member' })
    expect(await roles('ann')).toEqual([['w1', 'member', 'groups']])
    expect(await sessions('ann')).toBe(0)
    const stored = await stores.users.findById('ann')
    expect([stored?.role, stored?.roleWithoutGroups]).toEqual(['member', undefined])
  })

  test('the loss of one membership ends the sessions', async () => {
    const { give, signIn, roles, sessions } = await scene()
    await give('ann', ['staff'])
    await signIn('ann')
    await give('ann', ['staff'])
    expect(await sessions('ann')).toBe(1)
    await give('ann', [])
    expect([await roles('ann'), await sessions('ann')]).toEqual([[], 0])
  })

  test('a demotion to member in a workspace ends the sessions', async () => {
    const { give, signIn, roles, sessions } = await scene()
    await give('ann', ['leads'])
    await signIn('ann')
    await give('ann', ['staff', 'leads'])
    expect(await sessions('ann')).toBe(1)
    await give('ann', ['staff'])
    expect([await roles('ann'), await sessions('ann')]).toEqual([[['w1', 'member', 'groups']], 0])
  })

  test('roles and memberships that were given by hand stay', async () => {
    const { stores, give, signIn, roles, sessions } = await scene()
    await stores.users.insert(user('eve', { role: 'admin' }))
    await stores.workspaces.putMember(member('w1', 'eve', { role: 'manager' }))
    await signIn('eve')
    expect((await give('eve', ['staff'])).role).toBe('admin')
    expect((await give('eve', [])).role).toBe('admin')
    expect([await roles('eve'), await sessions('eve')]).toEqual([[['w1', 'manager', 'manual']], 1])
    expect((await give('eve', ['root'])).role).toBe('owner')
    expect((await give('eve', ['staff'])).role).toBe('admin')
  })

  test('the last owner stays owner', async () => {
    const { stores, give, signIn, sessions } = await scene()
    expect((await give('ann', ['root'])).role).toBe('owner')
    const boss = await stores.users.findById('boss')
    await stores.users.update({ ...boss!, isDisabled: true })
    await signIn('ann')
    expect((await give('ann', [])).role).toBe('owner')
    expect([(await stores.users.findById('ann'))?.role, await sessions('ann')]).toEqual(['owner', 1])
    await stores.users.update(boss!)
    expect((await give('ann', [])).role).toBe('member')
    expect(await sessions('ann')).toBe(0)
  })
})
