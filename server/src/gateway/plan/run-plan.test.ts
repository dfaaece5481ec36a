import { expect, test } from 'bun:test'
import { PatternRuns } from '../../config/patterns.ts'
import type { Plan, RequestFacts, Route, Target } from '../../config/plan.ts'
import { GatewayError } from '../../core/errors.ts'
import { NOT_SUCCESS, type StatusSet, statusSet } from '../../core/status-set.ts'
import { findProvider } from '../../providers/registry.ts'
import { type AttemptOutcome, type PlanEnvironment, type PlanResult, runPlan } from './run-plan.ts'

const openai = findProvider('openai')!

/** The outcome of a scripted target: a status, the code of a failure, or that the caller left. */
type Step = number | 'upstream_unreachable' | 'request_timeout' | 'abandoned'
type ScriptedReply = { readonly from: string; readonly status: number; readonly retryAfterMs: number | null }

type Script = {
  readonly steps: Readonly<Record<string, readonly Step[]>>
  readonly retryAfterMs?: number
  readonly isReplayable?: boolean
  /** The caller leaves during the n-th wait. */
  readonly leavesAtWait?: number
  readonly keeps?: boolean
  /** Resolves when it is known whether the response could be buffered. */
  readonly keeping?: Promise<boolean>
  readonly maxCalls?: number
}

type Run = {
  readonly result: PlanResult<ScriptedReply> | GatewayError
  readonly calls: string[]
  readonly waits: number[]
  readonly rows: string[]
  readonly canMoveOn: boolean[]
  /** For each call, after which of `STATUSES` the plan would move on. */
  readonly movesOn: number[][]
}

const STATUSES = [200, 400, 429, 500, 503]

async function run(route: Route, script: Script): Promise<Run> {
  const calls: string[] = []
  const waits: number[] = []
  const rows: string[] = []
  const canMoveOn: boolean[] = []
  const movesOn: number[][] = []
  let nowMs = 0
  const world: PlanEnvironment<ScriptedReply> = {
    elapsedMs: () => nowMs,
    epochMs: () => 0,
    clockMs: () => nowMs,
    random: () => 0.5,
    circuit: () => null,
    wait: async (ms) => {
      waits.push(ms)
      nowMs += ms
      return waits.length !== script.leavesAtWait
    },
    attempt: async (target, retry, next) => {
      const before = calls.filter((configPath) => configPath === target.configPath).length
      expect(retry).toBe(before)
      calls.push(target.configPath)
      canMoveOn.push(next !== null)
      movesOn.push(next === null ? [] : STATUSES.filter(next))
      return outcomeOf(script.steps[target.configPath]![before]!, target, script)
    },
    attemptsLeft: () => (script.maxCalls ?? 20) - calls.length,
    bufferEarlier: () => script.keeping ?? Promise.resolve(script.keeps ?? true),
    retryAfterMs: (reply) => reply.retryAfterMs,
    isReplayable: () => script.isReplayable ?? true,
    decide: (kind, target, reason) => void rows.push(`${kind} ${target}: ${reason}`),
  }
  const facts: RequestFacts = {
    metadata: {},
    params: {},
    headers: {},
    pathname: '/v1/chat/completions',
    patternRuns: new PatternRuns(),
  }
  const plan: Plan = { route, warnings: [], readsParams: false, patternWeight: 0, saved: null }
  const result = await runPlan(plan, { facts: () => facts, stickyId: 'key_1' }, world).catch((error: unknown) => {
    if (error instanceof GatewayError) return error
    throw error
  })
  return { result, calls, waits, rows, canMoveOn, movesOn }
}

function outcomeOf(step: Step, target: Target, script: Script): AttemptOutcome<ScriptedReply> {
  if (step === 'abandoned') return { kind: 'abandoned' }
  if (typeof step === 'number') {
    return {
      kind: 'answered',
      status: step,
      response: { from: target.configPath, status: step, retryAfterMs: script.retryAfterMs ?? null },
    }
  }
  const error = new GatewayError(step)
  return { kind: 'failed', status: error.status, error }
}

const RETRIED = statusSet([429, 500, 502, 503, 504, 529])

