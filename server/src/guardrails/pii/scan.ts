/**
 * Finds personal data in one pass from left to right. Each step depends only on the position and the text around it, so
 * a scan that continues at a settled index finds the same as a scan of the whole text.
 */

import { credentialsUrlEnd, emailIn, hexAddressAt, urlEnd } from './addresses-of-hosts.ts'
import { isCardNumber } from './cards.ts'
import { AT, ATOM, CLASS, classAt, DIGIT, isDigitAt, LETTER, LETTERS, LOWER, SPACE, UPPER, WORD } from './characters.ts'
import { isDayOfMonth, isValidIban } from './checksums.ts'
import { MEANING, meaningsBefore } from './context-words.ts'
import {
  canBeUnlabelled,
  type DigitRules,
  digitIdOf,
  digitRulesOf,
  MAX_ID_GROUPS,
  UNLABELLED_DIGITS,
} from './digit-ids.ts'
import { BLANK, DASH, DigitRun, DOT, OPEN, PLUS, SLASH } from './digit-run.ts'
import { canBeMixedId, ibanLength, mixedIdOf } from './mixed-ids.ts'
import { NAME_TYPES, nameAt } from './names.ts'
import { phoneEnd } from './phones.ts'
import type { PiiType } from './pii-types.ts'
import { canFollowNumber, isAddressWord, streetAddressEnd } from './street-addresses.ts'

export type Found = { readonly start: number; readonly end: number; readonly type: PiiType }

/** Longer atoms are encoded data and are skipped. */
const MAX_ATOM = 256
/** Returned by a step that needs text that has not arrived. */
const WAIT = -2
/** Maximum length of words after an age, such as `years old`. */
const AGE_AFTER = 12

/** 1 for characters that can begin personal data or occur in an atom that contains some. All others are skipped. */
const NOTABLE = new Uint8Array(CLASS.length)
// Not `Uint8Array.from`, which would use 5 MiB more memory at every start.
for (let code = 0; code < CLASS.length; code++)
  NOTABLE[code] = ((CLASS[code] as number) & (DIGIT | AT | UPPER | LETTER)) === 0 ? 0 : 1
NOTABLE[OPEN] = 1
NOTABLE[0x3a] = 1

export class PiiScanner {
  readonly #wanted: ReadonlySet<PiiType>
  readonly #countries: readonly string[]
  readonly #digitRules: DigitRules
  readonly #run = new DigitRun()
  readonly #wantsEmail: boolean
  readonly #wantsCards: boolean
  readonly #wantsPhones: boolean
  readonly #wantsZip: boolean
  readonly #wantsAge: boolean
  readonly #wantsDates: boolean
  readonly #wantsIp: boolean
  readonly #wantsBirth: boolean
  readonly #wantsLicence: boolean
  readonly #wantsBank: boolean
  readonly #wantsUrls: boolean
  readonly #wantsCredentials: boolean
  readonly #wantsHex: boolean
  readonly #wantsStreets: boolean
  readonly #wantsIban: boolean
  readonly #wantsSpacedIds: boolean
  readonly #wantsNames: boolean
  /** What the last step found. `#type` is null if it found nothing. */
  #start = 0
  #end = 0
  #type: PiiType | null = null
  /** The meanings of the words before the current number. They are read on first use and then kept. */
  #text = ''
  #contextEnd = 0
  #contextBits = -1
  readonly #meanings = (): number => {
    if (this.#contextBits < 0) this.#contextBits = meaningsBefore(this.#text, this.#contextEnd)
    return this.#contextBits
  }

  constructor(wanted: ReadonlySet<PiiType>, countries: readonly string[]) {
    this.#wanted = wanted
    this.#countries = countries
    this.#digitRules = digitRulesOf(wanted)
    this.#wantsEmail = wanted.has('EMAIL_ADDRESS')
    this.#wantsCards = wanted.has('CREDIT_CARD')
    this.#wantsPhones = wanted.has('PHONE_NUMBER')
    this.#wantsZip = wanted.has('ZIP_CODE')
    this.#wantsAge = wanted.has('AGE')
    this.#wantsDates = wanted.has('DATE_TIME')
    this.#wantsIp = wanted.has('IP_ADDRESS')
    this.#wantsBirth = wanted.has('DATE_OF_BIRTH')
    this.#wantsLicence = wanted.has('US_DRIVER_LICENSE')
    this.#wantsBank = wanted.has('US_BANK_NUMBER')
    this.#wantsUrls = wanted.has('URL')
    this.#wantsCredentials = wanted.has('URL_CREDENTIALS')
    this.#wantsHex = wanted.has('IP_ADDRESS') || wanted.has('MAC_ADDRESS')
    this.#wantsStreets = wanted.has('STREET_ADDRESS')
    this.#wantsIban = wanted.has('IBAN_CODE')
    this.#wantsSpacedIds = wanted.has('UK_NINO')
    this.#wantsNames = NAME_TYPES.some((type) => wanted.has(type))
  }

