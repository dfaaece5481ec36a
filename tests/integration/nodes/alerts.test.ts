import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ControlScene } from '../../harness/control-scene.ts'
import { eventually } from '../../harness/eventually.ts'
import { type SharedDatabase, sharedDatabase } from '../../harness/nodes/shared-database.ts'
import { startSmtpServer } from '../../harness/smtp-server.ts'
import type { Gateway } from '../../harness/start-gateway.ts'

type Post = { readonly id: string; readonly event: string }

const posts: Post[] = []
const receiver = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    posts.push((await request.json()) as Post)
    return new Response('ok')
  },
})
const smtp = await startSmtpServer()
const ENVIRONMENT = {
  GATEWAY_ALERT_INTERVAL_SECONDS: '1',
  GATEWAY_SMTP_HOST: '127.0.0.1',
  GATEWAY_SMTP_PORT: String(smtp.port),
  GATEWAY_SMTP_SECURITY: 'none',
  GATEWAY_SMTP_FROM: 'gatehouse@example.com',
}

let database: SharedDatabase
let nodes: Gateway[]

beforeAll(async () => {
  database = await sharedDatabase()
  nodes = await Promise.all([
    database.startNode({ environment: ENVIRONMENT }),
    database.startNode({ environment: ENVIRONMENT }),
  ])
})

afterAll(async () => {
  for (const node of nodes) await node[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
  await receiver.stop(true)
  smtp.stop()
})

test('two nodes send each notification once, over many evaluations and the stop of a node', async () => {
  const scene = new ControlScene(nodes[0]!)
  const workspace_id = await scene.defaultWorkspace()
  const create = async (path: string, body: object) =>
    String((await scene.do('POST', path, { ...body, workspace_id }))['id'])
  const webhook_url = `http://127.0.0.1:${receiver.port}/hook`
  const hook = await create('/alerts/channels', { name: 'Hook', type: 'webhook', webhook_url })
  const mail = await create('/alerts/channels', { name: 'Mail', type: 'email', recipients: ['ops@example.com'] })
  const condition = { metric: 'error_rate', threshold: 50, min_requests: 2 }
  const rule = await create('/alerts/rules', { name: 'Errors', condition, channel_ids: [hook, mail] })
  for (const node of nodes) {
    const refused = await node.chat({ provider: 'no-such-provider' }, { body: { model: 'm' } })
    expect(refused.status).toBeGreaterThanOrEqual(400)
  }
  await eventually('the webhook is called', async () => (posts.length > 0 ? true : null))
  await smtp.received(1)
  const slots = async () => Number((await database.query('SELECT slot_ms FROM alert_slots'))[0]?.[0])
  const first = await slots()
  await eventually('three more evaluations have run', async () => ((await slots()) >= first + 3_000 ? true : null))
  expect(posts.map(({ event }) => event)).toEqual(['alert.fired'])
  expect(smtp.mails).toHaveLength(1)
  await nodes.pop()?.[Symbol.asyncDispose]()
  // A higher threshold is not exceeded. The old threshold makes the rule fire again, on the remaining node.
  await scene.do('PUT', `/alerts/rules/${rule}`, { condition: { ...condition, threshold: 100 } })
  await scene.do('PUT', `/alerts/rules/${rule}`, { condition })
  await eventually('the rule fires again', async () => (posts.length > 1 ? true : null))
  await smtp.received(2)
  expect(new Set(posts.map(({ id }) => id)).size).toBe(posts.length)
})
