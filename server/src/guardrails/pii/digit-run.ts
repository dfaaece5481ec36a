/** Reads groups of digits with the separators that occur in phone, card and identity numbers. */

import { classAt, isDigitAt, LETTERS } from './characters.ts'

const MAX_GROUPS = 12
const MAX_DIGITS = 24
const MAX_LENGTH = 48

/** One run. The scanner is synchronous and uses one object for all runs. */
export class DigitRun {
  readonly digits = new Uint8Array(MAX_DIGITS)
  /** The index after each group. `counts` has the number of digits up to there. */
  readonly ends = new Int32Array(MAX_GROUPS)
  readonly counts = new Int32Array(MAX_GROUPS)
  /** The first separator character before each group, or 0 for the first group. */
  readonly separators = new Uint16Array(MAX_GROUPS)
  start = 0
  /** The index of the first digit, which may follow a plus sign or a parenthesis. */
  first = 0
  groups = 0
  hasPlus = false
  hasParenthesis = false
  /** True if more text could change the run. */
  isOpen = false
  /** True if the first group has more digits than any known number. */
  isTooLong = false

  read(text: string, start: number): void {
    this.start = start
    this.groups = 0
    this.hasPlus = false
    this.hasParenthesis = false
    this.isOpen = false
    this.isTooLong = false
    let at = start
    let count = 0
    for (; at < text.length && !isDigitAt(text, at); at++) {
      const code = text.charCodeAt(at)
      if (code === PLUS) this.hasPlus = true
      else if (code === OPEN) this.hasParenthesis = true
    }
    this.first = at
    for (;;) {
      const groupStart = at
      while (at < text.length && count < MAX_DIGITS) {
        const digit = text.charCodeAt(at) - 0x30
        if (digit < 0 || digit > 9) break
        this.digits[count++] = digit
        at++
      }
      if (at === text.length) this.isOpen = true
      else if (isDigitAt(text, at)) {
        // Too many digits: this group is not part of the run. If it is the first group, the run is not a known number.
        this.isTooLong = this.groups === 0
        count -= at - groupStart
        return
      }
      this.ends[this.groups] = at
      this.counts[this.groups] = count
      this.groups++
      if (this.isOpen || this.groups === MAX_GROUPS || at - start > MAX_LENGTH) break
      const next = this.#skipSeparators(text, at)
      if (next < 0) break
      this.separators[this.groups] = text.charCodeAt(at)
      at = next
    }
    this.#dropWordGroup(text)
  }

  digitsUpTo(group: number): number {
    return this.counts[group - 1] as number
  }

  sizeOf(group: number): number {
    return (this.counts[group] as number) - (group === 0 ? 0 : (this.counts[group - 1] as number))
  }

  endOf(groups: number): number {
    return this.ends[groups - 1] as number
  }

  /** Whether the first groups have these sizes, with exactly one of the given separators between two groups. */
  hasShape(sizes: readonly number[], separators: number | readonly number[]): boolean {
    for (let i = 0; i < sizes.length; i++) {
      if (this.sizeOf(i) !== sizes[i]) return false
      if (i === 0) continue
      const separator = typeof separators === 'number' ? separators : separators[i - 1]
      const isSingle = (this.ends[i] as number) - (this.ends[i - 1] as number) === (sizes[i] as number) + 1
      if (this.separators[i] !== separator || !isSingle) return false
    }
    return true
  }

  /** The digits of a group as a number. */
  valueOf(group: number): number {
    let value = 0
    for (let i = group === 0 ? 0 : (this.counts[group - 1] as number); i < (this.counts[group] as number); i++)
      value = value * 10 + (this.digits[i] as number)
    return value
  }

  /** The index of the digit after the separators at `at`, or -1. Sets `isOpen` if the text ends before a digit. */
  #skipSeparators(text: string, at: number): number {
    let next = at
    let spaces = 0
    while (next < text.length && next - at < 4) {
      const code = text.charCodeAt(next)
      if (code >= 0x30 && code <= 0x39) return next
      if (code === 0x20 || code === 0xa0 || code === 0x202f) {
        if (++spaces > 2) return -1
        // A full stop with a space after it ends a sentence.
        if (next > at && text.charCodeAt(next - 1) === DOT) return -1
      } else if (code === OPEN || code === CLOSE) this.hasParenthesis = true
      else if (code !== DASH && code !== DOT && code !== SLASH && code !== 0x2011 && code !== 0x2013) return -1
      next++
    }
    if (next === text.length) this.isOpen = true
    return -1
  }

  /** Drops the last group if a letter follows it directly, as in 3rd. An `x` may begin an extension instead. */
  #dropWordGroup(text: string): void {
    const end = this.endOf(this.groups)
    if ((classAt(text, end) & LETTERS) === 0) return
    const code = text.charCodeAt(end) | 0x20
    if (code === 0x78 && end + 1 === text.length) this.isOpen = true
    if (code === 0x78 && isDigitAt(text, end + 1)) return
    this.groups--
  }
}

export const PLUS = 0x2b
export const OPEN = 0x28
export const CLOSE = 0x29
export const DASH = 0x2d
export const DOT = 0x2e
export const SLASH = 0x2f
export const BLANK = 0x20
