import { expect, test } from 'bun:test'
import { type Simulator, startSimulator } from '../../simulators/simulator.ts'
import { atOwnPath as at } from '../harness/at-own-path.ts'
import { contentOf, errorOf } from '../harness/error-of.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()
const cb_config = { failure_threshold: 1, cooldown_interval: 30_000 }

function group(mode: 'fallback' | 'loadbalance', targets: readonly object[], more: object = {}): object {
  return { strategy: { mode, cb_config, ...more }, targets }
}

/** Opens this simulator's circuit: it returns 503 once and then `next`. */
async function open(upstream: Simulator, next: string | number = 'never'): Promise<void> {
  upstream.script([503, next])
  await (await gateway.chat(at(upstream, { cb_config }))).bytes()
}

async function ask(config: object) {
  const reply = await gateway.chat(config)
  const log = await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
  return { reply, log, skips: log.decisions.filter(({ kind }) => kind === 'breaker').map(({ target }) => target) }
}

test('a fallback skips an open target, and the record says so', async () => {
  await using first = await startSimulator({ answers: [503] })
  await using second = await startSimulator({ answers: ['hello'] })
  await open(first)
  const { reply, log, skips } = await ask(group('fallback', [at(first), at(second)]))
  expect(await contentOf(reply)).toBe('hello')
  expect(reply.headers.get('x-gateway-last-used-option-index')).toBe('config.targets[1]')
  expect(first.requests).toHaveLength(1)
  expect(skips).toEqual(['config.targets[0]'])
  expect(log.attempts.map(({ target }) => target)).toEqual(['config.targets[1]'])
})

test('an open target is skipped whatever codes trigger the fallback', async () => {
  await using first = await startSimulator({ answers: [503] })
  await using second = await startSimulator({ answers: ['hello'] })
  await open(first)
  const { reply } = await ask(group('fallback', [at(first), at(second)], { on_status_codes: [418] }))
  expect(await contentOf(reply)).toBe('hello')
})

test('the failure that opens a circuit still falls back, and the next request skips the target', async () => {
  await using first = await startSimulator({ answers: [503, 'never'] })
  await using second = await startSimulator({ answers: ['hello'] })
  const config = group('fallback', [at(first), at(second)])
  for (let i = 0; i < 3; i++) expect(await contentOf(await gateway.chat(config))).toBe('hello')
  expect([first.requests.length, second.requests.length]).toEqual([1, 3])
})

test('if the only closed target fails and the last one is open, that failure is returned', async () => {
  await using first = await startSimulator({ answers: [{ status: 429, body: 'slow down' }] })
  await using second = await startSimulator({ answers: [503] })
  await open(second)
  const reply = await gateway.chat(group('fallback', [at(first), at(second)]))
  expect([reply.status, await reply.text()]).toEqual([429, 'slow down'])
  expect(second.requests).toHaveLength(1)
})

