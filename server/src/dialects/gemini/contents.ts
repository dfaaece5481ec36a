/** Translates OpenAI's messages to Gemini's contents and system instruction. */

import { googleSignature, isForeign } from '../chat/reasoning.ts'
import type { AssistantMessage, ChatBody, ChatFile, ChatMessage, ChatPart, ChatToolCall } from '../chat/types.ts'
import type { JsonObject } from '../dialect.ts'
import {
  invalidMember,
  isAbsent,
  isObject,
  listOf,
  objectOf,
  textOf,
  textOrNull,
  type Unchecked,
  type UncheckedObject,
} from '../json.ts'
import { GEMINI_FORMAT, isGeneratedCallId } from './response.ts'
import type { Content, FunctionCall, GenerateContentRequest, Part } from './types.ts'

export const CHOOSE_ANOTHER_PROVIDER = 'Remove it, or choose a provider that supports it.'

export type ContentOptions = {
  readonly model: string
  /** Vertex rejects `id` in calls and results ("Unknown name"). The Gemini API needs its own ids back. */
  readonly sendsCallIds: boolean
}

/**
 * 100 times the major version plus the minor version; null if unknown. `gemini-2.5-pro` is 205, `gemini-3-pro-preview`
 * and `publishers/google/models/gemini-3-flash` are 300.
 */
export function geminiVersion(model: string): number | null {
  const match = /(?:^|\/)gemini-(\d+)(?:\.(\d+))?(?:-|$)/.exec(model)
  return match ? Number(match[1]) * 100 + Number(match[2] ?? 0) : null
}

type EncodedContents = Pick<GenerateContentRequest, 'contents' | 'systemInstruction'>

export function encodeContents(messages: ChatBody['messages'], options: ContentOptions): EncodedContents {
  if (!Array.isArray(messages) || messages.length === 0) {
    throw invalidMember('messages', 'expected an array of messages.', 'Send at least one message.')
  }
  const conversation = new Conversation(options)
  for (const [i, message] of messages.entries()) {
    if (!isObject(message)) {
      throw invalidMember(`messages[${i}]`, 'expected a message.', 'Send { "role": ..., "content": ... }.')
    }
    conversation.add(message, `messages[${i}]`)
  }
  return conversation.finish()
}

/** A call in the history. `ordinal` is its position among the calls of its message. */
type KnownCall = { readonly name: string; readonly ordinal: number }
type Result = { readonly ordinal: number; readonly parts: readonly Part[] }

class Conversation {
  readonly #options: ContentOptions
  readonly #isGemini3: boolean
  readonly #system: Part[] = []
  readonly #contents: Content[] = []
  /** The turn to which further messages of the same role are added; null after tool results. */
  #open: Content | null = null
  readonly #calls = new Map<string, KnownCall>()
  #results: Result[] = []

  constructor(options: ContentOptions) {
    this.#options = options
    this.#isGemini3 = (geminiVersion(options.model) ?? 0) >= 300
  }

  add(message: UncheckedObject<ChatMessage>, param: string): void {
    const { role } = message
    if (role === 'tool' || role === 'function') {
      this.#results.push(this.#result(message, param))
      return
    }
    this.#closeResults()
    if (role === 'system' || role === 'developer') {
      for (const part of encodeTextParts(message.content, `${param}.content`)) this.#system.push(part)
    } else if (role === 'user') {
      this.#append('user', encodeParts(message.content, `${param}.content`))
    } else if (role === 'assistant') {
      this.#rememberCalls(message)
      this.#append('model', this.#assistant(message, param))
    } else {
      const known = 'system, developer, user, assistant, tool'
      throw invalidMember(`${param}.role`, `unknown role ${JSON.stringify(role)}.`, `Use one of ${known}.`)
    }
  }

