/** Parses filters and attribute paths of SCIM (RFC 7644, sections 3.4.2.2 and 3.5.2) in one pass, with limits. */

import { isObject, type JsonObject } from '../../core/json.ts'
import { badRequest, type ScimError, type ScimType } from './scim-error.ts'

const MAX_LENGTH = 4_096
const MAX_DEPTH = 16

const COMPARISONS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
type Comparison = (typeof COMPARISONS)[number]
type Literal = string | number | boolean | null

/** Names are in lower case, because SCIM attribute names are case-insensitive. */
export type AttributePath = {
  /** The schema URN at the start of the path, in lower case; null if there is none. */
  readonly schema: string | null
  readonly name: string
  readonly sub: string | null
}

export type Filter =
  | { readonly kind: 'all' | 'any'; readonly of: readonly Filter[] }
  | { readonly kind: 'not'; readonly of: Filter }
  | { readonly kind: 'present'; readonly path: AttributePath }
  | { readonly kind: 'compare'; readonly path: AttributePath; readonly by: Comparison; readonly value: Literal }
  /** `emails[type eq "work"]`: at least one element matches the filter. */
  | { readonly kind: 'element'; readonly path: AttributePath; readonly of: Filter }

/** For example `emails[type eq "work"].value`. */
type PatchPath = { readonly path: AttributePath; readonly filter: Filter | null; readonly sub: string | null }

export function parseFilter(text: string): Filter {
  const parser = new Parser(text, 'invalidFilter')
  const filter = parser.filter(0)
  parser.end()
  return filter
}

export function parsePatchPath(text: string): PatchPath {
  const parser = new Parser(text, 'invalidPath')
  const path = parser.path()
  if (!parser.takes('[')) {
    parser.end()
    return { path: { ...path, sub: null }, filter: null, sub: path.sub }
  }
  const filter = parser.filter(1)
  parser.expect(']')
  const sub = parser.subAttribute()
  parser.end()
  return { path, filter, sub }
}

/** Parses `name`, `name.givenName`, or either of them after the URN of a schema. */
export function parseAttribute(text: string): AttributePath {
  const parser = new Parser(text, 'invalidPath')
  const path = parser.path()
  parser.end()
  return path
}

const WORD = /[A-Za-z0-9_$:.-]*/y
const SPACES = /[ \t\r\n]*/y
const STRING = /"(?:[^"\\]|\\.)*"/y
const NUMBER = /-?\d{1,20}(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?/y

class Parser {
  #at = 0

  constructor(
    private readonly text: string,
    private readonly kind: ScimType,
  ) {
    if (text.length > MAX_LENGTH) throw this.#wrong(`is longer than ${MAX_LENGTH} characters`)
  }

  filter(depth: number): Filter {
    return this.#list('any', 'or', () => this.#list('all', 'and', () => this.#term(depth)))
  }

  path(): AttributePath {
    this.#skip()
    const word = this.#match(WORD).toLowerCase()
    const colon = word.startsWith('urn:') ? word.lastIndexOf(':') : -1
    const schema = colon < 0 ? null : word.slice(0, colon)
    const [name = '', sub = null, ...rest] = word.slice(colon + 1).split('.')
    if (!/^[a-z$][a-z0-9_$-]*$/.test(name) || sub === '' || rest.length > 0)
      throw this.#wrong(`has no attribute name at position ${this.#at - word.length + 1}`)
    return { schema, name, sub }
  }

  /** `.value` after a bracket; null if there is no sub-attribute. */
  subAttribute(): string | null {
    if (!this.takes('.')) return null
    const word = this.#match(WORD).toLowerCase()
    if (!/^[a-z$][a-z0-9_$-]*$/.test(word)) throw this.#wrong('has no sub-attribute after the dot')
    return word
  }

  takes(sign: string): boolean {
    this.#skip()
    if (!this.text.startsWith(sign, this.#at)) return false
    this.#at += sign.length
    return true
  }

  expect(sign: string): void {
    if (!this.takes(sign)) throw this.#wrong(`has no "${sign}" at position ${this.#at + 1}`)
  }

  end(): void {
    this.#skip()
    if (this.#at < this.text.length) throw this.#wrong(`has unexpected text at position ${this.#at + 1}`)
  }

  #list(kind: 'all' | 'any', word: 'and' | 'or', next: () => Filter): Filter {
    const of = [next()]
    while (this.#takesWord(word)) of.push(next())
    return of.length === 1 ? of[0]! : { kind, of }
  }

  #term(depth: number): Filter {
    if (depth > MAX_DEPTH) throw this.#wrong(`is nested deeper than ${MAX_DEPTH} levels`)
    const start = this.#at
    if (this.#takesWord('not')) {
      if (this.takes('(')) return { kind: 'not', of: this.#group(depth) }
      this.#at = start
    }
    if (this.takes('(')) return this.#group(depth)
    const path = this.path()
    if (this.takes('[')) {
      const of = this.filter(depth + 1)
      this.expect(']')
      const sub = this.subAttribute()
      // Some clients send `emails[type eq "work"].value eq "..."`.
      if (sub === null) return { kind: 'element', path, of }
      const inner = this.#comparison({ schema: null, name: sub, sub: null })
      return { kind: 'element', path, of: { kind: 'all', of: [of, inner] } }
    }
    return this.#comparison(path)
  }

  #group(depth: number): Filter {
    const of = this.filter(depth + 1)
    this.expect(')')
    return of
  }

  #comparison(path: AttributePath): Filter {
    this.#skip()
    const word = this.#match(WORD).toLowerCase()
    if (word === 'pr') return { kind: 'present', path }
    const by = COMPARISONS.find((one) => one === word)
    if (by === undefined)
      throw this.#wrong(`has no operator after ${path.name}: use eq, ne, co, sw, ew, gt, ge, lt, le or pr`)
    const value = this.#literal()
    const isOrdered = by === 'gt' || by === 'ge' || by === 'lt' || by === 'le'
    if (isOrdered && (value === null || typeof value === 'boolean')) throw this.#wrong(`compares ${value} with ${by}`)
    return { kind: 'compare', path, by, value }
  }

  #literal(): Literal {
    this.#skip()
    const quoted = this.#match(STRING)
    if (quoted !== '') {
      try {
        return JSON.parse(quoted) as string
      } catch {
        throw this.#wrong('has a text that is not a JSON string')
      }
    }
    const number = this.#match(NUMBER)
    if (number !== '') return Number(number)
    const word = this.#match(WORD).toLowerCase()
    if (word === 'true' || word === 'false') return word === 'true'
    if (word === 'null') return null
    throw this.#wrong(`has no value at position ${this.#at - word.length + 1}; put texts in double quotes`)
  }

  #takesWord(word: string): boolean {
    this.#skip()
    const start = this.#at
    if (this.#match(WORD).toLowerCase() === word) return true
    this.#at = start
    return false
  }

  #skip(): void {
    this.#match(SPACES)
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.text)?.[0] ?? ''
    this.#at += found.length
    return found
  }

  #wrong(what: string): ScimError {
    const name = this.kind === 'invalidFilter' ? 'filter' : 'path'
    return badRequest(this.kind, `The ${name} "${this.text.slice(0, 128)}" ${what}.`)
  }
}

