/** Suggestions: filter words first, then values that occur in the logs. */

import { canBeNegated, FILTER_WORDS } from '../../../../../log-filter/filter-words.ts'
import type { FacetCounts } from './facets.tsx'

export type Suggestion = {
  readonly label: string
  readonly about: string
  /** The whole text after accepting the suggestion, and the new cursor position. */
  readonly text: string
  readonly caret: number
  /** The term is complete. */
  readonly isWhole: boolean
}

const MOST = 12

export function suggestionsFor(text: string, caret: number, facets: FacetCounts | null): Suggestion[] {
  const start = text.lastIndexOf(' ', Math.max(0, caret - 1)) + 1
  const space = text.indexOf(' ', caret)
  const end = space === -1 ? text.length : space
  const written = text.slice(start, caret)
  const sign = written.startsWith('-') ? '-' : ''
  const typed = written.slice(sign.length)
  const put = (piece: string, isWhole: boolean) => {
    const before = text.slice(0, start) + sign + piece
    return { text: before + text.slice(end), caret: before.length, isWhole }
  }
  const colon = typed.indexOf(':')
  if (colon === -1) {
    return FILTER_WORDS.filter((word) => word.name.startsWith(typed.toLowerCase()))
      .filter((word) => sign === '' || canBeNegated(word))
      .slice(0, MOST)
      .map((word) => ({ label: `${word.name}:`, about: word.about, ...put(`${word.name}:`, false) }))
  }
  const name = typed.slice(0, colon)
  const word = FILTER_WORDS.find((one) => one.name === name)
  if (!word) return []
  const comma = typed.lastIndexOf(',')
  const kept = typed.slice(0, Math.max(colon, comma) + 1)
  const needle = typed.slice(kept.length).toLowerCase()
  const known = word.values
    ? Object.keys(word.values).map((value) => ({ value, about: '' }))
    : (facets?.[word.parameter] ?? []).map(({ value, requests }) => ({ value, about: `${requests} requests` }))
  return known
    .filter(({ value }) => value.toLowerCase().includes(needle) && !/[\s",]/.test(value))
    .slice(0, MOST)
    .map(({ value, about }) => ({ label: value, about, ...put(kept + value, true) }))
}
