/**
 * Runs a plan: decides which target is tried, how often, and which target follows. Uses no socket and no clock, so the
 * dry run and the simulation run the same code.
 */

import type { Plan, RequestFacts, Route, Target } from '../../config/plan.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Decision } from '../../core/record.ts'
import type { StatusSet } from '../../core/status-set.ts'
import { retryWaitMs } from '../../policies/backoff.ts'
import { type Circuit, type CircuitEntry, type CircuitResult, judgeStatus } from '../../policies/circuit.ts'
import { pickWeighted, rankSticky } from '../../policies/weighted-pick.ts'
import { fieldText } from './field-text.ts'

/** How an attempt, a target or a group of targets ended. */
export type Outcome<Response> =
  | {
      readonly kind: 'answered'
      /** The status that retry and fallback rules see. */
      readonly status: number
      readonly response: Response
      /** True if the response is not a provider's: for example a cache hit, or a refusal by the gateway. */
      readonly isLocal?: boolean
      /** Set while the body is still arriving: resolves to the final verdict for the circuit. */
      readonly settled?: Promise<CircuitResult>
    }
  /** No usable response. `status` is the status the caller would get, and the one that retry and fallback rules see. */
  | { readonly kind: 'failed'; readonly status: number; readonly error: GatewayError }
  /** The caller disconnected. */
  | { readonly kind: 'abandoned' }
  /** Not tried because its circuit is open. `retryAtMs` is on the environment's clock. */
  | { readonly kind: 'skipped'; readonly retryAtMs: number }

export type AttemptOutcome<Response> = Exclude<Outcome<Response>, { kind: 'skipped' }>

/** Whether a retry or another target follows a response with this status. */
export type MovesOn = (status: number) => boolean

/** The parts of a request that routing reads. */
export type RoutedRequest = {
  readonly facts: () => RequestFacts
  /** Sticky routing sends requests with the same id and the same hash fields to the same target. */
  readonly stickyId: string
}

/** Everything outside the plan: time, randomness, circuits and upstream requests. */
export interface PlanEnvironment<Response> {
  /** Milliseconds since the request arrived. */
  elapsedMs(): number
  epochMs(): number
  /** A monotonic clock, for circuits. */
  clockMs(): number
  random(): number
  /** Resolves to false if the caller disconnects during the wait. */
  wait(ms: number): Promise<boolean>
  /** The circuit that guards a target for this caller, if it has one. */
  circuit(target: Target): Circuit | null
  /** Sends one request. `next` is null when neither a retry nor another target could follow. */
  attempt(target: Target, retry: number, next: MovesOn | null): Promise<AttemptOutcome<Response>>
  /** How many upstream requests this request may still send. */
  attemptsLeft(): number
  /** Reads a response we fall back from, in the background. Resolves to false if it cannot be buffered. */
  bufferEarlier(response: Response): Promise<boolean>
  retryAfterMs(response: Response): number | null
  /** False once an upload that is too large to buffer has started. */
  isReplayable(): boolean
  decide(kind: Decision['kind'], target: string | null, reason: string, atMs?: number, durationMs?: number): void
}

export type PlanResult<Response> =
  | { readonly kind: 'answered'; readonly response: Response; readonly target: Target; readonly retryCount: number }
  | { readonly kind: 'abandoned' }

/** If Retry-After is longer, the plan does not wait but continues with the next target. */
export const LONGEST_RETRY_AFTER_MS = 60_000

type Answered<Response> = { readonly response: Response; readonly target: Target; readonly retryCount: number }

/** A response we fell back from. */
type EarlierResponse<Response> = {
  readonly answered: Answered<Response>
  readonly isBuffered: Promise<boolean>
  /** The previous response we fell back from, in case this one cannot be buffered. */
  before: EarlierResponse<Response> | null
}

