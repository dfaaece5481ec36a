import { beforeEach, describe, expect, test } from 'bun:test'
import type { Session } from '../../core/stores/sessions.ts'
import type { ControlDatabase } from '../sql/control-database.ts'
import { SqlApiKeys } from '../sql/repositories/api-keys.ts'
import { SqlInvites } from '../sql/repositories/invites.ts'
import { SqlSessions } from '../sql/repositories/sessions.ts'
import { SqlUsers } from '../sql/repositories/users.ts'
import { SqlWorkspaces } from '../sql/repositories/workspaces.ts'
import { forEachEngine } from './test-engines.ts'
import { newKey } from './test-keys.ts'
import { addOrganisation, invite, member, user, workspace } from './test-people.ts'

const ALL = { currentPage: 0, pageSize: 100 }

forEachEngine('people', (engine) => {
  let database: ControlDatabase
  let users: SqlUsers

  beforeEach(async () => {
    database = await engine.openDatabase()
    users = new SqlUsers(database)
    await addOrganisation(database, 'acme')
    await addOrganisation(database, 'other')
  })

  describe('users', () => {
    test('are read back unchanged, only in their own organisation', async () => {
      const full = user('u1', { role: 'owner', firstName: 'Zoë', isDisabled: true, disabledBy: 'manual' })
      await users.insert(full)
      expect(await users.find('acme', 'u1')).toEqual(full)
      expect(await users.find('other', 'u1')).toBeUndefined()
      expect(await users.findById('u1')).toEqual(full)
      expect(await users.findByEmail('U1@EXAMPLE.com')).toEqual(full)
      await users.update({ ...full, role: 'admin', isDisabled: false, updatedAtMs: 9 })
      expect(await users.find('acme', 'u1')).toMatchObject({ role: 'admin', isDisabled: false, updatedAtMs: 9 })
    })

    test('a duplicate email address in any case is a conflict, and the transaction continues', async () => {
      await users.insert(user('u1'))
      await database.transaction().execute(async (transaction) => {
        const again = new SqlUsers(transaction).insert(user('u2', { email: 'U1@example.com' }))
        await expect(again).rejects.toMatchObject({ code: 'conflict', param: 'email' })
        await new SqlUsers(transaction).insert(user('u3'))
      })
      expect((await users.list('acme', {}, ALL)).rows.map((row) => row.id)).toEqual(['u3', 'u1'])
    })

    test('are listed newest first, by role and by address', async () => {
      await users.insert(user('u1', { role: 'owner', createdAtMs: 7 }))
      await users.insert(user('u2', { createdAtMs: 8 }))
      await users.insert(user('u3', { organisationId: 'other' }))
      const ids = async (filter: Parameters<SqlUsers['list']>[1]) =>
        (await users.list('acme', filter, ALL)).rows.map((row) => row.id)
      expect(await ids({})).toEqual(['u2', 'u1'])
      expect(await ids({ role: 'owner' })).toEqual(['u1'])
      expect(await ids({ email: 'U2@Example.com' })).toEqual(['u2'])
      expect(await ids({ email: 'u3@example.com' })).toEqual([])
      expect(await users.list('acme', {}, { currentPage: 1, pageSize: 1 })).toMatchObject({ total: 2 })
    })

    test('owners are counted per organisation, without disabled users', async () => {
      await users.insert(user('u1', { role: 'owner' }))
      await users.insert(user('u2', { role: 'owner', isDisabled: true }))
      await users.insert(user('u3', { role: 'owner', organisationId: 'other' }))
      await users.insert(user('u4', { role: 'admin' }))
      expect(await users.countOwners('acme')).toBe(1)
    })

    test('starting or using a session updates the last activity; other updates do not change it', async () => {
      const sessions = new SqlSessions(database)
      await users.insert(user('u1'))
      await users.insert(user('u2'))
      const read = await users.findById('u1')
      expect(read?.lastActiveAtMs).toBeNull()
      await sessions.insert(session('a', 'u1', { lastSeenAtMs: 30 }))
      await sessions.insert(session('b', 'u1', { lastSeenAtMs: 20 }))
      expect((await users.findById('u1'))?.lastActiveAtMs).toBe(30)
      await sessions.touch('b', 40)
      await sessions.touch('a', 35)
      await sessions.touch('a', 25)
      // Saves a user object that was read earlier.
      await users.update({ ...user('u1'), firstName: 'Other', lastActiveAtMs: read?.lastActiveAtMs ?? null })
      await sessions.removeAll('u1')
      const { rows } = await users.list('acme', {}, ALL)
      expect(rows.map(({ id, firstName, lastActiveAtMs }) => [id, firstName, lastActiveAtMs])).toEqual([
        ['u2', 'Ada', null],
        ['u1', 'Other', 40],
      ])
    })

    test('using a personal key updates the last activity of its holder only', async () => {
      await users.insert(user('u1'))
      await users.insert(user('u2'))
      await new SqlWorkspaces(database).insert(workspace('w1'))
      const keys = new SqlApiKeys(database)
      const home = { organisationId: 'acme', workspaceId: 'w1' }
      const [own, second, robot] = [
        newKey(home, { type: 'workspace-user', userId: 'u1' }),
        newKey(home, { type: 'workspace-user', userId: 'u1' }),
        newKey(home, { createdBy: 'u2' }),
      ]
      for (const key of [own, second, robot]) await keys.insert(key)
      const used = (key: typeof own, atMs: number) => ({ keyId: key.id, atMs, ip: '192.0.2.1' })
      await keys.recordUses([used(own, 50), used(second, 40), used(robot, 60)])
      await keys.recordUses([used(second, 45)])
      const active = async () =>
        [await users.findById('u1'), await users.findById('u2')].map((one) => one?.lastActiveAtMs)
      expect(await active()).toEqual([50, null])
      await new SqlSessions(database).insert(session('a', 'u1', { lastSeenAtMs: 70 }))
      await keys.recordUses([used(own, 65)])
      expect(await active()).toEqual([70, null])
    })

    test('and keys have names as authors, in their own organisation', async () => {
      await users.insert(user('u1', { firstName: 'Zoë', lastName: '' }))
      await users.insert(user('u2', { firstName: '', lastName: '' }))
      await users.insert(user('u3', { organisationId: 'other' }))
      await new SqlWorkspaces(database).insert(workspace('w1'))
      const key = newKey({ organisationId: 'acme', workspaceId: 'w1' }, { name: 'Deploys' })
      await new SqlApiKeys(database).insert(key)
      const named = await users.authors('acme', ['u1', 'u2', 'u3', 'gone', key.id])
      expect(Object.fromEntries(named)).toEqual({ u1: 'Zoë', u2: 'u2@example.com', [key.id]: 'Deploys' })
      expect((await users.authors('acme', [])).size).toBe(0)
    })

    test('are deleted with their memberships and sessions', async () => {
      const workspaces = new SqlWorkspaces(database)
      const sessions = new SqlSessions(database)
      await workspaces.insert(workspace('w1'))
      for (const id of ['u1', 'u2']) {
        await users.insert(user(id))
        await workspaces.putMember(member('w1', id))
        await sessions.insert(session(`of ${id}`, id))
      }
      await users.remove('u1')
      expect(await users.findById('u1')).toBeUndefined()
      expect(await workspaces.memberships(['u1', 'u2'])).toEqual([member('w1', 'u2')])
      expect(await sessions.find('of u1')).toBeUndefined()
      expect(await sessions.find('of u2')).toBeDefined()
    })
  })

  describe('invites', () => {
    let invites: SqlInvites

    beforeEach(() => {
      invites = new SqlInvites(database)
    })

    test('are read back unchanged, by id in their organisation and by token', async () => {
      const full = invite('i1', {
        newKey: { scopes: ['logs.view'], name: 'a key', expiresAtMs: 9, metadata: { team: 'x' } },
        role: 'owner',
        workspaces: [],
      })
      await invites.insert(full)
      expect(await invites.find('acme', 'i1')).toEqual(full)
      expect(await invites.find('other', 'i1')).toBeUndefined()
      expect(await invites.findByToken('hash of i1')).toEqual(full)
      await invites.update({ ...full, tokenHash: 'new', acceptedAtMs: 9, updatedAtMs: 9 })
      expect(await invites.findByToken('hash of i1')).toBeUndefined()
      expect(await invites.findByToken('new')).toMatchObject({ acceptedAtMs: 9 })
    })

    test('each has exactly one status at a time', async () => {
      await invites.insert(invite('pending'))
      await invites.insert(invite('expired', { expiresAtMs: 50 }))
      await invites.insert(invite('accepted', { acceptedAtMs: 9, expiresAtMs: 50 }))
      await invites.insert(invite('cancelled', { cancelledAtMs: 9 }))
      for (const status of ['pending', 'expired', 'accepted', 'cancelled'] as const) {
        const { rows, total } = await invites.list('acme', { status, nowMs: 50 }, ALL)
        expect([rows.map((row) => row.id), total]).toEqual([[status], 1])
      }
      expect((await invites.list('acme', { nowMs: 50 }, ALL)).total).toBe(4)
      expect((await invites.list('other', { nowMs: 50 }, ALL)).total).toBe(0)
      await invites.cancelAllBy(['somebody else'], 60)
      expect((await invites.list('acme', { status: 'pending', nowMs: 50 }, ALL)).total).toBe(1)
      await invites.cancelAllBy(['u1'], 60)
      expect(await invites.find('acme', 'pending')).toMatchObject({ cancelledAtMs: 60, updatedAtMs: 60 })
      expect(await invites.find('acme', 'accepted')).toMatchObject({ acceptedAtMs: 9, cancelledAtMs: null })
      expect(await invites.find('acme', 'cancelled')).toMatchObject({ cancelledAtMs: 9 })
      const filter = { email: 'PENDING@example.com', role: 'member', nowMs: 50 } as const
      expect((await invites.list('acme', filter, ALL)).total).toBe(1)
    })
  })

  describe('sessions', () => {
    let sessions: SqlSessions

    beforeEach(async () => {
      sessions = new SqlSessions(database)
      await users.insert(user('u1'))
      await users.insert(user('u2'))
    })

    test('the last use never moves back, and sessions end one by one or all of a user', async () => {
      await sessions.insert(session('a', 'u1'))
      await sessions.insert(session('b', 'u1'))
      await sessions.insert(session('c', 'u2'))
      await sessions.touch('a', 20)
      await sessions.touch('a', 15)
      expect(await sessions.find('a')).toEqual(session('a', 'u1', { lastSeenAtMs: 20 }))
      await sessions.remove('a')
      expect(await sessions.find('a')).toBeUndefined()
      await sessions.removeAll('u1')
      expect(await sessions.find('b')).toBeUndefined()
      expect(await sessions.find('c')).toEqual(session('c', 'u2'))
    })

    test('are listed per user, last used first, and all but one can end at once', async () => {
      await sessions.insert(session('a', 'u1', { lastSeenAtMs: 5 }))
      await sessions.insert(session('b', 'u1', { lastSeenAtMs: 9, userAgent: 'Browser' }))
      await sessions.insert(session('c', 'u2'))
      expect(await sessions.list('u1')).toEqual([
        session('b', 'u1', { lastSeenAtMs: 9, userAgent: 'Browser' }),
        session('a', 'u1', { lastSeenAtMs: 5 }),
      ])
      expect(await sessions.removeOthers('u1', 'a')).toBe(1)
      expect(await sessions.removeOthers('u1', 'a')).toBe(0)
      expect((await sessions.list('u1')).map(({ tokenHash }) => tokenHash)).toEqual(['a'])
      expect(await sessions.list('u2')).toHaveLength(1)
    })

    test('that expired or were idle too long are deleted', async () => {
      await sessions.insert(session('old', 'u1', { expiresAtMs: 50, lastSeenAtMs: 49 }))
      await sessions.insert(session('idle', 'u1', { lastSeenAtMs: 10 }))
      await sessions.insert(session('live', 'u1', { lastSeenAtMs: 11 }))
      await sessions.removeExpired(50, 10)
      const kept = await Promise.all(['old', 'idle', 'live'].map((token) => sessions.find(token)))
      expect(kept.map((found) => found !== undefined)).toEqual([false, false, true])
    })

    test('need an existing user', async () => {
      await expect(sessions.insert(session('x', 'nobody'))).rejects.toThrow()
    })
  })
})

function session(tokenHash: string, userId: string, more: Partial<Session> = {}): Session {
  return {
    tokenHash,
    userId,
    createdAtMs: 5,
    lastSeenAtMs: 5,
    expiresAtMs: 1_000,
    ip: '127.0.0.1',
    userAgent: null,
    method: 'password',
    ...more,
  }
}
