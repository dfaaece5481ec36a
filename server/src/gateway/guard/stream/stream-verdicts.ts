/** The findings of span checks on a stream, collected while its texts are checked. */

import type { CheckResult, GuardrailActions, MaskedMatch } from '../../../core/guardrails/guardrails.ts'
import type { Span, SpanCheck } from '../../../guardrails/check.ts'
import type { Guardrail } from '../../../guardrails/guardrail.ts'
import type { Placeholders } from '../../../guardrails/placeholders.ts'
import { round } from '../../journal.ts'
import { masked } from '../run-guardrails.ts'
import { shownPath } from '../shown-path.ts'
import type { StageCheck } from './stage-run.ts'

const MAX_MATCHES = 20

/** A guardrail that acts on a stream. */
export class StreamVerdict {
  readonly startedAtMs = Date.now()
  readonly spans: SpanVerdict[]
  heldMs = 0

  constructor(
    readonly guardrail: Guardrail,
    placeholders: Placeholders,
  ) {
    const { actions } = guardrail.spec
    this.spans = guardrail.checks.flatMap((check) =>
      check.kind === 'spans' ? [new SpanVerdict(check, actions, placeholders)] : [],
    )
  }

  /** The index of the check that has ended its sequential guardrail; Infinity if none has. */
  get failedAt(): number {
    const { spec, checks } = this.guardrail
    const failed = spec.actions.sequential ? this.spans.find(({ hasFailed }) => hasFailed) : undefined
    return failed === undefined ? Number.POSITIVE_INFINITY : checks.indexOf(failed.check)
  }

  get isDenied(): boolean {
    const { deny } = this.guardrail.spec.actions
    return this.spans.some(({ hasFailed, check }) => hasFailed && (deny || !check.failsOnFinding))
  }
}

/** One span check of a guardrail that acts on a stream. */
export class SpanVerdict implements StageCheck {
  readonly find: SpanCheck['find']
  readonly settledUntil: SpanCheck['settledUntil']
  error: CheckResult['error'] = null
  #durationMs = 0
  #isTransformed = false
  #found = 0
  readonly #labels: Record<string, number> = {}
  readonly #matches: MaskedMatch[] = []

  constructor(
    readonly check: SpanCheck,
    private readonly actions: GuardrailActions,
    private readonly placeholders: Placeholders,
  ) {
    this.find = check.find
    this.settledUntil = check.settledUntil
  }

  get hasFailed(): boolean {
    const { check, actions } = this
    // A check that removes text denies what it cannot read.
    if (this.error) return check.failOnError ?? actions.failOnError ?? (actions.deny || !check.failsOnFinding)
    return check.failsOnFinding && this.#found > 0
  }

  readonly onSpan = ({ label, action }: Span, found: string, path: string): string | null => {
    this.#found++
    this.#labels[label] = (this.#labels[label] ?? 0) + 1
    if (this.#matches.length < MAX_MATCHES) this.#matches.push({ label, masked: masked(found), where: shownPath(path) })
    if (action.kind === 'report') return null
    this.#isTransformed = true
    return action.kind === 'replace' ? action.text : this.placeholders.of(label, found)
  }

  readonly onError = (error: unknown): void => {
    this.error ??= { name: error instanceof Error ? error.name : 'Error', message: 'The check failed.' }
  }

  readonly onTime = (ms: number): void => {
    this.#durationMs += ms
  }

  result(): CheckResult {
    return {
      id: this.check.id,
      verdict: !this.hasFailed,
      error: this.error,
      durationMs: round(this.#durationMs),
      transformed: this.#isTransformed,
      data: this.#found === 0 ? null : { found: this.#found, labels: this.#labels },
      matches: this.#matches,
    }
  }
}
