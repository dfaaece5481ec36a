/** The result of a guardrail, for tests. */

import type { CheckResult, GuardrailResult } from '../../core/guardrails/guardrails.ts'

export function sampleCheck(changes: Partial<CheckResult> = {}): CheckResult {
  return {
    id: 'default.regexMatch',
    verdict: true,
    error: null,
    durationMs: 0.2,
    transformed: false,
    data: null,
    matches: [],
    ...changes,
  }
}

export function sampleGuardrail(changes: Partial<GuardrailResult> = {}): GuardrailResult {
  return {
    id: 'pii',
    versionId: 'version-1',
    source: 'config',
    direction: 'input',
    verdict: true,
    deny: false,
    async: false,
    shadow: false,
    skipped: false,
    transformed: false,
    checks: [sampleCheck()],
    startedAtMs: 1_763_000_000_000,
    durationMs: 0.4,
    heldMs: 0,
    feedback: null,
    ...changes,
  }
}
