import { afterAll, expect, test } from 'bun:test'
import { claimOwner } from '../../harness/claim-owner.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { BROWSERS_HAVE_ADDRESSES, SsoScene } from './sso-scene.ts'

const gateway = await shareGateway({ environment: { ...BROWSERS_HAVE_ADDRESSES } })
const owner = await claimOwner(gateway)
const scene = await SsoScene.open(gateway)
const { control } = scene
afterAll(() => scene.issuer[Symbol.asyncDispose]())

let count = 0
function person(more: Record<string, unknown> = {}) {
  const name = `person-${++count}`
  return { sub: name, email: `${name}@example.com`, email_verified: true, ...more }
}

async function signedIn(claims: Record<string, unknown>): Promise<{ id: string; isSignedIn: () => Promise<boolean> }> {
  const browser = await scene.signIn(claims)
  expect(browser.reply.status).toBe(200)
  return { id: (browser.reply.body['user'] as { id: string }).id, isSignedIn: () => browser.isSignedIn() }
}

const access = async (id: string) => {
  const { role, workspace_ids } = await control.do('GET', `/admin/users/${id}`)
  return { role, workspaces: workspace_ids }
}

async function scim(method: string, path: string, body: Record<string, unknown>): Promise<Record<string, unknown>> {
  const key = await scimKey
  const response = await fetch(`${gateway.url}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${key.headers['x-gateway-api-key']}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBeLessThan(300)
  return (await response.json()) as Record<string, unknown>
}
const scimKey = control.adminKey(['scim.provision'])
const scimGroup = (displayName: string, ...ids: string[]) =>
  scim('POST', '/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName,
    members: ids.map((value) => ({ value })),
  })

test('a changed mapping takes effect at once for users whose last sign-in sent the group', async () => {
  const workspaceId = await control.workspace()
  const ann = await signedIn(person({ groups: ['Data "team" 100%', 'other'] }))
  const bob = await signedIn(person({ groups: ['data "team" 100%', 'Data "team" 1000'] }))
  const mapping = { group_name: 'Data "team" 100%', workspace_id: workspaceId, workspace_role: 'member' }
  const { id: mappingId } = await control.do('POST', '/admin/group-mappings', mapping)
  expect(await access(ann.id)).toEqual({ role: 'member', workspaces: [workspaceId] })
  expect(await access(bob.id)).toEqual({ role: 'member', workspaces: [] })
  await control.do('PUT', `/admin/group-mappings/${mappingId}`, { organisation_role: 'admin' })
  expect(await access(ann.id)).toMatchObject({ role: 'admin' })
  expect(await ann.isSignedIn()).toBe(true)
  await control.do('DELETE', `/admin/group-mappings/${mappingId}`)
  expect(await access(ann.id)).toEqual({ role: 'member', workspaces: [] })
  expect([await ann.isSignedIn(), await bob.isSignedIn()]).toEqual([false, true])
})

test('groups of the sign-in count instead of SCIM groups, unless the connection reads none', async () => {
  const [one, two] = [await control.workspace(), await control.workspace()]
  const claims = person({ groups: ['from-sign-in'] })
  const { id } = await signedIn(claims)
  await control.do('POST', '/admin/group-mappings', {
    group_name: 'from-sign-in',
    workspace_id: one,
    workspace_role: 'member',
  })
  await control.do('POST', '/admin/group-mappings', {
    group_name: 'from-scim',
    workspace_id: two,
    workspace_role: 'member',
  })
  await scimGroup('from-scim', id)
  expect(await access(id)).toMatchObject({ workspaces: [one] })

  await scene.change({ claims: { groups: null } })
  await signedIn(claims)
  expect(await access(id)).toMatchObject({ workspaces: [one] })
  await scimGroup('from-scim', id)
  expect(await access(id)).toMatchObject({ workspaces: [two] })
  await scene.change({ claims: { groups: 'groups' } })
  await signedIn(claims)
  expect(await access(id)).toMatchObject({ workspaces: [one] })
})

test('groups make an owner only through a connection that an owner saved', async () => {
  const mapping = { group_name: 'owners', organisation_role: 'owner' }
  expect((await control.call(owner, 'POST', '/admin/group-mappings', mapping)).status).toBe(200)
  // An Admin key saved the connection, so an admin could have chosen an identity provider that makes them an owner.
  const claims = person({ groups: ['owners'] })
  const { id } = await signedIn(claims)
  expect(await access(id)).toMatchObject({ role: 'admin' })
  const path = `/admin/sso-connections/${scene.connectionId}`
  expect((await control.call(owner, 'PUT', path, { name: 'Saved by an owner' })).status).toBe(200)
  expect(await access(id)).toMatchObject({ role: 'admin' })
  await signedIn(claims)
  expect(await access(id)).toMatchObject({ role: 'owner' })
  // A user who is an owner stays one, whoever saves the connection.
  await scene.change({ name: 'Saved by a key' })
  await signedIn(claims)
  expect(await access(id)).toMatchObject({ role: 'owner' })
})
