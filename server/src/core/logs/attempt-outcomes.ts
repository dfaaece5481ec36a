/** How each upstream attempt of a request ended, by provider. */

import type { RequestRecord } from '../record.ts'

/** `recovered`: it failed, and a retry or fallback served the request. */
export type AttemptOutcome = 'success' | 'failure' | 'recovered'

export type ProviderOutcome = {
  /** Empty for a request that failed before any provider was called. */
  readonly provider: string
  readonly outcome: AttemptOutcome
}

type Ended = Pick<RequestRecord, 'attempts' | 'status' | 'ending' | 'provider' | 'source'>

const SEPARATOR = '\u001f'
const LETTERS: Readonly<Record<AttemptOutcome, string>> = { success: 's', failure: 'f', recovered: 'r' }
const OUTCOMES: Readonly<Record<string, AttemptOutcome>> = { s: 'success', f: 'failure', r: 'recovered' }

/** The text of the column `attempt_outcomes`: `ropenai`, `smock`. Empty if no provider was called and nothing failed. */
export function outcomesText({ attempts, status, ending, provider, source }: Ended): string {
  const isServed = status < 400 && ending !== 'broken'
  if (attempts.length === 0) {
    if (source === 'external') return LETTERS[isServed ? 'success' : 'failure'] + plain(provider ?? '')
    return isServed || ending === 'abandoned' ? '' : LETTERS.failure
  }
  let text = ''
  const last = attempts.length - 1
  for (let i = 0; i <= last; i++) {
    const attempt = attempts[i]!
    // The caller left before this provider responded: neither a success nor a failure of it.
    if (i === last && ending === 'abandoned' && attempt.status === null) break
    const isGood = i === last && ending !== 'broken' && attempt.status !== null && attempt.status < 400
    const outcome = isGood ? 'success' : isServed ? 'recovered' : 'failure'
    if (text !== '') text += SEPARATOR
    text += LETTERS[outcome] + plain(attempt.provider)
  }
  return text
}

function plain(provider: string): string {
  return provider.includes(SEPARATOR) ? provider.replaceAll(SEPARATOR, ' ') : provider
}

/** Reads `outcomesText`. Empty for logs of versions without it. */
export function readOutcomes(text: string | null): ProviderOutcome[] {
  if (!text) return []
  return text.split(SEPARATOR).map((one) => ({ provider: one.slice(1), outcome: OUTCOMES[one.charAt(0)] ?? 'failure' }))
}