  finish(): EncodedContents {
    this.#closeResults()
    // Gemini requires contents, so a single system message becomes the user's turn.
    if (this.#contents.length === 0) return { contents: [{ role: 'user', parts: this.#system }] }
    if (this.#system.length === 0) return { contents: this.#contents }
    return { systemInstruction: { parts: this.#system }, contents: this.#contents }
  }

  #sendsId(id: string): boolean {
    return this.#options.sendsCallIds && !isGeneratedCallId(id)
  }

  #rememberCalls(message: UncheckedObject<AssistantMessage>): void {
    for (const [ordinal, value] of listOf(message.tool_calls).entries()) {
      const call = objectOf(value)
      const id = textOrNull(call.id)
      const name = textOrNull(objectOf(call.function).name)
      if (id !== null && name !== null) this.#calls.set(id, { name, ordinal })
    }
  }

  #append(role: Content['role'], parts: Part[]): void {
    if (parts.length === 0) return
    if (this.#open?.role === role) {
      for (const part of parts) this.#open.parts.push(part)
      return
    }
    this.#open = { role, parts }
    this.#contents.push(this.#open)
  }

  /** Puts parallel results into one turn, in the order of their calls. Without ids, Gemini matches them by order. */
  #closeResults(): void {
    if (this.#results.length === 0) return
    const ordered = this.#results.toSorted((a, b) => a.ordinal - b.ordinal)
    this.#contents.push({ role: 'user', parts: ordered.flatMap((result) => result.parts) })
    // Nothing may be added to this turn: it must have as many parts as there were calls.
    this.#open = null
    this.#results = []
  }

  #result(message: UncheckedObject<ChatMessage>, param: string): Result {
    const id = textOrNull(message.tool_call_id)
    const call = id === null ? undefined : this.#calls.get(id)
    const name = call?.name ?? textOrNull(message.name)
    if (name === null) {
      throw invalidMember(
        `${param}.tool_call_id`,
        'no earlier assistant message has a tool call with this id.',
        'Send the assistant message with its tool_calls before the results.',
      )
    }
    const { text, media } = splitResult(message.content, `${param}.content`)
    // Gemini 3 accepts inline media in the result. Earlier models, and files by URI, need separate parts.
    const isNested = (part: Part) => this.#isGemini3 && part.inlineData !== undefined
    const nested = media.filter(isNested)
    const functionResponse = {
      name,
      response: message.is_error === true ? { error: text } : { output: text },
      ...(id !== null && this.#sendsId(id) && { id }),
      ...(nested.length > 0 && { parts: nested }),
    }
    const ordinal = call?.ordinal ?? Number.MAX_SAFE_INTEGER
    return { ordinal, parts: [{ functionResponse }, ...media.filter((part) => !isNested(part))] }
  }

  /** Restores the parts of Gemini's response: thoughts, text, images and calls, each with its signature. */
  #assistant(message: UncheckedObject<AssistantMessage>, param: string): Part[] {
    const { thoughts, textSignatures, emptyPartSignatures } = readDetails(message.reasoning_details)
    const texts = isAbsent(message.content) ? [] : encodeTextParts(message.content, `${param}.content`)
    const parts = texts.filter((part) => part.text !== '')
    const refusal = textOrNull(message.refusal)
    if (parts.length === 0 && refusal !== null) parts.push({ text: refusal })
    const last = parts.at(-1)
    const [first, ...others] = textSignatures
    if (last && first !== undefined) last.thoughtSignature = first
    const trailing = last || first === undefined ? others : textSignatures
    return [
      ...thoughts,
      ...parts,
      ...encodeImages(message.images, `${param}.images`),
      ...[...trailing, ...emptyPartSignatures].map((thoughtSignature) => ({ text: '', thoughtSignature })),
      ...this.#callParts(message, param),
    ]
  }

  #callParts(message: UncheckedObject<AssistantMessage>, param: string): Part[] {
    const calls = listOf(message.tool_calls).map((call, i) => this.#callPart(call, `${param}.tool_calls[${i}]`))
    if (isObject(message.function_call) && calls.length === 0) {
      calls.push({ functionCall: encodeFunction(message.function_call, `${param}.function_call`) })
    }
    // Gemini 3 rejects a turn whose first call has no signature.
    if (this.#isGemini3 && calls[0] && calls.every((call) => call.thoughtSignature === undefined)) {
      calls[0].thoughtSignature = FOREIGN_CALL_SIGNATURE
    }
    return calls
  }

  #callPart(value: Unchecked<ChatToolCall>, param: string): Part {
    const call = objectOf(value)
    if (!isObject(call.function)) {
      throw invalidMember(`${param}.function`, 'only function calls can be sent to Gemini.', CHOOSE_ANOTHER_PROVIDER)
    }
    const functionCall = encodeFunction(call.function, `${param}.function`)
    const id = textOrNull(call.id)
    if (id !== null && this.#sendsId(id)) functionCall.id = id
    const signature = googleSignature(call)
    return signature === '' ? { functionCall } : { functionCall, thoughtSignature: signature }
  }
}

