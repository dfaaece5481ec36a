/** Walks a plan: which target, how often, and on to which next. Knows no socket and no clock; the dry run and the simulation use it too. */

import type { Plan, Route, Target } from '../../config/plan.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Decision } from '../../core/record.ts'
import type { StatusSet } from '../../core/status-set.ts'
import { retryWaitMs } from '../../policies/backoff.ts'
import { type Circuit, type CircuitEntry, type CircuitResult, judgeStatus } from '../../policies/circuit.ts'
import { blockedUntilMs } from './blocked-until.ts'
import { drawRoute, matchCondition, type RoutedRequest } from './choose-route.ts'

/** How one call, target or group ended. */
export type Outcome<Reply> =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly reply: Reply
      /** True when nobody was called. */
      readonly isCached?: boolean
      /** Set while the answer is still on its way: what it turns out to be. */
      readonly settled?: Promise<CircuitResult>
    }
  /** No usable answer came; `status` is what the caller would see and what the sets are asked about. */
  | { readonly kind: 'failed'; readonly status: number; readonly error: GatewayError }
  | { readonly kind: 'abandoned' }
  /** Not called: its circuit is open. `retryAtMs` is on the world's clock. */
  | { readonly kind: 'skipped'; readonly retryAtMs: number }

export type CallOutcome<Reply> = Exclude<Outcome<Reply>, { kind: 'skipped' }>

/** Whether the plan goes on to a retry or another target after a response of this status. */
export type MovesOn = (status: number) => boolean

/** What the walk needs of the world. */
export interface PlanWorld<Reply> {
  elapsedMs(): number
  epochMs(): number
  /** A clock that never jumps, for circuits. */
  clockMs(): number
  random(): number
  /** Resolves to false when the caller left meanwhile. */
  wait(ms: number): Promise<boolean>
  /** The circuit that guards a target for this caller, if it has one. */
  circuit(target: Target): Circuit | null
  /** One call. `next` is null when neither a retry nor another target could take over. */
  call(target: Target, retry: number, next: MovesOn | null): Promise<CallOutcome<Reply>>
  /** Calls this request may still make. */
  callsLeft(): number
  /** Reads a reply the plan moved on from, in the background; resolves to false when it could not be kept. */
  keep(reply: Reply): Promise<boolean>
  retryAfterMs(reply: Reply): number | null
  /** False once an upload that cannot be repeated has begun. */
  isReplayable(): boolean
  decide(kind: Decision['kind'], target: string | null, reason: string, atMs?: number, durationMs?: number): void
}

export type PlanResult<Reply> =
  | { readonly kind: 'reply'; readonly reply: Reply; readonly target: Target; readonly retryCount: number }
  | { readonly kind: 'abandoned' }

/** Over this, a provider's Retry-After is not waited for: the plan goes on. */
export const LONGEST_RETRY_AFTER_MS = 60_000

type Answered<Reply> = { readonly reply: Reply; readonly target: Target; readonly retryCount: number }

/** A reply the plan moved on from. */
type Kept<Reply> = {
  readonly answer: Answered<Reply>
  readonly isKept: Promise<boolean>
  /** The one before, for the case that this one cannot be kept. */
  before: Kept<Reply> | null
}

/** The answer to send, or a GatewayError when no target gave one. */
export function runPlan<Reply>(
  { route }: Plan,
  request: RoutedRequest,
  world: PlanWorld<Reply>,
): Promise<PlanResult<Reply>> {
  const isPlain = route.kind === 'target' && route.target.retry === null && world.circuit(route.target) === null
  return isPlain ? callOnce(route.target, world) : walkRoute(route, request, world)
}

/** Most plans are one target that is called once: there is nothing to walk. */
async function callOnce<Reply>(target: Target, world: PlanWorld<Reply>): Promise<PlanResult<Reply>> {
  const outcome = await world.call(target, 0, null)
  if (outcome.kind === 'answered') return { kind: 'reply', reply: outcome.reply, target, retryCount: 0 }
  if (outcome.kind === 'failed') throw outcome.error
  return outcome
}

async function walkRoute<Reply>(
  route: Route,
  request: RoutedRequest,
  world: PlanWorld<Reply>,
): Promise<PlanResult<Reply>> {
  const walk = new Walk(request, world)
  const outcome = await walk.run(route, null)
  if (outcome.kind === 'abandoned') return outcome
  const last = walk.lastAnswer
  if (outcome.kind === 'answered' && last) return { kind: 'reply', ...last }
  const kept = await walk.lastKept()
  if (kept) {
    world.decide('kept', kept.target.configPath, 'no later target answered, so the last answer received is sent')
    return { kind: 'reply', ...kept }
  }
  if (outcome.kind === 'failed') throw outcome.error
  if (outcome.kind === 'answered') {
    throw new GatewayError('upstream_broken', {
      message: `A target answered ${outcome.status} with a body too large to keep, and no later target answered.`,
    })
  }
  throw allOpen(outcome.retryAtMs - world.clockMs())
}