  /** Adds personal data that begins at `from` or later to `found`. The result is final up to the returned index. */
  scan(text: string, from: number, isFinal: boolean, found: Found[] | null): number {
    const { length } = text
    this.#text = text
    let at = afterLongAtom(text, from)
    while (at < length) {
      // A scan may start inside a word or number, where no finding can begin.
      if ((classAt(text, at) & WORD) !== 0 && (classAt(text, at - 1) & WORD) !== 0) {
        while (at < length && (classAt(text, at) & WORD) !== 0) at++
        continue
      }
      // Skip to the next notable character, then go back to the start of its atom. Most text is lower-case words.
      let notable = at
      while (notable < length && NOTABLE[text.charCodeAt(notable)] === 0) notable++
      let start = notable
      let mask = 0
      if (notable === length || text.charCodeAt(notable) !== OPEN) {
        while (start > at) {
          const group = CLASS[text.charCodeAt(start - 1)] as number
          if ((group & ATOM) === 0) break
          mask |= group
          start--
        }
      }
      let end = notable
      while (end < length) {
        const group = CLASS[text.charCodeAt(end)] as number
        if ((group & ATOM) === 0) break
        mask |= group
        end++
      }
      if (end - start > MAX_ATOM) {
        at = end
        continue
      }
      if (end === length && !isFinal) return start
      if (notable === length) break
      const next = start === end ? this.#punctuation(text, start, isFinal) : this.#atom(text, start, end, mask, isFinal)
      if (next === WAIT) return start
      at = this.#keep(found, next)
    }
    return length
  }

  /** Adds what the last step found to `found`. Returns where the next step begins. */
  #keep(found: Found[] | null, next: number): number {
    if (this.#type === null) return next
    found?.push({ start: this.#start, end: this.#end, type: this.#type })
    this.#type = null
    return this.#end
  }

  #match(start: number, end: number, type: PiiType): number {
    this.#start = start
    this.#end = end
    this.#type = type
    return end
  }

  /** `(` may begin a phone number, `::` an IPv6 address. */
  #punctuation(text: string, at: number, isFinal: boolean): number {
    const code = text.charCodeAt(at)
    if (code === OPEN) {
      if (at + 1 === text.length) return isFinal ? at + 1 : WAIT
      const next = text.charCodeAt(at + 1)
      if (!isDigitAt(text, at + 1) && next !== PLUS) return at + 1
      const end = this.#number(text, at, isFinal)
      return end === WAIT || this.#type !== null ? end : at + 1
    }
    if (code === 0x3a && this.#wantsHex) {
      if (at + 1 === text.length) return isFinal ? at + 1 : WAIT
      if (text.charCodeAt(at + 1) === 0x3a && (classAt(text, at - 1) & WORD) === 0)
        return this.#hexAddress(text, at, at + 1, isFinal)
    }
    return at + 1
  }

