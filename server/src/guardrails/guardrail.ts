/** A compiled guardrail: its specification, and its enabled checks ready to run. */

import type { GuardrailSpec } from '../core/guardrails/guardrails.ts'
import type { Check } from './check.ts'

export type Guardrail = { readonly spec: GuardrailSpec; readonly checks: readonly Check[] }

/** Per check: its closures, automata and parsed parameters. */
const CHECK_BYTES = 16 * 1024

/** An estimate of the memory it uses, for caches. */
export function guardrailBytes({ spec, checks }: Guardrail): number {
  const textBytes = spec.checks.reduce((sum, { parameters }) => sum + 32 * JSON.stringify(parameters).length, 0)
  return 1024 + CHECK_BYTES * checks.length + textBytes
}

/** The guardrails of a target, in the order in which they run. */
export type TargetGuardrails = { readonly input: readonly Guardrail[]; readonly output: readonly Guardrail[] }
