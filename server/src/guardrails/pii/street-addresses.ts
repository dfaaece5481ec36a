/** Finds street addresses: a street with a house number, a post office box or a military address, and what follows. */

import { ATOM, CLASS, classAt, DIGIT, LETTER, LETTERS, LOWER, SPACE, UPPER, WORD } from './characters.ts'
import { WordKeys } from './word-keys.ts'

/** Maximum length of an address. */
const WINDOW = 120
/** Maximum length of the first part of an address, which the `Core` patterns match. */
const CORE_WINDOW = 64

const TYPES_AFTER =
  'Street|St|Avenue|Ave|Av|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Place|Pl|Square|Sq|Squares|Terrace|Ter|Trail|Trl|Parkway|Pkwy|Highway|Hwy|Way|Circle|Cir|Crescent|Close|Row|Alley|Plaza|Mews|Grove|Gardens|Quay|Heights|Turnpike|Freeway|Walk|str|Str'
const TYPES_BEFORE =
  'Rue|Avenue|Boulevard|Allée|Chemin|Impasse|Quai|Via|Viale|Piazza|Corso|Vicolo|Calle|Avenida|Avda|Paseo|Plaza|Carrer|Camino|Rua|Travessa|Praça|Largo|Estrada|Ulica|ul|ulica|aleja'
const SUFFIXES =
  'straße|strasse|str|gasse|weg|platz|allee|damm|ufer|straat|laan|plein|gracht|kade|gata|gatan|gaten|gade|vej|vegen|veien|vägen|katu|kuja|polku|utca|útca|stræti|gatve|iela|tänav|maantee'
const NAME = "[\\p{Lu}][\\p{L}'’.-]{0,24}"
const LONG_NAME = "[\\p{Lu}][\\p{L}'’-]{2,24}\\.?"
const PARTICLE = '(?:de|do|da|dos|das|del|della|di|du|des|la|le|los|las|van|von|der|den|of|the|y|e|et) '
const NUMBER = '\\d{1,5}[A-Za-z]?(?![\\p{L}\\d])\\.?'
const MONTHS =
  'January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec'
const UNITS = 'Apt|Apartment|Suite|Ste|Unit|Flat|Floor|Room'
const UNIT = `(?:${UNITS})\\.? #?\\d{1,5}[A-Za-z]?`

const HAS_NUMBER = 1
const HAS_TYPE = 2
const HAS_UNIT = 4
/** The first word ends like `Hauptstr`. */
const HAS_SUFFIX = 8
/** Maps the words of addresses to the bits above. */
const PARTS = new Map<string, number>()
for (const word of TYPES_AFTER.split('|')) PARTS.set(word, HAS_TYPE)
for (const word of UNITS.split('|')) PARTS.set(word, HAS_UNIT)

const PART_KEYS = new WordKeys(PARTS.keys())

/** A pattern takes a microsecond or more, so it is tried only on text with the parts in `needs`. */
type Core = { readonly needs: number; readonly pattern: RegExp }
const core = (needs: number, source: string): Core => ({ needs, pattern: new RegExp(source, 'uy') })

/** The first part of an address that begins with a number. */
const NUMBER_CORES: readonly Core[] = [
  // 14 Crown Street, 221B Baker St.
  core(
    HAS_TYPE,
    `\\d{1,6}[A-Za-z]?,? (?:(?:N|S|E|W|NE|NW|SE|SW)\\.? )?(?:(?:${NAME}|\\d{1,3}(?:st|nd|rd|th)) ){1,4}(?:${TYPES_AFTER})(?![\\p{L}])\\.?`,
  ),
  // 6750 Koskikatu 25 Apt. 864, 86036 Rua do Arenque 1634
  core(
    HAS_NUMBER,
    `(?!(?:19|20)\\d\\d )\\d{3,6} (?!(?:${MONTHS}) )(?:${LONG_NAME} )(?:(?:${PARTICLE}){0,2}${NAME} ){0,3}(?!(?:19|20)\\d\\d\\b)${NUMBER}`,
  ),
  core(
    HAS_NUMBER | HAS_UNIT,
    `\\d{1,6} (?!(?:${MONTHS}) )(?:${NAME} )(?:(?:${PARTICLE}){0,2}${NAME} ){0,3}${NUMBER},?\\s{1,3}${UNIT}`,
  ),
  // 12 Rue de la Paix
  core(
    0,
    `\\d{1,5}[A-Za-z]?,? (?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Aa]llée|[Cc]hemin|[Qq]uai) (?:${PARTICLE}){0,2}${NAME}(?: ${NAME}){0,2}`,
  ),
]

