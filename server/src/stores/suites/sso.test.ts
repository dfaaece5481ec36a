import { beforeEach, expect, test } from 'bun:test'
import type { SsoIdentity, SsoState } from '../../core/stores/sso.ts'
import type { ControlDatabase } from '../sql/control-database.ts'
import { SqlSsoConnections } from '../sql/repositories/sso-connections.ts'
import { SqlSsoIdentities, SqlSsoStates } from '../sql/repositories/sso-identities.ts'
import { SqlUsers } from '../sql/repositories/users.ts'
import { CONNECTION } from './test-connection.ts'
import { forEachEngine } from './test-engines.ts'
import { addOrganisation, user } from './test-people.ts'

const PAGE = { currentPage: 0, pageSize: 10 }

const STATE: SsoState = {
  hash: 'h1',
  connectionId: 'c1',
  kind: 'sign_in',
  browserHash: 'b1',
  sealed: 'sealed',
  expiresAtMs: 100,
}

const identity = (subject: string, userId: string, groups: readonly string[] | null = null): SsoIdentity => ({
  connectionId: 'c1',
  subject,
  userId,
  groups,
  createdAtMs: 5,
})

forEachEngine('single sign-on', (engine) => {
  let database: ControlDatabase
  let connections: SqlSsoConnections
  let identities: SqlSsoIdentities
  let states: SqlSsoStates

  beforeEach(async () => {
    database = await engine.openDatabase()
    connections = new SqlSsoConnections(database)
    identities = new SqlSsoIdentities(database)
    states = new SqlSsoStates(database)
    for (const id of ['acme', 'other']) await addOrganisation(database, id)
    await connections.insert(CONNECTION)
    for (const id of ['u1', 'u2', 'u3']) await new SqlUsers(database).insert(user(id))
  })

  test('a connection is read back whole, only by its organisation, and by its domains', async () => {
    expect(await connections.find('acme', 'c1')).toEqual(CONNECTION)
    expect(await connections.find('other', 'c1')).toBeUndefined()
    expect(await connections.findByDomain('b.example')).toEqual(CONNECTION)
    expect(await connections.findByDomain('c.example')).toBeUndefined()
    expect(await connections.list('other', PAGE)).toEqual({ rows: [], total: 0 })
    expect([await connections.countEnabled('acme'), await connections.countEnabled('other')]).toEqual([1, 0])
  })

  test('a domain belongs to one connection, and is free again after a change', async () => {
    const other = { ...CONNECTION, id: 'c2', publicKey: null, domains: ['b.example'] }
    await expect(database.transaction().execute((tx) => new SqlSsoConnections(tx).insert(other))).rejects.toMatchObject(
      {
        code: 'conflict',
        param: 'domains',
      },
    )
    await connections.update({ ...CONNECTION, domains: ['a.example'], isEnabled: false, updatedAtMs: 9 })
    expect(await connections.countEnabled('acme')).toBe(0)
    await connections.insert(other)
    expect(await connections.findByDomain('b.example')).toMatchObject({ id: 'c2', publicKey: null })
    await connections.remove('c2')
    expect(await connections.findByDomain('b.example')).toBeUndefined()
  })

  test('a subject and a user are linked once, and the links go with the connection or the user', async () => {
    await identities.insert(identity('s1', 'u1'))
    for (const second of [identity('s1', 'u2'), identity('s2', 'u1')])
      await expect(identities.insert(second)).rejects.toMatchObject({ code: 'conflict' })
    expect(await identities.find('c1', 's1')).toEqual(identity('s1', 'u1'))
    expect(await identities.ofUser('u1')).toEqual(identity('s1', 'u1'))
    await identities.insert(identity('s2', 'u2'))
    await new SqlUsers(database).remove('u2')
    expect(await identities.find('c1', 's2')).toBeUndefined()
    await identities.removeAll('c1')
    expect(await identities.ofUser('u1')).toBeUndefined()
  })

  test('users are found by a group of their last sign-in, compared exactly and within the organisation', async () => {
    const odd = 'A "b"\\c 100%_!é'
    await identities.insert(identity('s1', 'u1', [odd, 'x']))
    await identities.insert(identity('s2', 'u2', [odd.toLowerCase(), 'A "b"\\c 1000_!é', 'xx']))
    await identities.insert(identity('s3', 'u3'))
    expect(await identities.usersInGroup('acme', odd)).toEqual(['u1'])
    expect(await identities.usersInGroup('acme', 'x')).toEqual(['u1'])
    expect(await identities.usersInGroup('other', odd)).toEqual([])
    await identities.setGroups('c1', 's3', ['x'])
    await identities.setGroups('c1', 's1', null)
    expect(await identities.usersInGroup('acme', 'x')).toEqual(['u3'])
    const known = await identities.ofUsers(['u1', 'u3', 'nobody'])
    expect(known.map(({ userId, groups }) => [userId, groups]).sort()).toEqual([
      ['u1', null],
      ['u3', ['x']],
    ])
    expect(await identities.ofUsers([])).toEqual([])
  })

  test('a pending sign-in is taken once; a used logout token is remembered until it expires', async () => {
    expect([await states.insert(STATE, 1), await states.insert(STATE, 1)]).toEqual([true, false])
    const taken = await Promise.all([states.take('h1'), states.take('h1')])
    expect(taken.filter((state) => state !== undefined)).toEqual([STATE])
    const used: SsoState = { ...STATE, hash: 'h2', kind: 'logout_token', browserHash: null, sealed: null }
    expect(await states.insert(used, 1)).toBe(true)
    expect(await states.take('h2')).toBeUndefined()
    expect([await states.insert(used, 99), await states.count()]).toEqual([false, 1])
    expect(await states.insert({ ...used, expiresAtMs: 200 }, 100)).toBe(true)
    expect(await states.count()).toBe(1)
  })
})