function leaf(configPath: string, retries?: number, useRetryAfter = false): Route {
  const target: Target = {
    configPath,
    name: null,
    provider: openai,
    settings: {},
    credential: { kind: 'none' },
    customHost: null,
    isHostTrusted: false,
    savedIn: null,
    stripsModel: false,
    strict: null,
    promptId: null,
    changes: null,
    forwardHeaders: [],
    retry: retries === undefined ? null : { attempts: retries, on: RETRIED, useRetryAfter },
    cache: null,
    circuit: null,
    timeoutMs: null,
    connectTimeoutMs: null,
    guardrails: null,
  }
  return { kind: 'target', target }
}

function fallback(routes: readonly Route[], on: StatusSet = NOT_SUCCESS, configPath = 'config'): Route {
  return { kind: 'fallback', configPath, routes, on: routes.map(() => on) }
}

function answerOf({ result }: Run) {
  if (result instanceof GatewayError || result.kind === 'abandoned') throw new Error('no reply')
  return {
    from: result.response.from,
    status: result.response.status,
    retryCount: result.retryCount,
    configPath: result.target.configPath,
  }
}

const A = 'config.targets[0]'
const B = 'config.targets[1]'

test('a plain target is tried once and its response is sent, whatever its status', async () => {
  for (const status of [200, 404, 429, 500]) {
    const done = await run(leaf('config'), { steps: { config: [status] } })
    expect(answerOf(done)).toEqual({ from: 'config', status, retryCount: 0, configPath: 'config' })
    expect(done).toMatchObject({ calls: ['config'], canMoveOn: [false], rows: [] })
  }
})

test('each retry doubles its wait, and the retry count is that of the attempt that answered', async () => {
  const done = await run(leaf('config', 3), { steps: { config: [503, 429, 200] } })
  expect(answerOf(done)).toMatchObject({ status: 200, retryCount: 2 })
  expect(done.waits).toEqual([750, 1500])
  expect(done.canMoveOn).toEqual([true, true, true])
  expect(done.rows).toEqual([
    'wait config: status 503: retry 1 after 750 ms',
    'wait config: status 429: retry 2 after 1500 ms',
  ])
})

test('used up retries give the last response and a retry count of -1', async () => {
  const done = await run(leaf('config', 2), { steps: { config: [503, 503, 529] } })
  expect(answerOf(done)).toMatchObject({ status: 529, retryCount: -1 })
  expect(done.canMoveOn).toEqual([true, true, false])
})

test('zero retries is no retry, and its count is 0', async () => {
  const done = await run(leaf('config', 0), { steps: { config: [503] } })
  expect(answerOf(done)).toMatchObject({ status: 503, retryCount: 0 })
})

test('a status outside the list ends the retries with the number that led to it', async () => {
  const done = await run(leaf('config', 3), { steps: { config: [503, 400] } })
  expect(answerOf(done)).toMatchObject({ status: 400, retryCount: 1 })
})

test('a network failure is always retried, our own timeout only if 408 is listed', async () => {
  const network = await run(leaf('config', 1), { steps: { config: ['upstream_unreachable', 200] } })
  expect(answerOf(network)).toMatchObject({ status: 200, retryCount: 1 })
  expect(network.rows).toEqual(['wait config: upstream_unreachable: retry 1 after 750 ms'])
  const late = await run(leaf('config', 1), { steps: { config: ['request_timeout', 200] } })
  expect(late.result).toMatchObject({ code: 'request_timeout' })
  expect(late.calls).toHaveLength(1)
})

test('Retry-After is waited for when allowed, ignored when not, and over 60 s ends the retries', async () => {
  const steps = { config: [429, 200] }
  expect((await run(leaf('config', 1, true), { steps, retryAfterMs: 3_000 })).waits).toEqual([3_000])
  expect((await run(leaf('config', 1, false), { steps, retryAfterMs: 3_000 })).waits).toEqual([750])
  expect((await run(leaf('config', 1, true), { steps, retryAfterMs: 60_000 })).waits).toEqual([60_000])
  const long = await run(leaf('config', 1, true), { steps, retryAfterMs: 60_001 })
  expect(long.waits).toEqual([])
  expect(answerOf(long)).toMatchObject({ status: 429, retryCount: -1 })
  expect(long.rows).toEqual(['retry config: not retried: Retry-After is 61 s, more than 60 s'])
})

test('a long Retry-After does not stop the fallback', async () => {
  const done = await run(fallback([leaf(A, 2, true), leaf(B)]), {
    steps: { [A]: [429], [B]: [200] },
    retryAfterMs: 90_000,
  })
  expect(answerOf(done)).toMatchObject({ from: B, retryCount: 0 })
})

