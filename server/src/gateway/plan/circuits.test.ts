import { expect, test } from 'bun:test'
import { PatternRuns } from '../../config/patterns.ts'
import type { CircuitPolicy, Plan, Route, Target } from '../../config/plan.ts'
import { GatewayError } from '../../core/errors.ts'
import { NOT_SUCCESS } from '../../core/status-set.ts'
import { findProvider } from '../../providers/registry.ts'
import { Circuits } from './circuits.ts'
import { type AttemptOutcome, type PlanEnvironment, runPlan } from './run-plan.ts'

const openai = findProvider('openai')!
const openaiCompatible = findProvider('openai-compatible')!

const POLICY: CircuitPolicy = {
  failureThreshold: 1,
  failurePercentage: null,
  minimumRequests: 5,
  cooldownMs: 30_000,
  failures: { has: (status) => status > 500 },
  codes: '>500',
}

function target(more: Partial<Target> = {}): Target {
  return {
    configPath: 'config',
    name: null,
    provider: openai,
    settings: {},
    credential: { kind: 'none' },
    customHost: null,
    isHostTrusted: false,
    savedIn: null,
    stripsModel: false,
    promptId: null,
    changes: null,
    forwardHeaders: [],
    strict: null,
    retry: null,
    cache: null,
    circuit: POLICY,
    timeoutMs: null,
    connectTimeoutMs: null,
    guardrails: null,
    ...more,
  }
}

function board() {
  const clock = { nowMs: 1000 }
  const circuits = new Circuits(() => clock.nowMs)
  return { clock, circuits }
}

function openOne(circuits: Circuits, which: Target, nowMs: number, workspaceId = 'ws', credential = 'secret'): void {
  const circuit = circuits.of(which, workspaceId, credential)!
  circuit.leave(circuit.enter(nowMs)!, 'failure', nowMs)
}

test('a target without rules has no circuit', () => {
  expect(board().circuits.of(target({ circuit: null }), 'ws', 'secret')).toBeNull()
})

test('workspace, provider, origin, credential and rules identify a circuit; nothing else does', () => {
  const { circuits } = board()
  const circuit = circuits.of(target(), 'ws', 'secret')
  const same = target({
    configPath: 'config.targets[3]',
    name: 'other',
    timeoutMs: 5,
    cache: { mode: 'simple', threshold: 0.95, isShadow: false, maxAgeMs: 1 },
  })
  expect(circuits.of(same, 'ws', 'secret')).toBe(circuit)
  expect(circuits.list('ws')).toHaveLength(1)
  const others = [
    circuits.of(target(), 'ws-2', 'secret'),
    circuits.of(target(), 'ws', 'secret-2'),
    circuits.of(target({ provider: openaiCompatible }), 'ws', 'secret'),
    circuits.of(target({ customHost: 'http://127.0.0.1:1/v1' }), 'ws', 'secret'),
    circuits.of(target({ circuit: { ...POLICY, failureThreshold: 2 } }), 'ws', 'secret'),
    circuits.of(target({ circuit: { ...POLICY, cooldownMs: 30_001 } }), 'ws', 'secret'),
    circuits.of(target({ circuit: { ...POLICY, codes: '503' } }), 'ws', 'secret'),
  ]
  expect(new Set([circuit, ...others]).size).toBe(8)
  expect(new Set(circuits.list(null).map(({ id }) => id)).size).toBe(8)
})

test('the view follows the clock: open until the cooldown is over, then half open', () => {
  const { clock, circuits } = board()
  const beforeMs = Date.now()
  openOne(circuits, target(), clock.nowMs)
  const [open] = circuits.list('ws')
  const afterMs = Date.now()
  expect(open).toMatchObject({
    state: 'open',
    failures: 1,
    failureThreshold: 1,
    failurePercentage: null,
    minimumRequests: null,
    cooldownMs: 30_000,
    origin: null,
    provider: 'openai',
  })
  expect(open!.retryAtMs).toBeWithin(beforeMs + 30_000, afterMs + 30_001)
  clock.nowMs += 29_999
  expect(circuits.list('ws')[0]?.state).toBe('open')
  clock.nowMs += 1
  expect(circuits.list('ws')[0]?.state).toBe('half_open')
})

