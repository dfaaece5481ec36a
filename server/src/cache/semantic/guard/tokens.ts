/** Splits a text into normalized words, numbers and quoted strings. */

import { fold, segmentsOf } from './lexicons/lexicon.ts'
import type { StepLimit } from './step-limit.ts'

export type Token = {
  readonly kind: 'word' | 'number' | 'stop'
  /** Lower case without accents. Numbers are normalized. */
  readonly text: string
  /** Upper case in a text that is not all upper case: US, WHO and IT are not pronouns. */
  readonly isAcronym: boolean
  readonly isCapital: boolean
}

export type Tokens = { readonly tokens: readonly Token[]; readonly quoted: readonly string[] }

/**
 * A quotation cannot contain its own opening character. Otherwise a text of opening characters would take quadratic
 * time.
 */
const QUOTES =
  /"([^"\n]{1,400})"|“([^“”]{1,400})”|„([^„“”]{1,400})[“”]|«([^«»]{1,400})»|「([^「」]{1,400})」|《([^《》]{1,400})》|`([^`\n]{1,400})`|(?<![\p{L}\p{N}])'([^'\n]{1,400})'(?![\p{L}\p{N}])/gu

/** Numbers with separators, words with inner apostrophes, and names with symbols: a@b.c, x_y, v1.2, C++, C#. */
const PIECES =
  /\p{Nd}+(?:[.,:'\u00a0\u202f]\p{Nd}+)*|[\p{L}\p{M}_][\p{L}\p{M}\p{Nd}_]*(?:[.@/\\_][\p{L}\p{Nd}_]+)*(?:\+\+|#)?|&&|\|\||\?\?|\?\.|=>|->|::|[$€£¥%°+*/=<>^−–-]|[\p{So}\p{Sm}\p{Sc}]|[.?!;\n。？！；]/gu

/** A dash at the start or after a space is a minus sign. Any other dash is part of a range. */
const MINUS = /(?<=^| )(?:-(?!>)|–)/g

const SCRIPT_WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

const SIGNS: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  $: 'dollar',
  '€': 'euro',
  '£': 'pound sterling',
  '¥': 'yen',
  '%': 'percent',
  '°': '',
  '+': 'plus',
  '*': 'times',
  '=': 'equals',
  '<': 'smaller sign',
  '>': 'greater sign',
  '^': 'power',
  '−': 'minus',
  '-': 'dash',
  '–': 'dash',
})

/** Steps per character: about 20 patterns scan each character. */
const STEPS_PER_CHARACTER = 8
/** The segmenter looks up every word in a dictionary. */
const STEPS_PER_SEGMENTED_CHARACTER = 40

export function tokensOf(text: string, steps: StepLimit): Tokens {
  steps.take(text.length)
  const whole = text.normalize('NFKC').replaceAll('’', "'").replaceAll('‘', "'")
  // Normalization can lengthen text up to 18 times.
  steps.take(whole.length * STEPS_PER_CHARACTER)
  const quoted: string[] = []
  for (const match of whole.matchAll(QUOTES)) {
    const inner = match.slice(1).find((group) => group !== undefined)
    if (inner !== undefined) quoted.push(inner.trim())
  }
  const isShouted = whole === whole.toUpperCase()
  const tokens: Token[] = []
  const expanded = expand(whole.replace(MINUS, '−'))
  for (const [piece] of expanded.matchAll(PIECES)) take(piece, isShouted, tokens, steps)
  return { tokens, quoted }
}

