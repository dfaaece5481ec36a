/** Recognizes numbers of payment cards by issuer range, length and Luhn checksum. */

import { luhn } from './checksums.ts'
import { MEANING } from './context-words.ts'
import type { DigitRun } from './digit-run.ts'

/** Whether the first `groups` groups of a run are a card number. */
export function isCardNumber(run: DigitRun, groups: number, meanings: () => number): boolean {
  const count = run.digitsUpTo(groups)
  if (groups > 5 || count < 12 || count > 19 || run.hasPlus || run.hasParenthesis) return false
  const { digits } = run
  const prefix =
    ((digits[0] as number) * 10 + (digits[1] as number)) * 100 + (digits[2] as number) * 10 + (digits[3] as number)
  const strength = issuerStrength(prefix, count)
  if (strength === 0 || !luhn(digits, 0, count)) return false
  if (groups > 1 && !isGroupedAsCard(run, groups, count)) return false
  return strength === 2 || (meanings() & MEANING.card) !== 0
}

/** 2: range and length identify an issuer. 1: they are so common that a word before the number must indicate a card. */
function issuerStrength(prefix: number, count: number): 0 | 1 | 2 {
  const two = Math.floor(prefix / 100)
  const three = Math.floor(prefix / 10)
  if (prefix >= 4000 && prefix < 5000) return count === 16 ? 2 : count === 13 || count === 19 ? 1 : 0
  if ((two >= 51 && two <= 55) || (prefix >= 2221 && prefix <= 2720)) return count === 16 ? 2 : 0
  if (two === 34 || two === 37) return count === 15 ? 2 : 0
  if (prefix === 6011 || two === 65 || (three >= 644 && three <= 649)) return count === 16 ? 2 : count === 19 ? 1 : 0
  if (prefix >= 3528 && prefix <= 3589) return count === 16 ? 2 : 0
  if (prefix === 1800 || prefix === 2131) return count === 15 ? 1 : 0
  if ((three >= 300 && three <= 305) || three === 309 || two === 36 || two === 38 || two === 39)
    return count === 14 || count === 16 ? 1 : 0
  if (two === 62) return count >= 16 ? 1 : 0
  // Maestro and national schemes.
  if (two === 50 || (two >= 56 && two <= 69)) return 1
  if (prefix >= 3500 && prefix < 3600) return count === 16 ? 1 : 0
  return 0
}

function isGroupedAsCard(run: DigitRun, groups: number, count: number): boolean {
  const separator = run.separators[1] as number
  if (separator !== 0x20 && separator !== 0x2d && separator !== 0xa0 && separator !== 0x2e) return false
  if (groups === 3) {
    if (count === 15) return run.hasShape([4, 6, 5], separator)
    return count === 14 && run.hasShape([4, 6, 4], separator)
  }
  if (groups === 4) return run.hasShape([4, 4, 4, count - 12], separator)
  return groups === 5 && run.hasShape([4, 4, 4, 4, count - 16], separator)
}
