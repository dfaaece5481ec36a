/** Reads the one text of `{"input":"..."}` while its JSON is still being written, in pieces cut anywhere. */

const BEGINNING = /^\s*\{\s*"input"\s*:\s*"/
/** Longer than any way to write the beginning; what has not begun by then is something else. */
const MAX_BEGINNING = 64

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

export class TextArgument {
  #state: 'before' | 'inside' | 'after' | 'unknown' = 'before'
  /** What cannot be read yet: the beginning, or an escape that is not whole. */
  #held = ''

  /** False when the text is not of this form: it must be read whole, at its end. */
  get isRead(): boolean {
    return this.#state === 'inside' || this.#state === 'after'
  }

  /** What the piece adds to the text. */
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
      parts.push(characterOf(json.slice(end, end + length)))
      start = end + length
    }
    return parts.join('')
  }
}

function nextSpecial(json: string, start: number): number {
  for (let i = start; i < json.length; i++) {
    const code = json.charCodeAt(i)
    if (code === 34 || code === 92) return i
  }
  return json.length
}

/** Halves of a surrogate pair are given one by one: a text holds them as they come, and together they are one character. */
function characterOf(sequence: string): string {
  const letter = sequence[1]!
  if (letter === 'u') return String.fromCharCode(Number.parseInt(sequence.slice(2), 16) || 0)
  return ESCAPES[letter] ?? letter
}
