/** Splits a request into the user's question and the rest, which must be equal for a semantic hit. */

import type { JsonObject } from '../../core/body/json-text.ts'
import { isObject } from '../../core/json.ts'

export type Question = {
  readonly text: string
  /** The request without the text of the question, as JSON with sorted top-level members. */
  readonly rest: string
}

/** The client's body: the raw bytes and the parsed JSON. */
export type CallerBody = { readonly bytes: Uint8Array; readonly given: JsonObject }

/** Serializing and hashing a larger request would block the main thread for tens of milliseconds. */
const MAX_BODY_BYTES = 256 * 1024

/** Returns a reason if the request has no comparable question. */
export function questionOf(endpoint: string, params: JsonObject, caller: CallerBody): Question | string {
  if (caller.bytes.length > MAX_BODY_BYTES) return 'the request is too long to be compared'
  // With duplicate members, the gateway and the provider might read different values.
  if (membersWritten(caller.bytes) !== membersRead(caller.given)) return 'a member is written twice'
  const extract = EXTRACTORS.get(endpoint)
  return extract ? extract(params) : 'this endpoint has no question'
}

export function hasQuestion(endpoint: string): boolean {
  return EXTRACTORS.has(endpoint)
}

function ofPrompt(params: JsonObject): Question | string {
  const prompt = params['prompt']
  if (typeof prompt !== 'string') return 'the prompt is not one text'
  return finish(prompt, { ...params, prompt: null })
}

/** The question is the last message if the user sent it. Earlier messages and non-text parts belong to the rest. */
function ofMessages(params: JsonObject): Question | string {
  const messages = params['messages']
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined
  if (!Array.isArray(messages) || !isObject(last)) return 'there are no messages'
  if (last['role'] !== 'user') return "the last message is not the user's"
  const before: unknown[] = messages.slice(0, -1)
  return ofMessage(last, 'text', (message) => ({ ...params, messages: [...before, message] }))
}

/** `type` is the type of text parts in this format. `around` puts the message without text back into the request. */
function ofMessage(message: JsonObject, type: string, around: (rest: JsonObject) => JsonObject): Question | string {
  const { content } = message
  if (typeof content === 'string') return finish(content, around({ ...message, content: null }))
  if (!Array.isArray(content)) return 'the last message has no text'
  const { text, others } = splitTexts(content, (part) => part['type'] === type)
  return finish(text, around({ ...message, content: others }))
}

/** Members of a Responses request that refer to messages stored at the provider. */
const STORED_MEMBERS = ['previous_response_id', 'conversation'] as const

/** The question is the input of a Responses request, or its last item if that is a message of the user. */
function ofInput(params: JsonObject): Question | string {
  if (STORED_MEMBERS.some((name) => params[name] != null)) return 'the conversation is stored at the provider'
  const { input } = params
  if (typeof input === 'string') return finish(input, { ...params, input: null })
  const last: unknown = Array.isArray(input) ? input.at(-1) : undefined
  if (!Array.isArray(input) || !isObject(last)) return 'there is no input'
  const { type = 'message', role } = last
  if (type !== 'message' || role !== 'user') return "the last item of the input is not the user's message"
  const before: unknown[] = input.slice(0, -1)
  return ofMessage(last, 'input_text', (message) => ({ ...params, input: [...before, message] }))
}

/** The question is the text of the last content if the user sent it. Everything else belongs to the rest. */
function ofContents(params: JsonObject): Question | string {
  const contents = params['contents']
  const last: unknown = Array.isArray(contents) ? contents.at(-1) : undefined
  if (!Array.isArray(contents) || !isObject(last)) return 'there are no contents'
  const { role, parts } = last
  if (role !== undefined && role !== 'user') return "the last content is not the user's"
  if (!Array.isArray(parts)) return 'the last content has no text'
  const { text, others } = splitTexts(parts, (part) => part['thought'] !== true)
  const before: unknown[] = contents.slice(0, -1)
  return finish(text, { ...params, contents: [...before, { ...last, parts: others }] })
}

/** Replaces texts by null and keeps their parts, so that a message with one text part does not match one with two. */
function splitTexts(parts: readonly unknown[], isText: (part: JsonObject) => boolean) {
  const texts: string[] = []
  const others = parts.map((part) => {
    if (!isObject(part) || typeof part['text'] !== 'string' || !isText(part)) return part
    texts.push(part['text'])
    return { ...part, text: null }
  })
  return { text: texts.join('\n'), others }
}

const EXTRACTORS: ReadonlyMap<string, (params: JsonObject) => Question | string> = new Map([
  ['completions', ofPrompt],
  ['chat.completions', ofMessages],
  ['messages', ofMessages],
  ['responses', ofInput],
  ['gemini.generate', ofContents],
  ['gemini.stream', ofContents],
])

function finish(text: string, rest: JsonObject): Question | string {
  if (text.trim() === '') return 'the question is empty'
  const sorted = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))
  return { text, rest: JSON.stringify(sorted) }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a

/** Number of members of all objects in valid JSON: counts colons outside strings. */
function membersWritten(bytes: Uint8Array): number {
  let count = 0
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] === COLON) count++
    else if (bytes[i] === QUOTE) {
      i++
      while (i < bytes.length && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1
    }
  }
  return count
}

function membersRead(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item: unknown) => sum + membersRead(item), 0)
  if (!isObject(value)) return 0
  const members = Object.values(value)
  return members.length + members.reduce((sum: number, item) => sum + membersRead(item), 0)
}
