/** Finds phone numbers by the numbering plans of countries, by how they are written, or by words beside them. */

import { classAt, isDigitAt, LETTERS } from './characters.ts'
import { MEANING } from './context-words.ts'
import { BLANK, CLOSE, DASH, type DigitRun, DOT, OPEN, SLASH } from './digit-run.ts'
import { isNationalNumber, isPossibleInternational } from './numbering-plans.ts'

const LABELS_AFTER = new Set(['office', 'fax', 'mobile', 'cell', 'home', 'work', 'phone', 'tel', 'direct', 'landline'])
const LABEL_LENGTH = 9
const MAX_GROUPS = 7

/** The end of the phone number at the start of a run. -1 if there is none, -2 if more text is needed. */
export function phoneEnd(
  text: string,
  run: DigitRun,
  countries: readonly string[],
  meanings: () => number,
  isFinal: boolean,
): number {
  for (let groups = Math.min(run.groups, MAX_GROUPS); groups > 0; groups--) {
    const count = run.digitsUpTo(groups)
    if (count > 16) continue
    if (count < 7) return -1
    // Groups of a phone number have two or more digits, except for a country code and `(0)`.
    if (count < groups * 2 - 2) continue
    const accepted = isPhone(text, run, groups, countries, meanings, isFinal)
    if (accepted === -2) return -2
    if (accepted) return withExtension(text, run.endOf(groups), isFinal)
  }
  return -1
}

function isPhone(
  text: string,
  run: DigitRun,
  groups: number,
  countries: readonly string[],
  meanings: () => number,
  isFinal: boolean,
): boolean | -2 {
  const count = run.digitsUpTo(groups)
  const end = run.endOf(groups)
  // A number before a percent sign, or before a comma and a digit, is an amount.
  const after = text.charCodeAt(end)
  if (after === 0x2c && end + 1 === text.length && !isFinal) return -2
  if (after === 0x25 || (after === 0x2c && isDigitAt(text, end + 1))) return false
  if (run.hasPlus) return count >= 8 && count <= 16 && isInternational(text, run, groups, 0)
  const leadsWithDoubleZero = run.digits[0] === 0 && run.digits[1] === 0
  if (leadsWithDoubleZero) return count >= 11 && run.sizeOf(0) > 1 && isInternational(text, run, groups, 2)
  if (count > 13) return false
  if (countries.length > 0 && isNational(digitsOf(run, count), countries)) return true
  if (isWrittenAsPhone(text, run, groups, count)) return true
  const isAnnounced =
    (meanings() & MEANING.phone) !== 0 || (groups > 1 && count <= 12 ? hasLabelAfter(text, end, isFinal) : false)
  return isAnnounced === false || hasOddSeparators(text, run, groups) ? false : isAnnounced
}

/** Whether the run is written in a way that only phone numbers use. */
function isWrittenAsPhone(text: string, run: DigitRun, groups: number, count: number): boolean {
  const first = run.sizeOf(0)
  const opensWithParenthesis = text.charCodeAt(run.start) === OPEN && text.charCodeAt(run.ends[0] as number) === CLOSE
  if (opensWithParenthesis) return groups >= 2 && first <= 5 && count >= 8 && count <= 12 && !hasDot(run, groups)
  const isUs =
    groups >= 3 && run.sizeOf(groups - 1) === 4 && run.sizeOf(groups - 2) === 3 && run.sizeOf(groups - 3) === 3
  if (isUs && (groups === 3 || (groups === 4 && first === 1 && run.digits[0] === 1))) {
    return run.separators[groups - 1] === run.separators[groups - 2] || run.hasParenthesis
  }
  if (run.digits[0] !== 0 || count < 9 || count > 12) return false
  for (let i = 0; i < groups; i++) if (run.sizeOf(i) < 2 || run.sizeOf(i) > 7) return false
  if (groups >= 4) return true
  if (groups === 3) return run.separators[1] !== DASH && run.separators[1] !== DOT ? count >= 9 : count >= 10
  return groups === 2 && count >= 10 && first >= 3 && first <= 5
}

/** Whether slashes or parentheses are in the middle, as in `1994/359` and `872 (1993)`. */
function hasOddSeparators(text: string, run: DigitRun, groups: number): boolean {
  const begins = text.charCodeAt(run.start) === OPEN
  for (let i = 1; i < groups; i++) {
    const last = (run.ends[i] as number) - run.sizeOf(i)
    for (let at = run.ends[i - 1] as number; at < last; at++) {
      const code = text.charCodeAt(at)
      if (code === OPEN || (code === CLOSE && !begins) || (code === SLASH && run.digits[0] !== 0)) return true
    }
  }
  return false
}

function hasDot(run: DigitRun, groups: number): boolean {
  for (let i = 1; i < groups; i++) if (run.separators[i] === DOT) return true
  return false
}

function digitsOf(run: DigitRun, count: number): string {
  let digits = ''
  for (let i = 0; i < count; i++) digits += run.digits[i]
  return digits
}

function isNational(digits: string, countries: readonly string[]): boolean {
  for (const country of countries) if (isNationalNumber(digits, country)) return true
  return false
}

/** Ignores the digits before `from`, and `(0)`, the national prefix that is not dialled after a country code. */
function isInternational(text: string, run: DigitRun, groups: number, from: number): boolean {
  const total = run.digitsUpTo(groups)
  let prefix = total
  for (let i = 0; run.hasParenthesis && i < groups - 1 && prefix === total; i++) {
    const end = run.ends[i] as number
    const index = (run.counts[i] as number) - 1
    const isAlone = run.sizeOf(i) === 1 && run.digits[index] === 0 && index >= from
    if (isAlone && text.charCodeAt(end) === CLOSE && text.charCodeAt(end - 2) === OPEN) prefix = index
  }
  return isPossibleInternational(run.digits, from, prefix, total)
}

/** Whether a word such as `fax` follows the number. */
function hasLabelAfter(text: string, end: number, isFinal: boolean): boolean | -2 {
  let start = end
  while (start < text.length && start - end < 3 && isBeforeLabel(text.charCodeAt(start))) start++
  let stop = start
  while (stop < text.length && stop - start <= LABEL_LENGTH && (classAt(text, stop) & LETTERS) !== 0) stop++
  if (stop === text.length && !isFinal) return -2
  return stop > start && LABELS_AFTER.has(text.slice(start, stop).toLowerCase())
}

function isBeforeLabel(code: number): boolean {
  return code === BLANK || code === DASH || code === OPEN
}

/** The end of the number with the extension that may follow, as in `x459`. -2 if more text is needed. */
function withExtension(text: string, end: number, isFinal: boolean): number {
  if ((text.charCodeAt(end) | 0x20) !== 0x78) return end
  let stop = end + 1
  while (stop < text.length && stop - end <= 6 && isDigitAt(text, stop)) stop++
  if (stop === text.length && !isFinal) return -2
  return stop > end + 1 ? stop : end
}