test('fallback tries the targets in order until one answers, and records the reason at each step', async () => {
  const C = 'config.targets[2]'
  const done = await run(fallback([leaf(A), leaf(B), leaf(C)]), {
    steps: { [A]: [500], [B]: ['upstream_unreachable'], [C]: [200] },
  })
  expect(answerOf(done)).toMatchObject({ from: C, status: 200, retryCount: 0, configPath: C })
  expect(done.calls).toEqual([A, B, C])
  expect(done.canMoveOn).toEqual([true, true, false])
  expect(done.rows).toEqual([
    `fallback ${A}: status 500 falls back to ${B}`,
    `fallback ${B}: upstream_unreachable falls back to ${C}`,
  ])
})

test('with codes, only the listed statuses lead to a fallback', async () => {
  const on = statusSet([429])
  const stays = await run(fallback([leaf(A), leaf(B)], on), { steps: { [A]: [500], [B]: [200] } })
  expect(answerOf(stays)).toMatchObject({ from: A, status: 500 })
  const goes = await run(fallback([leaf(A), leaf(B)], on), { steps: { [A]: [429], [B]: [200] } })
  expect(answerOf(goes)).toMatchObject({ from: B, status: 200 })
})

test('each target’s own codes decide whether to fall back from it', async () => {
  const route: Route = {
    kind: 'fallback',
    configPath: 'config',
    routes: [leaf(A), leaf(B), leaf('c')],
    on: [statusSet([404]), statusSet([500]), NOT_SUCCESS],
  }
  expect(answerOf(await run(route, { steps: { [A]: [404], [B]: [404], c: [200] } }))).toMatchObject({
    from: B,
    status: 404,
  })
})

test('retries of a target are used up before its fallback', async () => {
  const done = await run(fallback([leaf(A, 2), leaf(B)]), { steps: { [A]: [503, 503, 503], [B]: [200] } })
  expect(done.calls).toEqual([A, A, A, B])
  expect(answerOf(done)).toMatchObject({ from: B, retryCount: 0 })
})

test('if every target fails with a status, the last response is sent', async () => {
  const done = await run(fallback([leaf(A), leaf(B)]), { steps: { [A]: [500], [B]: [404] } })
  expect(answerOf(done)).toMatchObject({ from: B, status: 404 })
})

test('a response we fell back from is sent if no later target answers', async () => {
  const done = await run(fallback([leaf(A, 1), leaf(B)]), { steps: { [A]: [429, 503], [B]: ['upstream_unreachable'] } })
  expect(answerOf(done)).toEqual({ from: A, status: 503, retryCount: -1, configPath: A })
  expect(done.rows.at(-1)).toBe(`kept ${A}: no later target responded, so the last buffered response is sent`)
})

test('the response before a retry is sent if the retry fails', async () => {
  const done = await run(leaf('config', 1), { steps: { config: [503, 'upstream_unreachable'] } })
  expect(answerOf(done)).toMatchObject({ status: 503, retryCount: -1 })
})

test('without any response, the last failure is the refusal', async () => {
  const steps = { [A]: ['upstream_unreachable'], [B]: ['request_timeout'] } as const
  expect((await run(fallback([leaf(A), leaf(B)]), { steps })).result).toMatchObject({
    code: 'request_timeout',
    status: 408,
  })
  const lost = await run(fallback([leaf(A), leaf(B)]), {
    steps: { [A]: [500], [B]: ['upstream_unreachable'] },
    keeps: false,
  })
  expect(lost.result).toMatchObject({ code: 'upstream_unreachable' })
})

test('a caller who leaves ends everything: at a call, and at a wait', async () => {
  const atCall = await run(fallback([leaf(A), leaf(B)]), { steps: { [A]: ['abandoned'], [B]: [200] } })
  expect(atCall).toMatchObject({ result: { kind: 'abandoned' }, calls: [A] })
  const atWait = await run(fallback([leaf(A, 3), leaf(B)]), { steps: { [A]: [503, 503], [B]: [200] }, leavesAtWait: 2 })
  expect(atWait).toMatchObject({ result: { kind: 'abandoned' }, calls: [A, A] })
})

