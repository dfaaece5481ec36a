/** How each upstream attempt of a request ended, by provider. */

import type { RequestRecord } from '../record.ts'

/** `recovered`: it failed, and a retry or fallback served the request. */
export type AttemptOutcome = 'success' | 'failure' | 'recovered'

export type ProviderOutcome = {
  /** Empty for a request that failed before any provider was called. */
  readonly provider: string
  readonly outcome: AttemptOutcome
}

type EndedRequest = Pick<RequestRecord, 'attempts' | 'status' | 'ending' | 'provider' | 'source'>

const SEPARATOR = '\u001f'
const LETTERS: Readonly<Record<AttemptOutcome, string>> = { success: 's', failure: 'f', recovered: 'r' }
const OUTCOMES: Readonly<Record<string, AttemptOutcome>> = { s: 'success', f: 'failure', r: 'recovered' }

/** False for errors and for responses that were cut off. A caller that disconnects is not a failure. */
export function isSuccess(status: number, ending: string): boolean {
  return status < 400 && ending !== 'broken'
}

/**
 * The text of the column `attempt_outcomes`: for each attempt, a letter for the outcome and the provider, such as
 * `ropenai`. Empty if no provider was called and nothing failed.
 */
export function outcomesText({ attempts, status, ending, provider, source }: EndedRequest): string {
  const isServed = isSuccess(status, ending)
  if (attempts.length === 0) {
    if (source === 'external') return LETTERS[isServed ? 'success' : 'failure'] + plain(provider ?? '')
    return isServed || ending === 'abandoned' ? '' : LETTERS.failure
  }
  let text = ''
  const last = attempts.findLastIndex(({ isBeside }) => !isBeside)
  for (const [i, attempt] of attempts.entries()) {
    // The caller disconnected before this provider responded, so the attempt is neither a success nor a failure.
    if (i === last && ending === 'abandoned' && attempt.status === null) break
    const mayServe = attempt.isBeside || (i === last && ending !== 'broken')
    const isGood = mayServe && attempt.status !== null && attempt.status < 400
    const outcome = isGood ? 'success' : isServed && i < last ? 'recovered' : 'failure'
    if (text !== '') text += SEPARATOR
    text += LETTERS[outcome] + plain(attempt.provider)
  }
  return text
}

/** LIKE patterns for the column: one of them matches if a retry or fallback recovered the request. */
export const RECOVERED_PATTERNS = [`${LETTERS.recovered}%`, `%${SEPARATOR}${LETTERS.recovered}%`] as const

/** Whether the request succeeded after a retry, a fallback, or with another credential. */
export function isRecovered(outcomes: string | null): boolean {
  if (outcomes === null) return false
  return outcomes.startsWith(LETTERS.recovered) || outcomes.includes(SEPARATOR + LETTERS.recovered)
}

/** Like `isRecovered`, for a record. */
export function wasRecovered(record: EndedRequest): boolean {
  return record.attempts.length > 1 && isRecovered(outcomesText(record))
}

function plain(provider: string): string {
  return provider.includes(SEPARATOR) ? provider.replaceAll(SEPARATOR, ' ') : provider
}

/** Parses `outcomesText`. Empty for logs of gateway versions that did not store it. */
export function readOutcomes(text: string | null): ProviderOutcome[] {
  if (!text) return []
  return text.split(SEPARATOR).map((one) => ({ provider: one.slice(1), outcome: OUTCOMES[one.charAt(0)] ?? 'failure' }))
}