const WORD_CORES: readonly Core[] = [
  // Rua do Arenque 1634
  core(
    HAS_NUMBER,
    `(?:${TYPES_BEFORE})\\.? (?:${PARTICLE}){0,2}${NAME}(?: (?:${PARTICLE}){0,2}${NAME}){0,2},? ${NUMBER}`,
  ),
  // Søndergade 52, Hauptstr. 5
  core(
    HAS_NUMBER | HAS_SUFFIX,
    `[\\p{Lu}][\\p{L}-]{1,20}(?:${SUFFIXES}|\\p{L}{3}tie)\\.? (?!(?:19|20)\\d\\d\\b)${NUMBER}`,
  ),
  core(HAS_NUMBER, '(?:PSC|Unit) \\d{1,5},? Box \\d{1,5}'),
  core(HAS_NUMBER, 'P\\.? ?O\\.? Box \\d{1,7}'),
  core(HAS_NUMBER, `${UNIT}(?=[\\s,])`),
]

/** What may follow the first part: a flat, a place, a state or country, and a postal code. */
const TAILS: readonly RegExp[] = [
  new RegExp(`,?\\s{1,4}${UNIT}`, 'uy'),
  /\s{0,3},?\s{1,4}(?:APO|FPO|DPO) (?:AA|AE|AP) \d{5}/uy,
  new RegExp(
    `\\s{0,3},?\\s{1,4}${NAME}(?: ${NAME}){0,3}(?:\\s{0,2},\\s{1,2}[A-Z]{2,3})?(?:\\s{1,3}(?:${NAME} ){0,2})\\s{0,2}\\d{4,6}(?:-\\d{3,4})?(?!\\d)`,
    'uy',
  ),
  new RegExp(`,\\s{1,2}${NAME}(?: ${NAME}){0,2},\\s{1,2}[A-Z]{2}(?: \\d{5}(?:-\\d{4})?)?(?![\\p{L}\\d])`, 'uy'),
]

const FIRST_WORDS = new Set([
  ...TYPES_BEFORE.split('|'),
  'PSC',
  'Unit',
  'P.O',
  'P.O.',
  'PO',
  'Apt',
  'Apt.',
  'Suite',
  'Ste',
  'Ste.',
  'Flat',
  'ul.',
  'Avda.',
])
const FIRST_KEYS = new WordKeys(FIRST_WORDS)

/** Each list has suffixes with the same last three letters. The first list is empty. */
const SUFFIX_LISTS: string[][] = [[]]
const LIST_BY_END = new Uint8Array(1 << 15)
for (const suffix of [...SUFFIXES.split('|'), 'tie']) {
  const key = endKey(suffix, suffix.length - 1)
  if (LIST_BY_END[key] === 0) LIST_BY_END[key] = SUFFIX_LISTS.push([]) - 1
  SUFFIX_LISTS[LIST_BY_END[key] as number]?.push(suffix)
}

function endKey(text: string, last: number): number {
  return (
    ((text.charCodeAt(last - 2) & 31) << 10) | ((text.charCodeAt(last - 1) & 31) << 5) | (text.charCodeAt(last) & 31)
  )
}

/** Whether a word can begin an address that has no number before it. */
export function isAddressWord(text: string, start: number, end: number): boolean {
  const length = end - start
  if (length > 28) return false
  if (FIRST_KEYS.mayHave(text, start, end) && FIRST_WORDS.has(text.slice(start, end))) return true
  return length > 5 && hasSuffix(text, start, end)
}

function hasSuffix(text: string, start: number, end: number): boolean {
  const last = text.charCodeAt(end - 1) === 0x2e ? end - 2 : end - 1
  const suffixes = SUFFIX_LISTS[LIST_BY_END[endKey(text, last)] as number] as readonly string[]
  for (let i = 0; i < suffixes.length; i++) {
    const suffix = suffixes[i] as string
    const at = last + 1 - suffix.length
    if (at < start || !text.startsWith(suffix, at)) continue
    // Accepts Mannerheimintie, but not shorter words such as Katie.
    if (suffix !== 'tie' || (at - start >= 4 && /^\p{L}{4}$/u.test(text.slice(at - 4, at)))) return true
  }
  return false
}

/** Words in lower case that an address may contain. Any other word in lower case ends the address. */
const LOWER_WORDS = new Set(
  `${PARTICLE.replace(/[^a-z|]/g, '')}|str|ul|ulica|rue|avenue|boulevard|allée|chemin|quai`.split('|'),
)
const LOWER_KEYS = new WordKeys(LOWER_WORDS)
const FRENCH_TYPES = ['rue ', 'avenue ', 'boulevard ', 'allée ', 'chemin ', 'quai ']
const FRENCH_LETTERS = FRENCH_TYPES.map((type) => type[0]).join('')

