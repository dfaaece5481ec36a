import { expect, test } from 'bun:test'
import { type Actor, ControlScene, type Membership, type Reply, withKey } from '../../harness/control-scene.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)

const CHAT = { model: 'mock-1', messages: [{ role: 'user', content: 'hi' }] }
const SCOPES = ['configs.create', 'configs.list', 'logs.list', 'workspace_user_api_keys.create', 'policies.create']

type Made = Actor & { readonly id: string }

function chat(actor: Actor): Promise<Reply> {
  return scene.call({ ...actor, headers: { ...actor.headers, 'x-gateway-provider': 'mock' } }, 'POST', CHAT_PATH, CHAT)
}
const CHAT_PATH = '/chat/completions'

async function makeKey(actor: Actor, type: 'user' | 'service', workspaceId: string, more: object = {}): Promise<Made> {
  const input = { name: scene.uniqueName('Key'), scopes: SCOPES, workspace_id: workspaceId, ...more }
  const made = await scene.call(actor, 'POST', `/api-keys/workspace/${type}`, input)
  if (made.status !== 200) throw new Error(made.text)
  return { ...withKey('key', String(made.body['key'])), id: String(made.body['id']) }
}

function saveConfig(actor: Actor): Promise<Reply> {
  return scene.call(actor, 'POST', '/configs', { name: scene.uniqueName('Config'), config: { provider: 'mock' } })
}

async function manager(workspaceId: string): Promise<Made> {
  return scene.person('member', [{ id: workspaceId, role: 'manager' } satisfies Membership])
}

function reviewed(reply: Reply): string[] {
  return (reply.body['keys_to_review'] as { id: string }[]).map(({ id }) => id).sort()
}

test('a personal key loses its holder’s removed rights on the next call', async () => {
  const workspaceId = await scene.workspace()
  const person = await manager(workspaceId)
  const key = await makeKey(person, 'user', workspaceId)
  expect((await saveConfig(key)).status).toBe(200)
  const path = `/admin/workspaces/${workspaceId}/users/${person.id}`
  await scene.do('PUT', path, { role: 'member' })
  expect((await saveConfig(key)).status).toBe(403)
  const child = { name: 'child', scopes: ['configs.create'] }
  expect((await scene.call(key, 'POST', '/api-keys/workspace/user', child)).status).toBe(403)
  // The key keeps the rights of a member.
  expect((await scene.call(key, 'GET', '/configs')).status).toBe(200)
  expect((await chat(key)).status).toBe(200)
  await scene.do('PUT', path, { role: 'manager' })
  expect((await saveConfig(key)).status).toBe(200)
})

test('a demoted admin’s personal key loses access to workspaces of which the user is not a member', async () => {
  const workspaceId = await scene.workspace()
  const person = await scene.person('admin')
  const key = await makeKey(person, 'user', workspaceId)
  const grandchild = await makeKey(await makeKey(key, 'user', workspaceId), 'user', workspaceId)
  for (const one of [key, grandchild]) {
    expect((await saveConfig(one)).status).toBe(200)
    expect((await chat(one)).status).toBe(200)
  }
  await scene.do('PUT', `/admin/users/${person.id}`, { role: 'member' })
  for (const one of [key, grandchild]) {
    expect((await saveConfig(one)).status).toBe(401)
    expect((await chat(one)).status).toBe(401)
  }
  await scene.do('POST', `/admin/workspaces/${workspaceId}/users`, { users: [{ id: person.id, role: 'member' }] })
  expect((await chat(grandchild)).status).toBe(200)
  expect((await saveConfig(grandchild)).status).toBe(403)
})

test('keys that a personal key created end with its holder, in one workspace or everywhere', async () => {
  const [workspaceId, otherId] = [await scene.workspace(), await scene.workspace()]
  const person = await scene.person('member', [
    { id: workspaceId, role: 'manager' },
    { id: otherId, role: 'manager' },
  ])
  const children = await Promise.all(
    [workspaceId, otherId].map(async (id) => makeKey(await makeKey(person, 'user', id), 'user', id)),
  )
  const [here, there] = children as [Made, Made]
  expect(await scene.do('GET', `/api-keys/${here.id}`)).toMatchObject({ user_id: person.id })
  await scene.do('DELETE', `/admin/workspaces/${workspaceId}/users/${person.id}`)
  expect((await chat(here)).status).toBe(401)
  expect((await chat(there)).status).toBe(200)
  await scene.do('DELETE', `/admin/users/${person.id}`)
  expect((await chat(there)).status).toBe(401)
  expect((await scene.call(there, 'GET', '/configs')).status).toBe(401)
})

test('a personal key cannot create a key for another user', async () => {
  const workspaceId = await scene.workspace()
  const [person, other] = [await manager(workspaceId), await manager(workspaceId)]
  const key = await makeKey(person, 'user', workspaceId)
  const input = { name: 'theirs', scopes: [], user_id: other.id }
  expect(await scene.call(key, 'POST', '/api-keys/workspace/user', input)).toMatchObject({
    status: 400,
    body: { error: { param: 'user_id' } },
  })
})

