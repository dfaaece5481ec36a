/** Open streams and WebSockets of a user end on every node when SCIM disables the user on one node. */

import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { StreamItem } from '../../../simulators/answer.ts'
import { eventChannel } from '../../../simulators/event-channel.ts'
import { startSimulator } from '../../../simulators/simulator.ts'
import { startSocketSimulator } from '../../../simulators/socket-simulator.ts'
import { at } from '../../harness/at.ts'
import { ControlScene } from '../../harness/control-scene.ts'
import { type SharedDatabase, sharedDatabase } from '../../harness/nodes/shared-database.ts'
import { connectRaw, rawChat } from '../../harness/raw-client.ts'
import { connectSocket } from '../../harness/socket-client.ts'
import type { Gateway } from '../../harness/start-gateway.ts'
import { redisServer } from '../../harness/test-servers.ts'

let database: SharedDatabase
let nodes: readonly Gateway[]

beforeAll(async () => {
  database = await sharedDatabase()
  const environment = { REDIS_URL: redisServer() }
  nodes = [
    await database.startNode({ environment }),
    await database.startNode({ environment }),
    await database.startNode({ environment }),
  ]
})

afterAll(async () => {
  for (const node of nodes) await node[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

/**
 * Resolves after the first word of the stream; `ended` resolves with all its bytes. A raw connection: `fetch` drops an
 * error event that arrives together with the reset after it.
 */
async function openStream(node: Gateway, key: string, config: object): Promise<{ readonly ended: Promise<string> }> {
  const client = await connectRaw(node.url)
  client.send(rawChat(key, config, { stream: true }))
  await client.until('alpha')
  return { ended: client.closed.then(() => client.text) }
}

test('SCIM disables a person on one node: its streams and WebSockets end on all three, those of others continue', async () => {
  const [first] = nodes
  const scene = new ControlScene(first!)
  const workspaceId = await scene.workspace()
  const keyOf = async (person: Awaited<ReturnType<ControlScene['person']>>) => {
    const input = { name: 'Own', scopes: ['completions.write'], workspace_id: workspaceId }
    return String((await scene.call(person, 'POST', '/api-keys/workspace/user', input)).body['key'])
  }
  const leaver = await scene.person('member', [{ id: workspaceId, role: 'manager' }])
  const stayer = await scene.person('member', [{ id: workspaceId, role: 'manager' }])
  const key = await keyOf(leaver)
  const otherKey = await keyOf(stayer)

  await using sockets = startSocketSimulator()
  const channels = nodes.map(() => eventChannel<StreamItem>())
  const otherChannels = nodes.map(() => eventChannel<StreamItem>())
  for (const channel of [...channels, ...otherChannels]) channel.push('alpha')
  const ended: Promise<string>[] = []
  const continued: Promise<string>[] = []
  const closed: Promise<{ readonly code: number; readonly reason: string }>[] = []
  const simulators: AsyncDisposable[] = []
  for (const [index, node] of nodes.entries()) {
    const simulator = await startSimulator({
      answers: [{ stream: channels[index]! }, { stream: otherChannels[index]! }],
    })
    simulators.push(simulator)
    ended.push((await openStream(node, key, at(simulator))).ended)
    const other = await node.chat(at(simulator), { key: otherKey, body: { stream: true } })
    continued.push(other.text())
    const config = { provider: 'openai', custom_host: `${sockets.url}/v1`, api_key: 'sk' }
    const client = await connectSocket(`${node.url}/v1/realtime?model=gpt-realtime`, {
      headers: { authorization: `Bearer ${key}`, 'x-gateway-config': JSON.stringify(config) },
    })
    closed.push(client.closed)
  }

  const token = (await scene.adminKey(['scim.provision'])).headers['x-gateway-api-key']!
  const reply = await fetch(`${first!.url}/scim/v2/Users/${leaver.id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
    }),
  })
  expect(reply.status).toBe(200)

  for (const text of await Promise.all(ended)) {
    expect(text).toContain('"code":"access_revoked"')
    expect(text).not.toContain('[DONE]')
  }
  for (const { code, reason } of await Promise.all(closed)) {
    expect(code).toBe(1008)
    expect(reason).toContain('access_revoked')
  }
  for (const channel of otherChannels) channel.close()
  for (const text of await Promise.all(continued)) expect(text).toEndWith('data: [DONE]\n\n')
  for (const channel of channels) channel.close()
  for (const simulator of simulators) await simulator[Symbol.asyncDispose]()
})
