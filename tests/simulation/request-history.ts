/** The state of one request in the model: its responses and decisions so far, and the decisions that must follow. */

import type { RequestFacts, Target } from '../../server/src/config/plan.ts'
import type { Decision } from '../../server/src/core/record.ts'
import type { ModelCircuit } from './model-circuit.ts'
import { type SimulatedResponse, type Step, type StepOf, textOf } from './step.ts'

/** A broken rule. The message names it. */
export class Violation extends Error {}

export type Received = { readonly reply: SimulatedResponse; readonly target: Target; readonly retryCount: number }

export type Expecting<Result> = Generator<undefined, Result, Step>

type Owed = { readonly kind: Decision['kind']; readonly place: string }

export class RequestHistory {
  readonly decisions: { readonly kind: Decision['kind']; readonly target: string | null }[] = []
  readonly #owed: Owed[] = []
  #pending: Step | null = null
  /** The last response, unless the plan fell back from it. */
  last: Received | null = null
  /** The responses that the plan fell back from, the latest first. */
  readonly fellBackFrom: Received[] = []
  sentCalls = 0
  isAtCallLimit = false

  constructor(
    readonly facts: RequestFacts,
    readonly stickyId: string,
    readonly isReplayable: () => boolean,
    readonly callsLeft: () => number,
    readonly nowMs: () => number,
    readonly circuitOf: (target: Target) => ModelCircuit | null,
    /** The target that a sticky caller was assigned to, by group and caller. */
    readonly stuck: Map<string, number>,
  ) {}

  /** The decision must be in the timeline before the next step. */
  owe(kind: Decision['kind'], place: string): void {
    this.#owed.push({ kind, place })
  }

  countOf(kind: Decision['kind'], place: string): number {
    return this.decisions.filter((row) => row.kind === kind && row.target === place).length
  }

  /** Returns the next step without consuming it. Its decisions are recorded by then, so expected ones are checked. */
  *peek(): Expecting<Step> {
    this.#pending ??= yield
    for (const { kind, place } of this.#owed) {
      if (this.countOf(kind, place) === 0) throw new Violation(`unexplained: no "${kind}" decision for ${place}`)
    }
    this.#owed.length = 0
    return this.#pending
  }

  *take<Kind extends Step['kind']>(kind: Kind, why: string): Expecting<StepOf<Kind>> {
    const step = yield* this.peek()
    this.#pending = null
    if (step.kind !== kind) throw new Violation(`expected ${kind} (${why}), got: ${textOf(step)}`)
    return step as StepOf<Kind>
  }

  /** The outcome of a call, or a refusal by the gateway. */
  *takeOutcome(): Expecting<StepOf<'outcome'> | StepOf<'refused'>> {
    const step = yield* this.peek()
    this.#pending = null
    if (step.kind === 'outcome' || step.kind === 'refused') return step
    throw new Violation(`expected the outcome of a call, got: ${textOf(step)}`)
  }
}
