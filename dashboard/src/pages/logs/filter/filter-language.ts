/** Reads `status:5xx cost:>0.01 meta._user:ada`: which filters it asks for, and which of its words are none. */

import { FILTER_WORDS, type FilterWord, nearestWord } from './filter-words.ts'

export type Term = {
  /** As written, with its place in the text. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** `status`, `meta.region`; empty for bare words. */
  readonly name: string
  readonly values: readonly string[]
  /** Null: understood and asked for. */
  readonly problem: Problem | null
}

type Problem = {
  readonly kind: 'unknown' | 'invalid' | 'unsupported'
  readonly message: string
  /** What the whole term could be instead. */
  readonly instead: string | null
}

export type Filters = Readonly<Record<string, string>>

export type Parsed = { readonly terms: readonly Term[]; readonly filters: Filters }

/** Names of gateway keys, so that one can write the name instead of the id. */
export type KeyNames = ReadonlyMap<string, string>

const STATUS = /^([1-5]xx|[1-5]\d\d)$/i
const RANGE = /^(>=|<=|>|<|=)?(-?\d+(?:\.\d+)?)$/

/** Quotes keep spaces together: `meta.region:"eu west"`. */
export function readFilter(text: string, keyNames: KeyNames = new Map()): Parsed {
  const terms = split(text).map((piece) => readTerm(piece))
  const filters = new Map<string, string>()
  const metadata: Record<string, string> = {}
  for (const term of terms) {
    if (term.problem !== null) continue
    if (term.name === 'user') metadata['_user'] = term.values[0] ?? ''
    else if (term.name.startsWith('meta.')) metadata[term.name.slice(5)] = term.values[0] ?? ''
    else addFilter(filters, term, keyNames)
  }
  if (Object.keys(metadata).length > 0) filters.set('metadata', JSON.stringify(metadata))
  return { terms, filters: Object.fromEntries(filters) }
}

/** Adds a value to a term of the text, or takes it away: facets and typing edit one text. */
export function toggleTerm(text: string, name: string, value: string): string {
  const { terms } = readFilter(text)
  const found = terms.find((term) => term.name === name && term.problem === null)
  if (!found) return `${text.trim()} ${name}:${quoted(value)}`.trim()
  const values = found.values.includes(value)
    ? found.values.filter((one) => one !== value)
    : name === 'user' || name.startsWith('meta.')
      ? [value]
      : [...found.values, value]
  const next = values.length === 0 ? '' : `${name}:${values.map(quoted).join(',')}`
  return replaceTerm(text, found, next)
}

export function replaceTerm(text: string, term: Pick<Term, 'start' | 'end'>, next: string): string {
  return `${text.slice(0, term.start)}${next}${text.slice(term.end)}`.replaceAll(/\s+/g, ' ').trim()
}

/** `"` only where it is needed. */
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
  if (colon <= 0 || body.startsWith('"')) return bareTerm(piece, body)
  const name = body.slice(0, colon)
  const values = splitValues(body.slice(colon + 1))
  const term = { ...piece, name, values }
  if (isNot) return { ...term, problem: unsupported('leave something out', null) }
  if (/^meta\../.test(name)) return { ...term, problem: values.length === 1 ? null : oneValue(name) }
  const word = FILTER_WORDS.find((one) => one.name === name)
  if (!word) return { ...term, problem: unknownWord(name, body.slice(colon + 1)) }
  return { ...term, problem: problemOf(word, values) }
}

function bareTerm(piece: Piece, body: string): Term {
  const near = /^[a-z_.]+$/i.test(body) ? nearestWord(body) : null
  const message = body.startsWith('"')
    ? 'The texts of requests cannot be searched: filter by model, key, metadata, …'
    : `"${body}" is not a filter. Write name:value, such as status:5xx.`
  const kind = body.startsWith('"') ? 'unsupported' : 'unknown'
  return { ...piece, name: '', values: [], problem: { kind, message, instead: near && `${near}:`.replace('.:', '.') } }
}

function splitValues(text: string): string[] {
  const values = [...text.matchAll(/"([^"]*)"?|([^,"]+)/g)].map((match) => match[1] ?? match[2] ?? '')
  return [...new Set(values.filter((value) => value !== ''))]
}

function problemOf(word: FilterWord, values: readonly string[]): Problem | null {
  const [first = ''] = values
  if (word.parameter === undefined) return unsupported(`search by ${word.name}`, null)
  if (values.length === 0) return invalid(`${word.name}: needs a value, such as ${word.example}.`)
  if (word.name === 'user') return values.length === 1 ? null : oneValue('user')
  if (word.kind === 'range') {
    if (values.length === 1 && RANGE.test(first)) return null
    return invalid(`${word.name}: takes a number with >, >=, <, <= or =, such as ${word.example}.`)
  }
  if (word.kind === 'closed') {
    const wrong = values.find((value) => word.values?.[value.toLowerCase()] === undefined)
    if (wrong === undefined) return null
    return invalid(`${word.name}: takes ${Object.keys(word.values ?? {}).join(', ')}, not "${wrong}".`)
  }
  if (word.name === 'status' && !values.every((value) => STATUS.test(value)))
    return invalid('status: takes statuses such as 429 and classes such as 5xx.')
  if (word.name === 'prompt' && first.includes('@'))
    return unsupported('search by the version of a prompt', `prompt:${first.split('@')[0]}`)
  return null
}

function addFilter(filters: Map<string, string>, term: Term, keyNames: KeyNames): void {
  const word = FILTER_WORDS.find((one) => one.name === term.name)
  if (!word?.parameter) return
  if (word.kind === 'range') return addRange(filters, word, term.values[0] ?? '')
  const values = term.values.map((value) => {
    if (word.kind === 'closed') return word.values?.[value.toLowerCase()] ?? value
    return word.name === 'key' ? (keyNames.get(value) ?? value) : value
  })
  const before = filters.get(word.parameter)
  filters.set(word.parameter, [...(before ? [before] : []), ...values].join(','))
}

/** The API's ends belong to the range: "more than" starts one step later. */
function addRange(filters: Map<string, string>, word: FilterWord, text: string): void {
  const [, sign = '=', digits = '0'] = RANGE.exec(text) ?? []
  const value = Number(digits) * (word.factor ?? 1)
  const step = word.step ?? 0
  const name = word.parameter ?? ''
  if (sign === '>') filters.set(`${name}_min`, plain(value + step))
  if (sign === '<') filters.set(`${name}_max`, plain(value - step))
  if (sign === '>=' || sign === '=') filters.set(`${name}_min`, plain(value))
  if (sign === '<=' || sign === '=') filters.set(`${name}_max`, plain(value))
}

/** Without the dust of binary fractions. */
function plain(value: number): string {
  return String(Number(value.toFixed(9)))
}

function unknownWord(name: string, rest: string): Problem {
  const near = nearestWord(name)
  const message = `There is no filter "${name}:".`
  return {
    kind: 'unknown',
    message,
    instead: near === null ? null : `${near === 'meta.' ? 'meta._user' : near}:${rest}`,
  }
}

function unsupported(what: string, instead: string | null): Problem {
  return { kind: 'unsupported', message: `This gateway’s logs cannot ${what} yet; the word is left out.`, instead }
}

function invalid(message: string): Problem {
  return { kind: 'invalid', message, instead: null }
}

function oneValue(name: string): Problem {
  return invalid(`${name}: takes one value.`)
}
