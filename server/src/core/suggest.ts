/** "Did you mean" suggestions: finds the known word closest to a mistyped one. */

/** The known word with the smallest edit distance, at most about a third of the length; null if there is none. */
export function suggest(word: string, known: Iterable<string>): string | null {
  // The edit distance takes quadratic time, and words this long are not typing mistakes.
  if (word.length > 64) return null
  let best: string | null = null
  let bestDistance = Math.max(1, Math.floor((word.length + 1) / 3)) + 1
  for (const candidate of known) {
    // The difference in length is a lower bound of the edit distance.
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase())
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** ` Did you mean "x"?` with a leading space, or an empty string. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const nearest = suggest(word, known)
  return nearest === null ? '' : ` Did you mean "${nearest}"?`
}

/** The number of typing mistakes: letters that were added, left out or replaced, and neighbours that were swapped. */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? beforePrevious[j - 2]! + 1 : replaced
      current.push(Math.min(replaced, swapped, previous[j]! + 1, current[j - 1]! + 1))
    }
    beforePrevious = previous
    previous = current
  }
  return previous[b.length]!
}
