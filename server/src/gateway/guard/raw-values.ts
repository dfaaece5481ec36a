/**
 * Parses JSON and keeps the values of some members as their source text. JSON.parse rounds integers over 2^53 and drops
 * earlier members of the same name, so these could not be checked, or sent on unchanged.
 */

import type { GuardedFormat } from '../../core/guardrails/guarded-format.ts'
import type { Direction } from '../../core/guardrails/guardrails.ts'

/** A value kept as source text is a string that begins with this mark. No provider can guess it. */
const MARK = `\u0000${crypto.randomUUID()}:`
const WRITTEN_MARK = JSON.stringify(MARK).slice(0, -1)

const MESSAGES: ReadonlySet<string> = new Set(['input'])
const GEMINI_REQUEST: ReadonlySet<string> = new Set(['args', 'response'])
const GEMINI: ReadonlySet<string> = new Set(['args'])
const OPENAI: ReadonlySet<string> = new Set(['arguments'])

/** The members whose values are the arguments and results of tools. */
export function rawMembersOf(format: GuardedFormat, direction: Direction): ReadonlySet<string> {
  if (format.startsWith('gemini.')) return direction === 'input' ? GEMINI_REQUEST : GEMINI
  return format.startsWith('messages') ? MESSAGES : OPENAI
}

/** The source text of a kept value; null for every other value. */
export function rawOf(value: unknown): string | null {
  return typeof value === 'string' && value.startsWith(MARK) ? value.slice(MARK.length) : null
}

/** The string that represents a source text in a parsed value. */
export function keptAs(raw: string): string {
  return MARK + raw
}

/** Parses the text. Objects and arrays that are values of the named members are kept. Throws if it is not JSON. */
export function parseKeeping(text: string, names: ReadonlySet<string>): unknown {
  return JSON.parse(markValues(text, names))
}

/** The JSON text with marked strings in place of the objects and arrays of the named members. */
export function markValues(text: string, names: ReadonlySet<string>): string {
  if (!mayName(text, names)) return text
  let out = ''
  let from = 0
  for (let i = text.indexOf('"'); i >= 0; i = text.indexOf('"', i)) {
    const end = endOfString(text, i)
    const colon = afterSpace(text, end)
    const start = text[colon] === ':' ? afterSpace(text, colon + 1) : -1
    if (start < 0 || !isOpening(text.charCodeAt(start)) || !names.has(decoded(text.slice(i, end)))) {
      i = end
      continue
    }
    const last = endOfValue(text, start)
    out += text.slice(from, start) + JSON.stringify(MARK + text.slice(start, last))
    from = last
    i = last
  }
  return from === 0 ? text : out + text.slice(from)
}

/** The JSON of a value that was parsed by `parseKeeping`. */
export function stringifyKept(value: unknown): string {
  const text = JSON.stringify(value)
  let out = ''
  let from = 0
  for (let at = text.indexOf(WRITTEN_MARK); at >= 0; at = text.indexOf(WRITTEN_MARK, from)) {
    const end = endOfString(text, at)
    out += text.slice(from, at) + (JSON.parse(text.slice(at, end)) as string).slice(MARK.length)
    from = end
  }
  return from === 0 ? text : out + text.slice(from)
}

/** True if the text may contain one of the names, possibly written with escapes. */
function mayName(text: string, names: ReadonlySet<string>): boolean {
  for (const name of names) if (text.includes(`"${name}"`)) return true
  return text.includes('\\u00')
}

function decoded(token: string): string {
  if (!token.includes('\\')) return token.slice(1, -1)
  try {
    return JSON.parse(token) as string
  } catch {
    return token
  }
}

function isOpening(code: number): boolean {
  return code === 0x7b || code === 0x5b
}

function afterSpace(text: string, start: number): number {
  let i = start
  while (i < text.length && text.charCodeAt(i) <= 0x20) i++
  return i
}

function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0
    while (text[quote - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return quote + 1
  }
  return text.length
}

function endOfValue(text: string, start: number): number {
  let depth = 0
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x22) i = endOfString(text, i) - 1
    else if (isOpening(code)) depth++
    else if ((code === 0x7d || code === 0x5d) && --depth === 0) return i + 1
  }
  return text.length
}