/** Resolves to the response to send. Rejects with a GatewayError if no target gave one. */
export async function runPlan<Response>(
  { route }: Plan,
  request: RoutedRequest,
  environment: PlanEnvironment<Response>,
): Promise<PlanResult<Response>> {
  if (route.kind === 'target' && route.target.retry === null && environment.circuit(route.target) === null) {
    // Most plans are one target that is tried once.
    const { target } = route
    const outcome = await environment.attempt(target, 0, null)
    if (outcome.kind === 'answered') return { kind: 'answered', response: outcome.response, target, retryCount: 0 }
    if (outcome.kind === 'failed') throw outcome.error
    return outcome
  }
  const runner = new PlanRunner(request, environment)
  const outcome = await runner.run(route, null)
  if (outcome.kind === 'abandoned') return outcome
  const last = runner.lastAnswered
  if (outcome.kind === 'answered' && last) return { kind: 'answered', ...last }
  const buffered = await runner.lastBuffered()
  if (buffered) {
    const reason = 'no later target responded, so the last buffered response is sent'
    environment.decide('kept', buffered.target.configPath, reason)
    return { kind: 'answered', ...buffered }
  }
  if (outcome.kind === 'failed') throw outcome.error
  if (outcome.kind === 'answered') {
    throw new GatewayError('upstream_broken', {
      message: `A target returned ${outcome.status} with a body too large to buffer, and no later target responded.`,
    })
  }
  throw allOpen(outcome.retryAtMs - environment.clockMs())
}

function allOpen(remainingMs: number): GatewayError {
  // While a probe is in flight, the cooldown has already ended. The result of the probe is expected within a second.
  const retryAfterMs = Math.max(1000, remainingMs)
  const seconds = Math.ceil(retryAfterMs / 1000)
  return new GatewayError('circuit_open', {
    retryAfterMs,
    message: `The circuits of all eligible targets are open; the next probe is sent in ${seconds} s at the earliest.`,
  })
}

class PlanRunner<Response> {
  lastAnswered: Answered<Response> | null = null
  /** The last response we fell back from. */
  #earlier: EarlierResponse<Response> | null = null
  #isAtAttemptLimit = false

  constructor(
    private readonly request: RoutedRequest,
    private readonly environment: PlanEnvironment<Response>,
  ) {}

  /** `next` tells whether anything outside `route` follows after a status. */
  run(route: Route, next: MovesOn | null): Promise<Outcome<Response>> {
    switch (route.kind) {
      case 'target': {
        const circuit = this.environment.circuit(route.target)
        return circuit ? this.runGuarded(route.target, circuit, next) : this.runTarget(route.target, next)
      }
      case 'fallback':
        return this.runFallback(route, next)
      case 'loadbalance':
        return this.runLoadbalance(route, next)
      case 'conditional':
        return this.run(route.routes[matchCondition(route, this.request, this.environment)]!, next)
    }
  }

  private async runFallback(route: Route & { kind: 'fallback' }, next: MovesOn | null): Promise<Outcome<Response>> {
    const last = route.routes.length - 1
    let before: Outcome<Response> | null = null
    for (let i = 0; ; i++) {
      const outcome = await this.run(route.routes[i]!, i < last ? either(route.on[i]!, next) : next)
      if (outcome.kind === 'abandoned') return outcome
      if (outcome.kind === 'skipped') {
        before = sooner(before, outcome)
        if (i === last) return before
        continue
      }
      if (i === last || !route.on[i]!.has(outcome.status)) return outcome
      if (!this.environment.isReplayable()) return this.stay(outcome, `${route.configPath}.targets[${i}]`)
      if (this.isSpent(`${route.configPath}.targets[${i}]`)) return outcome
      const why = outcome.kind === 'failed' ? outcome.error.code : `status ${outcome.status}`
      this.environment.decide(
        'fallback',
        `${route.configPath}.targets[${i}]`,
        `${why} falls back to ${route.configPath}.targets[${i + 1}]`,
      )
      this.buffer(outcome)
      before = outcome
    }
  }

