/** Splits a text at the matches that checks found in it. */

import type { TextMatch } from './guardrail.ts'

export type HighlightedPart = { readonly text: string; readonly label: string | null }

/** If matches overlap, only the first one is marked. */
export function highlighted(text: string, matches: readonly TextMatch[]): HighlightedPart[] {
  const parts: HighlightedPart[] = []
  let at = 0
  for (const { start, end, label } of matches.toSorted((one, other) => one.start - other.start)) {
    if (start < at || end <= start || end > text.length) continue
    if (start > at) parts.push({ text: text.slice(at, start), label: null })
    parts.push({ text: text.slice(start, end), label })
    at = end
  }
  if (at < text.length) parts.push({ text: text.slice(at), label: null })
  return parts
}