test('a reset closes only the circuits of the given workspace', () => {
  const { clock, circuits } = board()
  openOne(circuits, target(), clock.nowMs)
  const { id } = circuits.list(null)[0]!
  expect(circuits.reset('ws-2', id)).toBe(false)
  expect(circuits.reset('ws', 'unknown')).toBe(false)
  expect(circuits.list(null)[0]?.state).toBe('open')
  expect(circuits.reset('ws', id)).toBe(true)
  expect(circuits.list(null)[0]).toMatchObject({ state: 'closed', failures: 0, retryAtMs: null })
})

test('above ten thousand circuits the least recently used closed one is evicted, an open one never', () => {
  const { clock, circuits } = board()
  openOne(circuits, target(), clock.nowMs, 'ws', 'open')
  const [first, second] = [circuits.of(target(), 'ws', 'key 0'), circuits.of(target(), 'ws', 'key 1')]
  for (let i = 2; i < 9_999; i++) circuits.of(target(), 'ws', `key ${i}`)
  expect(circuits.of(target(), 'ws', 'key 0')).toBe(first)
  circuits.of(target(), 'ws', 'one more')
  const views = circuits.list(null)
  expect(views).toHaveLength(10_000)
  expect(views.filter(({ state }) => state === 'open')).toHaveLength(1)
  expect(circuits.of(target(), 'ws', 'key 0')).toBe(first)
  expect(circuits.of(target(), 'ws', 'key 1')).not.toBe(second)
})

type Called = { readonly configPath: string; readonly answer: (status: number) => void; readonly leave: () => void }

/** Requests under a virtual clock. The test decides when their upstream calls end. */
function requests(route: Route) {
  const { clock, circuits } = board()
  const calls: Called[] = []
  const world: PlanEnvironment<number> = {
    elapsedMs: () => clock.nowMs,
    epochMs: () => clock.nowMs,
    clockMs: () => clock.nowMs,
    random: () => 0,
    wait: async () => true,
    circuit: (which) => circuits.of(which, 'ws', 'secret'),
    attempt: ({ configPath }) =>
      new Promise<AttemptOutcome<number>>((resolve) => {
        const answer = (status: number) => resolve({ kind: 'answered', status, response: status })
        calls.push({ configPath: configPath, answer, leave: () => resolve({ kind: 'abandoned' }) })
      }),
    attemptsLeft: () => 20,
    bufferEarlier: async () => true,
    retryAfterMs: () => null,
    isReplayable: () => true,
    decide: () => {},
  }
  const plan: Plan = { route, warnings: [], readsParams: false, patternWeight: 0, saved: null }
  const facts = () => ({ metadata: {}, params: {}, headers: {}, pathname: '/', patternRuns: new PatternRuns() })
  /** The result for the caller: a status, or the code of the gateway's error. */
  const send = () =>
    runPlan(plan, { facts, stickyId: 'key' }, world).then(
      (result) => (result.kind === 'answered' ? result.response : 'left'),
      (error: unknown) => (error instanceof GatewayError ? `${error.code} ${error.retryAfterMs}` : String(error)),
    )
  return { clock, circuits, calls, send }
}

async function opened(route: Route) {
  const all = requests(route)
  const first = all.send()
  all.calls.shift()!.answer(503)
  expect(await first).toBe(503)
  return all
}

const GUARDED: Route = { kind: 'target', target: target() }

test('while it cools down every request is refused with the time that is left', async () => {
  const { clock, calls, send } = await opened(GUARDED)
  expect(await send()).toBe('circuit_open 30000')
  clock.nowMs += 29_999
  // At least a second: a client that retries at once would only find that a probe is in flight.
  expect(await send()).toBe('circuit_open 1000')
  expect(calls).toHaveLength(0)
})