test('with every target open no upstream call is made, and the caller gets Retry-After', async () => {
  await using one = await startSimulator({ answers: [503] })
  await using two = await startSimulator({ answers: [503] })
  await open(one)
  await open(two)
  for (const mode of ['fallback', 'loadbalance'] as const) {
    const { reply, skips } = await ask(group(mode, [at(one), at(two)]))
    const retryAfter = Number(reply.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThanOrEqual(20)
    expect(retryAfter).toBeLessThanOrEqual(30)
    expect(await errorOf(reply)).toMatchObject({ status: 503, code: 'circuit_open' })
    expect(skips).toEqual(mode === 'fallback' ? ['config.targets[0]', 'config.targets[1]'] : ['config'])
  }
  expect([one.requests.length, two.requests.length]).toEqual([1, 1])
})

test('load balancing selects only closed targets', async () => {
  await using resting = await startSimulator({ answers: [503] })
  await using light = await startSimulator({ answers: ['light'] })
  await open(resting)
  const config = group('loadbalance', [at(resting, { weight: 1000 }), at(light, { weight: 1 })])
  for (let i = 0; i < 20; i++) expect(await contentOf(await gateway.chat(config))).toBe('light')
  expect(resting.requests).toHaveLength(1)
})

test('a target of weight zero does not replace open ones', async () => {
  await using resting = await startSimulator({ answers: [503] })
  await using unused = await startSimulator({ answers: ['unused'] })
  await open(resting)
  const reply = await gateway.chat(group('loadbalance', [at(resting), at(unused, { weight: 0 })]))
  expect(await errorOf(reply)).toMatchObject({ status: 503, code: 'circuit_open' })
  expect(unused.requests).toHaveLength(0)
})

test('a sticky caller uses another target while its circuit is open', async () => {
  await using one = await startSimulator({ answers: ['one'] })
  await using two = await startSimulator({ answers: ['two'] })
  const config = group('loadbalance', [at(one), at(two)], { sticky: { enabled: true } })
  const home = await contentOf(await gateway.chat(config))
  const [mine, other] = home === 'one' ? [one, two] : [two, one]
  await open(mine)
  for (let i = 0; i < 5; i++) expect(await contentOf(await gateway.chat(config))).toBe(home === 'one' ? 'two' : 'one')
  expect(other.requests).toHaveLength(5)
})

test('a group whose targets are all open is skipped', async () => {
  await using one = await startSimulator({ answers: [503] })
  await using two = await startSimulator({ answers: [503] })
  await using spare = await startSimulator({ answers: ['spare'] })
  await open(one)
  await open(two)
  const inner = { strategy: { mode: 'loadbalance' }, targets: [at(one), at(two)] }
  const { reply, skips } = await ask(group('fallback', [inner, at(spare)]))
  expect(await contentOf(reply)).toBe('spare')
  expect(skips).toEqual(['config.targets[0]'])
  for (let i = 0; i < 10; i++) {
    expect(await contentOf(await gateway.chat(group('loadbalance', [{ ...inner, weight: 1000 }, at(spare)])))).toBe(
      'spare',
    )
  }
  expect([one.requests.length, two.requests.length]).toEqual([1, 1])
})

test('a group with one closed target left uses that one', async () => {
  await using one = await startSimulator({ answers: [503] })
  await using two = await startSimulator({ answers: ['two'] })
  await using spare = await startSimulator({ answers: ['spare'] })
  await open(one)
  const inner = { strategy: { mode: 'fallback' }, targets: [at(one), at(two)] }
  const reply = await gateway.chat(group('fallback', [inner, at(spare)]))
  expect(reply.headers.get('x-gateway-last-used-option-index')).toBe('config.targets[0].targets[1]')
  expect(await contentOf(reply)).toBe('two')
})

test('a condition that selects an open target is rejected, another target is served', async () => {
  await using resting = await startSimulator({ answers: [503] })
  await using other = await startSimulator({ answers: ['other'] })
  await open(resting)
  const config = {
    strategy: {
      mode: 'conditional',
      cb_config,
      // biome-ignore lint/suspicious/noThenProperty: the name of the key on the wire.
      conditions: [{ query: { 'metadata.plan': { $eq: 'paid' } }, then: 'resting' }],
      default: 'other',
    },
    targets: [at(resting, { name: 'resting' }), at(other, { name: 'other' })],
  }
  const paid = await gateway.chat(config, { headers: { 'x-gateway-metadata': '{"plan":"paid"}' } })
  expect(await errorOf(paid)).toMatchObject({ status: 503, code: 'circuit_open' })
  expect(await contentOf(await gateway.chat(config))).toBe('other')
})

test('cb_config of the config applies to its targets, and a target may have its own', async () => {
  await using first = await startSimulator({ answers: [503] })
  await using second = await startSimulator({ answers: [503] })
  const patient = { failure_threshold: 3, cooldown_interval: 30_000 }
  const config = { strategy: { mode: 'fallback' }, cb_config, targets: [at(first), at(second, { cb_config: patient })] }
  for (let i = 0; i < 5; i++) await (await gateway.chat(config)).bytes()
  expect([first.requests.length, second.requests.length]).toEqual([1, 3])
})

test('a target without cb_config is never skipped', async () => {
  await using failing = await startSimulator({ answers: [503] })
  const config = { strategy: { mode: 'fallback' }, targets: [at(failing)] }
  for (let i = 0; i < 10; i++) expect((await gateway.chat(config)).status).toBe(503)
  expect(failing.requests).toHaveLength(10)
})

test('an error inside a stream before any content counts as a failure', async () => {
  await using first = await startSimulator({ answers: [{ fault: 'error-in-stream' }, 'never'] })
  await using second = await startSimulator({ answers: ['hello'] })
  const config = group('fallback', [at(first), at(second)])
  for (let i = 0; i < 2; i++) {
    const text = await (await gateway.chat(config, { body: { stream: true } })).text()
    expect(text).toContain('"content":"hello"')
  }
  expect([first.requests.length, second.requests.length]).toEqual([1, 2])
})
