/** Finds the texts inside a JSON text, such as the arguments of a tool call: decoded strings, numbers and keys. */

/** A string, a number or a key, with the offsets of its token in the JSON text. */
export type Leaf = {
  readonly start: number
  readonly end: number
  /** Decoded: `\u0040` is `@`. */
  readonly text: string
  /** Such as `.to[0].email`; empty for a JSON text that is one value. The path of a key ends with `.*`. */
  readonly path: string
  /** The last characters of the value's key; for an array element, of the array's key. Empty for keys themselves. */
  readonly key: string
  /** Set if the text is JSON itself and has escapes: its own leaves. */
  readonly inner: JsonLeaves | null
}

export type JsonLeaves = {
  readonly text: string
  readonly leaves: readonly Leaf[]
  /** False if it is not valid JSON: the only leaf is then the text without escapes. */
  readonly isJson: boolean
}

/** JSON inside strings of JSON is decoded up to this depth. */
const MAX_NESTING = 3

/** Paths are only shown to people. With long names and many values, longer paths would take too much memory. */
export const MAX_PATH = 500

/** How much of a key is kept: enough to tell what its value is. */
const MAX_KEY = 64

const QUOTE = 0x22
const BACKSLASH = 0x5c

export function jsonLeaves(text: string, nesting = 0): JsonLeaves {
  try {
    JSON.parse(text)
  } catch {
    const plain = unescaped(text)
    return {
      text,
      isJson: false,
      leaves: [{ start: 0, end: text.length, text: plain, path: '', key: '', inner: null }],
    }
  }
  return { text, isJson: true, leaves: scan(text, nesting) }
}

/** The JSON text with new texts for some leaves, by their index. Every other character stays as it is. */
export function withLeaves({ text, leaves, isJson }: JsonLeaves, changes: ReadonlyMap<number, string>): string {
  if (!isJson) return changes.get(0) ?? text
  let out = ''
  let from = 0
  for (const [index, { start, end }] of leaves.entries()) {
    const change = changes.get(index)
    if (change === undefined) continue
    out += text.slice(from, start) + JSON.stringify(change)
    from = end
  }
  return out + text.slice(from)
}

type Level = { readonly isArray: boolean; index: number; key: string; readonly path: string; readonly name: string }

/** `text` is valid JSON. Not recursive: arguments may nest deeper than the engine's stack. */
function scan(text: string, nesting: number): Leaf[] {
  const leaves: Leaf[] = []
  const levels: Level[] = []
  let level: Level | null = null
  let isKey = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) {
      const end = endOfString(text, i)
      const token = text.slice(i, end)
      const decoded = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1)
      if (isKey && level) {
        level.key = decoded
        leaves.push({ start: i, end, text: decoded, path: `${level.path}.*`, key: '', inner: null })
        isKey = false
      } else {
        const inner = innerOf(decoded, nesting)
        leaves.push({ start: i, end, text: decoded, path: pathIn(level), key: keyIn(level), inner })
      }
      i = end - 1
    } else if (code === 0x7b || code === 0x5b) {
      const isArray: boolean = code === 0x5b
      level = { isArray, index: 0, key: '', path: pathIn(level).slice(0, MAX_PATH), name: keyIn(level) }
      levels.push(level)
      isKey = !isArray
    } else if (code === 0x7d || code === 0x5d) {
      levels.pop()
      level = levels.at(-1) ?? null
      isKey = false
    } else if (code === 0x2c && level) {
      if (level.isArray) level.index++
      else isKey = true
    } else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      let end = i + 1
      while (end < text.length && /[-+.\deE]/.test(text[end]!)) end++
      leaves.push({
        start: i,
        end,
        text: numberIn(text.slice(i, end)),
        path: pathIn(level),
        key: keyIn(level),
        inner: null,
      })
      i = end - 1
    }
  }
  return leaves
}

/** Writes integers without exponent and fraction, so that a card number cannot be hidden in `4.1e15`. */
function numberIn(token: string): string {
  if (!/[.eE]/.test(token)) return token
  const number = Number(token)
  return Number.isSafeInteger(number) ? String(number) : token
}

function pathIn(level: Level | null): string {
  if (!level) return ''
  return level.isArray ? `${level.path}[${level.index}]` : `${level.path}.${level.key}`
}

function keyIn(level: Level | null): string {
  if (!level) return ''
  return (level.isArray ? level.name : level.key).slice(-MAX_KEY)
}

/** Only needed if the text has escapes: without them, a pattern finds everything in the JSON text itself. */
function innerOf(text: string, nesting: number): JsonLeaves | null {
  if (nesting >= MAX_NESTING || !text.includes('\\') || !/^\s*[{[]/.test(text)) return null
  const inner = jsonLeaves(text, nesting + 1)
  return inner.isJson ? inner : null
}

function endOfString(text: string, start: number): number {
  let i = start + 1
  for (;;) {
    const quote = text.indexOf('"', i)
    if (quote < 0) return text.length
    let backslashes = 0
    while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return quote + 1
    i = quote + 1
  }
}

const SHORT: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** For truncated or invalid JSON, because a lenient parser would still decode its escapes. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(/\\(?:u([\da-fA-F]{4})|(.))/gs, (_, hex: string | undefined, short: string | undefined) =>
    hex === undefined ? (SHORT[short ?? ''] ?? short ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}