test('an upload that cannot be repeated is neither retried nor sent to a fallback, and the record says so', async () => {
  const retried = await run(leaf('config', 2), { steps: { config: [503] }, isReplayable: false })
  expect(answerOf(retried)).toMatchObject({ status: 503 })
  expect(retried).toMatchObject({ calls: ['config'], waits: [] })
  const handed = await run(fallback([leaf(A), leaf(B)]), { steps: { [A]: [500] }, isReplayable: false })
  expect(answerOf(handed)).toMatchObject({ from: A, status: 500 })
  expect(handed.rows).toEqual([`not_replayable ${A}: the upload was too large to buffer, so it cannot be sent again`])
})

test('an inner group’s final status decides for the outer one', async () => {
  const inner = fallback([leaf(`${A}.targets[0]`), leaf(`${A}.targets[1]`)], NOT_SUCCESS, A)
  const steps = { [`${A}.targets[0]`]: [500], [`${A}.targets[1]`]: [429], [B]: [200] }
  const goes = await run(fallback([inner, leaf(B)], statusSet([429])), { steps })
  expect(goes.calls).toEqual([`${A}.targets[0]`, `${A}.targets[1]`, B])
  expect(goes.canMoveOn).toEqual([true, true, false])
  const stays = await run(fallback([inner, leaf(B)], statusSet([500])), { steps })
  expect(answerOf(stays)).toMatchObject({ from: `${A}.targets[1]`, status: 429 })
})

test('the plan moves on before the body of a failed response is there, and waits for it only when it is needed', async () => {
  const { promise: keeping, resolve } = Promise.withResolvers<boolean>()
  const targets = fallback([leaf(A, 1), leaf(B)])
  const answered = await run(targets, { steps: { [A]: [503, 503], [B]: [200] }, keeping })
  expect(answerOf(answered)).toMatchObject({ from: B, status: 200 })
  let isOver = false
  const failing = run(targets, { steps: { [A]: [503, 503], [B]: ['upstream_unreachable'] }, keeping })
  void failing.then(() => {
    isOver = true
  })
  await Bun.sleep(0)
  expect(isOver).toBe(false)
  resolve(true)
  expect(answerOf(await failing)).toMatchObject({ from: A, status: 503 })
})

test('an attempt knows after which statuses the plan moves on', async () => {
  const inner = fallback([leaf(`${A}.targets[0]`, 1), leaf(`${A}.targets[1]`)], statusSet([400]), A)
  const route = fallback([inner, leaf(B)], statusSet([200]))
  const steps = { [`${A}.targets[0]`]: [503, 400], [`${A}.targets[1]`]: [200], [B]: [200] }
  expect((await run(route, { steps })).movesOn).toEqual([[200, 400, 429, 500, 503], [200, 400], [200], []])
})

test('a request makes no more calls than it may, and the last response of all is sent', async () => {
  const many = Array.from({ length: 100 }, (_, i) => `config.targets[${i}]`)
  const steps = Object.fromEntries(many.map((configPath) => [configPath, [200]]))
  const done = await run(
    fallback(
      many.map((configPath) => leaf(configPath)),
      statusSet([200]),
    ),
    { steps },
  )
  expect(done.calls).toEqual(many.slice(0, 20))
  expect(answerOf(done)).toMatchObject({ from: 'config.targets[19]', status: 200 })
  expect(done.canMoveOn).toEqual([...Array.from({ length: 19 }, () => true), false])
  expect(done.rows.at(-1)).toStartWith('call_limit config.targets[19]: ')
  expect(done.rows.filter((row) => row.startsWith('call_limit'))).toHaveLength(1)
})

test('retries count as calls, and without a response the last failure is the refusal', async () => {
  const retried = await run(fallback([leaf(A, 5), leaf(B)]), { steps: { [A]: [503, 503, 503] }, maxCalls: 3 })
  expect(retried.calls).toEqual([A, A, A])
  expect(retried.waits).toHaveLength(2)
  expect(answerOf(retried)).toMatchObject({ from: A, status: 503, retryCount: -1 })
  const steps = { [A]: [500], [B]: ['upstream_unreachable'] } as const
  const kept = await run(fallback([leaf(A), leaf(B, 5), leaf('c')]), { steps, maxCalls: 2 })
  expect(answerOf(kept)).toMatchObject({ from: A, status: 500 })
  const failed = await run(fallback([leaf(A), leaf(B)]), { steps: { [A]: ['upstream_unreachable'] }, maxCalls: 1 })
  expect(failed.result).toMatchObject({ code: 'upstream_unreachable' })
  expect(failed.rows).toEqual([expect.stringContaining('call_limit')])
})
