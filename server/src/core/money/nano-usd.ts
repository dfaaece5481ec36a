/** Money as integers of nano-USD, so that sums over millions of requests stay exact. */

const NANO_PER_USD = 1_000_000_000
/** The admin API uses US cents. */
export const NANO_USD_PER_CENT = 10_000_000

/** Null if the amount has more than nine decimals or exceeds the safe integer range. */
export function nanoUsdOf(usd: number): number | null {
  const nanoUsd = Math.round(usd * NANO_PER_USD)
  const isExact = Number.isSafeInteger(nanoUsd) && Math.abs(nanoUsd / NANO_PER_USD - usd) <= Math.abs(usd) * 1e-15
  return isExact ? nanoUsd : null
}

export function usdOf(nanoUsd: number): number {
  return nanoUsd / NANO_PER_USD
}

export function centsOf(nanoUsd: number): number {
  return nanoUsd / NANO_USD_PER_CENT
}

/** units x nanoUsd / perUnits, rounded up; null beyond the safe integer range. */
export function amountOf(units: number, nanoUsd: number, perUnits: number): number | null {
  const product = units * nanoUsd
  if (product <= Number.MAX_SAFE_INTEGER) {
    const rest = product % perUnits
    return (product - rest) / perUnits + (rest > 0 ? 1 : 0)
  }
  const per = BigInt(perUnits)
  const amount = Number((BigInt(units) * BigInt(nanoUsd) + per - 1n) / per)
  return Number.isSafeInteger(amount) ? amount : null
}
