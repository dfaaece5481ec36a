/** Choosing among weighted routes: by chance, or always the same one for the same caller. */

/** Draws an index with a share of weight / sum of weights; -1 when no weight is above zero. `random01` is in [0, 1). */
export function pickWeighted(weights: readonly number[], random01: number): number {
  const largest = Math.max(0, ...weights)
  if (largest === 0) return -1
  // Scaled by the largest, since the plain sum of finite weights may overflow.
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
  // Rounding can leave a sliver beyond the last share.
  return last
}

/**
 * Every index of positive weight, best first, by weighted rendezvous hashing: a route that comes or goes moves only its own callers.
 * `ids` name the routes; with their positions as names (the default) a reordered config is a new config.
 */
export function rankSticky(weights: readonly number[], seed: string, ids?: readonly string[]): number[] {
  const scored: { readonly index: number; readonly score: number }[] = []
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i]!
    if (weight === 0) continue
    // The logarithm of -weight / ln(u): the same order, and no weight is too large or too small for it.
    const hashed = uniform(seed, ids?.[i] ?? String(i))
    scored.push({ index: i, score: Math.log(weight) - Math.log(-Math.log(hashed)) })
  }
  return scored.sort((a, b) => b.score - a.score).map((entry) => entry.index)
}

/** 52 bits of the hash as a number strictly between 0 and 1. */
function uniform(seed: string, id: string): number {
  const hash = BigInt(Bun.hash(`${id}\u0000${seed}`))
  return (Number(hash >> 12n) + 0.5) / 2 ** 52
}