  private runLoadbalance(route: Route & { kind: 'loadbalance' }, next: MovesOn | null): Promise<Outcome<Response>> {
    const nowMs = this.environment.clockMs()
    const closed = route.weights.map((weight, i) =>
      weight > 0 && blockedUntilMs(route.routes[i]!, nowMs, this.request, this.environment) === null ? weight : 0,
    )
    if (closed.some((weight) => weight > 0))
      return this.run(route.routes[drawRoute(route, closed, this.request, this.environment)]!, next)
    const retryAtMs = blockedUntilMs(route, nowMs, this.request, this.environment) ?? nowMs
    this.environment.decide('breaker', route.configPath, 'every circuit of this group is open, so no request was sent')
    return Promise.resolve({ kind: 'skipped', retryAtMs })
  }

  /** The circuit counts a target with all its retries as one execution. */
  private async runGuarded(target: Target, circuit: Circuit, next: MovesOn | null): Promise<Outcome<Response>> {
    const enteredMs = this.environment.clockMs()
    const entry = circuit.enter(enteredMs)
    if (entry === null) {
      const retryAtMs = circuit.retryAtMs ?? enteredMs
      const seconds = Math.max(0, Math.ceil((retryAtMs - enteredMs) / 1000))
      this.environment.decide('breaker', target.configPath, `skipped: its circuit is open, next probe in ${seconds} s`)
      return { kind: 'skipped', retryAtMs }
    }
    if (entry.kind === 'probe')
      this.environment.decide('breaker', target.configPath, 'the cooldown is over: this attempt is the probe')
    let outcome: Outcome<Response> = { kind: 'abandoned' }
    try {
      outcome = await this.runTarget(target, next)
      return outcome
    } finally {
      this.report(target, circuit, entry, outcome)
    }
  }

  private report(target: Target, circuit: Circuit, entry: CircuitEntry, outcome: Outcome<Response>): void {
    const result = verdictOf(outcome, circuit)
    if (outcome.kind === 'answered' && outcome.settled && result === 'success' && entry.kind === 'closed') {
      // A stream counts as a success when its last byte has arrived, not when it begins.
      outcome.settled.then((settled) => circuit.leave(entry, settled, this.environment.clockMs()))
      return
    }
    const wasOpen = circuit.retryAtMs !== null
    circuit.leave(entry, result, this.environment.clockMs())
    if (wasOpen || circuit.retryAtMs === null) return
    this.environment.decide(
      'breaker',
      target.configPath,
      'opened: the failure threshold or failure percentage was reached',
    )
  }

  private async runTarget(target: Target, next: MovesOn | null): Promise<AttemptOutcome<Response>> {
    const { retry: policy } = target
    const retries = policy?.attempts ?? 0
    for (let retry = 0; ; retry++) {
      const following = policy && retry < retries ? either(policy.on, next) : next
      const outcome = await this.environment.attempt(
        target,
        retry,
        this.environment.attemptsLeft() > 1 ? following : null,
      )
      if (outcome.kind === 'abandoned') return outcome
      const wants = this.wantsRetry(target, outcome)
      if (outcome.kind === 'answered') {
        const retryCount = wants && retries > 0 ? -1 : retry
        this.lastAnswered = { response: outcome.response, target, retryCount }
      }
      if (!wants || retry >= retries) return outcome
      if (!this.environment.isReplayable()) return this.stay(outcome, target.configPath)
      if (this.isSpent(target.configPath)) return outcome
      const waitMs = this.waitFor(target, outcome, retry)
      if (waitMs === null) return outcome
      this.buffer(outcome)
      if (!(await this.pause(target, waitMs, retry, outcome))) return { kind: 'abandoned' }
    }
  }

  /**
   * A network failure is always retried, regardless of the listed statuses. Our own timeout is retried only if 408 is
   * listed.
   */
  private wantsRetry(target: Target, outcome: AttemptOutcome<Response>): boolean {
    if (!target.retry || outcome.kind === 'abandoned') return false
    const isNetwork = outcome.kind === 'failed' && outcome.error.code !== 'request_timeout'
    return isNetwork || target.retry.on.has(outcome.status)
  }

