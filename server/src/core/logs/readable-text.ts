/** Extracts readable text from the start of a request or response body, in any provider format, even if truncated. */

/** Enough for a long system prompt and the first turns; reading more would make searches slow. */
export const READABLE_BYTES = 16 * 1024
const MAX_WORDS_LENGTH = 160

/** Members that contain text, in the formats of all providers. */
const TEXT_MEMBERS = new Set([
  ...['content', 'text', 'prompt', 'input', 'query', 'delta', 'message', 'inputText', 'instructions', 'system'],
  ...['documents', 'arguments', 'output', 'outputText', 'generated_text', 'reasoning_content', 'thinking'],
])
/** Objects in which every string is text: the variables of a prompt. */
const TEXT_OBJECTS = new Set(['variables'])

type Passage = { readonly text: string; role: string | null }
type Level = {
  /** The member that contains this object or array. */
  readonly name: string
  /** The member being read. */
  member: string
  role: string | null
  readonly firstPassage: number
}

const decoder = new TextDecoder()
const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a]
const SYSTEM_MEMBERS = new Set(['system', 'system_instruction', 'systemInstruction', 'instructions'])

/** All text in lower case with single spaces, for searching. */
export function readableText(body: Uint8Array): string {
  const text = decoder.decode(body.subarray(0, READABLE_BYTES))
  // Stream events split words, so they are joined without spaces.
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

/** The start of the last user message, else of the first other text; null if there is no text. */
export function promptStart(body: Uint8Array): string | null {
  const passages = passagesOf(decoder.decode(body.subarray(0, READABLE_BYTES)))
  const chosen =
    passages.findLast(({ role, text }) => role === 'user' && text.trim() !== '') ??
    passages.find(({ role, text }) => role !== 'system' && role !== 'developer' && text.trim() !== '') ??
    passages.find(({ text }) => text.trim() !== '')
  // Truncate before normalising, because the text can be long.
  const words = oneLine((chosen?.text ?? '').slice(0, 4 * MAX_WORDS_LENGTH))
  if (words === '') return null
  return words.length > MAX_WORDS_LENGTH ? `${words.slice(0, MAX_WORDS_LENGTH).trimEnd()}…` : words
}

function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
}

/**
 * Scans in one pass: a regular expression could backtrack on hostile input, and JSON.parse needs the complete text.
 * A role can come before or after its content, so it is assigned when the object ends.
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

/** Index of the closing quote, or the end of a truncated text. */
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
  // A truncated text may end within an escape sequence; that part is removed.
  return parsed(written) ?? parsed(written.replace(/\\(u[0-9a-fA-F]{0,3})?$/, '')) ?? written
}

function parsed(written: string): string | null {
  try {
    return JSON.parse(`"${written}"`)
  } catch {
    return null
  }
}