function allOpen(remainingMs: number): GatewayError {
  // While a probe is under way the time is over already; its answer is a second away.
  const retryAfterMs = Math.max(1000, remainingMs)
  const seconds = Math.ceil(retryAfterMs / 1000)
  return new GatewayError('circuit_open', {
    retryAfterMs,
    message: `Every target that could answer is cooling down; the next probe may go in ${seconds} s.`,
  })
}

class Walk<Reply> {
  lastAnswer: Answered<Reply> | null = null
  /** The last reply the plan moved on from. */
  #kept: Kept<Reply> | null = null
  #isAtCallLimit = false

  constructor(
    private readonly request: RoutedRequest,
    private readonly world: PlanWorld<Reply>,
  ) {}

  /** `next`: whether anything outside `route` takes over after a status. */
  run(route: Route, next: MovesOn | null): Promise<Outcome<Reply>> {
    switch (route.kind) {
      case 'target':
        return this.guard(route.target, next)
      case 'fallback':
        return this.runFallback(route, next)
      case 'loadbalance':
        return this.runLoadbalance(route, next)
      case 'conditional':
        return this.run(route.routes[matchCondition(route, this.request, this.world)]!, next)
    }
  }

  private async runFallback(route: Route & { kind: 'fallback' }, next: MovesOn | null): Promise<Outcome<Reply>> {
    const last = route.routes.length - 1
    let before: Outcome<Reply> | null = null
    for (let i = 0; ; i++) {
      const outcome = await this.run(route.routes[i]!, i < last ? either(route.on[i]!, next) : next)
      if (outcome.kind === 'abandoned') return outcome
      if (outcome.kind === 'skipped') {
        before = sooner(before, outcome)
        if (i === last) return before
        continue
      }
      if (i === last || !route.on[i]!.has(outcome.status)) return outcome
      if (!this.world.isReplayable()) return this.stay(outcome, `${route.configPath}.targets[${i}]`)
      if (this.isSpent(`${route.configPath}.targets[${i}]`)) return outcome
      const why = outcome.kind === 'failed' ? outcome.error.code : `status ${outcome.status}`
      this.world.decide(
        'fallback',
        `${route.configPath}.targets[${i}]`,
        `${why} hands on to ${route.configPath}.targets[${i + 1}]`,
      )
      this.keep(outcome)
      before = outcome
    }
  }

  private runLoadbalance(route: Route & { kind: 'loadbalance' }, next: MovesOn | null): Promise<Outcome<Reply>> {
    const nowMs = this.world.clockMs()
    const closed = route.weights.map((weight, i) =>
      weight > 0 && blockedUntilMs(route.routes[i]!, nowMs, this.request, this.world) === null ? weight : 0,
    )
    if (closed.some((weight) => weight > 0))
      return this.run(route.routes[drawRoute(route, closed, this.request, this.world)]!, next)
    const retryAtMs = blockedUntilMs(route, nowMs, this.request, this.world) ?? nowMs
    this.world.decide('breaker', route.configPath, 'every circuit of this group is open, so nothing was called')
    return Promise.resolve({ kind: 'skipped', retryAtMs })
  }

  /** Asks the target's circuit before, and tells it afterwards: one execution with its retries counts once. */
  private guard(target: Target, next: MovesOn | null): Promise<Outcome<Reply>> {
    const circuit = this.world.circuit(target)
    return circuit ? this.runGuarded(target, circuit, next) : this.runTarget(target, next)
  }

  private async runGuarded(target: Target, circuit: Circuit, next: MovesOn | null): Promise<Outcome<Reply>> {
    const enteredMs = this.world.clockMs()
    const entry = circuit.enter(enteredMs)
    if (entry === null) {
      const retryAtMs = circuit.retryAtMs ?? enteredMs
      const seconds = Math.max(0, Math.ceil((retryAtMs - enteredMs) / 1000))
      this.world.decide(
        'breaker',
        target.configPath,
        `skipped: its circuit is open after ${circuit.failures} failures, next probe in ${seconds} s`,
      )
      return { kind: 'skipped', retryAtMs }
    }
    if (entry.kind === 'probe')
      this.world.decide('breaker', target.configPath, 'the cooldown is over: this call is the probe')
    let outcome: Outcome<Reply> = { kind: 'abandoned' }
    try {
      outcome = await this.runTarget(target, next)
      return outcome
    } finally {
      this.report(target, circuit, entry, outcome)
    }
  }

  private report(target: Target, circuit: Circuit, entry: CircuitEntry, outcome: Outcome<Reply>): void {
    const result = verdictOf(outcome, circuit)
    if (outcome.kind === 'answered' && outcome.settled && result === 'success' && entry.kind === 'closed') {
      // A stream is a success when its last byte is there, not when it begins.
      outcome.settled.then((settled) => circuit.leave(entry, settled, this.world.clockMs()))
      return
    }
    const wasOpen = circuit.retryAtMs !== null
    circuit.leave(entry, result, this.world.clockMs())
    if (wasOpen || circuit.retryAtMs === null) return
    this.world.decide('breaker', target.configPath, `opened: ${circuit.failures} failures since the last success`)
  }

