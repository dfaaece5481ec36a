/** One caller of the simulation: runs the real planner in virtual time and reports every step to the model. */

import type { Plan, RequestFacts, Target } from '../../server/src/config/plan.ts'
import { GatewayError } from '../../server/src/core/errors.ts'
import type { AttemptOutcome, MovesOn, PlanEnvironment } from '../../server/src/gateway/plan/run-plan.ts'
import type { Engine, SimulationView } from './engine.ts'
import { expectPlan } from './model.ts'
import type { Behaviour } from './random-upstream.ts'
import { type Expecting, RequestHistory, Violation } from './request-history.ts'
import type { SimulatedResponse, Step } from './step.ts'

const IDLE_LIMIT_MS = 600_000

export class SimulatedRequest {
  hasEnded = false
  readonly #startMs: number
  readonly #history: RequestHistory
  readonly #model: Expecting<void>
  readonly #replies: SimulatedResponse[] = []
  #hasLeft = false
  #isTaken = false
  #callsLeft: number
  #isWaitingForKept = false
  /** Ends the current operation because the caller left. */
  #interrupt: (() => void) | null = null
  /** Stops buffering responses. */
  readonly #drop: (() => void)[] = []

  constructor(
    readonly id: number,
    private readonly simulation: SimulationView,
    private readonly plan: Plan,
    facts: RequestFacts,
    private readonly isUpload: boolean,
    maxCalls: number,
  ) {
    this.#callsLeft = maxCalls
    const { time, stuck } = simulation
    this.#startMs = time.nowMs
    const isReplayable = () => !this.#isTaken
    this.#history = new RequestHistory(
      facts,
      'key',
      isReplayable,
      () => this.#callsLeft,
      () => time.nowMs,
      (target) => simulation.guardOf(target)?.model ?? null,
      stuck,
    )
    this.#model = expectPlan(plan, this.#history)
    this.#model.next()
  }

  start(engine: Engine): void {
    const request = { facts: () => this.#history.facts, stickyId: this.#history.stickyId }
    engine.runPlan(this.plan, request, this.#world()).then(
      (result) => this.#end(result),
      (error: unknown) =>
        error instanceof GatewayError ? this.#end(error) : this.simulation.fail(`r${this.id}: threw ${error}`),
    )
  }

  leave(): void {
    if (this.hasEnded || this.#hasLeft) return
    this.#hasLeft = true
    this.simulation.note(this.id, 'the caller leaves')
    for (const drop of this.#drop) drop()
    this.#interrupt?.()
  }

  /** Runs after each event. If no operation is running, the planner waits for responses that are being buffered. */
  settled(): void {
    if (this.hasEnded || this.#isWaitingForKept || this.#interrupt !== null) return
    this.#isWaitingForKept = true
    this.#tell({ kind: 'keeping' })
  }

  #end(result: Extract<Step, { kind: 'end' }>['result']): void {
    this.#tell({ kind: 'end', result })
    const sent = result instanceof GatewayError || result.kind === 'abandoned' ? null : result.response
    const leaked = this.#replies.find((reply) => reply.state === 'open' && reply !== sent)
    if (leaked) this.simulation.fail(`r${this.id}: reply ${leaked.id} was neither sent, nor kept, nor dropped`)
    this.hasEnded = true
  }

  #tell(step: Step): void {
    this.simulation.noteStep(this.id, step)
    if (this.hasEnded) return this.simulation.fail(`r${this.id}: went on after its end`)
    if (this.simulation.violation !== null) return
    try {
      this.#model.next(step)
    } catch (error) {
      if (!(error instanceof Violation)) throw error
      this.simulation.fail(`r${this.id}: ${error.message}`)
    }
  }

  #world(): PlanEnvironment<SimulatedResponse> {
    const { time, random } = this.simulation
    return {
      elapsedMs: () => time.nowMs - this.#startMs,
      epochMs: () => time.nowMs,
      clockMs: () => time.nowMs,
      random: () => random.next(),
      circuit: (target) => this.simulation.guardOf(target)?.circuit ?? null,
      wait: (ms) => this.#wait(ms),
      attempt: (target, retry, next) => this.#call(target, retry, next),
      attemptsLeft: () => this.#callsLeft,
      bufferEarlier: (reply) => this.#keep(reply),
      retryAfterMs: (reply) => reply.retryAfterMs,
      isReplayable: () => !this.#isTaken,
      decide: (kind, target, reason) => {
        this.#history.decisions.push({ kind, target })
        this.simulation.note(this.id, `  ${kind} ${target}: ${reason}`)
      },
    }
  }

  /** Resolves after the time, or immediately with `whenLeft` when the caller leaves. */
  #after<Result>(delayMs: number, result: Result, whenLeft: Result, tell: (result: Result) => void): Promise<Result> {
    const { promise, resolve } = Promise.withResolvers<Result>()
    const settle = (settled: Result) => {
      this.#interrupt = null
      tell(settled)
      resolve(settled)
    }
    const cancel = this.simulation.time.after(delayMs, () => settle(result))
    this.#interrupt = () => {
      cancel()
      settle(whenLeft)
    }
    if (this.#hasLeft) this.#interrupt()
    return promise
  }

  #wait(ms: number): Promise<boolean> {
    this.#tell({ kind: 'wait', ms })
    return this.#after(ms, true, false, (stayed) => this.#tell({ kind: 'woke', stayed }))
  }

  /** Runs in the background, during another call or the wait before it. */
  #keep(reply: SimulatedResponse): Promise<boolean> {
    reply.state = 'keeping'
    this.#tell({ kind: 'keep', reply })
    const { random, time } = this.simulation
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const settle = (isKept: boolean) => {
      if (reply.state !== 'keeping') return
      reply.state = isKept ? 'kept' : 'dropped'
      resolve(isKept)
    }
    time.after(random.chance(0.5) ? random.between(1, 5_000) : 0, () => settle(!reply.isTooLarge))
    this.#drop.push(() => settle(false))
    if (this.#hasLeft) settle(false)
    return promise
  }

  #call(target: Target, retry: number, next: MovesOn | null): Promise<AttemptOutcome<SimulatedResponse>> {
    this.#tell({ kind: 'call', target, retry, next, isSent: !this.#hasLeft })
    const abandoned = { kind: 'abandoned' } as const
    const tell = (outcome: AttemptOutcome<SimulatedResponse>) => this.#tell({ kind: 'outcome', outcome })
    if (this.#hasLeft) return this.#after<AttemptOutcome<SimulatedResponse>>(0, abandoned, abandoned, tell)
    this.#callsLeft--
    this.simulation.calls++
    const behaviour = this.simulation.upstream.behave(hostOf(target), this.simulation.time.nowMs)
    if (behaviour.end.kind === 'refused') {
      const error = new GatewayError(behaviour.end.code)
      this.#tell({ kind: 'refused', error })
      return Promise.reject(error)
    }
    if (this.isUpload) this.#isTaken = true
    const limitMs = Math.min(target.timeoutMs ?? IDLE_LIMIT_MS, IDLE_LIMIT_MS)
    const isLate = behaviour.durationMs > limitMs
    const outcome = isLate
      ? failed(limitMs < IDLE_LIMIT_MS ? 'request_timeout' : 'upstream_idle')
      : this.#outcome(behaviour, next !== null)
    return this.#after(Math.min(behaviour.durationMs, limitMs), outcome, abandoned, (settled) => {
      if (settled.kind === 'answered') this.#replies.push(settled.response)
      tell(settled)
    })
  }

  #outcome({ end }: Behaviour, canMoveOn: boolean): AttemptOutcome<SimulatedResponse> {
    if (end.kind === 'broken' || end.kind === 'refused') return failed(end.code)
    const received = end.kind === 'status' ? end : { status: 200, retryAfterMs: null, isTooLarge: false }
    const { status, retryAfterMs, isTooLarge } = received
    const reply: SimulatedResponse = { id: this.simulation.replyId++, status, retryAfterMs, isTooLarge, state: 'open' }
    // An error event inside a 200 counts with its own status only while another target could still be called.
    return {
      kind: 'answered',
      status: end.kind === 'error-in-stream' && canMoveOn ? end.status : status,
      response: reply,
    }
  }
}

function failed(code: GatewayError['code']): AttemptOutcome<SimulatedResponse> {
  const error = new GatewayError(code)
  return { kind: 'failed', status: error.status, error }
}

function hostOf(target: Target): string {
  return target.customHost?.slice('http://'.length).split('.', 1)[0] ?? ''
}
