/**
 * Recognizes identity and account numbers of letters and digits. Sources: the issuing authorities' published rules, as
 * also collected by python-stdnum. Lengths of IBANs: the SWIFT IBAN registry.
 */

import { isDayOfMonth, isValidIban } from './checksums.ts'
import { MEANING } from './context-words.ts'
import { isBitcoinAddress, isEthereumAddress } from './crypto-addresses.ts'
import { chineseCheck } from './digit-ids.ts'
import type { PiiType } from './pii-types.ts'

const IBAN_LENGTHS: Readonly<Record<string, number>> = {
  AD: 24,
  AE: 23,
  AL: 28,
  AT: 20,
  AZ: 28,
  BA: 20,
  BE: 16,
  BG: 22,
  BH: 22,
  BI: 27,
  BR: 29,
  BY: 28,
  CH: 21,
  CR: 22,
  CY: 28,
  CZ: 24,
  DE: 22,
  DJ: 27,
  DK: 18,
  DO: 28,
  EE: 20,
  EG: 29,
  ES: 24,
  FI: 18,
  FK: 18,
  FO: 18,
  FR: 27,
  GB: 22,
  GE: 22,
  GI: 23,
  GL: 18,
  GR: 27,
  GT: 28,
  HN: 28,
  HR: 21,
  HU: 28,
  IE: 22,
  IL: 23,
  IQ: 23,
  IS: 26,
  IT: 27,
  JO: 30,
  KW: 30,
  KZ: 20,
  LB: 28,
  LC: 32,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  LY: 25,
  MC: 27,
  MD: 24,
  ME: 22,
  MK: 19,
  MN: 20,
  MR: 27,
  MT: 31,
  MU: 30,
  NI: 28,
  NL: 18,
  NO: 15,
  OM: 23,
  PK: 24,
  PL: 28,
  PS: 29,
  PT: 25,
  QA: 29,
  RO: 24,
  RS: 22,
  RU: 33,
  SA: 24,
  SC: 31,
  SD: 18,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  SO: 23,
  ST: 25,
  SV: 28,
  TL: 23,
  TN: 24,
  TR: 26,
  UA: 29,
  VA: 22,
  VG: 24,
  XK: 20,
  YE: 30,
}

/** IBAN_LENGTHS, indexed by the low five bits of both letters, which are the same in upper and lower case. */
const LENGTH_BY_LETTERS = new Uint8Array(32 * 32)
for (const [country, length] of Object.entries(IBAN_LENGTHS))
  LENGTH_BY_LETTERS[(country.charCodeAt(0) & 31) * 32 + (country.charCodeAt(1) & 31)] = length

/** The length of an IBAN with the country code at an index, or 0 if there is no country code. */
export function ibanLength(text: string, at: number): number {
  const first = text.charCodeAt(at)
  const second = text.charCodeAt(at + 1)
  // The upper case of some letters beyond ASCII is in ASCII.
  if (first > 0x7f || second > 0x7f) return IBAN_LENGTHS[text.slice(at, at + 2).toUpperCase()] ?? 0
  return first > 0x40 && second > 0x40 ? (LENGTH_BY_LETTERS[(first & 31) * 32 + (second & 31)] as number) : 0
}

type MixedRule = {
  readonly type: PiiType
  readonly lengths: readonly number[]
  readonly pattern: RegExp
  readonly valid?: (compact: string) => boolean
  /** MEANING bits. A word with one of them must precede the number, unless this is absent. */
  readonly context?: number
}

const CONTROL_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'

