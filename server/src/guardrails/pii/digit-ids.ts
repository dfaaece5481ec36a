/**
 * Recognizes identity numbers that consist of digits, by length, shape and checksum.
 * Sources: the issuing authorities' published rules, as also collected by python-stdnum.
 */

import {
  type Digits,
  isDayOfMonth,
  iso7064Mod11and10,
  luhn,
  remainder,
  varies,
  verhoeff,
  weighted,
} from './checksums.ts'
import { MEANING } from './context-words.ts'
import { BLANK, DASH, type DigitRun, DOT, SLASH } from './digit-run.ts'
import type { PiiType } from './pii-types.ts'

type DigitRule = {
  readonly type: PiiType
  readonly count: number
  readonly valid: (digits: Digits) => boolean
  /** MEANING bits. A word with one of them must precede the number, unless this is 0. */
  readonly context: number
  /** Groupings of the digits that identify the number without a word before it. */
  readonly shapes?: readonly Shape[]
  /** True: the number must be written in one of the shapes, or without separators. */
  readonly isStrict?: boolean
}

/** `separators`: the same separator between all groups, or a list with the one after each group. */
type Shape = { readonly sizes: readonly number[]; readonly separators: number | readonly number[] }

const at = (digits: Digits, index: number) => digits[index] as number
const two = (digits: Digits, index: number) => at(digits, index) * 10 + at(digits, index + 1)
const shape = (sizes: readonly number[], separators: number | readonly number[]): Shape => ({ sizes, separators })

/** The check digit is 11 minus the weighted sum modulo 11. A result of 11 means 0, a result of 10 is never valid. */
function mod11(digits: Digits, weights: readonly number[], check: number): boolean {
  const rest = 11 - (weighted(digits, weights) % 11)
  return (rest === 11 ? 0 : rest) === at(digits, check)
}

