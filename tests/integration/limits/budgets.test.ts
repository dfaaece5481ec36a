import { expect, test } from 'bun:test'
import { at } from '../../harness/at.ts'
import { errorOf } from '../../harness/error-of.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'
import { cost, LimitedScene } from './limited-gateway.ts'

const gateway = await shareGateway()
const simulator = await shareSimulator({ answers: ['one two three'] })
const scene = new LimitedScene(gateway)
await scene.fee('fee-model', 0.01)
await scene.fee('dear-model', 0.1)

const body = { model: 'fee-model' }
/** Ten of these use up a budget of $1. */
const dear = { model: 'dear-model' }

test('exactly 100 of 400 concurrent requests are served from a budget for 100', async () => {
  const { key, id } = await scene.key(cost(1))
  const before = simulator.requests.length
  const statuses = await Promise.all(
    Array.from({ length: 400 }, async (_, i) => {
      const reply = await gateway.chat(at(simulator), { key, body: { ...body, stream: i % 2 === 0 } })
      await reply.text()
      return reply.status
    }),
  )
  const counts = Map.groupBy(statuses, (status) => status)
  expect(Object.fromEntries([...counts].map(([status, all]) => [status, all.length]))).toEqual({ 200: 100, 412: 300 })
  expect(simulator.requests.length - before).toBe(100)
  expect(await scene.usageOf(id)).toMatchObject({ current_usage: 1, status: 'exhausted' })
})

test('a budget error names the budget, its usage and its reset time', async () => {
  const { key } = await scene.key(cost(1, { periodic_reset: 'monthly' }))
  for (let i = 0; i < 10; i++) await (await gateway.chat(at(simulator), { key, body: dear })).text()
  const reply = await gateway.chat(at(simulator), { key, body: dear })
  expect(reply.headers.get('x-should-retry')).toBe('false')
  const refused = await errorOf(reply)
  const now = new Date()
  const reset = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString()
  expect(refused).toMatchObject({ status: 412, code: 'budget_exhausted', type: 'budget_error' })
  expect(refused.message).toMatch(
    new RegExp(
      `^The cost budget of API key "limited key \\d+" is exhausted: \\$1\\.00 of \\$1\\.00 are used\\. It resets at ${reset}\\.$`,
    ),
  )
  const log = await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
  expect(log.decisions.map(({ kind }) => kind)).toContain('budget')
  expect(log.status_code).toBe(412)
})

test('a budget may be raised, lowered and reset while it is in use', async () => {
  const { key, id } = await scene.key(cost(1))
  const statusOf = async () => {
    const reply = await gateway.chat(at(simulator), { key, body: dear })
    await reply.text()
    return reply.status
  }
  for (let i = 0; i < 10; i++) await statusOf()
  expect(await statusOf()).toBe(412)
  await scene.control.do('PUT', `/api-keys/${id}`, cost(2))
  expect(await statusOf()).toBe(200)
  await scene.control.do('PUT', `/api-keys/${id}`, cost(1))
  expect(await statusOf()).toBe(412)
  await scene.control.do('PUT', `/api-keys/${id}`, { reset_usage: true })
  expect(await scene.usageOf(id)).toMatchObject({ current_usage: 0, held: 0, status: 'active' })
  expect(await statusOf()).toBe(200)
  expect(await scene.usageOf(id)).toMatchObject({ current_usage: 0.1 })
  await scene.control.do('PUT', `/api-keys/${id}`, { usage_limits: null })
  expect(await statusOf()).toBe(200)
})

test('a budget resets at its configured time', async () => {
  const statusOf = async (key: string) => {
    const reply = await gateway.chat(at(simulator), { key, body: dear })
    await reply.text()
    return reply.status
  }
  // On a busy machine the budget may be reset before it is spent. Then a longer period is tried.
  for (let periodMs = 10_000; ; periodMs *= 2) {
    const atMs = Date.now() + periodMs
    const next = { periodic_reset: 'weekly', next_usage_reset_at: new Date(atMs).toISOString() }
    const { key, id } = await scene.key(cost(1, next))
    await Promise.all(Array.from({ length: 10 }, () => statusOf(key)))
    const spent = await statusOf(key)
    if (Date.now() >= atMs) continue
    expect(spent).toBe(412)
    await Bun.sleep(Math.max(0, atMs - Date.now()) + 20)
    expect(await statusOf(key)).toBe(200)
    expect(await scene.usageOf(id)).toMatchObject({ current_usage: 0.1 })
    return
  }
})

test('workspace and key limits apply together: a request that one rejects counts in neither', async () => {
  const workspaceId = await scene.control.workspace()
  await scene.control.do('PUT', `/admin/workspaces/${workspaceId}`, {
    usage_limits: [{ type: 'cost', credit_limit: 1 }],
  })
  const first = await scene.key(cost(2), workspaceId)
  const second = await scene.key(cost(2), workspaceId)
  const send = (key: string) => gateway.chat(at(simulator), { key, body: dear })
  for (let i = 0; i < 6; i++) await (await send(first.key)).text()
  for (let i = 0; i < 4; i++) await (await send(second.key)).text()
  const refused = await errorOf(await send(first.key))
  expect(refused.message).toMatch(/^The cost budget of workspace "Workspace \d+" is exhausted: \$1\.00 of \$1\.00/)
  expect(await scene.usageOf(first.id)).toMatchObject({ current_usage: 0.6 })
  expect(await scene.usageOf(second.id)).toMatchObject({ current_usage: 0.4, held: 0 })
})

test('a token budget holds the maximum of a request and settles its actual usage', async () => {
  const { key, id } = await scene.key({ usage_limits: { type: 'tokens', credit_limit: 1_000 } })
  const small = { ...body, max_tokens: 10 }
  await (await gateway.chat(at(simulator), { key, body: small })).text()
  // The simulator counts 9 input tokens and one output token per four letters.
  expect(await scene.usageOf(id)).toMatchObject({ current_usage: 13, held: 0 })
  const refused = await errorOf(await gateway.chat(at(simulator), { key, body: { ...body, max_tokens: 2_000 } }))
  expect(refused).toMatchObject({ status: 412, code: 'budget_exhausted' })
  expect(refused.message).toContain('is too low for this request: 13 tokens of 1000 tokens are used')
})

test('a hold covers the most expensive service tier that a request may get', async () => {
  const priced = { model: 'tier-model', max_tokens: 1_000 }
  await scene.price('tier-model', { input_tokens: { usd: 1 }, output_tokens: { usd: 500 } })
  // 1,000 output tokens cost $0.50, and 2.5 times that in the priority tier.
  const { key } = await scene.key(cost(1))
  const statusOf = async (more: object) => {
    const reply = await gateway.chat(at(simulator), { key, body: { ...priced, ...more } })
    await reply.text()
    return reply.status
  }
  expect(await statusOf({ service_tier: 'priority' })).toBe(412)
  expect(await statusOf({ service_tier: 'flex' })).toBe(200)
  expect(await statusOf({})).toBe(200)
})

test('an alert is sent once per period, when usage passes the threshold', async () => {
  const { key, id } = await scene.key(cost(1, { alert_threshold: 0.05 }))
  for (let i = 0; i < 10; i++) await (await gateway.chat(at(simulator), { key, body })).text()
  const { data } = (await scene.control.do('GET', '/alerts')) as { data: object[] }
  expect(data.filter((alert) => JSON.stringify(alert).includes(id))).toHaveLength(1)
})
