/** Reads the string in `{"input":"..."}` while its JSON arrives in pieces that may be cut at any character. */

const BEGINNING = /^\s*\{\s*"input"\s*:\s*"/
/** If BEGINNING does not match within this many characters, the JSON has another form. */
const MAX_BEGINNING = 64

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

export class TextArgument {
  #state: 'before' | 'inside' | 'after' | 'unknown' = 'before'
  /** Characters that cannot be decoded yet: the beginning, or an incomplete escape sequence. */
  #held = ''

  /** False if the JSON has another form. It must then be read when it is complete. */
  get isRead(): boolean {
    return this.#state === 'inside' || this.#state === 'after'
  }

  /** Returns the characters that this piece adds to the string. */
  add(piece: string): string {
    if (this.#state === 'after' || this.#state === 'unknown') return ''
    const json = this.#held + piece
    this.#held = ''
    if (this.#state === 'inside') return this.#read(json)
    const begun = BEGINNING.exec(json)?.[0]
    if (begun === undefined) {
      if (json.length > MAX_BEGINNING) this.#state = 'unknown'
      else this.#held = json
      return ''
    }
    this.#state = 'inside'
    return this.#read(json.slice(begun.length))
  }

  #read(json: string): string {
    const parts: string[] = []
    let start = 0
    while (start < json.length) {
      const end = nextSpecial(json, start)
      parts.push(json.slice(start, end))
      if (end === json.length) break
      if (json[end] === '"') {
        this.#state = 'after'
        break
      }
      const length = json[end + 1] === 'u' ? 6 : 2
      if (end + length > json.length) {
        this.#held = json.slice(end)
        break
      }
      parts.push(unescaped(json.slice(end, end + length)))
      start = end + length
    }
    return parts.join('')
  }
}

/** The index of the next quote or backslash, or the length. */
function nextSpecial(json: string, start: number): number {
  for (let i = start; i < json.length; i++) {
    const code = json.charCodeAt(i)
    if (code === 34 || code === 92) return i
  }
  return json.length
}

/** The halves of a surrogate pair are returned separately. Concatenated, they form one character. */
function unescaped(sequence: string): string {
  const letter = sequence[1]!
  if (letter === 'u') return String.fromCharCode(Number.parseInt(sequence.slice(2), 16) || 0)
  return ESCAPES[letter] ?? letter
}