const RULES: readonly DigitRule[] = [
  {
    type: 'US_SSN',
    count: 9,
    valid: (d) => {
      const area = at(d, 0) * 100 + two(d, 1)
      return area > 0 && area !== 666 && area < 900 && two(d, 3) > 0 && two(d, 5) * 100 + two(d, 7) > 0
    },
    context: MEANING.ssn,
    shapes: [shape([3, 2, 4], DASH)],
  },
  {
    type: 'US_ITIN',
    count: 9,
    valid: (d) => {
      const group = two(d, 3)
      return (
        at(d, 0) === 9 && ((group >= 50 && group <= 65) || (group >= 70 && group <= 99 && group !== 89 && group !== 93))
      )
    },
    context: MEANING.itin | MEANING.ssn,
    shapes: [shape([3, 2, 4], DASH)],
  },
  {
    type: 'UK_NHS',
    count: 10,
    valid: (d) => varies(d, 10) && mod11(d, [10, 9, 8, 7, 6, 5, 4, 3, 2], 9),
    context: MEANING.nhs,
  },
  {
    type: 'DE_TAX_ID',
    count: 11,
    valid: (d) => at(d, 0) !== 0 && hasRepeatedDigit(d) && iso7064Mod11and10(d, 11),
    context: MEANING.deTax,
  },
  {
    type: 'FR_NIR',
    count: 15,
    valid: (d) =>
      (at(d, 0) === 1 || at(d, 0) === 2) && isNirMonth(two(d, 3)) && 97 - remainder(d, 13, 97) === two(d, 13),
    context: 0,
  },
  {
    type: 'NL_BSN',
    count: 9,
    valid: (d) => varies(d, 9) && (weighted(d, [9, 8, 7, 6, 5, 4, 3, 2]) - at(d, 8)) % 11 === 0,
    context: MEANING.bsn,
  },
  {
    type: 'PL_PESEL',
    count: 11,
    valid: (d) =>
      isDayOfMonth(two(d, 4), two(d, 2) % 20) &&
      (10 - (weighted(d, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10 === at(d, 10),
    context: MEANING.pesel,
  },
  {
    type: 'SE_PERSONNUMMER',
    count: 10,
    valid: (d) => isDayOfMonth(two(d, 4) > 60 ? two(d, 4) - 60 : two(d, 4), two(d, 2)) && luhn(d, 0, 10),
    context: MEANING.personnummer,
    shapes: [shape([6, 4], DASH), shape([6, 4], 0x2b)],
  },
  {
    type: 'SE_PERSONNUMMER',
    count: 12,
    valid: (d) =>
      (two(d, 0) === 19 || two(d, 0) === 20) &&
      isDayOfMonth(two(d, 6) > 60 ? two(d, 6) - 60 : two(d, 6), two(d, 4)) &&
      luhn(d, 2, 10),
    context: MEANING.personnummer,
    shapes: [shape([8, 4], DASH)],
  },
  {
    type: 'NO_FODSELSNUMMER',
    count: 11,
    valid: (d) =>
      isDayOfMonth(two(d, 0) > 40 ? two(d, 0) - 40 : two(d, 0), two(d, 2)) &&
      mod11(d, [3, 7, 6, 1, 8, 9, 4, 5, 2], 9) &&
      mod11(d, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2], 10),
    context: 0,
    shapes: [shape([6, 5], BLANK)],
    isStrict: true,
  },
  {
    type: 'DK_CPR',
    count: 10,
    valid: (d) => isDayOfMonth(two(d, 0), two(d, 2)),
    context: MEANING.cpr,
  },
  {
    type: 'BE_NRN',
    count: 11,
    valid: (d) => isDayOfMonth(two(d, 4), two(d, 2)) && isBelgian(d),
    context: 0,
    shapes: [shape([2, 2, 2, 3, 2], [DOT, DOT, DASH, DOT]), shape([6, 3, 2], BLANK)],
    isStrict: true,
  },
  {
    type: 'CH_AHV',
    count: 13,
    valid: (d) =>
      two(d, 0) === 75 &&
      at(d, 2) === 6 &&
      (10 - (weighted(d, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3]) % 10)) % 10 === at(d, 12),
    context: 0,
    shapes: [shape([3, 4, 4, 2], DOT)],
    isStrict: true,
  },
  {
    type: 'CZ_BIRTH_NUMBER',
    count: 10,
    valid: (d) => isDayOfMonth(two(d, 4), (two(d, 2) % 50) % 20) && remainder(d, 10, 11) === 0,
    context: 0,
    shapes: [shape([6, 4], SLASH)],
    isStrict: true,
  },
  {
    type: 'PT_NIF',
    count: 9,
    valid: (d) => at(d, 0) !== 0 && checkBelow10(weighted(d, [9, 8, 7, 6, 5, 4, 3, 2]), at(d, 8)),
    context: MEANING.nif,
  },
  {
    type: 'RO_CNP',
    count: 13,
    valid: (d) =>
      at(d, 0) !== 0 &&
      isDayOfMonth(two(d, 5), two(d, 3)) &&
      (weighted(d, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11) % 10 === at(d, 12),
    context: MEANING.cnp,
  },
  { type: 'TR_TCKN', count: 11, valid: isTurkish, context: MEANING.tckn },
  {
    type: 'BR_CPF',
    count: 11,
    valid: (d) =>
      varies(d, 11) &&
      checkBelow10(weighted(d, [10, 9, 8, 7, 6, 5, 4, 3, 2]), at(d, 9)) &&
      checkBelow10(weighted(d, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]), at(d, 10)),
    context: MEANING.cpf,
    shapes: [shape([3, 3, 3, 2], [DOT, DOT, DASH])],
  },
  { type: 'CA_SIN', count: 9, valid: (d) => varies(d, 9) && luhn(d, 0, 9), context: MEANING.sin },
  {
    type: 'AU_TFN',
    count: 9,
    valid: (d) => varies(d, 9) && weighted(d, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0,
    context: MEANING.tfn,
  },
  {
    type: 'AU_MEDICARE',
    count: 10,
    valid: (d) => at(d, 0) >= 2 && at(d, 0) <= 6 && weighted(d, [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === at(d, 8),
    context: MEANING.medicare,
  },
  {
    type: 'IN_AADHAAR',
    count: 12,
    valid: (d) => at(d, 0) >= 2 && varies(d, 12) && verhoeff(d, 12),
    context: MEANING.aadhaar,
    shapes: [shape([4, 4, 4], BLANK), shape([4, 4, 4], DASH)],
  },
  {
    type: 'CN_RESIDENT_ID',
    count: 18,
    valid: (d) => isChineseDate(d) && chineseCheck(d) === at(d, 17),
    context: 0,
    isStrict: true,
  },
  {
    type: 'KR_RRN',
    count: 13,
    valid: (d) =>
      isDayOfMonth(two(d, 4), two(d, 2)) &&
      at(d, 6) >= 1 &&
      at(d, 6) <= 8 &&
      (11 - (weighted(d, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11)) % 10 === at(d, 12),
    context: 0,
    shapes: [shape([6, 7], DASH)],
    isStrict: true,
  },
  {
    type: 'ZA_ID',
    count: 13,
    valid: (d) => isDayOfMonth(two(d, 4), two(d, 2)) && at(d, 10) <= 1 && at(d, 11) >= 8 && luhn(d, 0, 13),
    context: 0,
    isStrict: true,
  },
  { type: 'IL_ID', count: 9, valid: (d) => varies(d, 9) && luhn(d, 0, 9), context: MEANING.ilId },
  { type: 'US_PASSPORT', count: 9, valid: (d) => varies(d, 9), context: MEANING.passport },
]

/** The number of groups in a French number: 1 85 12 75 108 123 45. Cards have at most five. */
export const MAX_ID_GROUPS = 7

/** The rules of the wanted types, indexed by number of digits. */
export type DigitRules = readonly (readonly DigitRule[])[]

export function digitRulesOf(wanted: ReadonlySet<PiiType>): DigitRules {
  return Array.from({ length: 25 }, (_, count) => RULES.filter((rule) => rule.count === count && wanted.has(rule.type)))
}

/** Whether a run of several groups is written like a number that needs no word before it. */
export function canBeUnlabelled(run: DigitRun): boolean {
  return UNLABELLED[Math.min(run.sizeOf(0), 15) * 128 + Math.min(run.separators[1] as number, 127)] === 1
}

/** 1 for cards and the shapes of the rules. Indexed by the size of the first group and the separator after it. */
const UNLABELLED = new Uint8Array(16 * 128)
for (let separator = 0; separator < 128; separator++) UNLABELLED[4 * 128 + separator] = 1
for (const { sizes, separators } of RULES.flatMap((rule) => rule.shapes ?? [])) {
  const first = typeof separators === 'number' ? separators : (separators[0] as number)
  UNLABELLED[(sizes[0] as number) * 128 + first] = 1
}
/** Number of digits in the French number, the only one that needs no word before it in groups of any size. */
export const UNLABELLED_DIGITS = 15

/** The type of the first rule that the first `groups` groups of a run satisfy, or null. */
export function digitIdOf(run: DigitRun, groups: number, rules: DigitRules, meanings: () => number): PiiType | null {
  if (run.hasPlus || groups > MAX_ID_GROUPS) return null
  const candidates = rules[run.digitsUpTo(groups)] as readonly DigitRule[]
  for (let i = 0; i < candidates.length; i++) {
    const rule = candidates[i] as DigitRule
    const isShaped = rule.shapes !== undefined && isInShape(run, groups, rule.shapes)
    if (!isShaped && rule.isStrict === true && groups > 1) continue
    if (!isShaped && rule.context !== 0 && (meanings() & rule.context) === 0) continue
    if (rule.valid(run.digits)) return rule.type
  }
  return null
}

function isInShape(run: DigitRun, groups: number, shapes: readonly Shape[]): boolean {
  for (const shape of shapes)
    if (shape.sizes.length === groups && run.hasShape(shape.sizes, shape.separators)) return true
  return false
}

/** Exactly one digit is repeated among the first ten, two or three times. */
function hasRepeatedDigit(digits: Digits): boolean {
  const counts = new Uint8Array(10)
  for (let i = 0; i < 10; i++) counts[at(digits, i)] = (counts[at(digits, i)] as number) + 1
  const repeated = counts.filter((count) => count > 1)
  return repeated.length === 1 && (repeated[0] as number) <= 3
}

function isNirMonth(month: number): boolean {
  return (month >= 1 && month <= 12) || (month >= 20 && month <= 42)
}

function checkBelow10(sum: number, check: number): boolean {
  const rest = 11 - (sum % 11)
  return (rest >= 10 ? 0 : rest) === check
}

/** For births since 2000, the checksum is computed with a 2 before the number. */
function isBelgian(digits: Digits): boolean {
  const rest = remainder(digits, 9, 97)
  const check = two(digits, 9)
  return (
    97 - rest === check ||
    97 - ((2 * 10 ** 9 + Number(Array.from({ length: 9 }, (_, i) => at(digits, i)).join(''))) % 97) === check
  )
}

function isTurkish(d: Digits): boolean {
  if (at(d, 0) === 0) return false
  const odd = at(d, 0) + at(d, 2) + at(d, 4) + at(d, 6) + at(d, 8)
  const even = at(d, 1) + at(d, 3) + at(d, 5) + at(d, 7)
  return (((odd * 7 - even) % 10) + 10) % 10 === at(d, 9) && (odd + even + at(d, 9)) % 10 === at(d, 10)
}

function isChineseDate(digits: Digits): boolean {
  const century = two(digits, 6)
  return (century === 19 || century === 20) && isDayOfMonth(two(digits, 12), two(digits, 10))
}

/** The value of the check character of a Chinese resident number. 10 is written X. */
export function chineseCheck(digits: Digits): number {
  return (12 - (weighted(digits, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11)) % 11
}
