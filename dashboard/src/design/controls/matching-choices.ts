/** Suggestions of a combobox for a typed text: exact matches first, then prefixes, word starts and other matches. */

import type { Choice } from './field.tsx'

export function matchingChoices(choices: readonly Choice[], typed: string): readonly Choice[] {
  const needle = typed.trim().toLowerCase()
  if (needle === '') return choices
  const ranked = choices.flatMap((choice) => {
    const rank = Math.min(rankOf(choice.label.toLowerCase(), needle), rankOf(choice.value.toLowerCase(), needle))
    return rank === Number.POSITIVE_INFINITY ? [] : [{ choice, rank }]
  })
  // Array sort is stable: choices of one rank keep their order.
  return ranked.sort((one, other) => one.rank - other.rank).map(({ choice }) => choice)
}

function rankOf(text: string, needle: string): number {
  if (text === needle) return 0
  const at = text.indexOf(needle)
  if (at === -1) return Number.POSITIVE_INFINITY
  if (at === 0) return 1
  return /[^a-z0-9]/.test(text[at - 1] ?? '') ? 2 : 3
}
