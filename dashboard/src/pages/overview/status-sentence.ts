/** The overall status in one sentence. */

import { count, counted, money, percent } from '../../design/data/format.ts'

export type Situation = {
  readonly requests: number
  readonly errors: number
  /** US dollars; null: no request has a known cost. */
  readonly cost: number | null
  readonly unpriced: number
  /** Null: unknown. */
  readonly openBreakers: number | null
  readonly exhausted: readonly string[]
  readonly nearLimit: readonly string[]
  readonly words: string
}

export type Status = { readonly tone: 'ok' | 'warning' | 'error'; readonly head: string; readonly rest: string }

const BAD_SHARE = 0.05
const GRAVE_SHARE = 0.25

export function statusSentence(now: Situation): Status {
  const share = now.requests === 0 ? 0 : now.errors / now.requests
  const troubles: string[] = []
  if (now.openBreakers)
    troubles.push(`${now.openBreakers} circuit ${now.openBreakers === 1 ? 'breaker is' : 'breakers are'} open`)
  if (now.exhausted.length > 0) troubles.push(`the budget of ${listOf(now.exhausted)} is exhausted`)
  if (share >= BAD_SHARE) troubles.push(`${percent(share)} of requests failed`)
  if (now.nearLimit.length > 0)
    troubles.push(
      `${now.nearLimit.length === 1 ? 'the budget' : 'budgets'} of ${listOf(now.nearLimit)} ${now.nearLimit.length === 1 ? 'is' : 'are'} near the limit`,
    )
  const isGrave = now.exhausted.length > 0 || share >= GRAVE_SHARE
  const facts = [
    `${counted(now.requests, 'request')} in ${now.words}`,
    ...(share > 0 && share < BAD_SHARE
      ? [`${percent(share)} failed`]
      : share === 0 && now.requests > 0
        ? ['none failed']
        : []),
    now.cost === null ? 'cost unknown' : `${money(now.cost)} spent`,
    ...(now.unpriced > 0 && now.cost !== null ? [`${count(now.unpriced)} without a price`] : []),
  ]
  return {
    tone: troubles.length === 0 ? 'ok' : isGrave ? 'error' : 'warning',
    head: troubles.length === 0 ? 'No problems' : sentence(troubles.join(', ')),
    rest: facts.join(' · '),
  }
}

function listOf(names: readonly string[]): string {
  const [first = '', second] = names
  if (names.length === 1) return first
  return names.length === 2 ? `${first} and ${second}` : `${first} and ${names.length - 1} others`
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