  private waitFor(target: Target, outcome: AttemptOutcome<Response>, retry: number): number | null {
    const retryAfterMs =
      target.retry?.useRetryAfter && outcome.kind === 'answered'
        ? this.environment.retryAfterMs(outcome.response)
        : null
    if (retryAfterMs === null) return retryWaitMs(retry + 1, this.environment.random())
    if (retryAfterMs <= LONGEST_RETRY_AFTER_MS) return retryAfterMs
    this.environment.decide(
      'retry',
      target.configPath,
      `not retried: Retry-After is ${Math.ceil(retryAfterMs / 1000)} s, more than 60 s`,
    )
    return null
  }

  private async pause(
    target: Target,
    waitMs: number,
    retry: number,
    outcome: AttemptOutcome<Response>,
  ): Promise<boolean> {
    const why =
      outcome.kind === 'failed' ? outcome.error.code : outcome.kind === 'answered' ? `status ${outcome.status}` : ''
    const atMs = this.environment.elapsedMs()
    const stayed = await this.environment.wait(waitMs)
    this.environment.decide(
      'wait',
      target.configPath,
      `${why}: retry ${retry + 1} after ${Math.round(waitMs)} ms`,
      atMs,
      this.environment.elapsedMs() - atMs,
    )
    return stayed
  }

  private stay<Ended>(outcome: Ended, configPath: string): Ended {
    this.environment.decide(
      'not_replayable',
      configPath,
      'the upload was too large to buffer, so it cannot be sent again',
    )
    return outcome
  }

