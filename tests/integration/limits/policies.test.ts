import { expect, test } from 'bun:test'
import { at } from '../../harness/at.ts'
import { errorOf } from '../../harness/error-of.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'
import { LimitedScene } from './limited-gateway.ts'

const gateway = await shareGateway()
const simulator = await shareSimulator({ answers: ['one two three'] })
const scene = new LimitedScene(gateway)
await scene.fee('fee-model', 0.01)

async function statusesOf(count: number, metadata: object, model = 'fee-model'): Promise<number[]> {
  const headers = { 'x-gateway-metadata': JSON.stringify(metadata) }
  const all: number[] = []
  for (let i = 0; i < count; i++) {
    const reply = await gateway.chat(at(simulator), { headers, body: { model } })
    await reply.text()
    all.push(reply.status)
  }
  return all
}

const served = (statuses: readonly number[]) => statuses.filter((status) => status === 200).length

test('a budget policy has one budget per group value and applies only to matching requests', async () => {
  const { id } = await scene.control.do('POST', '/policies/usage-limits', {
    name: 'For each team',
    conditions: [{ key: 'metadata.plan', value: 'free' }],
    group_by: [{ key: 'metadata.team' }],
    type: 'cost',
    credit_limit: 1,
  })
  expect(served(await statusesOf(104, { plan: 'free', team: 'red' }))).toBe(100)
  expect(served(await statusesOf(5, { plan: 'free', team: 'blue' }))).toBe(5)
  expect(served(await statusesOf(3, { plan: 'paid', team: 'red' }))).toBe(3)
  expect(served(await statusesOf(3, { plan: 'free' }))).toBe(3)
  const headers = { 'x-gateway-metadata': JSON.stringify({ plan: 'free', team: 'red' }) }
  const refused = await errorOf(await gateway.chat(at(simulator), { headers, body: { model: 'fee-model' } }))
  expect(refused).toMatchObject({ status: 412, code: 'budget_exhausted' })
  expect(refused.message).toContain('policy "For each team" for metadata.team:red')
  const { data } = (await scene.control.do('GET', `/policies/usage-limits/${id}/entities`)) as {
    data: { value_key: string; current_usage: number }[]
  }
  expect(data.map(({ value_key, current_usage }) => [value_key, current_usage]).toSorted()).toEqual([
    ['metadata.team:blue', 0.05],
    ['metadata.team:red', 1],
  ])
  await scene.control.do('DELETE', `/policies/usage-limits/${id}`)
  expect(served(await statusesOf(1, { plan: 'free', team: 'red' }))).toBe(1)
})

test('a rate limit policy counts each model separately', async () => {
  const { id } = await scene.control.do('POST', '/policies/rate-limits', {
    name: 'Models',
    conditions: [{ key: 'model', value: ['small', 'large'], excludes: ['large'] }],
    group_by: [{ key: 'model' }],
    type: 'requests',
    unit: 'rpd',
    value: 2,
  })
  expect(await statusesOf(3, {}, 'small')).toEqual([200, 200, 429])
  expect(await statusesOf(3, {}, 'large')).toEqual([200, 200, 200])
  await scene.control.do('DELETE', `/policies/rate-limits/${id}`)
  expect(await statusesOf(1, {}, 'small')).toEqual([200])
})

test('a policy can limit requests, whatever their cost or target', async () => {
  const { id } = await scene.control.do('POST', '/policies/usage-limits', {
    conditions: [{ key: 'metadata.trial', value: 'yes' }],
    group_by: [{ key: 'user' }],
    type: 'requests',
    credit_limit: 3,
  })
  const trial = { trial: 'yes', _user: 'ada' }
  expect(await statusesOf(4, trial, 'a model without a price')).toEqual([200, 200, 200, 412])
  expect(await statusesOf(1, { ...trial, _user: 'bob' })).toEqual([200])
  await scene.control.do('DELETE', `/policies/usage-limits/${id}`)
})