  private async runTarget(target: Target, next: MovesOn | null): Promise<CallOutcome<Reply>> {
    const { retry: policy } = target
    const retries = policy?.attempts ?? 0
    for (let retry = 0; ; retry++) {
      const following = policy && retry < retries ? either(policy.on, next) : next
      const outcome = await this.world.call(target, retry, this.world.callsLeft() > 1 ? following : null)
      if (outcome.kind === 'abandoned') return outcome
      const wants = this.wantsRetry(target, outcome)
      if (outcome.kind === 'answered') {
        const retryCount = wants && retries > 0 ? -1 : retry
        this.lastAnswer = { reply: outcome.reply, target, retryCount }
      }
      if (!wants || retry >= retries) return outcome
      if (!this.world.isReplayable()) return this.stay(outcome, target.configPath)
      if (this.isSpent(target.configPath)) return outcome
      const waitMs = this.waitFor(target, outcome, retry)
      if (waitMs === null) return outcome
      this.keep(outcome)
      if (!(await this.pause(target, waitMs, retry, outcome))) return { kind: 'abandoned' }
    }
  }

  /** A network failure is retried whatever the list says (contract 1.4); our own time-out only if its 408 is listed. */
  private wantsRetry(target: Target, outcome: CallOutcome<Reply>): boolean {
    if (!target.retry || outcome.kind === 'abandoned') return false
    const isNetwork = outcome.kind === 'failed' && outcome.error.code !== 'request_timeout'
    return isNetwork || target.retry.on.has(outcome.status)
  }

  private waitFor(target: Target, outcome: CallOutcome<Reply>, retry: number): number | null {
    const asked =
      target.retry?.useRetryAfter && outcome.kind === 'answered' ? this.world.retryAfterMs(outcome.reply) : null
    if (asked === null) return retryWaitMs(retry + 1, this.world.random())
    if (asked <= LONGEST_RETRY_AFTER_MS) return asked
    this.world.decide(
      'retry',
      target.configPath,
      `not retried: the provider asks for ${Math.ceil(asked / 1000)} s, more than 60 s`,
    )
    return null
  }

  private async pause(target: Target, waitMs: number, retry: number, outcome: CallOutcome<Reply>): Promise<boolean> {
    const why =
      outcome.kind === 'failed' ? outcome.error.code : outcome.kind === 'answered' ? `status ${outcome.status}` : ''
    const atMs = this.world.elapsedMs()
    const stayed = await this.world.wait(waitMs)
    this.world.decide(
      'wait',
      target.configPath,
      `${why}: retry ${retry + 1} after ${Math.round(waitMs)} ms`,
      atMs,
      this.world.elapsedMs() - atMs,
    )
    return stayed
  }

  private stay<Ended>(outcome: Ended, place: string): Ended {
    this.world.decide('not_replayable', place, 'the upload was too large to keep, so it cannot be sent again')
    return outcome
  }

  /** True when the request may make no further call; the last response or failure stands. */
  private isSpent(place: string): boolean {
    if (this.world.callsLeft() > 0) return false
    if (!this.#isAtCallLimit)
      this.world.decide('call_limit', place, 'the request has made as many calls as one may, so no other follows')
    this.#isAtCallLimit = true
    return true
  }

  /** The plan goes on at once; what is kept is read meanwhile. */
  private keep(outcome: Outcome<Reply>): void {
    const answer = this.lastAnswer
    if (outcome.kind !== 'answered' || !answer) return
    this.lastAnswer = null
    const kept: Kept<Reply> = { answer, isKept: this.world.keep(answer.reply), before: this.#kept }
    this.#kept = kept
    // Bounds memory: once a later one is kept, the earlier ones are not needed.
    void kept.isKept.then((isKept) => {
      if (isKept) kept.before = null
    })
  }

  /** The last reply that could be kept. */
  async lastKept(): Promise<Answered<Reply> | null> {
    for (let kept = this.#kept; kept; kept = kept.before) if (await kept.isKept) return kept.answer
    return null
  }
}

function either(statuses: StatusSet, next: MovesOn | null): MovesOn {
  return (status) => statuses.has(status) || next?.(status) === true
}

/** A refusal of our own (a bad address, a missing credential) says nothing about the target; it arrives here as abandoned. */
function verdictOf<Reply>(outcome: Outcome<Reply>, circuit: Circuit): CircuitResult {
  if (outcome.kind === 'answered') return outcome.isCached ? 'neutral' : judgeStatus(outcome.status, circuit.rules)
  // Without a descriptor or memory of ours, the target was not asked.
  return outcome.kind === 'failed' && outcome.error.code !== 'overloaded' ? 'failure' : 'neutral'
}

function sooner<Reply>(before: Outcome<Reply> | null, skipped: Outcome<Reply> & { kind: 'skipped' }): Outcome<Reply> {
  if (before === null) return skipped
  return before.kind === 'skipped' && skipped.retryAtMs < before.retryAtMs ? skipped : before
}
