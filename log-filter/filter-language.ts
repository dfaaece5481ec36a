/**
 * Parses the filter language, `status:5xx -model:gpt-4o meta._user:ada "free text"`, into API filters and errors per
 * term.
 */

import { canBeNegated, FILTER_WORDS, type FilterWord, nearestWord, TEXT_WORD } from './filter-words.ts'

export type Term = {
  /** The term as written, with its position in the text. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** `status`, `meta.region`, `text` for quoted text; empty for bare words. */
  readonly name: string
  /** `-status:5xx`: matching requests are excluded. */
  readonly isNot: boolean
  readonly values: readonly string[]
  /** Null: the term is valid and applied. */
  readonly problem: Problem | null
}

type Problem = {
  readonly kind: 'unknown' | 'invalid'
  readonly message: string
  /** Suggested replacement of the whole term. */
  readonly instead: string | null
}

export type Filters = Readonly<Record<string, string>>

export type Parsed = { readonly terms: readonly Term[]; readonly filters: Filters }

/** Names of API keys by id, so that a filter can use the name. */
export type KeyNames = ReadonlyMap<string, string>

const STATUS = /^([1-5]xx|[1-5]\d\d)$/i
const RANGE = /^(>=|<=|>|<|=)?(-?\d+(?:\.\d+)?)([a-z]*)$/i
const OTHER_SIDE: Readonly<Record<string, string>> = { '>': '<=', '>=': '<', '<': '>=', '<=': '>' }
/** Limit of the API. */
const MAX_TEXT_LENGTH = 256

/** Quotes keep spaces together: `meta.region:"eu west"`. Quoted text without a name is a text search. */
export function readFilter(text: string, keyNames: KeyNames = new Map()): Parsed {
  const terms = withOneText(split(text).map((piece) => readTerm(piece)))
  const filters = new Map<string, string>()
  const metadata: Record<'metadata' | 'not_metadata', Record<string, string>> = { metadata: {}, not_metadata: {} }
  for (const term of terms) {
    if (term.problem !== null) continue
    const key = term.name === 'user' ? '_user' : term.name.startsWith('meta.') ? term.name.slice(5) : null
    if (key === null) addFilter(filters, term, keyNames)
    else metadata[term.isNot ? 'not_metadata' : 'metadata'][key] = term.values[0] ?? ''
  }
  for (const [name, pairs] of Object.entries(metadata))
    if (Object.keys(pairs).length > 0) filters.set(name, JSON.stringify(pairs))
  return { terms, filters: Object.fromEntries(filters) }
}

/** The API supports one text search. */
function withOneText(terms: readonly Term[]): Term[] {
  const first = terms.find((term) => term.name === 'text' && term.problem === null)
  return terms.map((term) =>
    term === first || term.name !== 'text' || term.problem !== null
      ? term
      : { ...term, problem: invalid('Only one text search is supported.') },
  )
}

/** Adds or removes a value of a term in the text. Facets use it to edit the same text the user types. */
export function toggleTerm(text: string, name: string, value: string): string {
  const { terms } = readFilter(text)
  const found = terms.find((term) => term.name === name && !term.isNot && term.problem === null)
  if (!found) return `${text.trim()} ${name}:${quoted(value)}`.trim()
  const values = found.values.includes(value)
    ? found.values.filter((one) => one !== value)
    : name === 'user' || name.startsWith('meta.')
      ? [value]
      : [...found.values, value]
  const next = values.length === 0 ? '' : `${name}:${values.map(quoted).join(',')}`
  return replaceTerm(text, found, next)
}

/** Removes `since:7d` from the text and returns it as the range. */
export function takeSince(text: string): { readonly text: string; readonly range: string | null } {
  const found = readFilter(text).terms.find((term) => term.name === 'since' && term.problem === null)
  const range = found?.values[0]?.toLowerCase() ?? null
  return found && range !== null ? { text: replaceTerm(text, found, ''), range } : { text, range: null }
}

export function replaceTerm(text: string, term: Pick<Term, 'start' | 'end'>, next: string): string {
  return `${text.slice(0, term.start)}${next}${text.slice(term.end)}`.replaceAll(/\s+/g, ' ').trim()
}

/** Quotes only if needed. */
function quoted(value: string): string {
  return /[\s,"]/.test(value) || value === '' ? `"${value.replaceAll('"', '')}"` : value
}

type Piece = { readonly text: string; readonly start: number; readonly end: number }

function split(text: string): Piece[] {
  const pieces: Piece[] = []
  for (const match of text.matchAll(/(?:[^\s"]+|"[^"]*"?)+/g)) {
    pieces.push({ text: match[0], start: match.index, end: match.index + match[0].length })
  }
  return pieces
}

function readTerm(piece: Piece): Term {
  const isNot = piece.text.startsWith('-')
  const body = isNot ? piece.text.slice(1) : piece.text
  const colon = body.indexOf(':')
  if (body.startsWith('"')) {
    const values = splitValues(body)
    return { ...piece, name: 'text', isNot, values, problem: problemOf(TEXT_WORD, values, isNot) }
  }
  if (colon <= 0) return bareTerm(piece, body, isNot)
  const name = body.slice(0, colon)
  const values = splitValues(body.slice(colon + 1))
  const term = { ...piece, name, isNot, values }
  if (/^meta\../.test(name)) return { ...term, problem: values.length === 1 ? null : oneValue(name) }
  const word = FILTER_WORDS.find((one) => one.name === name)
  if (!word) return { ...term, problem: unknownWord(name, body.slice(colon + 1), isNot) }
  return { ...term, problem: problemOf(word, values, isNot) }
}

function bareTerm(piece: Piece, body: string, isNot: boolean): Term {
  const near = /^[a-z_.]+$/i.test(body) ? nearestWord(body) : null
  const message = `"${body}" is not a filter. Write name:value, such as status:5xx, or "${body}" in quotes to search for the text.`
  const instead = near === null ? `"${body}"` : `${isNot ? '-' : ''}${near}:`.replace('.:', '.')
  return { ...piece, name: '', isNot, values: [], problem: { kind: 'unknown', message, instead } }
}

function splitValues(text: string): string[] {
  const values = [...text.matchAll(/"([^"]*)"?|([^,"]+)/g)].map((match) => match[1] ?? match[2] ?? '')
  return [...new Set(values.filter((value) => value !== ''))]
}

