/** Rejects checks that cannot run. */

import { GatewayError } from '../../core/errors.ts'
import type { CheckProblem, GuardrailExaminer } from '../../core/guardrails/guardrail-examiner.ts'
import type { SavedCheck } from '../../core/stores/guardrails.ts'

/** Limits the time that requests spend on compiling and running the checks. */
const MAX_CHECK_BYTES = 256 * 1024

export function problemsIn(examiner: GuardrailExaminer, checks: readonly SavedCheck[]): readonly CheckProblem[] {
  if (Buffer.byteLength(JSON.stringify(checks)) <= MAX_CHECK_BYTES) return examiner.problems(checks)
  const message = `the parameters are larger than ${MAX_CHECK_BYTES / 1024} KiB.`
  return [{ path: 'checks', message, isUnsupported: false }]
}

/** Throws one error that names every wrong field. */
export function requireValid(examiner: GuardrailExaminer, checks: readonly SavedCheck[]): void {
  const problems = problemsIn(examiner, checks)
  const [first, ...others] = problems
  if (first === undefined) return
  const texts = problems.map(({ path, message }) => `${path}: ${message}`)
  throw new GatewayError(first.isUnsupported ? 'not_supported' : 'invalid_body', {
    param: first.path,
    message: `${texts[0]}${others.length === 0 ? '' : ` ${others.length} more in details.`}`,
    hint: 'GET /v1/guardrails/checks lists the checks and their parameters.',
    details: texts.slice(1, 21),
  })
}
