/** Formats the results of guardrails as `hook_results`, for responses, logs and tests of a guardrail. */

import type { CheckResult, GuardrailResult } from './guardrails.ts'

export function hookResults(results: readonly GuardrailResult[]) {
  const of = (direction: GuardrailResult['direction']) =>
    results.filter((result) => result.direction === direction).map(hookResult)
  return { before_request_hooks: of('input'), after_request_hooks: of('output') }
}

/**
 * For the caller of a request: without the addresses that checks call, because other people may have written the
 * checks. Logs and tests include the addresses.
 */
export function callerHookResults(results: readonly GuardrailResult[]) {
  return hookResults(results.map((result) => ({ ...result, checks: result.checks.map(withoutAddresses) })))
}

/** Members of `CheckResult.data` that hold the address of another service. */
const ADDRESSES: ReadonlySet<string> = new Set(['webhookUrl', 'logUrl'])

/** Errors whose messages name no host. Messages of connection errors do. */
const PLAIN_ERRORS: ReadonlySet<string> = new Set(['CheckError', 'TimeoutError', 'UnreadableError', 'TooLargeError'])

function withoutAddresses(check: CheckResult): CheckResult {
  const { data, error } = check
  const shown = data && Object.fromEntries(Object.entries(data).filter(([name]) => !ADDRESSES.has(name)))
  const isPlain = error === null || PLAIN_ERRORS.has(error.name)
  return {
    ...check,
    data: shown,
    error: isPlain ? error : { name: error.name, message: 'The check could not be run.' },
  }
}

function hookResult(result: GuardrailResult) {
  const createdAt = new Date(result.startedAtMs).toISOString()
  return {
    verdict: result.verdict,
    id: result.id,
    type: 'guardrail' as const,
    transformed: result.transformed,
    checks: result.checks.map((check) => hookCheck(check, createdAt)),
    feedback: result.feedback && {
      value: result.feedback.value,
      weight: result.feedback.weight,
      metadata: result.feedback.metadata && { ...result.feedback.metadata },
    },
    execution_time: result.durationMs,
    async: result.async,
    created_at: createdAt,
    deny: result.deny,
    skipped: result.skipped,
    shadow: result.shadow,
    source: result.source,
    version_id: result.versionId,
    held_time: result.heldMs,
  }
}

function hookCheck(check: CheckResult, createdAt: string) {
  return {
    verdict: check.verdict,
    id: check.id,
    data: check.data,
    ...(check.error && { error: { ...check.error } }),
    execution_time: check.durationMs,
    transformed: check.transformed,
    created_at: createdAt,
    log: null,
    matches: check.matches.map((match) => ({ ...match })),
  }
}
