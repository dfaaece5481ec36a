import { expect, test } from 'bun:test'
import type { CustomRole } from '../../core/stores/roles.ts'
import { controlStore } from '../../stores/sql/control-store.ts'
import { CONNECTION } from '../../stores/suites/test-connection.ts'
import { forEachEngine } from '../../stores/suites/test-engines.ts'
import { newKey } from '../../stores/suites/test-keys.ts'
import { addOrganisation, member, user, workspace } from '../../stores/suites/test-people.ts'
import type { GrantOnWire } from './grant-wire.ts'
import { Grants } from './list-grants.ts'

const HOME = { organisationId: 'acme', workspaceId: 'w1' }
const READER: CustomRole = {
  id: 'r1',
  organisationId: 'acme',
  slug: 'reader',
  name: 'Reader',
  description: null,
  level: 'workspace',
  permissions: ['logs.list', 'logs.view'],
  createdAtMs: 5,
  updatedAtMs: 5,
}

forEachEngine('grants', ({ openDatabase }) => {
  async function scene() {
    const database = await openDatabase()
    await addOrganisation(database, 'acme')
    const { stores } = controlStore(database, (text) => text)
    await stores.workspaces.insert(workspace('w1'))
    await stores.roles.insert(READER)
    return { database, stores }
  }

  test('say by which grant, and what a personal key and a disabled user can still do', async () => {
    const { stores } = await scene()
    const mapping = {
      organisationId: 'acme',
      organisationRole: null,
      workspaceId: 'w1',
      createdAtMs: 1,
      updatedAtMs: 1,
    }
    for (const [id, groupName] of [
      ['g1', 'staff'],
      ['g2', 'Leads'],
    ] as const)
      await stores.groupMappings.insert({ ...mapping, id, groupName, workspaceRole: 'reader' })
    for (const id of ['ann', 'bob', 'cid', 'dan']) await stores.users.insert(user(id, { isDisabled: id === 'dan' }))
    await stores.workspaces.putMember(member('w1', 'ann', { role: 'reader' }))
    await stores.workspaces.putMember(member('w1', 'bob', { role: 'reader', source: 'groups' }))
    await stores.workspaces.putMember(member('w1', 'cid', { role: 'reader', source: 'groups' }))
    await stores.workspaces.putMember(member('w1', 'dan', { role: 'manager' }))
    const group = { organisationId: 'acme', externalId: null, createdAtMs: 1, updatedAtMs: 1, id: 's1', version: 1 }
    await stores.scim.insertGroup({ ...group, displayName: 'staff' })
    await stores.scim.addMembers('s1', ['bob'])
    const { settings } = CONNECTION
    const claims = { ...settings.claims, groups: 'groups' }
    await stores.ssoConnections.insert({ ...CONNECTION, settings: { ...settings, claims } })
    const link = { connectionId: CONNECTION.id, subject: 'cid', userId: 'cid', createdAtMs: 1 }
    await stores.ssoIdentities.insert({ ...link, groups: ['Leads', 'not mapped'] })
    await stores.apiKeys.insert(
      newKey(HOME, { id: 'k1', type: 'workspace-user', userId: 'ann', scopes: ['logs.view', 'configs.update'] }),
    )
    await stores.apiKeys.insert(newKey(HOME, { id: 'k2', scopes: ['*'], allowInference: false, expiresAtMs: 40 }))
    const { grants, next } = await new Grants(stores, 'acme', {}, null, 50).read(null, 100)
    expect(next).toBeNull()
    const of = (id: string, isInWorkspace: boolean): GrantOnWire =>
      grants.find((one) => one.subject_id === id && (one.workspace_id !== null) === isInWorkspace)!
    expect(of('ann', true)).toMatchObject({ grant: 'direct', groups: [], role: 'reader', role_name: 'Reader' })
    expect(of('ann', true).permissions).toEqual(['logs.list', 'logs.view'])
    expect(of('ann', false)).toMatchObject({ role: 'member', permissions: [] })
    expect(of('bob', true)).toMatchObject({ grant: 'scim_group', groups: ['staff'] })
    expect(of('cid', true)).toMatchObject({ grant: 'group_mapping', groups: ['Leads'] })
    expect(of('dan', true)).toMatchObject({ status: 'disabled', permissions: [] })
    expect(of('k1', true)).toMatchObject({ grant: 'api_key', user_id: 'ann', permissions: ['logs.view'] })
    expect(of('k2', true)).toMatchObject({ status: 'expired', permissions: [] })
    const filtered = await new Grants(stores, 'acme', {}, 'logs.view', 50).read(null, 100)
    expect(filtered.grants.map((one) => one.subject_id).toSorted()).toEqual(['ann', 'bob', 'cid', 'k1'])
  })

  test('10,000 users cost as many queries per row as 1,000', async () => {
    const { database, stores } = await scene()
    let queries = 0
    const counted = new Proxy(stores, {
      get: (target, name: keyof typeof stores) =>
        new Proxy(target[name] as object, {
          get: (store, method) => {
            const own = Reflect.get(store, method) as unknown
            if (typeof own !== 'function') return own
            return (...given: unknown[]) => {
              queries++
              return own.apply(store, given)
            }
          },
        }),
    })
    const addUsers = async (from: number, to: number) => {
      for (let start = from; start < to; start += 500) {
        const ids = Array.from({ length: 500 }, (_, i) => `u${String(start + i).padStart(6, '0')}`)
        const times = { created_at_ms: 1, updated_at_ms: 1 }
        const names = { first_name: '', last_name: '', password_hash: '', is_disabled: 0, is_break_glass: 0 }
        await database
          .insertInto('users')
          .values(
            ids.map((id) => ({
              id,
              organisation_id: 'acme',
              email: `${id}@example.com`,
              role: 'member',
              ...names,
              ...times,
            })) as never,
          )
          .execute()
        await database
          .insertInto('workspace_members')
          .values(
            ids.map(
              (user_id) => ({ workspace_id: 'w1', user_id, role: 'reader', source: 'groups', ...times }) as never,
            ),
          )
          .execute()
      }
    }
    const readAll = async () => {
      queries = 0
      const grants = new Grants(counted, 'acme', {}, null, 50)
      let [rows, from] = [0, null as Parameters<Grants['read']>[0]]
      do {
        const page: Awaited<ReturnType<Grants['read']>> = await grants.read(from, 500)
        rows += page.grants.length
        from = page.next
      } while (from !== null)
      return { rows, queries }
    }
    await addUsers(0, 1_000)
    const few = await readAll()
    expect(few.rows).toBe(2_000)
    await addUsers(1_000, 10_000)
    const many = await readAll()
    expect(many.rows).toBe(20_000)
    expect(many.queries).toBeLessThanOrEqual(10 * few.queries)
    expect(many.queries).toBeLessThan(200)
  })
})
