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

test('a guardrail and the defaults that change on one node change on the others', async () => {
  const here = new ControlScene(nodes[0])
  const workspaceId = await here.workspace()
  const key = (await here.workspaceKey(workspaceId, ['completions.write'])).headers['x-gateway-api-key']!
  const organisation = { organisation_id: (await here.do('GET', '/admin/organisation'))['id'] }
  const checks = [{ id: 'default.contains', parameters: { words: ['Falcon'], operator: 'none' } }]
  const actions = { deny: true, async: false }
  const there = async (config: object = { provider: 'mock' }) => {
    const messages = [{ role: 'user', content: 'Project Falcon' }]
    const reply = await nodes[1].chat(config, { key, body: { model: 'mock-1', messages } })
    await reply.text()
    return reply.status
  }
  expect(await there()).toBe(200)
  const { slug } = await here.do('POST', '/guardrails', { name: 'Names', checks, actions, ...organisation })
  const named = { provider: 'mock', input_guardrails: [slug] }
  await eventually('the other node finds the guardrail', async () => (await there(named)) === 446)
  await here.do('PUT', `/guardrails/${slug}`, { actions: { ...actions, deny: false } })
  await eventually('the other node uses the new version', async () => (await there(named)) === 246)
  await here.do('PUT', '/admin/organisation', { defaults: { input_guardrails: [slug] } })
  await eventually('the other node runs the default', async () => (await there()) === 246)
  await here.do('PUT', '/admin/organisation', { defaults: { input_guardrails: [] } })
  await eventually('the other node has no default', async () => (await there()) === 200)
  await here.do('DELETE', `/guardrails/${slug}`)
  await eventually('the other node has forgotten it', async () => (await there(named)) === 400)
})