const RULES: readonly MixedRule[] = [
  {
    type: 'UK_NINO',
    lengths: [9],
    pattern: /^(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]$/,
  },
  {
    type: 'ES_NIF',
    lengths: [9],
    pattern: /^[\dXYZ]\d{7}[A-Z]$/,
    valid: (id) =>
      CONTROL_LETTERS[
        Number(String('XYZ'.indexOf(id[0] as string)).replace('-1', id[0] as string) + id.slice(1, 8)) % 23
      ] === id[8],
  },
  {
    type: 'IT_FISCAL_CODE',
    lengths: [16],
    pattern: /^[A-Z]{6}[\dL-NP-V]{2}[A-EHLMPRST][\dL-NP-V]{2}[A-Z][\dL-NP-V]{3}[A-Z]$/,
    valid: isFiscalCode,
  },
  { type: 'IN_PAN', lengths: [10], pattern: /^[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]$/ },
  {
    type: 'FI_HETU',
    lengths: [11],
    pattern: /^\d{6}[-+A-FU-Y]\d{3}[\dA-FHJ-NPR-Y]$/,
    valid: (id) =>
      isDayOfMonth(Number(id.slice(0, 2)), Number(id.slice(2, 4))) &&
      '0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(id.slice(0, 6) + id.slice(7, 10)) % 31] === id[10],
  },
  {
    type: 'MX_CURP',
    lengths: [18],
    pattern: /^[A-Z][AEIOUX][A-Z]{2}\d{6}[HMX][A-Z]{2}[B-DF-HJ-NP-TV-Z]{3}[A-Z\d]\d$/,
    valid: isCurp,
  },
  {
    type: 'CN_RESIDENT_ID',
    lengths: [18],
    pattern: /^\d{6}(?:19|20)\d{9}X$/,
    valid: (id) => chineseCheck([...id.slice(0, 17)].map(Number)) === 10,
  },
  { type: 'SG_NRIC', lengths: [9], pattern: /^[STFGM]\d{7}[A-Z]$/, valid: isNric },
  { type: 'FR_NIR', lengths: [15], pattern: /^[12]\d{4}2[AB]\d{8}$/, valid: isCorsican },
  { type: 'US_PASSPORT', lengths: [9], pattern: /^[A-Z]\d{8}$/, context: MEANING.passport },
]

const BY_LENGTH = new Map<number, MixedRule[]>()
for (const rule of RULES)
  for (const length of rule.lengths) BY_LENGTH.set(length, [...(BY_LENGTH.get(length) ?? []), rule])

const IS_RULE_LENGTH = new Uint8Array(32)
for (const length of BY_LENGTH.keys()) IS_RULE_LENGTH[length] = 1
/** Length of the shortest Bitcoin address. */
const MIN_CRYPTO = 14
const CRYPTO_STARTS = '013bBtT'

/** Whether an ASCII word can be a mixed id, by its length and first characters. Rules out most words. */
export function canBeMixedId(text: string, start: number, end: number): boolean {
  const length = end - start
  if (IS_RULE_LENGTH[length] === 1) return true
  return length >= MIN_CRYPTO && (CRYPTO_STARTS.includes(text.charAt(start)) || ibanLength(text, start) === length)
}

/** The type of a word of letters and digits, or null. */
export function mixedIdOf(word: string, wanted: ReadonlySet<PiiType>, meanings: () => number): PiiType | null {
  if (wanted.has('CRYPTO') && (isEthereumAddress(word) || isBitcoinAddress(word))) return 'CRYPTO'
  const compact = word.toUpperCase()
  if (wanted.has('IBAN_CODE') && ibanLength(compact, 0) === compact.length && isValidIban(compact)) return 'IBAN_CODE'
  for (const rule of BY_LENGTH.get(word.length) ?? []) {
    if (!wanted.has(rule.type) || !rule.pattern.test(compact)) continue
    // Lower case is accepted only where a checksum confirms the number.
    if (rule.valid === undefined && compact !== word) continue
    if (rule.valid !== undefined && !rule.valid(compact)) continue
    if (rule.context === undefined || (meanings() & rule.context) !== 0) return rule.type
  }
  return null
}

const ODD_VALUES = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]

function isFiscalCode(id: string): boolean {
  let sum = 0
  for (let i = 0; i < 15; i++) {
    const code = id.charCodeAt(i)
    const value = code < 0x41 ? code - 0x30 : code - 0x41
    sum += i % 2 === 0 ? (ODD_VALUES[value] as number) : value
  }
  return sum % 26 === id.charCodeAt(15) - 0x41
}

function isCurp(id: string): boolean {
  const alphabet = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'
  let sum = 0
  for (let i = 0; i < 17; i++) sum += alphabet.indexOf(id[i] as string) * (18 - i)
  return (10 - (sum % 10)) % 10 === Number(id[17])
}

function isNric(id: string): boolean {
  let sum = 0
  const weights = [2, 7, 6, 5, 4, 3, 2]
  for (let i = 0; i < 7; i++) sum += Number(id[i + 1]) * (weights[i] as number)
  const kind = id[0] as string
  if (kind === 'T' || kind === 'G') sum += 4
  if (kind === 'M') sum += 3
  const letters = kind === 'M' ? 'XWUTRQPNJLK' : 'ST'.includes(kind) ? 'JZIHGFEDCBA' : 'XWUTRQPNMLK'
  return letters[kind === 'M' ? 10 - (sum % 11) : sum % 11] === id[8]
}

/** In French numbers of people from Corsica, the checksum treats 2A as 19 and 2B as 18. */
function isCorsican(id: string): boolean {
  const number = BigInt(id.slice(0, 13).replace('2A', '19').replace('2B', '18'))
  return 97n - (number % 97n) === BigInt(id.slice(13))
}