test('after the cooldown one of many requests probes and the others see it open until the probe is back', async () => {
  const { clock, calls, send } = await opened(GUARDED)
  clock.nowMs += 30_000
  const probe = send()
  const others = await Promise.all(Array.from({ length: 20 }, send))
  expect(calls).toHaveLength(1)
  expect(new Set(others)).toEqual(new Set(['circuit_open 1000']))
  calls.shift()!.answer(200)
  expect(await probe).toBe(200)
  const after = [send(), send()]
  for (const call of calls.splice(0)) call.answer(200)
  expect(await Promise.all(after)).toEqual([200, 200])
})

test('a failed probe opens for a whole new cooldown', async () => {
  const { clock, calls, send } = await opened(GUARDED)
  clock.nowMs += 40_000
  const probe = send()
  clock.nowMs += 500
  calls.shift()!.answer(502)
  expect(await probe).toBe(502)
  expect(await send()).toBe('circuit_open 30000')
})

test('a probe whose caller leaves lets the next request probe', async () => {
  const { clock, calls, send } = await opened(GUARDED)
  clock.nowMs += 30_000
  const probe = send()
  calls.shift()!.leave()
  expect(await probe).toBe('left')
  const next = send()
  expect(calls).toHaveLength(1)
  calls.shift()!.answer(200)
  expect(await next).toBe(200)
})

test('a fallback sends its probe to the first target and everyone else to the second', async () => {
  const routes: readonly Route[] = [
    { kind: 'target', target: target({ configPath: 'first', customHost: 'http://first' }) },
    { kind: 'target', target: target({ configPath: 'second', customHost: 'http://second' }) },
  ]
  const { clock, circuits, calls, send } = requests({
    kind: 'fallback',
    configPath: 'config',
    routes,
    on: [NOT_SUCCESS, NOT_SUCCESS],
  })
  openOne(circuits, target({ customHost: 'http://first' }), clock.nowMs)
  clock.nowMs += 30_000
  const all = [send(), send(), send()]
  // The step from a skipped target to the next takes a turn of the event loop.
  await new Promise(setImmediate)
  expect(calls.map(({ configPath }) => configPath)).toEqual(['first', 'second', 'second'])
  for (const call of calls) call.answer(200)
  expect(await Promise.all(all)).toEqual([200, 200, 200])
})

test('load balancing gives a half open target one probe at a time', async () => {
  const routes: readonly Route[] = [
    { kind: 'target', target: target({ configPath: 'first', customHost: 'http://first' }) },
    { kind: 'target', target: target({ configPath: 'second', customHost: 'http://second' }) },
  ]
  // With a random number of 0, the draw takes the first target that may be called.
  const { clock, circuits, calls, send } = requests({
    kind: 'loadbalance',
    configPath: 'config',
    routes,
    weights: [1, 1],
    sticky: null,
  })
  openOne(circuits, target({ customHost: 'http://first' }), clock.nowMs)
  const early = send()
  clock.nowMs += 30_000
  const later = [send(), send()]
  expect(calls.map(({ configPath }) => configPath)).toEqual(['second', 'first', 'second'])
  for (const call of calls) call.answer(200)
  expect(await Promise.all([early, ...later])).toEqual([200, 200, 200])
})

test('with all open, the refusal names the circuit that may be probed first', async () => {
  const routes: readonly Route[] = [
    { kind: 'target', target: target({ configPath: 'late', customHost: 'http://late' }) },
    { kind: 'target', target: target({ configPath: 'soon', customHost: 'http://soon' }) },
  ]
  for (const route of [
    { kind: 'fallback', configPath: 'config', routes, on: [NOT_SUCCESS, NOT_SUCCESS] },
    { kind: 'loadbalance', configPath: 'config', routes, weights: [1, 1], sticky: null },
  ] satisfies Route[]) {
    const { clock, circuits, calls, send } = requests(route)
    openOne(circuits, target({ customHost: 'http://soon' }), clock.nowMs)
    clock.nowMs += 10_000
    openOne(circuits, target({ customHost: 'http://late' }), clock.nowMs)
    expect(await send()).toBe('circuit_open 20000')
    expect(calls).toHaveLength(0)
  }
})
