import { afterAll, beforeAll, expect, test } from 'bun:test'
import { beginLogin, pollLogin, postForm } from '../../harness/control/device-flow.ts'
import { ControlScene, withKey } from '../../harness/control-scene.ts'
import { eventually } from '../../harness/eventually.ts'
import { type SharedDatabase, sharedDatabase } from '../../harness/nodes/shared-database.ts'
import type { Gateway } from '../../harness/start-gateway.ts'

let database: SharedDatabase
let nodes: readonly [Gateway, Gateway, Gateway]
/** A scene on the second node. All tests share it, because it numbers the users that it creates. */
let scene: ControlScene

beforeAll(async () => {
  database = await sharedDatabase()
  nodes = [await database.startNode(), await database.startNode(), await database.startNode()]
  scene = new ControlScene(nodes[1])
})

afterAll(async () => {
  for (const node of nodes) await node[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

test('a login begins on one node, is approved on another and polled on a third; its end holds on all', async () => {
  const [first, , third] = nodes
  const person = await scene.person('admin')
  const { deviceCode, userCode } = await beginLogin(first, { scope: 'completions.write configs.list' })
  const approved = await scene.call(person, 'POST', '/device-logins/approve', { user_code: userCode })
  expect(approved.status).toBe(200)
  const issued = await pollLogin(third, deviceCode)
  expect(issued.status).toBe(200)
  const secret = String(issued.body['access_token'])
  const chat = async (node: Gateway) => {
    const reply = await node.chat(null, { key: secret, headers: { 'x-gateway-provider': 'mock' } })
    await reply.text()
    return reply.status
  }
  for (const node of nodes) expect(await chat(node)).toBe(200)
  const key = withKey('device', secret)
  for (const node of nodes) expect((await new ControlScene(node).call(key, 'GET', '/configs')).status).toBe(200)
  const revoked = await postForm(first, 'revoke', { client_id: 'gatehouse-cli', token: secret })
  expect(revoked.status).toBe(200)
  for (const node of nodes) await eventually('the node refuses the key', async () => (await chat(node)) === 401)
})

test('of polls at the same time on three nodes one gets the key', async () => {
  const person = await scene.person('admin')
  const { deviceCode, userCode } = await beginLogin(nodes[1])
  await scene.call(person, 'POST', '/device-logins/approve', { user_code: userCode })
  const polls = await Promise.all([...nodes, ...nodes].map((node) => pollLogin(node, deviceCode)))
  expect(polls.filter((reply) => reply.status === 200)).toHaveLength(1)
})

test('the interval between polls holds over all nodes', async () => {
  const { deviceCode } = await beginLogin(nodes[0])
  expect((await pollLogin(nodes[1], deviceCode)).body['error']).toBe('authorization_pending')
  // A poll that arrives more than five seconds later is not too early.
  const later: unknown[] = []
  for (let i = 0; i < 5 && !later.includes('slow_down'); i++)
    later.push((await pollLogin(nodes[i % 2 === 0 ? 2 : 1], deviceCode)).body['error'])
  expect(later.at(-1)).toBe('slow_down')
})
