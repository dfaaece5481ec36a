import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ControlScene } from '../../harness/control-scene.ts'
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

test('a virtual model that is created, changed or deleted on one node is so on the others', async () => {
  const here = new ControlScene(nodes[0])
  const workspaceId = await here.workspace()
  const of = { workspace_id: workspaceId }
  const key = (await here.workspaceKey(workspaceId, ['completions.write'])).headers['x-gateway-api-key']!
  const save = async (model: string) => {
    const config = { provider: 'mock', override_params: { model } }
    return String((await here.do('POST', '/configs', { name: model, config, ...of }))['slug'])
  }
  const [good, bad] = [await save('mock-1'), await save('mock-error-503')]
  const there = async () => {
    const reply = await nodes[1].chat(null, { key, body: { model: 'chat' } })
    await reply.text()
    return reply.status
  }
  expect(await there()).toBe(400)
  const { id } = await here.do('POST', '/virtual-models', { name: 'chat', config: good, ...of })
  await eventually('the other node routes it', async () => (await there()) === 200)
  await here.do('PUT', `/virtual-models/${id}`, { config: bad, ...of })
  await eventually('the other node uses the new config', async () => (await there()) === 503)
  await here.do('DELETE', `/virtual-models/${id}?workspace_id=${workspaceId}`)
  await eventually('the other node has forgotten it', async () => (await there()) === 400)
})
