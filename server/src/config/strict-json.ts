/** JSON parser for configs. Stricter than JSON.parse: rejects duplicate keys and limits the depth. */

import { type Path, type Problems, quote } from './problems.ts'

export const MAX_JSON_DEPTH = 64

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const WORD = /true|false|null/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON strings may not hold them unescaped.
const CONTROL = /[\u0000-\u001f]/

/** Objects have no prototype, so that a key such as `__proto__` is an ordinary key. */
export function parseStrictJson(text: string, problems: Problems): unknown {
  const reader = new Reader(text, problems)
  return reader.readAll()
}

class Reader {
  readonly #text: string
  readonly #problems: Problems
  readonly #path: (string | number)[] = []
  #at = 0
  #depth = 0

  constructor(text: string, problems: Problems) {
    this.#text = text
    this.#problems = problems
  }

  readAll(): unknown {
    const value = this.#value()
    this.#skipSpace()
    if (this.#at < this.#text.length) this.#refuse('the end')
    return value
  }

  #value(): unknown {
    this.#skipSpace()
    const first = this.#text[this.#at]
    if (first === '"') return this.#string()
    if (first === '{' || first === '[') {
      if (this.#depth === MAX_JSON_DEPTH) {
        this.#problems.fail(this.#path as Path, `nested more than ${MAX_JSON_DEPTH} levels deep.`)
      }
      this.#depth += 1
      const value = first === '{' ? this.#object() : this.#array()
      this.#depth -= 1
      return value
    }
    const number = this.#match(NUMBER)
    if (number !== null) return Number(number)
    const word = this.#match(WORD)
    if (word === null) this.#refuse('a value')
    return word === 'null' ? null : word === 'true'
  }

  #object(): unknown {
    const result: Record<string, unknown> = Object.create(null)
    this.#at += 1
    if (this.#take('}')) return result
    do {
      this.#skipSpace()
      if (this.#text[this.#at] !== '"') this.#refuse('a key in double quotes')
      const key = this.#string()
      this.#path.push(key)
      if (Object.hasOwn(result, key)) this.#problems.fail(this.#path as Path, `the key ${quote(key)} appears twice.`)
      if (!this.#take(':')) this.#refuse('":"')
      result[key] = this.#value()
      this.#path.pop()
    } while (this.#take(','))
    if (!this.#take('}')) this.#refuse('"," or "}"')
    return result
  }

  #array(): unknown {
    const result: unknown[] = []
    this.#at += 1
    if (this.#take(']')) return result
    do {
      this.#path.push(result.length)
      result.push(this.#value())
      this.#path.pop()
    } while (this.#take(','))
    if (!this.#take(']')) this.#refuse('"," or "]"')
    return result
  }

  #string(): string {
    const start = this.#at
    let end = this.#text.indexOf('"', start + 1)
    while (end !== -1 && this.#isEscaped(end, start)) end = this.#text.indexOf('"', end + 1)
    if (end === -1) this.#refuse('a closing quote')
    this.#at = end + 1
    const inside = this.#text.slice(start + 1, end)
    if (!inside.includes('\\') && !CONTROL.test(inside)) return inside
    try {
      return JSON.parse(`"${inside}"`) as string
    } catch {
      this.#at = start
      return this.#refuse('a string with valid escapes')
    }
  }

  /** A quote after an odd number of backslashes is part of the string. */
  #isEscaped(quoteAt: number, start: number): boolean {
    let backslashes = 0
    for (let i = quoteAt - 1; i > start && this.#text[i] === '\\'; i--) backslashes += 1
    return backslashes % 2 === 1
  }

  #take(character: string): boolean {
    this.#skipSpace()
    if (this.#text[this.#at] !== character) return false
    this.#at += 1
    return true
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
      this.#at += 1
    }
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found === null) return null
    this.#at = pattern.lastIndex
    return found[0]
  }

  /** Reports the position but not the text, which may be part of a credential. */
  #refuse(expected: string): never {
    const before = this.#text.slice(0, this.#at).split('\n')
    const where = `line ${before.length}, column ${before.at(-1)!.length + 1}`
    return this.#problems.fail([], `not valid JSON at ${where}: expected ${expected}.`)
  }
}
