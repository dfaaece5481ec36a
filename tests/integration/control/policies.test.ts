import { expect, test } from 'bun:test'
import { ControlScene } from '../../harness/control-scene.ts'
import { errorOf } from '../../harness/error-of.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'

const gateway = await shareGateway()
const simulator = await shareSimulator({
  answers: [
    {
      body: {
        object: 'chat.completion',
        model: 'm',
        choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 90, completion_tokens: 10, total_tokens: 100 },
      },
    },
  ],
})
const scene = new ControlScene(gateway)
await scene.do('POST', '/prices', { model: 'dollar', prices: { requests: { usd: 1, per: 1 } } })

const target = { provider: 'openai-compatible', api_key: 'sk-sim', custom_host: `${simulator.url}/v1` }

async function call(metadata: Record<string, string>, model = 'dollar'): Promise<Response> {
  const reply = await gateway.chat(target, {
    headers: { 'x-gateway-metadata': JSON.stringify(metadata) },
    body: { model, max_tokens: 10 },
  })
  await reply.clone().text()
  return reply
}

const statuses = async (count: number, metadata: Record<string, string>, model?: string) => {
  const found: number[] = []
  for (let i = 0; i < count; i++) found.push((await call(metadata, model)).status)
  return found
}

type Entities = { data: { id: string; value_key: string; current_usage: number; status: string }[] }

test('each user has a separate budget under one policy, which can be reset alone', async () => {
  const { id } = await scene.do('POST', '/policies/usage-limits', {
    name: 'Users of the app',
    conditions: [{ key: 'metadata.app', value: 'budgeted' }],
    group_by: [{ key: 'user' }],
    type: 'cost',
    credit_limit: 2,
  })
  const anna = { app: 'budgeted', _user: 'anna' }
  expect(await statuses(3, anna)).toEqual([200, 200, 412])
  expect(await statuses(1, { app: 'budgeted', _user: 'bert' })).toEqual([200])
  // The policy does not match another app, or a request without a user.
  expect(await statuses(3, { app: 'free', _user: 'anna' })).toEqual([200, 200, 200])
  expect(await statuses(3, { app: 'budgeted' })).toEqual([200, 200, 200])
  const refused = await call(anna)
  expect(await errorOf(refused)).toMatchObject({ code: 'budget_exhausted' })

  const path = `/policies/usage-limits/${id}`
  const { data } = (await scene.do('GET', `${path}/entities`)) as Entities
  expect(data).toMatchObject([
    { value_key: 'metadata._user:anna', current_usage: 2, status: 'exhausted' },
    { value_key: 'metadata._user:bert', current_usage: 1, status: 'active' },
  ])
  await scene.do('PUT', `${path}/entities/${data[0]?.id}/reset`)
  expect(await statuses(1, anna)).toEqual([200])
  // Raises the limit while it is in use, then deletes the policy.
  await scene.do('PUT', path, { credit_limit: 4 })
  expect(await statuses(4, anna)).toEqual([200, 200, 200, 412])
  await scene.do('DELETE', path)
  expect(await statuses(1, anna)).toEqual([200])
})

test('a rate limit policy counts each value separately and rejects only matching requests', async () => {
  const { id } = await scene.do('POST', '/policies/rate-limits', {
    conditions: [{ key: 'metadata.app', value: '*', excludes: ['vip', 'budgeted', 'free', 'tokens'] }],
    group_by: [{ key: 'metadata.app' }],
    type: 'requests',
    unit: 'rpw',
    value: 2,
  })
  expect(await statuses(3, { app: 'a' })).toEqual([200, 200, 429])
  expect(await statuses(3, { app: 'b' })).toEqual([200, 200, 429])
  expect(await statuses(3, { app: 'vip' })).toEqual([200, 200, 200])
  await scene.do('PUT', `/policies/rate-limits/${id}`, { value: 3 })
  expect(await statuses(2, { app: 'a' })).toEqual([200, 429])
  await scene.do('DELETE', `/policies/rate-limits/${id}`)
  expect(await statuses(1, { app: 'a' })).toEqual([200])
})

test('a token budget counts the used tokens', async () => {
  const { id } = await scene.do('POST', '/policies/usage-limits', {
    conditions: [{ key: 'metadata.app', value: 'tokens' }],
    group_by: [{ key: 'metadata.app' }],
    type: 'tokens',
    credit_limit: 10_000,
  })
  expect(await statuses(3, { app: 'tokens' })).toEqual([200, 200, 200])
  const { data } = (await scene.do('GET', `/policies/usage-limits/${id}/entities`)) as Entities
  expect(data).toMatchObject([{ value_key: 'metadata.app:tokens', current_usage: 300 }])
})
