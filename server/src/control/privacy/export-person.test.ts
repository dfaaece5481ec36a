import { expect, test } from 'bun:test'
import type { LogReader } from '../../core/logs/log-reader.ts'
import { controlStore } from '../../stores/sql/control-store.ts'
import { CONNECTION } from '../../stores/suites/test-connection.ts'
import { forEachEngine } from '../../stores/suites/test-engines.ts'
import { newKey } from '../../stores/suites/test-keys.ts'
import { addOrganisation, user, workspace } from '../../stores/suites/test-people.ts'
import { personPages, streamOf } from './export-person.ts'

const PASSKEY = {
  id: 'p1',
  name: 'Laptop of Ann',
  publicKey: 'public-key-marker',
  counter: 0,
  transports: [],
  rpId: 'gate.example',
  createdAtMs: 5,
  lastUsedAtMs: null,
}
const TOTP = { sealedSecret: 'secret-marker', lastStep: 0, createdAtMs: 5, lastUsedAtMs: null }

forEachEngine('the export of an account', ({ openDatabase }) => {
  test('has its identities, groups, second factors and devices, but none of another user and no secret', async () => {
    const database = await openDatabase()
    await addOrganisation(database, 'acme')
    const { stores } = controlStore(database, (text) => text)
    await stores.workspaces.insert(workspace('w1'))
    await stores.ssoConnections.insert(CONNECTION)
    const group = { organisationId: 'acme', externalId: null, createdAtMs: 1, updatedAtMs: 1, id: 's1', version: 1 }
    await stores.scim.insertGroup({ ...group, displayName: 'Staff' })
    for (const id of ['ann', 'bob']) {
      await stores.users.insert(user(id))
      const profile = { userId: id, organisationId: 'acme', userName: `${id}@idp`, externalId: `x-${id}` }
      await stores.scim.putProfile({ ...profile, attributes: { displayName: `Name of ${id}` } })
      const link = { connectionId: CONNECTION.id, subject: `sub-${id}`, userId: id, createdAtMs: 1 }
      await stores.ssoIdentities.insert({ ...link, groups: ['Leads'] })
      await stores.secondFactors.insertPasskey({ ...PASSKEY, id: `p-${id}`, userId: id, name: `Laptop of ${id}` })
      await stores.secondFactors.insertTotp({ ...TOTP, userId: id })
      const key = newKey({ organisationId: 'acme', workspaceId: 'w1' }, { id: `k-${id}`, userId: id })
      await stores.apiKeys.insert({ ...key, type: 'workspace-user', name: `Device of ${id}` })
      const login = { keyId: `k-${id}`, userId: id, clientId: 'gatehouse-cli', ip: '192.0.2.1', userAgent: 'cli' }
      await stores.deviceLogins.insert({ ...login, createdAtMs: 1 })
    }
    await stores.scim.addMembers('s1', ['ann'])
    const ann = await stores.users.find('acme', 'ann')
    const pages = personPages({
      stores,
      reader: {} as LogReader,
      filter: null,
      user: ann!,
      subject: { type: 'account', id: 'ann', email: 'ann', firstName: '', lastName: '', keyIds: [] },
      nowMs: 50,
    })
    const text = await new Response(streamOf(pages)).text()
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string })
    const of = (type: string) => lines.filter((line) => line.type === type)
    expect(of('sso_identity')).toMatchObject([{ subject: 'sub-ann', groups: ['Leads'] }])
    expect(of('scim_user')).toMatchObject([
      { user_name: 'ann@idp', external_id: 'x-ann', attributes: { displayName: 'Name of ann' }, groups: ['Staff'] },
    ])
    expect(of('passkey')).toMatchObject([{ name: 'Laptop of ann', host: 'gate.example', last_used_at: null }])
    expect(of('authenticator_app')).toHaveLength(1)
    expect(of('device_login')).toMatchObject([{ name: 'Device of ann', ip: '192.0.2.1' }])
    expect(text).not.toContain('bob')
    expect(text).not.toContain('marker')
  })
})