test('service keys survive their creator and are listed for review in the response, the audit log and the key list', async () => {
  const workspaceId = await scene.workspace()
  const [person, other] = [await manager(workspaceId), await manager(workspaceId)]
  const service = await makeKey(person, 'service', workspaceId, {
    scopes: [...SCOPES, 'workspace_service_api_keys.create', 'workspace_service_api_keys.update'],
  })
  const child = await makeKey(service, 'service', workspaceId)
  const forOther = await makeKey(person, 'user', workspaceId, { user_id: other.id })
  await makeKey(other, 'service', workspaceId)
  const removed = await scene.call(scene.admin, 'DELETE', `/admin/users/${person.id}`)
  const expected = [service.id, child.id, forOther.id].sort()
  expect(reviewed(removed)).toEqual(expected)
  expect((await chat(service)).status).toBe(200)

  const listPath = `/api-keys?workspace_id=${workspaceId}&needs_review=true`
  const { data } = (await scene.do('GET', listPath)) as { data: { id: string; needs_review: boolean }[] }
  expect(data.map(({ id }) => id).sort()).toEqual(expected)
  expect(data.every((key) => key.needs_review)).toBe(true)
  const log = (await scene.do('GET', '/audit-logs?action=user.delete')) as { data: unknown[] }
  for (const id of expected) expect(JSON.stringify(log)).toContain(id)

  // These keys cannot end their own review, and keys that they create also need one.
  const refused = await scene.call(service, 'PUT', `/api-keys/${child.id}`, { needs_review: false })
  expect(refused.status).toBe(403)
  const late = await makeKey(service, 'service', workspaceId)
  expect(await scene.do('GET', `/api-keys/${late.id}`)).toMatchObject({ needs_review: true })

  await scene.do('PUT', `/api-keys/${service.id}`, { needs_review: false })
  expect(await scene.do('GET', `/api-keys/${service.id}`)).toMatchObject({ needs_review: false })
  await scene.do('POST', `/api-keys/${child.id}/rotate`, {})
  expect(await scene.do('GET', `/api-keys/${child.id}`)).toMatchObject({ needs_review: false })
})

test('removal from a workspace, or a lower role there, lists the keys created there for review', async () => {
  const [workspaceId, otherId] = [await scene.workspace(), await scene.workspace()]
  const person = await scene.person('member', [
    { id: workspaceId, role: 'manager' },
    { id: otherId, role: 'manager' },
  ])
  const [here, there] = [await makeKey(person, 'service', workspaceId), await makeKey(person, 'service', otherId)]
  const demoted = await scene.call(scene.admin, 'PUT', `/admin/workspaces/${workspaceId}/users/${person.id}`, {
    role: 'member',
  })
  expect(reviewed(demoted)).toEqual([here.id])
  const left = await scene.call(scene.admin, 'DELETE', `/admin/workspaces/${otherId}/users/${person.id}`)
  expect(reviewed(left)).toEqual([there.id])
})

const ROTATING = [...SCOPES, 'workspace_user_api_keys.rotate']

test('only the holder or an organisation-wide caller can rotate a personal key', async () => {
  const workspaceId = await scene.workspace()
  const [person, other] = [await manager(workspaceId), await manager(workspaceId)]
  const [own, theirs] = [
    await makeKey(person, 'user', workspaceId, { scopes: ROTATING }),
    await makeKey(other, 'user', workspaceId, { scopes: ROTATING }),
  ]
  const service = await makeKey(person, 'service', workspaceId, { scopes: ROTATING })
  for (const actor of [person, own, service]) {
    const refused = await scene.call(actor, 'POST', `/api-keys/${theirs.id}/rotate`, {})
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'scope_missing', param: 'id' } } })
    expect(refused.text).toContain('Delete the key')
  }
  expect((await chat(theirs)).status).toBe(200)
  for (const actor of [theirs, other, scene.admin])
    expect((await scene.call(actor, 'POST', `/api-keys/${theirs.id}/rotate`, {})).status).toBe(200)
  expect((await scene.call(own, 'POST', `/api-keys/${own.id}/rotate`, {})).status).toBe(200)
})

test('deleting a user lists the keys that the user rotated last', async () => {
  const workspaceId = await scene.workspace()
  const [holder, admin, rotator] = [await manager(workspaceId), await scene.person('admin'), await manager(workspaceId)]
  const personal = await makeKey(holder, 'user', workspaceId)
  const service = await makeKey(scene.admin, 'service', workspaceId)
  const untouched = await makeKey(scene.admin, 'service', workspaceId)
  const tool = await makeKey(admin, 'user', workspaceId, { scopes: ROTATING })
  const rotate = (actor: Actor, { id }: Made) => scene.call(actor, 'POST', `/api-keys/${id}/rotate`, {})
  const rotated = await rotate(admin, personal)
  expect([rotated.status, (await rotate(rotator, service)).status]).toEqual([200, 200])
  // `tool` is not listed below: deleting a user also deletes the user's personal keys.
  expect((await rotate(tool, tool)).status).toBe(200)
  expect(reviewed(await scene.call(scene.admin, 'DELETE', `/admin/users/${admin.id}`))).toEqual([personal.id])
  expect(await scene.do('GET', `/api-keys/${personal.id}`)).toMatchObject({ needs_review: true })
  expect(reviewed(await scene.call(scene.admin, 'DELETE', `/admin/users/${rotator.id}`))).toEqual([service.id])
  expect(await scene.do('GET', `/api-keys/${untouched.id}`)).toMatchObject({ needs_review: false })
  // The holder rotates the key, so the secret that the admin knew is revoked.
  expect((await rotate(holder, personal)).status).toBe(200)
  expect(await scene.do('GET', `/api-keys/${personal.id}`)).toMatchObject({ needs_review: false })
})
