/**
 * Finds persons, places, organisations and nationalities by lists and by the words around them. Only reads capitalised
 * words, so it does not find names in lower case.
 */

import { CAPITAL, CLASS, classAt, LETTERS, LOWER, SPACE, UPPER, WORD } from './characters.ts'
import { firstNames } from './first-names.ts'
import {
  COMPANY_WORDS,
  firstWordsOfPlaces,
  HONORIFICS,
  isCountryOrCity,
  NATIONALITIES,
  NOT_NAMES,
} from './name-lists.ts'
import type { PiiType } from './pii-types.ts'
import { WordKeys } from './word-keys.ts'
import { WordTable } from './word-table.ts'

export const NAME_TYPES = [
  'PERSON',
  'LOCATION',
  'ORGANIZATION',
  'NRP',
  'TITLE',
  'DATE_TIME',
] as const satisfies readonly PiiType[]

/** Number of characters before a name that are searched for words that announce it. */
const LOOK_BACK = 40
const MAX_WORDS = 5
const MAX_LENGTH = 80
/** Longer words are not names. */
const MAX_WORD = 40

type Named = { readonly end: number; readonly type: PiiType }

const PARTICLES = new Set([
  'van',
  'von',
  'der',
  'den',
  'de',
  'da',
  'do',
  'dos',
  'del',
  'della',
  'di',
  'la',
  'le',
  'ten',
  'ter',
  'bin',
  'al',
  'el',
  'zu',
  'y',
])

const MAX_PARTICLE = 5

/** Endings of family names that few other words have. */
const FAMILY_NAME =
  /(?:ović|ević|ić|ová|sson|sdóttir|dóttir|enko|czyk|wicz|ński|wski|cki|shvili|adze|yan|nen|qvist|ström|gård)$/u

/** The last two letters of the endings in FAMILY_NAME, for a fast check. */
const FAMILY_ENDS = new Set(['ić', 'vá', 'on', 'ir', 'ko', 'yk', 'cz', 'ki', 'li', 'ze', 'an', 'en', 'st', 'öm', 'rd'])

