/** Finds masked matches in the text that was checked. */

import type { HookResults } from '../../design/guardrails/hook-results.ts'

export type HighlightedPart = { readonly text: string; readonly label: string | null }

/** How a mask hides what is between its first and last characters. */
const HIDDEN = /[*•…]+/

/** Longer matches are not marked: a mask of a few characters would mark too much. */
const MAX_MATCH = 256

/**
 * A result has masked matches only. Marks the shortest places that begin and end as the mask does, and have its length if
 * it shows one.
 */
export function highlighted(text: string, results: HookResults): HighlightedPart[] {
  const found: { start: number; end: number; label: string }[] = []
  for (const { label, masked } of matchesOf(results)) {
    const place = placeOf(text, masked, found)
    if (place) found.push({ ...place, label })
  }
  found.sort((one, other) => one.start - other.start)
  const parts: HighlightedPart[] = []
  let at = 0
  for (const { start, end, label } of found) {
    if (start > at) parts.push({ text: text.slice(at, start), label: null })
    parts.push({ text: text.slice(start, end), label })
    at = end
  }
  if (at < text.length) parts.push({ text: text.slice(at), label: null })
  return parts
}

function matchesOf({ before_request_hooks: before = [], after_request_hooks: after = [] }: HookResults) {
  return [...before, ...after].flatMap(({ checks }) => checks.flatMap(({ matches = [] }) => matches))
}

type Place = { readonly start: number; readonly end: number }

function placeOf(text: string, masked: string, taken: readonly Place[]): Place | null {
  const hidden = HIDDEN.exec(masked)
  const [head, tail] = hidden
    ? [masked.slice(0, hidden.index), masked.slice(hidden.index + hidden[0].length)]
    : [masked, '']
  if (head === '' && tail === '') return null
  for (let from = 0; ; ) {
    const start = text.indexOf(head, from)
    if (start < 0) return null
    const end = endOf(text, start, head, tail, hidden !== null)
    if (end !== null && !taken.some((one) => start < one.end && end > one.start)) return { start, end }
    from = start + 1
    if (from > text.length) return null
  }
}

function endOf(text: string, start: number, head: string, tail: string, isHidden: boolean): number | null {
  if (!isHidden) return start + head.length
  const at = text.indexOf(tail, start + head.length + 1)
  if (at < 0) return null
  const end = at + tail.length
  return end - start <= MAX_MATCH ? end : null
}