function problemOf(word: FilterWord, values: readonly string[], isNot: boolean): Problem | null {
  const [first = ''] = values
  if (values.length === 0) return invalid(`${word.name}: needs a value, such as ${word.example}.`)
  if (isNot && !canBeNegated(word)) return notNegatable(word, first)
  if (word.name === 'user') return values.length === 1 ? null : oneValue('user')
  if (word.kind === 'text') return textProblem(values)
  if (word.kind === 'range') {
    if (values.length === 1 && readRange(word, first) !== null) return null
    return invalid(`${word.name}: takes a number with >, >=, <, <= or =, such as ${word.example}.`)
  }
  if (word.kind === 'closed' || word.kind === 'flag') {
    const wrong = values.find((value) => word.values?.[value.toLowerCase()] === undefined)
    if (wrong !== undefined)
      return invalid(`${word.name}: takes ${Object.keys(word.values ?? {}).join(', ')}, not "${wrong}".`)
    return word.kind === 'flag' && values.length > 1 ? oneValue(word.name) : null
  }
  if (word.name === 'status' && !values.every((value) => STATUS.test(value)))
    return invalid('status: takes statuses such as 429 and classes such as 5xx.')
  return null
}

function textProblem(values: readonly string[]): Problem | null {
  if (values.length > 1) return oneValue('text')
  const text = values[0]?.trim() ?? ''
  if (text === '') return invalid('A text search needs at least one word.')
  return text.length <= MAX_TEXT_LENGTH ? null : invalid(`A text may be ${MAX_TEXT_LENGTH} characters long.`)
}

/** Ranges cannot be negated; suggests the opposite comparison. */
function notNegatable(word: FilterWord, value: string): Problem {
  const sign = /^[<>]=?/.exec(value)?.[0]
  const other = sign && OTHER_SIDE[sign]
  const instead = other ? `${word.name}:${other}${value.slice(sign.length)}` : null
  return { kind: 'invalid', message: `${word.name}: cannot be negated; use the opposite comparison.`, instead }
}

function addFilter(filters: Map<string, string>, { name, values, isNot }: Term, keyNames: KeyNames): void {
  const word = FILTER_WORDS.find((one) => one.name === name)
  if (!word || word.name === 'since') return
  if (word.kind === 'range') return addRange(filters, word, values[0] ?? '')
  const meant = values.map((value) => {
    if (word.kind === 'closed' || word.kind === 'flag') return word.values?.[value.toLowerCase()] ?? value
    return word.name === 'key' ? (keyNames.get(value) ?? value) : value
  })
  if (word.kind === 'flag') return void filters.set(word.parameter, String((meant[0] === 'true') !== isNot))
  if (word.kind === 'text') return void filters.set(word.parameter, meant[0]?.trim() ?? '')
  const parameter = isNot ? `not_${word.parameter}` : word.parameter
  const before = filters.get(parameter)
  filters.set(parameter, [...(before ? [before] : []), ...meant].join(','))
}

/** The value in the API's unit; null if the text is not a number with a valid unit. */
function readRange(word: FilterWord, text: string): { readonly sign: string; readonly value: number } | null {
  const [, sign = '=', digits, unit = ''] = RANGE.exec(text) ?? []
  const factor = unit === '' ? (word.factor ?? 1) : word.units?.[unit.toLowerCase()]
  return digits === undefined || factor === undefined ? null : { sign, value: Number(digits) * factor }
}

/** The API's bounds are inclusive, so `>` starts one step higher. */
function addRange(filters: Map<string, string>, word: FilterWord, text: string): void {
  const { sign, value } = readRange(word, text) ?? { sign: '=', value: 0 }
  const step = word.step ?? 0
  const name = word.parameter
  if (sign === '>') filters.set(`${name}_min`, plain(value + step))
  if (sign === '<') filters.set(`${name}_max`, plain(value - step))
  if (sign === '>=' || sign === '=') filters.set(`${name}_min`, plain(value))
  if (sign === '<=' || sign === '=') filters.set(`${name}_max`, plain(value))
}

/** Removes floating-point rounding errors. */
function plain(value: number): string {
  return String(Number(value.toFixed(9)))
}

function unknownWord(name: string, rest: string, isNot: boolean): Problem {
  const near = nearestWord(name)
  const word = near === 'meta.' ? 'meta._user' : near
  const instead = word === null ? null : `${isNot ? '-' : ''}${word}:${rest}`
  return { kind: 'unknown', message: `There is no filter "${name}:".`, instead }
}

function invalid(message: string): Problem {
  return { kind: 'invalid', message, instead: null }
}

function oneValue(name: string): Problem {
  return invalid(`${name}: takes one value.`)
}
