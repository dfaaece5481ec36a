import { expect, test } from 'bun:test'
import { type Simulator, startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { errorOf } from '../harness/error-of.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()

function balance(targets: readonly object[], more: object = {}): object {
  return { strategy: { mode: 'loadbalance', ...more }, targets }
}

async function callOften(config: object, times: number, metadata?: (i: number) => object): Promise<void> {
  const calls = Array.from({ length: times }, async (_, i) => {
    const headers = metadata ? { 'x-gateway-metadata': JSON.stringify(metadata(i)) } : {}
    const reply = await gateway.chat(config, { headers })
    expect(reply.status).toBe(200)
    await reply.text()
  })
  await Promise.all(calls)
}

test('distributes requests by weight', async () => {
  await using three = await startSimulator({ answers: ['a'] })
  await using one = await startSimulator({ answers: ['b'] })
  await callOften(balance([at(three, { weight: 3 }), at(one, { weight: 1 })]), 400)
  expect(three.requests.length + one.requests.length).toBe(400)
  // The mean is 300 with a standard deviation of 8.7. Six deviations are exceeded about once in 10^8 runs.
  expect(three.requests.length).toBeGreaterThan(300 - 53)
  expect(three.requests.length).toBeLessThan(300 + 53)
})

test('targets without a weight get equal shares', async () => {
  await using one = await startSimulator({ answers: ['a'] })
  await using two = await startSimulator({ answers: ['b'] })
  await callOften(balance([at(one), at(two)]), 200)
  expect(one.requests.length).toBeGreaterThan(100 - 43)
  expect(one.requests.length).toBeLessThan(100 + 43)
})

test('a target of weight zero is never chosen', async () => {
  await using never = await startSimulator({ answers: ['a'] })
  await using always = await startSimulator({ answers: ['b'] })
  await callOften(balance([at(never, { weight: 0 }), at(always, { weight: 0.1 })]), 100)
  expect([never.requests.length, always.requests.length]).toEqual([0, 100])
})

test('weights that are all zero or negative are rejected', async () => {
  await using simulator = await startSimulator({ answers: ['a'] })
  const zero = balance([at(simulator, { weight: 0 })])
  expect(await errorOf(await gateway.chat(zero))).toMatchObject({ status: 400, code: 'config_invalid' })
  const negative = balance([at(simulator, { weight: -1 }), at(simulator)])
  expect(await errorOf(await gateway.chat(negative))).toMatchObject({ status: 400, param: 'targets[0].weight' })
  expect(simulator.requests).toHaveLength(0)
})

test('the selected target’s failure is returned: load balancing does not fall back', async () => {
  await using failing = await startSimulator({ answers: [500] })
  const reply = await gateway.chat(balance([at(failing), at(failing, { weight: 0 })]))
  expect(reply.status).toBe(500)
  expect(reply.headers.get('x-gateway-last-used-option-index')).toBe('config.targets[0]')
})

const STICKY = { sticky: { enabled: true, hash_fields: ['metadata._user'], ttl: 3600 } }

async function five(): Promise<Simulator[]> {
  return Promise.all(Array.from({ length: 5 }, () => startSimulator({ answers: ['a'] })))
}

test('with sticky balancing the same user always gets the same target', async () => {
  const simulators = await five()
  const config = balance(
    simulators.map((simulator) => at(simulator)),
    STICKY,
  )
  await callOften(config, 60, () => ({ _user: 'ada' }))
  expect(simulators.map((simulator) => simulator.requests.length).filter((count) => count > 0)).toEqual([60])
  for (const simulator of simulators) await simulator.stop()
})

test('with sticky balancing different users spread over the targets', async () => {
  const simulators = await five()
  const config = balance(
    simulators.map((simulator) => at(simulator)),
    STICKY,
  )
  await callOften(config, 200, (i) => ({ _user: `user-${i}` }))
  // About 40 users per target are expected.
  expect(simulators.every((simulator) => simulator.requests.length > 10)).toBe(true)
  for (const simulator of simulators) await simulator.stop()
})