/** Expands contractions, splits hyphenated words and separates the genitive. */
function expand(text: string): string {
  return text
    .replace(/\b([Cc])an't\b/g, '$1an n_t')
    .replace(/\b([Ww])on't\b/g, '$1ill n_t')
    .replace(/n't\b/g, ' n_t')
    .replace(/\b(what|who|where|when|how|it|that|there|why|he|she)'s\b/gi, '$1 is')
    .replace(/'(re|m)\b/g, ' are')
    .replace(/'ll\b/g, ' will')
    .replace(/'(ve|d)\b/g, ' ')
    .replace(/(\p{L})'s\b/gu, '$1 of_the ')
    .replace(/\b([lLdDjJnNsScCmMtT]|[qQ]u|jusqu|lorsqu)'(?=\p{L})/gu, "$1_' ")
    .replace(/(\p{L})-(?=\p{L})/gu, '$1 ')
}

function take(piece: string, isShouted: boolean, into: Token[], steps: StepLimit): void {
  if (/^\p{Nd}/u.test(piece))
    return void into.push({ kind: 'number', text: numberOf(piece), isAcronym: false, isCapital: false })
  if (/^[.?!;\n。？！；]$/.test(piece))
    return void into.push({ kind: 'stop', text: '', isAcronym: false, isCapital: false })
  const sign = SIGNS[piece] ?? (piece === '/' ? 'divided' : undefined)
  if (sign !== undefined) {
    if (sign !== '') into.push({ kind: 'word', text: sign, isAcronym: true, isCapital: false })
    return
  }
  if (SCRIPT_WITHOUT_SPACES.test(piece)) return takeSegments(piece, into, steps)
  // A separate symbol: an operator or an emoji.
  if (!/^[\p{L}_]/u.test(piece)) return void into.push({ kind: 'word', text: piece, isAcronym: true, isCapital: false })
  const isAcronym = !isShouted && piece.length > 1 && /^\p{Lu}+$/u.test(piece)
  const text = piece.endsWith('_') ? `${fold(piece.slice(0, -1))}'` : fold(piece)
  const isCapital = /^\p{Lu}/u.test(piece)
  into.push({ kind: 'word', text: text === 'of_the' ? "'s" : text, isAcronym, isCapital })
}

function takeSegments(piece: string, into: Token[], steps: StepLimit): void {
  steps.take(piece.length * STEPS_PER_SEGMENTED_CHARACTER)
  for (const segment of segmentsOf(piece)) {
    const digits = chineseNumber(segment)
    if (digits !== null) into.push({ kind: 'number', text: digits, isAcronym: false, isCapital: false })
    else into.push({ kind: 'word', text: segment, isAcronym: false, isCapital: false })
  }
}

const DIGITS = '零一二三四五六七八九'
const POWERS: ReadonlyMap<string, number> = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1_000],
  ['万', 10_000],
  ['亿', 100_000_000],
])

/** 二十五 -> 25. Null if it is not a number, and for 一 alone, which is often an article. */
function chineseNumber(segment: string): string | null {
  if (segment === '一' || !/^[零一二两三四五六七八九十百千万亿]+$/.test(segment)) return null
  let total = 0
  let section = 0
  let digit = 0
  for (const character of segment) {
    const power = POWERS.get(character)
    if (power === undefined) digit = character === '两' ? 2 : DIGITS.indexOf(character)
    else if (power >= 10_000) {
      total += (section + digit) * power
      section = digit = 0
    } else {
      section += (digit || 1) * power
      digit = 0
    }
  }
  return String(total + section + digit)
}

/** 1,000 and 1.000 and 1000 are equal; 1,5 is 1.5. */
function numberOf(piece: string): string {
  const plain = piece.normalize('NFKC').replace(/[\u00a0\u202f']/g, '')
  if (plain.includes(':')) return plain
  const grouped = /^\d{1,3}(?:[.,]\d{3})+(?:[.,]\d+)?$/.test(plain) && !/^0/.test(plain)
  const text = grouped ? plain.replace(/[.,](?=\d{3}(?:[.,]|$))/g, '') : plain
  const decimal = text.replace(',', '.')
  const number = Number(decimal)
  // Version 2.10 is not version 2.1.
  return Number.isFinite(number) && !/\..*(?:\.|0$)/.test(decimal) ? String(number) : decimal
}
