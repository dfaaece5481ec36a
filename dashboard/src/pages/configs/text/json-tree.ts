/** A fault-tolerant JSON parser with source positions: one syntax error does not affect the rest. */

export type Step = string | number
export type Path = readonly Step[]

export type Range = { readonly from: number; readonly to: number }

export type Member = {
  readonly key: string
  readonly keyFrom: number
  readonly keyTo: number
  readonly value: JsonNode
}

export type JsonNode = Range &
  (
    | { readonly kind: 'object'; readonly members: readonly Member[] }
    | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
    | { readonly kind: 'string'; readonly value: string }
    | { readonly kind: 'number'; readonly value: number }
    | { readonly kind: 'boolean'; readonly value: boolean }
    | { readonly kind: 'null' }
    /** A value is expected but absent. */
    | { readonly kind: 'missing' }
  )

export type SyntaxProblem = Range & { readonly message: string }

export type JsonTree = { readonly root: JsonNode; readonly problems: readonly SyntaxProblem[] }

/** Nesting limit; protects the stack. */
const MAX_LEVELS = 64
const WORD = /[A-Za-z0-9_+\-.]*/y

export function readJson(text: string): JsonTree {
  const reader = new Reader(text)
  const root = reader.value(0)
  reader.end()
  return { root, problems: reader.problems }
}

class Reader {
  readonly problems: SyntaxProblem[] = []
  #at = 0

  constructor(private readonly text: string) {}

  value(level: number): JsonNode {
    this.#skip()
    const from = this.#at
    const sign = this.text[from]
    if (sign === '{' || sign === '[') {
      if (level < MAX_LEVELS) return sign === '{' ? this.#object(level) : this.#array(level)
      this.#complain(from, this.text.length, 'Nested too deep.')
      this.#at = this.text.length
      return { kind: 'missing', from, to: from }
    }
    if (sign === '"') {
      const value = this.#string()
      return { kind: 'string', value, from, to: this.#at }
    }
    return this.#word(from)
  }

  end(): void {
    this.#skip()
    if (this.#at < this.text.length) this.#complain(this.#at, this.text.length, 'Nothing may follow the config.')
  }

  #object(level: number): JsonNode {
    const from = this.#at++
    const members: Member[] = []
    this.#list('}', from, () => {
      const keyFrom = this.#at
      if (this.text[keyFrom] !== '"') {
        this.#wrong('Expected a key in double quotes.')
        return
      }
      const key = this.#string()
      const keyTo = this.#at
      if (members.some((member) => member.key === key)) this.#complain(keyFrom, keyTo, `Duplicate key “${key}”.`)
      this.#skip()
      if (this.text[this.#at] !== ':') {
        this.#complain(keyFrom, keyTo, 'Expected a colon and a value after this key.')
        // The next token is more likely a new member than this one's value.
        members.push({ key, keyFrom, keyTo, value: { kind: 'missing', from: keyTo, to: keyTo } })
        return
      }
      this.#at++
      members.push({ key, keyFrom, keyTo, value: this.value(level + 1) })
    })
    return { kind: 'object', members, from, to: this.#at }
  }

  #array(level: number): JsonNode {
    const from = this.#at++
    const items: JsonNode[] = []
    this.#list(']', from, () => items.push(this.value(level + 1)))
    return { kind: 'array', items, from, to: this.#at }
  }

  /** Parses members or items up to the closing bracket; always advances. */
  #list(close: '}' | ']', opened: number, one: () => void): void {
    let comma: number | null = null
    for (;;) {
      this.#skip()
      const sign = this.text[this.#at]
      if (sign === undefined) {
        this.#complain(opened, opened + 1, `The closing ${close} is missing.`)
        return
      }
      if (sign === close) {
        if (comma !== null) this.#complain(comma, comma + 1, 'Trailing comma.')
        this.#at++
        return
      }
      if (sign === '}' || sign === ']') {
        this.#complain(this.#at, this.#at + 1, `Expected ${close}.`)
        // The enclosing list ends here: this one was never closed.
        return
      }
      const before = this.#at
      const complaints = this.problems.length
      one()
      if (this.#at === before) this.#wrong('Expected a value.')
      this.#skip()
      comma = null
      const next = this.text[this.#at]
      if (next === ',') comma = this.#at++
      else if (next !== undefined && next !== '}' && next !== ']' && this.problems.length === complaints)
        this.#complain(this.#at, this.#at + 1, 'Missing comma before this.')
    }
  }

  #string(): string {
    const from = this.#at++
    while (this.#at < this.text.length) {
      const sign = this.text[this.#at]
      if (sign === '\n') break
      this.#at += sign === '\\' ? 2 : 1
      if (sign !== '"') continue
      try {
        return JSON.parse(this.text.slice(from, this.#at)) as string
      } catch {
        this.#complain(from, this.#at, 'This string contains a character that must be escaped.')
        return this.text.slice(from + 1, this.#at - 1)
      }
    }
    this.#at = Math.min(this.#at, this.text.length)
    this.#complain(from, this.#at, 'The closing " is missing.')
    return this.text.slice(from + 1, this.#at)
  }

  #word(from: number): JsonNode {
    WORD.lastIndex = from
    const word = WORD.exec(this.text)?.[0] ?? ''
    const to = from + word.length
    if (word === '') {
      this.#complain(from, Math.min(from + 1, this.text.length), 'Expected a value.')
      return { kind: 'missing', from, to: from }
    }
    this.#at = to
    if (word === 'true' || word === 'false') return { kind: 'boolean', value: word === 'true', from, to }
    if (word === 'null') return { kind: 'null', from, to }
    if (/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(word)) return { kind: 'number', value: Number(word), from, to }
    this.#complain(from, to, `“${word}” is not a value. Put strings in double quotes.`)
    return { kind: 'missing', from, to }
  }

  #skip(): void {
    while (this.#at < this.text.length && ' \t\r\n'.includes(this.text[this.#at] ?? '')) this.#at++
  }

  #wrong(message: string): void {
    WORD.lastIndex = this.#at
    const length = Math.max(1, WORD.exec(this.text)?.[0].length ?? 1)
    this.#complain(this.#at, this.#at + length, message)
    this.#at += length
  }

  /** At most one error per position; follow-up errors are dropped. */
  #complain(from: number, to: number, message: string): void {
    if (this.problems.some((known) => known.from === from)) return
    this.problems.push({ from, to: Math.max(to, from), message })
  }
}
