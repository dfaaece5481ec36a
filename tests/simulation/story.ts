/** One request as the model sees it: what has happened, what was decided, and which decisions are still owed. */

import type { RequestFacts, Target } from '../../server/src/config/plan.ts'
import type { Decision } from '../../server/src/core/record.ts'
import type { ModelCircuit } from './model-circuit.ts'
import { type SimulatedResponse, type Step, type StepOf, textOf } from './step.ts'

/** A broken rule; its text says which. */
export class Violation extends Error {}

export type Answer = { readonly reply: SimulatedResponse; readonly target: Target; readonly retryCount: number }

export type Expecting<Result> = Generator<undefined, Result, Step>

type Owed = { readonly kind: Decision['kind']; readonly place: string }

export class Story {
  readonly decisions: { readonly kind: Decision['kind']; readonly target: string | null }[] = []
  readonly #owed: Owed[] = []
  #pending: Step | null = null
  /** The answer nobody has handed on from. */
  last: Answer | null = null
  /** The answers that were handed on from, the last one first. */
  readonly handedOn: Answer[] = []
  sentCalls = 0
  isAtCallLimit = false

  constructor(
    readonly facts: RequestFacts,
    readonly stickyId: string,
    readonly isReplayable: () => boolean,
    readonly callsLeft: () => number,
    readonly nowMs: () => number,
    readonly circuitOf: (target: Target) => ModelCircuit | null,
    /** Which target a sticky caller was given before, by group and caller. */
    readonly stuck: Map<string, number>,
  ) {}

  /** The next step must come with this row in the timeline. */
  owe(kind: Decision['kind'], place: string): void {
    this.#owed.push({ kind, place })
  }

  countOf(kind: Decision['kind'], place: string): number {
    return this.decisions.filter((row) => row.kind === kind && row.target === place).length
  }

  /** Looks at the next step without taking it: what was decided on the way to it is then known. */
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

  /** The outcome of a call, or our own refusal. */
  *takeOutcome(): Expecting<StepOf<'outcome'> | StepOf<'refused'>> {
    const step = yield* this.peek()
    this.#pending = null
    if (step.kind === 'outcome' || step.kind === 'refused') return step
    throw new Violation(`expected the outcome of a call, got: ${textOf(step)}`)
  }
}
