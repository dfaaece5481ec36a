import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ControlScene } from '../../harness/control-scene.ts'
import { errorOf } from '../../harness/error-of.ts'
import { eventually } from '../../harness/eventually.ts'
import { type SharedDatabase, sharedDatabase } from '../../harness/nodes/shared-database.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'
import type { Gateway } from '../../harness/start-gateway.ts'

const simulator = await shareSimulator({ answers: ['hello'] })
let database: SharedDatabase
let nodes: readonly [Gateway, Gateway]
let scene: ControlScene

beforeAll(async () => {
  database = await sharedDatabase()
  nodes = [await database.startNode(), await database.startNode()]
  scene = new ControlScene(nodes[0])
})

afterAll(async () => {
  for (const node of nodes) await node[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

async function shared(access: object): Promise<{ readonly slug: string; readonly key: string }> {
  const workspaceId = await scene.workspace()
  const { headers } = await scene.workspaceKey(workspaceId, ['completions.write'])
  const { slug } = await scene.do('POST', '/integrations', {
    name: scene.uniqueName('Shared'),
    ai_provider_id: 'openai',
    key: 'sk-first-0123456789',
    configurations: { custom_host: `${simulator.url}/v1` },
  })
  const workspaces = [{ id: workspaceId, enabled: true, ...access }]
  await scene.do('PUT', `/integrations/${slug}/workspaces`, { workspaces })
  return { slug: String(slug), key: headers['x-gateway-api-key'] ?? '' }
}

function chat(node: Gateway, { slug, key }: { readonly slug: string; readonly key: string }, model = 'gpt-x') {
  return node.chat(null, { key, body: { model: `@${slug}/${model}` } })
}

test('a change of an integration on one node takes effect on the others', async () => {
  const one = await shared({})
  const there = nodes[1]
  const codeOf = async (model?: string) => {
    const reply = await chat(there, one, model)
    return reply.status === 200 ? reply.text().then(() => 'served') : (await errorOf(reply)).code
  }
  expect(await codeOf()).toBe('served')
  await scene.do('PUT', `/integrations/${one.slug}`, { key: 'sk-second-0123456789' })
  await eventually('the other node uses the new key', async () => {
    await codeOf()
    return simulator.requests.at(-1)?.headers['authorization'] === 'Bearer sk-second-0123456789'
  })
  await scene.do('PUT', `/integrations/${one.slug}/models`, { models: [{ slug: 'gpt-x', enabled: false }] })
  await eventually('the model is refused', async () => (await codeOf()) === 'model_not_allowed')
  expect(await codeOf('gpt-y')).toBe('served')
  const [workspace] = (await scene.do('GET', `/integrations/${one.slug}/workspaces`))['workspaces'] as { id: string }[]
  await scene.do('PUT', `/integrations/${one.slug}/workspaces`, { workspaces: [{ id: workspace!.id, enabled: false }] })
  await eventually('the access is gone', async () => (await codeOf('gpt-y')) === 'integration_not_allowed')
  await scene.do('DELETE', `/integrations/${one.slug}`)
  await eventually('the provider is gone', async () => (await codeOf('gpt-y')) === 'virtual_key_unknown')
})

test('the limit of a workspace on an integration holds over all nodes', async () => {
  const one = await shared({ rate_limits: [{ type: 'requests', unit: 'rpw', value: 10 }] })
  const before = simulator.requests.length
  const replies = await Promise.all(Array.from({ length: 40 }, (_, i) => chat(nodes[i % 2]!, one)))
  const served = replies.filter(({ status }) => status === 200).length
  expect(simulator.requests.length - before).toBe(served)
  expect(served).toBeLessThanOrEqual(10)
  expect(served).toBeGreaterThan(0)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 429]))
})
