/** Runs one seed: a random config, failing upstreams and many callers. The model checks every step. */

import { PatternRuns } from '../../server/src/config/patterns.ts'
import type { Target } from '../../server/src/config/plan.ts'
import { runPlan } from '../../server/src/gateway/plan/run-plan.ts'
import { Circuit } from '../../server/src/policies/circuit.ts'
import type { Engine, Guard, SimulationView } from './engine.ts'
import { ModelCircuit } from './model-circuit.ts'
import { randomPlan } from './random-config.ts'
import { RandomUpstream } from './random-upstream.ts'
import { SeededRandom } from './seeded-random.ts'
import { SimulatedRequest } from './simulated-request.ts'
import { type Step, textOf } from './step.ts'
import { VirtualTime } from './virtual-time.ts'

const REAL_ENGINE: Engine = { runPlan, Circuit }

export type SeedResult = {
  readonly seed: number
  /** The first broken rule; null if there was none. */
  readonly violation: string | null
  /** Equal for equal traces. */
  readonly hash: number
  readonly virtualMs: number
  readonly requests: number
  readonly calls: number
  /** Empty unless it was requested. */
  readonly trace: readonly string[]
}

const ARRIVALS_MS = 150_000

export function simulate(seed: number, engine: Engine = REAL_ENGINE, keepsTrace = false): SeedResult {
  return new Simulation(seed, engine, keepsTrace).run()
}

class Simulation implements SimulationView {
  readonly time = new VirtualTime()
  readonly random: SeededRandom
  readonly upstream: RandomUpstream
  readonly stuck = new Map<string, number>()
  violation: string | null = null
  calls = 0
  replyId = 0
  readonly #guards = new Map<string, Guard>()
  readonly #requests: SimulatedRequest[] = []
  readonly #trace: string[] = []
  #hash = 0

  constructor(
    private readonly seed: number,
    private readonly engine: Engine,
    private readonly keepsTrace: boolean,
  ) {
    this.random = new SeededRandom(seed)
    this.upstream = new RandomUpstream(this.random, ARRIVALS_MS)
  }

  run(): SeedResult {
    this.#plan()
    this.time.run(() => {
      for (const request of this.#requests) request.settled()
      this.#compareCircuits()
    })
    const open = this.#requests.filter((request) => !request.hasEnded)
    if (open.length > 0) this.fail(`r${open[0]!.id}: never ended`)
    const { seed, violation, calls } = this
    return {
      seed,
      violation,
      hash: this.#hash,
      virtualMs: this.time.nowMs,
      requests: this.#requests.length,
      calls,
      trace: this.#trace,
    }
  }

  /** Callers come in waves: some share a circuit at the same time, others find it after its cooldown. */
  #plan(): void {
    const { random, time } = this
    const plan = randomPlan(random)
    const waves = random.between(2, 5)
    for (let wave = 0; wave < waves; wave++) {
      const atMs = random.between(0, ARRIVALS_MS)
      const callers = random.between(1, 6)
      for (let i = 0; i < callers; i++) {
        const metadata = { tier: random.pick(['paid', 'free']), user: random.pick(['u1', 'u2', 'u3']) }
        const facts = {
          metadata,
          params: {},
          headers: {},
          pathname: '/v1/chat/completions',
          patternRuns: new PatternRuns(),
        }
        const isUpload = random.chance(0.08)
        const maxCalls = random.pick([20, 20, 1, 2, 3, 5])
        const leavesAfterMs = random.chance(0.12) ? random.between(0, 8_000) : null
        time.after(atMs + random.between(0, 3_000), () => {
          const request = new SimulatedRequest(this.#requests.length, this, plan, facts, isUpload, maxCalls)
          this.#requests.push(request)
          this.note(request.id, `arrives, ${metadata.tier} ${metadata.user}${isUpload ? ', with an upload' : ''}`)
          request.start(this.engine)
          if (leavesAfterMs !== null) time.after(leavesAfterMs, () => request.leave())
        })
      }
    }
    const resets = random.chance(0.3) ? random.between(1, 3) : 0
    for (let i = 0; i < resets; i++) time.after(random.between(0, ARRIVALS_MS), () => this.#resetCircuits())
  }

  /** The circuit of a target and the model's copy of it. Targets with the same host and rules share them. */
  guardOf(target: Target): Guard | null {
    const policy = target.circuit
    if (!policy) return null
    const { failureThreshold, failurePercentage, minimumRequests, cooldownMs, codes } = policy
    const key = JSON.stringify([
      target.customHost,
      failureThreshold,
      failurePercentage,
      minimumRequests,
      cooldownMs,
      codes,
    ])
    let guard = this.#guards.get(key)
    if (!guard) {
      guard = { circuit: new this.engine.Circuit(policy), model: new ModelCircuit(policy) }
      this.#guards.set(key, guard)
    }
    return guard
  }

  /** The effect of the admin endpoint that resets circuits. */
  #resetCircuits(): void {
    this.note(-1, 'an admin resets every circuit')
    for (const { circuit, model } of this.#guards.values()) {
      circuit.reset()
      model.reset()
    }
  }

  #compareCircuits(): void {
    const { nowMs } = this.time
    for (const [key, { circuit, model }] of this.#guards) {
      const isSame =
        circuit.state(nowMs) === model.state(nowMs) &&
        circuit.isBlocked(nowMs) === (model.blockedUntilMs(nowMs) !== null)
      if (!isSame)
        this.fail(
          `circuit ${key}: ${circuit.state(nowMs)}, blocked ${circuit.isBlocked(nowMs)}; the model says ${model.state(nowMs)}`,
        )
    }
  }

  fail(violation: string): void {
    this.violation ??= violation
    this.#write(`VIOLATION ${violation}`)
  }

  noteStep(id: number, step: Step): void {
    this.note(id, textOf(step))
  }

  note(id: number, text: string): void {
    this.#write(`${this.time.nowMs.toFixed(3).padStart(12)} ${id < 0 ? '' : `r${id}`} ${text}`)
  }

  #write(line: string): void {
    this.#hash = Bun.hash.xxHash32(line, this.#hash)
    if (this.keepsTrace) this.#trace.push(line)
  }
}