  /** True when the request may send no further upstream request: the last response or failure stands. */
  private isSpent(configPath: string): boolean {
    if (this.environment.attemptsLeft() > 0) return false
    if (!this.#isAtAttemptLimit)
      this.environment.decide('call_limit', configPath, 'the request has reached its limit of upstream requests')
    this.#isAtAttemptLimit = true
    return true
  }

  /** The plan continues immediately; the response is read in the background. */
  private buffer(outcome: Outcome<Response>): void {
    const answered = this.lastAnswered
    if (outcome.kind !== 'answered' || !answered) return
    this.lastAnswered = null
    const isBuffered = this.environment.bufferEarlier(answered.response)
    const earlier: EarlierResponse<Response> = { answered, isBuffered, before: this.#earlier }
    this.#earlier = earlier
    // Bounds memory: once this response is buffered, the earlier ones are not needed.
    void isBuffered.then((isWhole) => {
      if (isWhole) earlier.before = null
    })
  }

  /** The last response that could be buffered. */
  async lastBuffered(): Promise<Answered<Response> | null> {
    for (let earlier = this.#earlier; earlier; earlier = earlier.before)
      if (await earlier.isBuffered) return earlier.answered
    return null
  }
}

function either(statuses: StatusSet, next: MovesOn | null): MovesOn {
  return (status) => statuses.has(status) || next?.(status) === true
}

/** Our own refusals (a forbidden address, a missing credential) arrive here as abandoned: they say nothing about the target. */
function verdictOf<Response>(outcome: Outcome<Response>, circuit: Circuit): CircuitResult {
  if (outcome.kind === 'answered') return outcome.isLocal ? 'neutral' : judgeStatus(outcome.status, circuit.rules)
  // `overloaded` means that we lacked a file descriptor or memory: the target got no request.
  return outcome.kind === 'failed' && outcome.error.code !== 'overloaded' ? 'failure' : 'neutral'
}

function sooner<Response>(
  before: Outcome<Response> | null,
  skipped: Outcome<Response> & { kind: 'skipped' },
): Outcome<Response> {
  if (before === null) return skipped
  return before.kind === 'skipped' && skipped.retryAtMs < before.retryAtMs ? skipped : before
}

type Guards = { circuit(target: Target): Circuit | null }

/** Null if some target may be tried now. Otherwise the time when the first open circuit allows a probe. */
function blockedUntilMs(route: Route, nowMs: number, request: RoutedRequest, guards: Guards): number | null {
  if (route.kind === 'target') {
    const circuit = guards.circuit(route.target)
    return circuit?.isBlocked(nowMs) ? circuit.retryAtMs : null
  }
  if (route.kind === 'conditional') {
    const chosen = findRoute(route, request.facts())
    return chosen === null ? null : blockedUntilMs(route.routes[chosen]!, nowMs, request, guards)
  }
  let earliest = Number.POSITIVE_INFINITY
  for (const [i, child] of route.routes.entries()) {
    if (route.kind === 'loadbalance' && route.weights[i] === 0) continue
    const untilMs = blockedUntilMs(child, nowMs, request, guards)
    if (untilMs === null) return null
    earliest = Math.min(earliest, untilMs)
  }
  return earliest
}

type Routing = {
  random(): number
  epochMs(): number
  decide(kind: Decision['kind'], target: string | null, reason: string): void
}

/**
 * Draws a route by weight or by stickiness. `weights` are those of the group, with 0 where a circuit is open; at least
 * one is above 0.
 */
export function drawRoute(
  route: Route & { kind: 'loadbalance' },
  weights: readonly number[],
  request: RoutedRequest,
  routing: Routing,
): number {
  if (!route.sticky) {
    for (const [index, weight] of weights.entries())
      if (weight === 0 && route.weights[index]! > 0) notePassedOver(route, index, routing)
    const index = pickWeighted(weights, routing.random())
    routing.decide('draw', `${route.configPath}.targets[${index}]`, `drawn by weight ${route.weights[index]}`)
    return index
  }
  const facts = request.facts()
  const bucket = Math.floor(routing.epochMs() / route.sticky.ttlMs)
  const fields = route.sticky.hashFields
  const seed = [
    request.stickyId,
    bucket,
    ...fields.map((field) => facts.fieldTexts?.get(field) ?? fieldText(facts, field)),
  ].join('\0')
  // An open circuit does not change the ranking: callers of its route use the next one, and return when it closes.
  const ranking = rankSticky(route.weights, seed)
  const index = ranking.find((ranked) => weights[ranked]! > 0)!
  // Routes ranked behind the chosen one would not have been chosen anyway.
  for (const ranked of ranking.slice(0, ranking.indexOf(index))) notePassedOver(route, ranked, routing)
  routing.decide('sticky', `${route.configPath}.targets[${index}]`, `by ${['key', ...fields].join(', ')}`)
  return index
}

function notePassedOver(route: Route & { kind: 'loadbalance' }, index: number, routing: Routing): void {
  const what = route.routes[index]?.kind === 'target' ? 'its circuit is' : 'every circuit below it is'
  routing.decide('breaker', `${route.configPath}.targets[${index}]`, `passed over: ${what} open`)
}

/** The route that a conditional group takes; null if no condition matches and there is no default. */
function findRoute(route: Route & { kind: 'conditional' }, facts: RequestFacts): number | null {
  return route.conditions.find((condition) => condition.matches(facts))?.route ?? route.otherwise
}

export function matchCondition(
  route: Route & { kind: 'conditional' },
  request: RoutedRequest,
  routing: Pick<Routing, 'decide'>,
): number {
  const facts = request.facts()
  for (const condition of route.conditions) {
    if (!condition.matches(facts)) continue
    routing.decide(
      'condition',
      `${route.configPath}.targets[${condition.route}]`,
      `${condition.text} is true, so ${condition.then}`,
    )
    return condition.route
  }
  if (route.otherwise === null) throw new GatewayError('no_condition_matched', { param: route.configPath })
  routing.decide('condition', `${route.configPath}.targets[${route.otherwise}]`, 'no condition is true, so the default')
  return route.otherwise
}
