/** A compiled guardrail: its specification, and its enabled checks ready to run. */

import type { GuardrailSpec } from '../core/guardrails/guardrails.ts'
import type { Check } from './check.ts'

export type Guardrail = { readonly spec: GuardrailSpec; readonly checks: readonly Check[] }

/** Estimated size of a compiled check: closures, automata and parsed parameters. */
const CHECK_BYTES = 16 * 1024

/** Estimated memory of a guardrail, for caches with a size limit. */
export function guardrailBytes({ spec, checks }: Guardrail): number {
  const textBytes = spec.checks.reduce((sum, { parameters }) => sum + 32 * JSON.stringify(parameters).length, 0)
  return 1024 + CHECK_BYTES * checks.length + textBytes
}

/** The guardrails of a target, in the order in which they run. */
export type TargetGuardrails = { readonly input: readonly Guardrail[]; readonly output: readonly Guardrail[] }
