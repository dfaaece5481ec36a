/** Checks a guardrail before it is saved: every check is known, and its parameters can be compiled. */

import type { CheckProblem, GuardrailExaminer } from '../core/guardrails/guardrail-examiner.ts'
import { type CheckSpec, DEFAULT_ACTIONS } from '../core/guardrails/guardrails.ts'
import { findCheck } from '../guardrails/catalogue.ts'
import { parameterProblems } from '../guardrails/check-description.ts'
import { compileGuardrail } from '../guardrails/compile-guardrail.ts'

/** Ids of our own checks: `default.` or no prefix. Other prefixes are partner services. */
const OWN = /^(?:default\.|[^.]*$)/i

export const guardrailExaminer: GuardrailExaminer = {
  problems(checks) {
    const found = checks.flatMap(problemsOf)
    // Patterns share a size limit, so checks that compile one by one may exceed it together.
    return found.length > 0 ? found : compiled(checks, (path) => path)
  },
}

function problemsOf(check: CheckSpec, index: number): readonly CheckProblem[] {
  const at = `checks[${index}]`
  const row = findCheck(check.id)
  const wrong = row === null ? [] : parameterProblems(row.parameters, check.parameters)
  if (wrong.length > 0)
    return wrong.map(({ path, reason }) => ({
      path: path === '' ? `${at}.parameters` : `${at}.parameters.${path}`,
      message: reason,
      isUnsupported: false,
    }))
  // Disabled checks must be valid too: they can be enabled in a copy.
  return compiled([{ ...check, isEnabled: true }], (path) => path.replace('checks[0]', at))
}

function compiled(checks: readonly CheckSpec[], pathOf: (path: string) => string): readonly CheckProblem[] {
  try {
    const spec = { id: 'examined', versionId: null, source: 'config', checks, actions: DEFAULT_ACTIONS } as const
    compileGuardrail(spec, (path, reason) => {
      throw new Refused(path, reason)
    })
    return []
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const path = pathOf(error.path)
    const isUnsupported = path.endsWith('.id') && checks.some(({ id }) => !OWN.test(id))
    return [{ path, message: error.message, isUnsupported }]
  }
}

class Refused extends Error {
  constructor(
    readonly path: string,
    reason: string,
  ) {
    super(reason)
  }
}