/** Whether the word after a house number can continue an address. -2 if more text is needed. */
export function canFollowNumber(text: string, at: number, isFinal: boolean): boolean | -2 {
  if ((classAt(text, at) & (UPPER | LETTER)) !== 0) return true
  if ((classAt(text, at) & DIGIT) !== 0) {
    // 5th Avenue. The run of digits was read to its end, so the letter after it has arrived.
    let end = at + 1
    while (end < at + 3 && (classAt(text, end) & DIGIT) !== 0) end++
    return (classAt(text, end) & LOWER) !== 0
  }
  if (!FRENCH_LETTERS.includes(text[at] as string)) return false
  const next = text.slice(at, at + 10)
  if (FRENCH_TYPES.some((type) => next.startsWith(type))) return true
  return !isFinal && at + 10 > text.length && FRENCH_TYPES.some((type) => type.startsWith(next)) ? -2 : false
}

/** The end of the address at `start`. -1 if there is none, -2 if more text is needed. */
export function streetAddressEnd(text: string, start: number, isFinal: boolean): number {
  const coreLimit = limitOf(text, start, start, start + CORE_WINDOW, isFinal)
  if (coreLimit < 0) return -2
  const parts = partsIn(text, start, coreLimit)
  const window = text.slice(start, coreLimit)
  let end = 0
  for (const { pattern, needs } of (classAt(text, start) & DIGIT) !== 0 ? NUMBER_CORES : WORD_CORES) {
    if ((parts & needs) !== needs) continue
    pattern.lastIndex = 0
    if (pattern.test(window) && pattern.lastIndex > end) end = pattern.lastIndex
  }
  if (end === 0 || (classAt(text, start + end) & WORD) !== 0) return -1
  const limit = limitOf(text, start, start + end, start + WINDOW, isFinal)
  if (limit < 0) return -2
  const whole = text.slice(start, limit)
  for (const tail of TAILS) {
    tail.lastIndex = end
    if (tail.test(whole) && (classAt(whole, tail.lastIndex) & WORD) === 0) end = tail.lastIndex
  }
  while (end > 0 && (classAt(text, start + end - 1) & WORD) === 0) end--
  return start + end
}

/** Bits: which parts of addresses occur after the first word, such as a number, `Street` or `Apt`. */
function partsIn(text: string, start: number, end: number): number {
  // An address that begins with a word needs a number after it, but no other word such as `Street`.
  const needsOnlyNumber = (classAt(text, start) & DIGIT) === 0
  const wanted = needsOnlyNumber ? DIGIT : WORD
  let parts = 0
  if (needsOnlyNumber) {
    let stop = start
    while ((classAt(text, stop) & ATOM) !== 0) stop++
    if (hasSuffix(text, start, stop)) parts = HAS_SUFFIX
  }
  let group = classAt(text, start)
  for (let at = start + 1; at < end; at++) {
    const before = group
    group = CLASS[text.charCodeAt(at)] as number
    if ((group & wanted) === 0 || (before & WORD) !== 0) continue
    if ((group & DIGIT) !== 0) {
      parts |= HAS_NUMBER
      if (needsOnlyNumber) break
      continue
    }
    let stop = at + 1
    while (stop < end && ((CLASS[text.charCodeAt(stop)] as number) & LETTERS) !== 0) stop++
    if (PART_KEYS.mayHave(text, at, stop)) parts |= PARTS.get(text.slice(at, stop)) ?? 0
    at = stop
    group = classAt(text, at)
  }
  return parts
}

/** Where the search for an address ends: `last`, or a word that cannot be in an address. -1 if more text is needed. */
function limitOf(text: string, start: number, from: number, last: number, isFinal: boolean): number {
  const end = Math.min(last, text.length)
  let at = from
  let before = at > start ? classAt(text, at - 1) : SPACE
  while (at < end) {
    const group = CLASS[text.charCodeAt(at)] as number
    if ((group & LOWER) === 0 || (before & SPACE) === 0) {
      before = group
      at++
      continue
    }
    let stop = at + 1
    while (stop < text.length && ((CLASS[text.charCodeAt(stop)] as number) & LETTERS) !== 0) stop++
    if (stop === text.length && !isFinal) return -1
    if (!LOWER_KEYS.mayHave(text, at, stop) || !LOWER_WORDS.has(text.slice(at, stop))) return at
    before = group
    at = stop
  }
  return text.length < last && !isFinal ? -1 : end
}
