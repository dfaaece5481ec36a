/**
 * Measures how long the open streams of a user run after SCIM has disabled the user: three nodes with PostgreSQL and
 * Redis, from the start of the SCIM request to the end of each stream (limit: 5 s at p99).
 * `npm run bench:revocation [-- --quick]`.
 */

import type { StreamItem } from '../simulators/answer.ts'
import { eventChannel } from '../simulators/event-channel.ts'
import { startSimulator } from '../simulators/simulator.ts'
import { at } from '../tests/harness/at.ts'
import { ControlScene } from '../tests/harness/control-scene.ts'
import { sharedDatabase } from '../tests/harness/nodes/shared-database.ts'
import type { GatewayProcess } from '../tests/harness/start-gateway-process.ts'
import { printReport } from './report.ts'

const MAX_MS = 5_000
const NODES = 3
const isQuick = process.argv.includes('--quick')
const ROUNDS = isQuick ? 3 : 20
const STREAMS_PER_NODE = isQuick ? 5 : 20

const redisUrl = process.env['GATEHOUSE_TEST_REDIS_URL']
const environment = { ...(redisUrl && { REDIS_URL: redisUrl }), GATEWAY_KEY_CONCURRENCY: '1000' }
const database = await sharedDatabase()
const nodes: GatewayProcess[] = []
for (let i = 0; i < NODES; i++) nodes.push(await database.startNode({ environment }))
const scene = new ControlScene(nodes[0]!)
const workspaceId = await scene.workspace()
const token = (await scene.adminKey(['scim.provision'])).headers['x-gateway-api-key']!
const times: number[][] = nodes.map(() => [])

try {
  for (let round = 0; round < ROUNDS; round++) await measureRound()
} finally {
  for (const node of nodes) await node[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
}
const all = times.flat()
printReport([
  ...times.map((own, index) => rowOf(`streams of node ${index + 1}${index === 0 ? ' (SCIM request here)' : ''}`, own)),
  rowOf(`all, ${all.length} streams`, all),
])
if (percentile(all, 0.99) > MAX_MS) process.exitCode = 1

async function measureRound(): Promise<void> {
  const person = await scene.person('member', [{ id: workspaceId, role: 'manager' }])
  const input = { name: 'Own', scopes: ['completions.write'], workspace_id: workspaceId }
  const key = String((await scene.call(person, 'POST', '/api-keys/workspace/user', input)).body['key'])
  const count = NODES * STREAMS_PER_NODE
  const channels = Array.from({ length: count }, () => eventChannel<StreamItem>())
  for (const channel of channels) channel.push('alpha')
  await using simulator = await startSimulator({ answers: channels.map((stream) => ({ stream })) })
  const endings: Promise<void>[] = []
  let startMs = 0
  for (let i = 0; i < count; i++) {
    const index = i % NODES
    const reply = await nodes[index]!.chat(at(simulator), { key, body: { stream: true } })
    endings.push(untilEnd(reply).then(() => void times[index]!.push(performance.now() - startMs)))
  }
  startMs = performance.now()
  const reply = await fetch(`${nodes[0]!.url}/scim/v2/Users/${person.id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', value: { active: false } }],
    }),
  })
  if (reply.status !== 200) throw new Error(`SCIM returned HTTP ${reply.status}: ${await reply.text()}`)
  await Promise.all(endings)
  for (const channel of channels) channel.close()
}

/** Resolves when the error event that ends the stream has arrived. */
async function untilEnd(reply: Response): Promise<void> {
  const reader = reply.body!.getReader()
  let text = ''
  while (!text.includes('access_revoked')) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`A stream ended without access_revoked: ${text.slice(-200)}`)
    text += Buffer.from(value).toString()
  }
  void reader.cancel().catch(() => {})
}

function rowOf(what: string, own: readonly number[]) {
  const [p50, p99] = [percentile(own, 0.5), percentile(own, 0.99)]
  return {
    what,
    ours: `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
    bar: `p99 at most ${MAX_MS} ms`,
    met: p99 <= MAX_MS,
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
