/** Port for checking guardrails before they are saved. */

import type { CheckSpec } from './guardrails.ts'

export type CheckProblem = {
  /** Such as `checks[0].parameters.rule`. */
  readonly path: string
  readonly message: string
  /** True if the gateway does not have this check. */
  readonly isUnsupported: boolean
}

export interface GuardrailExaminer {
  /** Everything that is wrong with the checks; empty if they can run. */
  problems(checks: readonly CheckSpec[]): readonly CheckProblem[]
}