  #atom(text: string, start: number, end: number, mask: number, isFinal: boolean): number {
    if ((mask & (DIGIT | AT)) === 0) return this.#word(text, start, end, mask, isFinal)
    if ((mask & AT) !== 0 && this.#wantsEmail) {
      const email = emailIn(text, start, end)
      if (email !== null) return this.#match(email[0], email[1], 'EMAIL_ADDRESS')
    }
    if ((mask & DIGIT) === 0) return end
    let first = start
    while (first < end && (classAt(text, first) & WORD) === 0) first++
    if (this.#wantsHex && text.charCodeAt(end) === 0x3a && end - first <= 4) {
      const next = this.#hexAddress(text, first, end, isFinal)
      if (next === WAIT || this.#type !== null) return next
    }
    if ((mask & LETTERS) !== 0) {
      const next = this.#mixed(text, first, end, (mask & LETTER) === 0, isFinal)
      if (next === WAIT || this.#type !== null) return next
    }
    if (isDigitAt(text, first)) {
      const plus = first > start && text.charCodeAt(first - 1) === PLUS
      return this.#number(text, plus ? first - 1 : first, isFinal)
    }
    return end
  }

  /** Reads an atom without digits. */
  #word(text: string, start: number, end: number, mask: number, isFinal: boolean): number {
    const after = text.charCodeAt(end)
    if (after === 0x3a) {
      if (this.#wantsCredentials) {
        const url = credentialsUrlEnd(text, start, end, isFinal)
        if (url === WAIT) return WAIT
        if (url > 0) return this.#match(start, url, 'URL_CREDENTIALS')
      }
      if (this.#wantsUrls) {
        const url = urlEnd(text, end, isFinal)
        if (url === WAIT) return WAIT
        if (url > 0) return this.#match(start, url, 'URL')
      }
      if (this.#wantsHex && end - start <= 4) {
        const next = this.#hexAddress(text, start, end, isFinal)
        if (next === WAIT || this.#type !== null) return next
      }
    }
    if ((mask & (UPPER | LETTER)) === 0) return end
    if (this.#wantsSpacedIds && end - start === 2) {
      const next = this.#spacedNino(text, start, end, isFinal)
      if (next === WAIT || this.#type !== null) return next
    }
    if (this.#wantsStreets && isAddressWord(text, start, end)) {
      const street = streetAddressEnd(text, start, isFinal)
      if (street === WAIT) return WAIT
      if (street > 0) return this.#match(start, street, 'STREET_ADDRESS')
    }
    if (this.#wantsNames) {
      const name = nameAt(text, start, end, this.#wanted, isFinal)
      if (name === 'open') return WAIT
      if (name !== null) return this.#match(start, name.end, name.type)
    }
    return end
  }

  #hexAddress(text: string, start: number, otherwise: number, isFinal: boolean): number {
    const address = hexAddressAt(text, start, isFinal)
    if (address === 'open') return WAIT
    if (address === null || !this.#wanted.has(address.type)) return otherwise
    return this.#match(start, address.end, address.type)
  }

  /** Reads an atom of letters and digits. */
  #mixed(text: string, first: number, end: number, isAscii: boolean, isFinal: boolean): number {
    let last = end
    while (last > first && (classAt(text, last - 1) & WORD) === 0) last--
    const meanings = this.#meaningsBefore(first)
    if (this.#wantsIban && ibanLength(text, first) > 0 && isDigitAt(text, first + 2) && isDigitAt(text, first + 3)) {
      const iban = ibanEnd(text, first, isFinal)
      if (iban === WAIT) return WAIT
      if (iban > 0) return this.#match(first, iban, 'IBAN_CODE')
    }
    if (!isAscii || canBeMixedId(text, first, last)) {
      const type = mixedIdOf(text.slice(first, last), this.#wanted, meanings)
      if (type !== null) return this.#match(first, last, type)
    }
    const length = last - first
    if (length >= 6 && length <= 20 && this.#wantsLicence && digitsIn(text, first, last) >= 4) {
      if ((meanings() & MEANING.licence) !== 0) return this.#match(first, last, 'US_DRIVER_LICENSE')
    }
    return end
  }

  /** Reads a number that begins with a digit, a plus sign or a parenthesis. */
  #number(text: string, start: number, isFinal: boolean): number {
    const run = this.#run
    const before = start > 0 ? text.charCodeAt(start - 1) : 0
    const isTight =
      (before === DASH || before === DOT || before === SLASH || before === 0x2c) && isDigitAt(text, start - 2)
    if (isTight || (classAt(text, start - 1) & WORD) !== 0) return endOfDigits(text, start)
    run.read(text, start)
    if (run.isTooLong) return endOfDigits(text, run.first)
    if (run.isOpen && !isFinal) return WAIT
    if (run.groups === 0) return endOfDigits(text, run.first)
    if (this.#wantsStreets && run.first === start && run.sizeOf(0) <= 6) {
      const street = this.#streetAfterNumber(text, start, run.endOf(1), isFinal)
      if (street === WAIT) return WAIT
      if (street > 0) return this.#match(start, street, 'STREET_ADDRESS')
    }
    const total = run.digitsUpTo(run.groups)
    const small = this.#smallNumber(text, start, isFinal)
    if (small === WAIT || this.#type !== null) return small
    if (total < 4) return run.endOf(run.groups)
    const meanings = this.#meaningsBefore(start)
    if (isIpv4(run)) {
      const isVersion = (meanings() & MEANING.version) !== 0
      if (this.#wantsIp && !isVersion && !isPlaceholderIp(run)) return this.#match(start, run.endOf(4), 'IP_ADDRESS')
      return run.endOf(4)
    }
    const isOfAnyKind = run.groups === 1 || canBeUnlabelled(run) || meanings() !== 0
    for (let groups = Math.min(run.groups, MAX_ID_GROUPS); groups > 0 && run.digitsUpTo(groups) >= 9; groups--) {
      if (!isOfAnyKind && groups > 1 && run.digitsUpTo(groups) !== UNLABELLED_DIGITS) continue
      const end = run.endOf(groups)
      if (this.#wantsCards && isCardNumber(run, groups, meanings)) return this.#match(start, end, 'CREDIT_CARD')
      const id = digitIdOf(run, groups, this.#digitRules, meanings)
      if (id !== null) return this.#match(start, end, id)
    }
    if (isDate(run)) {
      const end = run.endOf(3)
      if (this.#wantsBirth && (meanings() & MEANING.birth) !== 0) return this.#match(start, end, 'DATE_OF_BIRTH')
      return this.#wantsDates ? this.#match(start, end, 'DATE_TIME') : end
    }
    if (this.#wantsZip && total <= 9 && (meanings() & MEANING.zip) !== 0)
      return this.#match(start, run.endOf(Math.min(2, run.groups)), 'ZIP_CODE')
    if (total < 7) return run.endOf(run.groups)
    if (this.#wantsPhones) {
      const end = phoneEnd(text, run, this.#countries, meanings, isFinal)
      if (end === WAIT) return WAIT
      if (end > 0) return this.#match(start, end, 'PHONE_NUMBER')
    }
    const named = this.#namedNumber(run, meanings)
    if (named !== null) return this.#match(start, run.endOf(named.groups), named.type)
    return run.endOf(1)
  }

  /** Reads an age in years, or a year. */
  #smallNumber(text: string, start: number, isFinal: boolean): number {
    const end = this.#run.endOf(1)
    const value = this.#run.valueOf(0)
    if (this.#wantsAge && value > 0 && value < 120 && this.#run.first === start) {
      if (isAgeBefore(text, start)) return this.#match(start, end, 'AGE')
      if (end + AGE_AFTER > text.length && !isFinal) return WAIT
      if (isAgeAfter(text, end)) return this.#match(start, end, 'AGE')
    }
    if (this.#wantsDates && this.#run.groups === 1 && value >= 1900 && value < 2100) {
      if (/\b(?:in|since|during|of|until|before|after)\s$/i.test(text.slice(Math.max(0, start - 10), start)))
        return this.#match(start, end, 'DATE_TIME')
    }
    return end
  }

  /** Recognizes numbers that are identified only by the words before them. */
  #namedNumber(run: DigitRun, meanings: () => number): { readonly groups: number; readonly type: PiiType } | null {
    const whole = run.digitsUpTo(run.groups)
    if (this.#wantsLicence && whole <= 14 && (meanings() & MEANING.licence) !== 0)
      return { groups: run.groups, type: 'US_DRIVER_LICENSE' }
    const count = run.digitsUpTo(1)
    if (this.#wantsBank && count >= 8 && count <= 17 && (meanings() & MEANING.bank) !== 0) {
      return { groups: 1, type: 'US_BANK_NUMBER' }
    }
    return null
  }

  #streetAfterNumber(text: string, start: number, groupEnd: number, isFinal: boolean): number {
    const space = text.charCodeAt(groupEnd) === 0x2c ? groupEnd + 1 : groupEnd
    if (text.charCodeAt(space) !== BLANK) return -1
    if (space + 1 >= text.length) return isFinal ? -1 : WAIT
    const canFollow = canFollowNumber(text, space + 1, isFinal)
    if (canFollow === WAIT) return WAIT
    return canFollow ? streetAddressEnd(text, start, isFinal) : -1
  }

  /** Reads a British national insurance number with spaces: AB 12 34 56 C. */
  #spacedNino(text: string, start: number, end: number, isFinal: boolean): number {
    const length = 13
    if (text.charCodeAt(end) !== BLANK) return end
    if (
      start + length + 1 > text.length &&
      !isFinal &&
      /^[A-Z]{2}(?: (?:\d{1,2}(?: (?:\d{1,2}(?: (?:\d{1,2}(?: [A-D]?)?)?)?)?)?)?)?$/.test(text.slice(start))
    )
      return WAIT
    const written = text.slice(start, start + length)
    if (!/^[A-Z]{2} \d{2} \d{2} \d{2} [A-D]$/.test(written) || (classAt(text, start + length) & WORD) !== 0) return end
    const compact = written.replaceAll(' ', '')
    if (mixedIdOf(compact, this.#wanted, () => 0) !== 'UK_NINO') return end
    return this.#match(start, start + length, 'UK_NINO')
  }

  #meaningsBefore(at: number): () => number {
    this.#contextEnd = at
    this.#contextBits = -1
    return this.#meanings
  }
}

/** True for `aged 46` and `when she was 46`. */
function isAgeBefore(text: string, start: number): boolean {
  // All words in the pattern below end with one of d e f g n s.
  if ((classAt(text, start - 1) & SPACE) === 0 || !isOneOf(text, start - 2, 'defgns')) return false
  const before = text.slice(Math.max(0, start - 24), start)
  return /\b(?:aged?|age of|turn|turns|turned|turning|when (?:he|she|I) was)\s$/i.test(before)
}

/** True for `46 years old`. */
function isAgeAfter(text: string, end: number): boolean {
  if (!isOneOf(text, end, 'y') && !isOneOf(text, end + 1, 'y')) return false
  return /^(?:[ -]years?[ -]old|[ -]?yrs?[ -]old| ?y\/o)\b/i.test(text.slice(end, end + AGE_AFTER))
}

/** Whether one of the letters is at an index, in upper or lower case. `letters` is in lower case. */
function isOneOf(text: string, at: number, letters: string): boolean {
  return (
    (classAt(text, at) & (LOWER | UPPER)) !== 0 && letters.includes(String.fromCharCode(text.charCodeAt(at) | 0x20))
  )
}

/** If `from` is inside an atom that is too long: the index after the atom. Else `from`. */
function afterLongAtom(text: string, from: number): number {
  if (from < MAX_ATOM || (classAt(text, from) & ATOM) === 0) return from
  for (let i = from - MAX_ATOM; i < from; i++) if ((classAt(text, i) & ATOM) === 0) return from
  let end = from
  while (end < text.length && (classAt(text, end) & ATOM) !== 0) end++
  return end
}

function endOfDigits(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && isDigitAt(text, end)) end++
  return end
}

function digitsIn(text: string, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at++) if (isDigitAt(text, at)) count++
  return count
}

const MAX_IBAN = 42

/** The end of an IBAN that is written with or without spaces. */
function ibanEnd(text: string, start: number, isFinal: boolean): number {
  const length = ibanLength(text, start)
  let compact = ''
  let at = start
  while (at < text.length && at - start < MAX_IBAN && compact.length < length) {
    const group = classAt(text, at)
    if ((group & (DIGIT | LETTERS)) !== 0) compact += text[at]
    else if ((group & SPACE) === 0 || text.charCodeAt(at) === 0x0a || (classAt(text, at - 1) & SPACE) !== 0) break
    at++
  }
  if (at === text.length && !isFinal) return WAIT
  if (compact.length !== length || (classAt(text, at) & WORD) !== 0) return -1
  return isValidIban(compact.toUpperCase()) ? at : -1
}

function isIpv4(run: DigitRun): boolean {
  if (run.groups < 4 || (run.groups > 4 && run.separators[4] === DOT)) return false
  for (let i = 0; i < 4; i++) {
    const size = run.sizeOf(i)
    if (size > 3 || run.valueOf(i) > 255 || (i > 0 && run.separators[i] !== DOT)) return false
    if (size > 1 && run.digits[i === 0 ? 0 : run.digitsUpTo(i)] === 0) return false
    if (i > 0 && run.endOf(i + 1) - run.endOf(i) !== size + 1) return false
  }
  return true
}

/** Loopback addresses, unspecified addresses and masks identify nobody. */
function isPlaceholderIp(run: DigitRun): boolean {
  const first = run.valueOf(0)
  return first === 0 || first === 127 || first === 255
}

/** Whether the first three groups are a date, in one of the usual orders. */
function isDate(run: DigitRun): boolean {
  if (run.groups < 3) return false
  const separator = run.separators[1] as number
  if (separator !== run.separators[2] || (separator !== DASH && separator !== SLASH && separator !== DOT)) return false
  if (run.groups > 3 && run.separators[3] === separator) return false
  const [a, b, c] = [run.sizeOf(0), run.sizeOf(1), run.sizeOf(2)]
  const [x, y, z] = [run.valueOf(0), run.valueOf(1), run.valueOf(2)]
  if (b > 2) return false
  if (a === 4 && c <= 2) return x >= 1800 && x < 2200 && isDayOfMonth(z, y)
  if (a > 2 || (c !== 4 && c !== 2)) return false
  if (c === 4 && (z < 1800 || z >= 2200)) return false
  return isDayOfMonth(x, y) || isDayOfMonth(y, x)
}