/** Attributes whose values are case-sensitive. */
const CASE_EXACT: ReadonlySet<string> = new Set(['id', 'externalid', 'members.value', 'groups.value', 'meta.version'])
const TIMES: ReadonlySet<string> = new Set(['meta.created', 'meta.lastmodified'])

/** `parent`: the multi-valued attribute whose element is being compared. */
export function matches(filter: Filter, resource: JsonObject, parent = ''): boolean {
  switch (filter.kind) {
    case 'all':
      return filter.of.every((one) => matches(one, resource, parent))
    case 'any':
      return filter.of.some((one) => matches(one, resource, parent))
    case 'not':
      return !matches(filter.of, resource, parent)
    case 'present':
      return valuesAt(resource, filter.path).some(isPresent)
    case 'element':
      return valuesAt(resource, filter.path).some((one) => isObject(one) && matches(filter.of, one, filter.path.name))
    case 'compare':
      return compares(filter, resource, parent)
  }
}

function compares({ path, by, value }: Filter & { kind: 'compare' }, resource: JsonObject, parent: string): boolean {
  const found = valuesAt(resource, path)
  if (found.length === 0) return by === 'ne' ? value !== null : by === 'eq' && value === null
  const name = [parent, path.name, path.sub ?? ''].filter((part) => part !== '').join('.')
  return found.some((one) => {
    // A complex value is compared by its sub-attribute `value`.
    const isComplex = isObject(one)
    return holds(isComplex ? memberNamed(one, 'value') : one, by, value, isComplex ? `${name}.value` : name)
  })
}

function holds(held: unknown, by: Comparison, value: Literal, name: string): boolean {
  if (typeof held === 'boolean') {
    // Entra sends "True" and "False".
    const wanted = typeof value === 'string' ? value.toLowerCase() === String(held) : value === held
    return by === 'eq' ? wanted : by === 'ne' && !wanted
  }
  if (typeof held === 'number' && typeof value === 'number') return ordered(held, by, value)
  if (typeof held !== 'string' || typeof value !== 'string') return by === 'ne'
  if (TIMES.has(name)) return ordered(Date.parse(held), by, Date.parse(value))
  const isExact = CASE_EXACT.has(name)
  const [left, right] = isExact ? [held, value] : [held.toLowerCase(), value.toLowerCase()]
  if (by === 'co') return left.includes(right)
  if (by === 'sw') return left.startsWith(right)
  if (by === 'ew') return left.endsWith(right)
  return ordered(left, by, right)
}

function ordered<Value extends string | number>(left: Value, by: Comparison, right: Value): boolean {
  switch (by) {
    case 'eq':
      return left === right
    case 'ne':
      return left !== right
    case 'gt':
      return left > right
    case 'ge':
      return left >= right
    case 'lt':
      return left < right
    case 'le':
      return left <= right
    default:
      return false
  }
}

function isPresent(value: unknown): boolean {
  if (isObject(value)) return Object.keys(value).length > 0
  return value !== null && value !== undefined && value !== ''
}

function valuesAt(resource: JsonObject, { name, sub }: AttributePath): readonly unknown[] {
  const value = memberNamed(resource, name)
  const all = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
  if (sub === null) return all
  return all
    .map((one) => (isObject(one) ? memberNamed(one, sub) : undefined))
    .filter((one) => one !== undefined && one !== null)
}

/** Ignores the case of the object's keys. `name` must be in lower case. */
export function memberNamed(object: JsonObject, name: string): unknown {
  for (const key of Object.keys(object)) if (key.toLowerCase() === name) return object[key]
  return undefined
}

/** The values in a filter of one `eq`, or of several `eq` joined by `and`. Null for any other filter. */
export function equalities(filter: Filter): ReadonlyMap<string, Literal> | null {
  const parts = filter.kind === 'all' ? filter.of : [filter]
  const found = new Map<string, Literal>()
  for (const part of parts) {
    if (part.kind !== 'compare' || part.by !== 'eq' || part.path.sub !== null) return null
    found.set(part.path.name, part.value)
  }
  return found
}
