import { expect, test } from 'bun:test'
import type { SsoConnection } from '../../core/stores/sso.ts'
import { controlStore } from '../../stores/sql/control-store.ts'
import { CONNECTION } from '../../stores/suites/test-connection.ts'
import { forEachEngine } from '../../stores/suites/test-engines.ts'
import { addOrganisation, user, workspace } from '../../stores/suites/test-people.ts'
import { regroupMembers } from './regroup.ts'

forEachEngine('regroupMembers', ({ openDatabase }) => {
  async function regrouped(savedByRole: SsoConnection['savedByRole'], organisationRole: string) {
    const database = await openDatabase()
    await addOrganisation(database, 'acme')
    const { stores } = controlStore(database, (text) => text)
    await stores.workspaces.insert(workspace('w1'))
    await stores.users.insert(user('ann'))
    const { settings } = CONNECTION
    const claims = { ...settings.claims, groups: 'groups' }
    await stores.ssoConnections.insert({ ...CONNECTION, savedByRole, settings: { ...settings, claims } })
    const link = { connectionId: CONNECTION.id, subject: 'ann', userId: 'ann', createdAtMs: 1 }
    await stores.ssoIdentities.insert({ ...link, groups: ['staff'] })
    const given = { organisationRole, workspaceId: 'w1', workspaceRole: 'manager' }
    const times = { createdAtMs: 1, updatedAtMs: 1 }
    await stores.groupMappings.insert({ id: 'g1', organisationId: 'acme', groupName: 'staff', ...given, ...times })
    await regroupMembers({ nowMs: 9, announce() {} }, stores, 'acme', ['staff'])
    const { role } = (await stores.users.findById('ann'))!
    return { role, workspaces: (await stores.workspaces.memberships(['ann'])).map((one) => one.workspaceId) }
  }

  test('groups of a sign-in give no more than whoever saved the connection could, and at most admin', async () => {
    expect(await regrouped('member', 'admin')).toEqual({ role: 'member', workspaces: [] })
  })

  test('a connection that an admin or owner saved gives the role admin and workspaces', async () => {
    expect(await regrouped('admin', 'admin')).toEqual({ role: 'admin', workspaces: ['w1'] })
  })

  test('only a sign-in makes an owner', async () => {
    expect(await regrouped('owner', 'owner')).toEqual({ role: 'admin', workspaces: ['w1'] })
  })
})
