import { expect, test } from 'bun:test'
import type { SsoConnection } from '../../core/stores/sso.ts'
import { controlStore } from '../../stores/sql/control-store.ts'
import { CONNECTION } from '../../stores/suites/test-connection.ts'
import { forEachEngine } from '../../stores/suites/test-engines.ts'
import { addOrganisation, invite, member, user, workspace } from '../../stores/suites/test-people.ts'
import { findUser } from './find-user.ts'

forEachEngine('findUser', ({ openDatabase }) => {
  async function scene() {
    const database = await openDatabase()
    await addOrganisation(database, 'acme')
    const { stores } = controlStore(database, (text) => text)
    await stores.workspaces.insert(workspace('w1'))
    const found = async (name: string, savedByRole: SsoConnection['savedByRole']) => {
      const names = { firstName: 'Ada', lastName: '', groups: null, sid: null }
      const identity = { subject: name, email: `${name}@example.com`, isEmailTrusted: true, ...names }
      const connection = { ...CONNECTION, domains: ['example.com'], savedByRole }
      try {
        return (await findUser(stores, connection, identity, 9)).how
      } catch (error) {
        return (error as Error).message
      }
    }
    return { stores, found }
  }
  const REFUSED = expect.stringContaining('cannot sign in workspace members')

  test('a connection that nobody with all permissions of an admin saved links no member of a workspace', async () => {
    const { stores, found } = await scene()
    for (const id of ['ann', 'bob']) await stores.users.insert(user(id))
    await stores.workspaces.putMember(member('w1', 'ann'))
    expect(await found('ann', 'member')).toEqual(REFUSED)
    expect(await found('ann', 'admin')).toBe('linked')
    expect(await found('bob', 'member')).toBe('linked')
  })

  test('and uses no invitation with workspaces', async () => {
    const { stores, found } = await scene()
    await stores.invites.insert(invite('ann'))
    await stores.invites.insert(invite('bob', { workspaces: [] }))
    expect(await found('ann', 'member')).toEqual(REFUSED)
    expect(await found('ann', 'admin')).toBe('invited')
    expect(await found('bob', 'member')).toBe('invited')
  })
})
