/** Parses `targets[0]=429,620ms,retry-after=0.4`: the outcomes that a simulation assumes for calls to a target. */

import { usageError } from '../../command-error.ts'
import type { JsonObject } from '../../remote.ts'

const FAILURES = ['timeout', 'network', 'broken']

/** Repeated outcomes of one target apply to its calls in order. */
export function readOutcomes(given: readonly string[]): JsonObject {
  const outcomes: Record<string, JsonObject[]> = {}
  for (const text of given) {
    const at = text.lastIndexOf('=', firstComma(text))
    if (at < 1)
      throw usageError(`--simulate must be TARGET=OUTCOME such as "targets[0]=429", not "${text}".`, 'configs explain')
    const [target, outcome] = [text.slice(0, at), text.slice(at + 1)]
    outcomes[target] = [...(outcomes[target] ?? []), readOutcome(outcome)]
  }
  return outcomes
}

function firstComma(text: string): number {
  const at = text.indexOf(',')
  return at === -1 ? text.length : at
}

function readOutcome(text: string): JsonObject {
  const [end = '', ...details] = text.split(',').map((part) => part.trim())
  const outcome: Record<string, unknown> = FAILURES.includes(end) ? { error: end } : { status: Number(end) }
  if (outcome['error'] === undefined && !/^[1-5]\d\d$/.test(end))
    throw usageError(`"${end}" is not an outcome. Use a status, ${FAILURES.join(', ')}.`, 'configs explain')
  for (const detail of details) {
    const duration = /^(\d+(?:\.\d+)?)(ms|s)$/.exec(detail)
    const retryAfter = /^retry-after=(\d+(?:\.\d+)?)$/.exec(detail)
    if (duration) outcome['duration_ms'] = Number(duration[1]) * (duration[2] === 's' ? 1_000 : 1)
    else if (retryAfter) outcome['retry_after_ms'] = Number(retryAfter[1]) * 1_000
    else
      throw usageError(
        `"${detail}" is not a detail of an outcome. Use 620ms, 2s or retry-after=0.4.`,
        'configs explain',
      )
  }
  return outcome
}
