/** The words in a body that people would read, whatever its format: found in its first bytes, cut off or not. */

/** A long system prompt and the first turns fit; reading more would make searches slow. */
export const READABLE_BYTES = 16 * 1024
const MOST_WORDS_LENGTH = 160

/** Members whose strings are texts, in the formats of all providers. */
const TEXT_MEMBERS = new Set([
  ...['content', 'text', 'prompt', 'input', 'query', 'delta', 'message', 'inputText', 'instructions', 'system'],
  ...['documents', 'arguments', 'output', 'outputText', 'generated_text', 'reasoning_content', 'thinking'],
])
/** Members whose strings are all texts, whatever they are called: the values of a prompt's variables. */
const TEXT_OBJECTS = new Set(['variables'])

type Passage = { readonly text: string; role: string | null }
type Level = {
  /** The member that holds it. */
  readonly name: string
  /** The member being read. */
  member: string
  role: string | null
  readonly firstPassage: number
}

const decoder = new TextDecoder()
const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a]
const SYSTEM_MEMBERS = new Set(['system', 'system_instruction', 'systemInstruction', 'instructions'])

/** All of it, in small letters and with single spaces: what a search looks through. */
export function readableText(body: Uint8Array): string {
  const text = decoder.decode(body.subarray(0, READABLE_BYTES))
  // The pieces of a stream are parts of words.
  const between = /^\s*(data|event|id|retry)?:/.test(text) ? '' : ' '
  return asSearched(
    passagesOf(text)
      .map((passage) => passage.text)
      .join(between),
  )
}

export function asSearched(text: string): string {
  return oneLine(text).toLowerCase()
}

/** The beginning of what somebody asked last; null when there is no text in it. */
export function firstWords(body: Uint8Array): string | null {
  const passages = passagesOf(decoder.decode(body.subarray(0, READABLE_BYTES)))
  const chosen =
    passages.findLast(({ role, text }) => role === 'user' && text.trim() !== '') ??
    passages.find(({ role, text }) => role !== 'system' && role !== 'developer' && text.trim() !== '') ??
    passages.find(({ text }) => text.trim() !== '')
  // Cut before it is cleaned: the whole may be long.
  const words = oneLine((chosen?.text ?? '').slice(0, 4 * MOST_WORDS_LENGTH))
  if (words === '') return null
  return words.length > MOST_WORDS_LENGTH ? `${words.slice(0, MOST_WORDS_LENGTH).trimEnd()}…` : words
}

function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
}

/**
 * One pass over the characters: no expression that could run away on what callers send, no parser that wants the whole.
 * A role is told before or after the content it belongs to, so it is filled in when its object ends.
 */
function passagesOf(text: string): Passage[] {
  const passages: Passage[] = []
  const levels: Level[] = [{ name: '', member: '', role: null, firstPassage: 0 }]
  for (let i = 0; i < text.length; i++) {
    const level = levels.at(-1)!
    const character = text[i]
    if (character === '{' || character === '[')
      levels.push({
        name: level.member,
        member: character === '[' ? level.member : '',
        role: SYSTEM_MEMBERS.has(level.member) ? 'system' : null,
        firstPassage: passages.length,
      })
    else if (character === '}' || character === ']') {
      if (levels.length > 1) close(levels.pop()!, passages)
    } else if (character === '"') {
      const end = endOfString(text, i + 1)
      const after = skipSpace(text, end + 1)
      const written = text.slice(i + 1, end)
      if (text.charCodeAt(after) === COLON) {
        level.member = written
        i = after
      } else {
        takeString(level, written, passages)
        i = end
      }
    }
  }
  for (const level of levels.reverse()) close(level, passages)
  return passages
}

function takeString(level: Level, written: string, passages: Passage[]): void {
  if (level.member === 'role') level.role = written
  else if (TEXT_MEMBERS.has(level.member) || TEXT_OBJECTS.has(level.name))
    passages.push({ text: unescaped(written), role: SYSTEM_MEMBERS.has(level.member) ? 'system' : null })
}

function close({ role, firstPassage }: Level, passages: readonly Passage[]): void {
  if (role === null) return
  for (let i = firstPassage; i < passages.length; i++) passages[i]!.role ??= role
}

/** Where the string ends: at its quote, or with the text. */
function endOfString(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) return i
    if (code === BACKSLASH) i++
  }
  return text.length
}

function skipSpace(text: string, from: number): number {
  let i = from
  while (i < text.length && text.charCodeAt(i) <= 0x20) i++
  return i
}

function unescaped(written: string): string {
  if (!written.includes('\\')) return written
  // A text that was cut off may end in half an escape: that half is left out.
  return parsed(written) ?? parsed(written.replace(/\\(u[0-9a-fA-F]{0,3})?$/, '')) ?? written
}

function parsed(written: string): string | null {
  try {
    return JSON.parse(`"${written}"`)
  } catch {
    return null
  }
}
