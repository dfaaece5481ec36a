import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ControlScene, withKey } from '../../harness/control-scene.ts'
import { eventually } from '../../harness/eventually.ts'
import { type SharedDatabase, sharedDatabase } from '../../harness/nodes/shared-database.ts'
import type { Gateway } from '../../harness/start-gateway.ts'

let database: SharedDatabase
let nodes: readonly [Gateway, Gateway]

beforeAll(async () => {
  database = await sharedDatabase()
  nodes = [await database.startNode(), await database.startNode()]
})

afterAll(async () => {
  for (const node of nodes) await node[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

test('a role that is removed on one node is removed on the others, also for cached keys', async () => {
  const [here, there] = [new ControlScene(nodes[0]), new ControlScene(nodes[1])]
  const workspaceId = await here.workspace()
  const person = await here.person('member', [{ id: workspaceId, role: 'manager' }])
  const input = { name: 'Own', scopes: ['configs.create', 'configs.list'], workspace_id: workspaceId }
  const secret = String((await here.call(person, 'POST', '/api-keys/workspace/user', input)).body['key'])
  const key = withKey('personal key', secret)
  const save = () => there.call(key, 'POST', '/configs', { name: 'Any', config: { provider: 'mock' } })
  const chat = async () => {
    const reply = await nodes[1].chat(null, { key: secret, headers: { 'x-gateway-provider': 'mock' } })
    await reply.text()
    return reply.status
  }
  expect((await save()).status).toBe(200)
  expect(await chat()).toBe(200)
  const path = `/admin/workspaces/${workspaceId}/users/${person.id}`
  await here.do('PUT', path, { role: 'member' })
  // Takes effect on the next call: the other node's key cache does not include the holder's role.
  expect((await save()).status).toBe(403)
  expect(await chat()).toBe(200)
  await here.do('DELETE', path)
  expect((await save()).status).toBe(401)
  await eventually('the other node refuses the key', async () => (await chat()) === 401)
})
