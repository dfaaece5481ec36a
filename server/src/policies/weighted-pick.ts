/** Weighted choice among routes: at random, or always the same route for the same caller (sticky). */

/** Picks an index with probability weight / sum of weights; -1 if no weight is positive. `random01` is in [0, 1). */
export function pickWeighted(weights: readonly number[], random01: number): number {
  const largest = Math.max(0, ...weights)
  if (largest === 0) return -1
  // Scaled by the largest weight, because the sum of finite weights may overflow.
  let sum = 0
  for (const weight of weights) sum += weight / largest
  let rest = random01 * sum
  let last = -1
  for (let i = 0; i < weights.length; i++) {
    const share = weights[i]! / largest
    if (share === 0) continue
    if (rest < share) return i
    rest -= share
    last = i
  }
  // Rounding can leave a small remainder after the last share.
  return last
}

/**
 * All indexes with a positive weight, best first, by weighted rendezvous hashing: adding or removing a route moves only the
 * callers of that route. `ids` identify the routes. The default is their position, so reordering routes moves callers.
 */
export function rankSticky(weights: readonly number[], seed: string, ids?: readonly string[]): number[] {
  const scored: { readonly index: number; readonly score: number }[] = []
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i]!
    if (weight === 0) continue
    // The logarithm of -weight / ln(u) gives the same order and does not overflow for extreme weights.
    const hashed = uniform(seed, ids?.[i] ?? String(i))
    scored.push({ index: i, score: Math.log(weight) - Math.log(-Math.log(hashed)) })
  }
  return scored.sort((a, b) => b.score - a.score).map((entry) => entry.index)
}

/** Maps 52 bits of the hash to a number strictly between 0 and 1. */
function uniform(seed: string, id: string): number {
  const hash = BigInt(Bun.hash(`${id}\u0000${seed}`))
  return (Number(hash >> 12n) + 0.5) / 2 ** 52
}
