import { expect, test } from 'bun:test'
import { statusSet } from '../../server/src/core/status-set.ts'
import { Circuit, judgeStatus } from '../../server/src/policies/circuit.ts'
import type { Answer } from '../../simulators/answer.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { errorOf } from '../harness/error-of.ts'
import { shareGatewayProcess } from '../harness/share-gateway.ts'

const gateway = await shareGatewayProcess()

const COOLDOWN_MS = 30_000
/** Longer than any test of the gateway takes: at its end a probe would be sent. */
const circuit = (threshold: number) => ({ cb_config: { failure_threshold: threshold, cooldown_interval: 600_000 } })

test('repeated 503 open the circuit at its threshold, and the provider gets no further call', async () => {
  await using simulator = await startSimulator({ answers: [503] })
  const config = at(simulator, circuit(5))
  for (let i = 0; i < 5; i++) {
    const reply = await gateway.chat(config)
    expect(reply.status).toBe(503)
    await reply.text()
  }
  for (let i = 0; i < 200; i++) {
    const result = await gateway.chat(config)
    expect(await errorOf(result)).toMatchObject({ status: 503, code: 'circuit_open' })
    expect(Number(result.headers.get('retry-after'))).toBeWithin(1, 601)
  }
  expect(simulator.requests).toHaveLength(5)
})

test('concurrent callers cause no more calls than their own retries, and each response says that retries are exhausted', async () => {
  await using simulator = await startSimulator({ answers: [503] })
  const config = at(simulator, { ...circuit(3), retry: { attempts: 1 } })
  const replies = await Promise.all(Array.from({ length: 10 }, () => gateway.chat(config)))
  expect(simulator.requests.length).toBeLessThanOrEqual(20)
  // A request that arrives after the circuit has opened calls nobody, so it has no retries either.
  const others = replies.filter((reply) => reply.headers.get('x-should-retry') !== 'false')
  expect(others.length).toBeLessThanOrEqual(7)
  for (const reply of others) {
    const log = await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
    expect(log).toMatchObject({ error_code: 'circuit_open', attempts: [] })
  }
})

test('after the cooldown exactly one probe is sent, on a virtual clock', () => {
  const guard = new Circuit({ failureThreshold: 3, cooldownMs: COOLDOWN_MS, failures: statusSet(['5xx']) })
  for (let i = 0; i < 3; i++) guard.leave(guard.enter(i)!, 'failure', i)
  let early = 0
  for (let nowMs = 2; nowMs < 2 + COOLDOWN_MS; nowMs += 10) if (guard.enter(nowMs)) early++
  const afterwards = Array.from({ length: 100 }, () => guard.enter(2 + COOLDOWN_MS))
  const probes = afterwards.filter((entry) => entry !== null)
  expect([early, probes]).toEqual([0, [{ kind: 'probe' }]])
  guard.leave(probes[0]!, 'failure', 40_000)
  expect(guard.state(40_001)).toBe('open')
  expect(guard.enter(69_999)).toBeNull()
  expect(guard.enter(70_000)?.kind).toBe('probe')
})

type Case = readonly [name: string, answer: Answer | 'refused', counts: boolean]

const CASES: readonly Case[] = [
  ['500', 500, false],
  ['501', 501, true],
  ['503', 503, true],
  ['429', 429, false],
  ['408', { status: 408, body: {} }, false],
  ['a timeout of ours', { fault: 'hang' }, true],
  ['a refused connection', 'refused', true],
]

test.each(CASES)('%s and the circuit', async (_name, answer, counts) => {
  const simulator = await startSimulator({ answers: [answer === 'refused' ? 200 : answer] })
  if (answer === 'refused') await simulator.stop()
  const isSilent = typeof answer === 'object' && 'fault' in answer && answer.fault === 'hang'
  const config = at(simulator, { ...circuit(1), ...(isSilent && { request_timeout: 100 }) })
  await (await gateway.chat(config)).text()
  const second = await gateway.chat(config)
  const isOpen = second.status === 503 && (await second.text()).includes('circuit_open')
  if (answer !== 'refused') await simulator.stop()
  expect(isOpen).toBe(counts)
})

test('the default codes are those above 500', () => {
  const rules = { failureThreshold: 1, cooldownMs: COOLDOWN_MS, failures: { has: (status: number) => status > 500 } }
  expect([200, 404, 429, 500, 501, 599].map((status) => judgeStatus(status, rules))).toEqual([
    'success',
    'success',
    'success',
    'neutral',
    'failure',
    'failure',
  ])
})