/**
 * Google documents this signature for calls that another model made
 * (https://ai.google.dev/gemini-api/docs/thought-signatures). Without it, a fallback to Gemini in the middle of a tool
 * loop would fail.
 */
const FOREIGN_CALL_SIGNATURE = 'skip_thought_signature_validator'

/**
 * The reverse of `CandidateReader`. A detail without `text` is the signature of the text. A detail with an empty `text`
 * was a separate part.
 */
function readDetails(details: UncheckedObject<AssistantMessage>['reasoning_details']) {
  const thoughts: Part[] = []
  const textSignatures: string[] = []
  const emptyPartSignatures: string[] = []
  for (const item of listOf(details)) {
    const detail = objectOf(item)
    // Gemini cannot read other providers' thinking, and produces no redacted blocks.
    if (detail.type !== 'thinking' || isForeign(detail, GEMINI_FORMAT)) continue
    const signature = textOrNull(detail.signature)
    const text = textOrNull(detail.text)
    if (text !== null) {
      thoughts.push({ text, thought: true, ...(signature !== null && { thoughtSignature: signature }) })
    } else if (signature !== null) (detail.text === '' ? emptyPartSignatures : textSignatures).push(signature)
  }
  return { thoughts, textSignatures, emptyPartSignatures }
}

function encodeFunction(
  called: { readonly name?: unknown; readonly arguments?: unknown },
  param: string,
): FunctionCall {
  const name = textOrNull(called.name)
  if (name === null) throw invalidMember(`${param}.name`, 'expected the name of the function.', 'Send its name.')
  const args = readArguments(called.arguments)
  if (!args) {
    throw invalidMember(
      `${param}.arguments`,
      'expected a JSON object as text.',
      'Send the arguments as the model wrote them.',
    )
  }
  return { name, args }
}

function readArguments(value: unknown): JsonObject | null {
  // Models write '' or `null` for a call without arguments.
  if (isAbsent(value) || value === '' || value === 'null') return {}
  try {
    const args: unknown = typeof value === 'string' ? JSON.parse(value) : value
    return isObject(args) ? args : null
  } catch {
    return null
  }
}

type MessageContent = UncheckedObject<ChatMessage>['content']

function encodeParts(content: MessageContent, param: string): Part[] {
  if (typeof content === 'string') return [{ text: content }]
  if (!Array.isArray(content)) {
    throw invalidMember(param, 'expected a string or an array of parts.', 'Send text or parts.')
  }
  return content.map((part, i) => encodePart(part, `${param}[${i}]`))
}

/** For messages that may only contain text. */
function encodeTextParts(content: MessageContent, param: string): Part[] {
  const parts = encodeParts(content, param)
  const other = parts.findIndex((part) => part.text === undefined)
  if (other >= 0) {
    throw invalidMember(`${param}[${other}]`, 'only text parts can be sent here.', 'Move it to a user message.')
  }
  return parts
}

/** Separates the text of a tool result from its other parts. */
function splitResult(content: MessageContent, param: string): { text: string; media: Part[] } {
  if (content === null || content === undefined) return { text: '', media: [] }
  const parts = encodeParts(content, param)
  const texts = parts.map((part) => part.text).filter((text) => text !== undefined)
  return { text: texts.join('\n'), media: parts.filter((part) => part.text === undefined) }
}

function encodePart(part: Unchecked<ChatPart>, param: string): Part {
  if (typeof part === 'string') return { text: part }
  if (!isObject(part)) {
    throw invalidMember(param, 'expected a part with a type.', 'Send { "type": "text", "text": ... }.')
  }
  switch (part.type) {
    case 'text':
      return { text: requireText(part.text, `${param}.text`) }
    case 'refusal':
      return { text: requireText(part.refusal, `${param}.refusal`) }
    case 'image_url':
      return encodeImage(part.image_url, `${param}.image_url`)
    case 'video_url':
      return encodeUrl(part.video_url, 'video/mp4', `${param}.video_url`)
    case 'input_audio':
      return encodeAudio(objectOf(part.input_audio), `${param}.input_audio`)
    case 'file':
      return encodeFile(objectOf(part.file), `${param}.file`)
    default:
      throw invalidMember(
        param,
        `a part of type ${JSON.stringify(part.type)} cannot be sent to Gemini.`,
        CHOOSE_ANOTHER_PROVIDER,
      )
  }
}