const ANNOUNCES_PERSON =
  /(?:\b[Mm]y (?:full )?name(?:'s| is)|\b[Nn]ame:|\b[Nn]ame is|\b[Nn]amed|\b(?:[Tt]his|[Ii]t) is|\bI am|\bI'm|\b[Ww]ritten by|\b[Dd]irected [Bb]y:?|\b[Ss]igned,?|\b(?:Best|Kind|Warm)? ?[Rr]egards,|\bSincerely,|\b(?:Dear|Hi|Hello|Hey)|\b(?:partner|husband|wife|son|daughter|kid|brother|sister|boss|friend|colleague|customer|patient)(?:'s)?(?: name)?(?: is)?|\bunder|\bsays|\b(?:is|was|am|be) called|\bstarring|\bname\?|\b(?:Billing|Shipping) address:)\s{1,4}$/
const ANNOUNCES_PLACE =
  /(?:\b(?:[Ll]ive|[Ll]ives|[Ll]ived|[Ll]iving|[Bb]orn|grew up|[Bb]ased|[Ll]ocated|arrived|staying|residing) (?:in|near)|\b(?:I'm|I am|We're) in|\b(?:flew|fly|flying|travel|travelling|traveling|moved|moving|coming|trip|went|drive|driving) (?:here )?(?:to|from)|\b[Oo]riginally from|\b(?:city|town|village) of|\b[Ww]here:)\s{1,3}$/
const ANNOUNCES_COMPANY = /\b(?:work(?:s|ed|ing)? (?:for|at)|employed (?:by|at)|address of|CEO of|founder of)\s$/

/** Bits: the kinds of names that a word can announce. Patterns are tried only after a word with one of these bits. */
const BEFORE_PERSON = 1
const BEFORE_PLACE = 2
const BEFORE_COMPANY = 4
const BEFORE = new Map<string, number>()
const announce = (words: string, bit: number) => {
  for (const word of words.split(' ')) BEFORE.set(word, (BEFORE.get(word) ?? 0) | bit)
}
announce(
  's is name named am m by signed regards sincerely dear hi hello hey partner husband wife son daughter kid brother sister boss friend colleague customer patient under says called starring address',
  BEFORE_PERSON,
)
announce('in near to from of where', BEFORE_PLACE)
announce('for at by of', BEFORE_COMPANY)

/** Words that can announce a name, and honorifics. */
const ANNOUNCING = new WordKeys([...BEFORE.keys(), ...HONORIFICS])

/** The word before an index if it may announce a name, else an empty string. */
function announcingWord(text: string, at: number): string {
  let end = at
  while (end > 0 && at - end < 6 && (classAt(text, end - 1) & WORD) === 0) end--
  let start = end
  while (start > 0 && end - start < 12 && (classAt(text, start - 1) & LETTERS) !== 0) start--
  return ANNOUNCING.mayHave(text, start, end) ? text.slice(start, end) : ''
}

const HONORIFIC = 1
const NO_NAME = 2
const NATIONALITY = 4
const FIRST_NAME = 8
const COMPANY = 16
/** The first word of a country or city. */
const PLACE = 32

let lexicon: WordTable | null = null

/** Reads the lists of names, so that the first request does not wait for it. */
export function loadNames(): void {
  lexicon ??= readLexicon()
}

function readLexicon(): WordTable {
  const words = new Map<string, number>()
  const lists: readonly (readonly [Iterable<string>, number])[] = [
    [HONORIFICS, HONORIFIC],
    [NOT_NAMES, NO_NAME],
    [NATIONALITIES, NATIONALITY],
    [firstNames(), FIRST_NAME],
    [COMPANY_WORDS, COMPANY],
    [firstWordsOfPlaces(), PLACE],
  ]
  for (const [list, bit] of lists) for (const word of list) words.set(word, (words.get(word) ?? 0) | bit)
  return new WordTable(words)
}

/** The lists that contain the capitalised word between two indices, as bits. */
function meaningOf(text: string, start: number, end: number): number {
  lexicon ??= readLexicon()
  return lexicon.bitsOf(text, start, end)
}

/** The name that begins with the capitalised word at `start`. Null if there is none, 'open' if more text is needed. */
export function nameAt(
  text: string,
  start: number,
  end: number,
  wanted: ReadonlySet<PiiType>,
  isFinal: boolean,
): Named | null | 'open' {
  if (!isCapital(text, start)) return null
  const hasDot = text.charCodeAt(end - 1) === 0x2e
  const bareEnd = hasDot ? end - 1 : end
  const meaning = meaningOf(text, start, bareEnd)
  if ((meaning & HONORIFIC) !== 0) {
    // `Dr` or `Miss` is a title only if a name follows.
    if (!wanted.has('TITLE')) return null
    if (end + 2 > text.length && !isFinal) return 'open'
    return classAt(text, end) === SPACE && isCapital(text, end + 1) ? { end, type: 'TITLE' } : null
  }
  if ((meaning & NO_NAME) !== 0) {
    const bare = text.slice(start, bareEnd)
    if (!(hasDot && /^[A-Z][a-z]+$/.test(bare)))
      return wanted.has('DATE_TIME') && WEEKDAYS.has(bare) ? { end: bareEnd, type: 'DATE_TIME' } : null
  }
  const sequence = readSequence(text, start, isFinal)
  if (sequence === 'open') return 'open'
  if ((meaning & NATIONALITY) !== 0 && wanted.has('NRP') && !isCountryOrCity(sequence.words.slice(0, 2).join(' ')))
    return { end: bareEnd, type: 'NRP' }
  return classify(text, start, sequence, wanted)
}

const WEEKDAYS = new Set(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])

type Sequence = {
  readonly words: readonly string[]
  readonly ends: readonly number[]
  /** The lists that contain each word, as bits. */
  readonly meanings: readonly number[]
}

/** Reads a sequence of capitalised words and initials, with particles between them. */
function readSequence(text: string, start: number, isFinal: boolean): Sequence | 'open' {
  const words: string[] = []
  const ends: number[] = []
  const meanings: number[] = []
  let at = start
  /** Number of particles at the end, which count only if a capitalised word follows. */
  let pending = 0
  while (words.length - pending < MAX_WORDS && pending <= 2 && at - start < MAX_LENGTH) {
    const capital = isCapital(text, at)
    const limit = at + (capital ? MAX_WORD : MAX_PARTICLE) + 1
    let end = at
    while (
      end < text.length &&
      end < limit &&
      (((CLASS[text.charCodeAt(end)] as number) & LETTERS) !== 0 || isInner(text, end))
    )
      end++
    if (end >= text.length - 1 && end < limit && !isFinal) return 'open'
    if (end === at || end === limit) break
    const word = text.slice(at, end)
    const isInitial = word.length === 1 && text[end] === '.'
    if (capital) {
      pending = 0
      words.push(word)
      ends.push(isInitial ? end + 1 : end)
    } else if (words.length > 0 && PARTICLES.has(word)) {
      pending++
      words.push(word)
      ends.push(end)
    } else break
    meanings.push(meaningOf(text, at, end))
    let next = isInitial ? end + 1 : end
    let spaces = 0
    while (next < text.length && text.charCodeAt(next) === 0x20 && spaces < 2) {
      next++
      spaces++
    }
    if (next >= text.length && !isFinal) return 'open'
    if (spaces === 0 || next >= text.length) break
    at = next
  }
  for (; pending > 0; pending--) {
    words.pop()
    ends.pop()
    meanings.pop()
  }
  return { words, ends, meanings }
}

/** A hyphen or an apostrophe between letters. */
function isInner(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code !== 0x2d && code !== 0x27 && code !== 0x2019) return false
  if ((classAt(text, at - 1) & LETTERS) === 0 || (classAt(text, at + 1) & LETTERS) === 0) return false
  // The 's of a possessive is not part of a name.
  return code === 0x2d || (classAt(text, at + 1) & LOWER) === 0 || (classAt(text, at + 2) & LETTERS) !== 0
}

function classify(
  text: string,
  start: number,
  { words, ends, meanings }: Sequence,
  wanted: ReadonlySet<PiiType>,
): Named | null {
  if (words.length === 0) return null
  const first = words[0] as string
  const meaning = meanings[0] as number
  const last = announcingWord(text, start)
  const before = last === '' ? 0 : (BEFORE.get(last) ?? BEFORE.get(last.toLowerCase()) ?? 0)
  const announces = (bit: number, pattern: RegExp) =>
    (before & bit) !== 0 && pattern.test(text.slice(Math.max(0, start - LOOK_BACK), start))
  const whole = ends.at(-1) as number
  let company = words.length - 1
  while (company > 0 && ((meanings[company] as number) & COMPANY) === 0) company--
  if (wanted.has('ORGANIZATION') && (company > 0 || announces(BEFORE_COMPANY, ANNOUNCES_COMPANY)))
    return { end: company > 0 ? (ends[company] as number) : whole, type: 'ORGANIZATION' }
  if (company > 0) return null
  if ((meaning & PLACE) !== 0 && wanted.has('LOCATION')) {
    for (let count = Math.min(3, words.length); count > 0; count--)
      if (isCountryOrCity(words.slice(0, count).join(' '))) return { end: ends[count - 1] as number, type: 'LOCATION' }
  }
  if (
    wanted.has('PERSON') &&
    (isPerson(words, meaning) ||
      isAfterHonorific(text, start, last) ||
      (first.length > 1 && announces(BEFORE_PERSON, ANNOUNCES_PERSON)))
  ) {
    const stop = meanings.findIndex((one, i) => i > 0 && (one & NO_NAME) !== 0)
    return { end: ends[(stop < 0 ? words.length : stop) - 1] as number, type: 'PERSON' }
  }
  if (wanted.has('LOCATION') && first.length > 1 && announces(BEFORE_PLACE, ANNOUNCES_PLACE))
    return { end: whole, type: 'LOCATION' }
  return null
}

/** Whether the words are the name of a person, without regard to the words around them. */
function isPerson(words: readonly string[], meaning: number): boolean {
  const first = words[0] as string
  if (first.length < 2) return false
  if ((meaning & FIRST_NAME) !== 0) return true
  if (first.includes('-') && (meaningOf(first, 0, first.indexOf('-')) & FIRST_NAME) !== 0) return true
  if (words.length === 1 || first.toUpperCase() === first) return false
  const family = words.at(-1) as string
  if (words.length < 5 && FAMILY_ENDS.has(family.slice(-2)) && FAMILY_NAME.test(family)) return true
  // Two words with an initial between them.
  return words.length === 3 && (words[1] as string).length === 1
}

function isAfterHonorific(text: string, start: number, last: string): boolean {
  return HONORIFICS.has(last) && /^\.? {1,2}$/.test(text.slice(text.lastIndexOf(last, start) + last.length, start))
}

/** Whether a word that begins with an upper-case letter starts at an index. */
function isCapital(text: string, at: number): boolean {
  return (classAt(text, at) & (UPPER | CAPITAL)) !== 0 && (classAt(text, at - 1) & WORD) === 0
}