function requireText(value: unknown, param: string): string {
  if (typeof value === 'string') return value
  throw invalidMember(param, 'expected a string.', 'Send the text as a string.')
}

type UrlMember = Unchecked<string | { url: string; mime_type?: string }>

function encodeImage(given: UrlMember, param: string): Part {
  return encodeUrl(given, 'image/jpeg', param)
}

/** Vertex requires a media type for every URI. `defaultType` is for URLs without a known extension. */
function encodeUrl(given: UrlMember, defaultType: string, param: string): Part {
  const { url: member, mime_type: type } = objectOf(given)
  const url = textOrNull(isObject(given) ? member : given)
  if (url === null) throw invalidMember(`${param}.url`, 'expected a URL.', 'Send a data: or https: URL.')
  return encodeLocation(url, textOrNull(type), defaultType, `${param}.url`)
}

function encodeAudio(audio: { readonly data?: unknown; readonly format?: unknown }, param: string): Part {
  const data = textOrNull(audio.data)
  if (data === null) throw invalidMember(`${param}.data`, 'expected base64 text.', 'Send the audio as base64.')
  return { inlineData: { mimeType: `audio/${textOrNull(audio.format) ?? 'wav'}`, data } }
}

function encodeFile(file: UncheckedObject<ChatFile>, param: string): Part {
  const given = textOrNull(file.mime_type) ?? textOrNull(file.format) ?? typeByExtension(textOf(file.filename))
  const data = textOrNull(file.file_data)
  if (data !== null && !data.startsWith('data:')) return { inlineData: { mimeType: given ?? 'application/pdf', data } }
  const url = data ?? textOrNull(file.file_url) ?? textOrNull(file.file_id)
  if (url === null) {
    throw invalidMember(param, 'expected file_data, file_url or file_id.', 'Send the file as a data URL.')
  }
  if (/^(?:data|https?|gs):/i.test(url)) return encodeLocation(url, given, 'application/pdf', param)
  throw invalidMember(
    `${param}.file_id`,
    'Gemini does not know the file ids of other providers.',
    'Send file_data, or the URI of a file in the Gemini file API.',
  )
}

/** A data: URL as inline data, any other URL as a file URI. */
function encodeLocation(url: string, givenType: string | null, defaultType: string, param: string): Part {
  if (!/^data:/i.test(url)) {
    return { fileData: { mimeType: givenType ?? typeByExtension(url) ?? defaultType, fileUri: url } }
  }
  const comma = url.indexOf(',')
  if (comma < 0) throw invalidMember(param, 'the data URL has no data.', 'Send data:<type>;base64,<data>.')
  const head = url.slice(5, comma).split(';')
  const mimeType = head[0] || givenType || 'text/plain'
  if (head.slice(1).some((word) => word.trim().toLowerCase() === 'base64')) {
    return { inlineData: { mimeType, data: url.slice(comma + 1) } }
  }
  try {
    return { inlineData: { mimeType, data: Buffer.from(decodeURIComponent(url.slice(comma + 1))).toString('base64') } }
  } catch {
    throw invalidMember(param, 'the data URL is malformed.', 'Send data:<type>;base64,<data>.')
  }
}

const TYPES_BY_EXTENSION: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  heic: 'image/heic',
  heif: 'image/heif',
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/md',
  csv: 'text/csv',
  html: 'text/html',
  json: 'application/json',
  mp3: 'audio/mp3',
  wav: 'audio/wav',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  aac: 'audio/aac',
  mp4: 'video/mp4',
  mov: 'video/mov',
  webm: 'video/webm',
}

function typeByExtension(url: string): string | null {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  const extension = /\.([a-z0-9]{2,5})$/i.exec(path.slice(-8))?.[1]?.toLowerCase()
  return extension !== undefined && Object.hasOwn(TYPES_BY_EXTENSION, extension) ? TYPES_BY_EXTENSION[extension]! : null
}

/** Images that the model generated. Gemini requires each signature back. */
function encodeImages(images: UncheckedObject<AssistantMessage>['images'], param: string): Part[] {
  return listOf(images).map((value, i) => {
    const image = objectOf(value)
    const part = encodeImage(image.image_url, `${param}[${i}].image_url`)
    const signature = googleSignature(image)
    return signature === '' ? part : { ...part, thoughtSignature: signature }
  })
}
