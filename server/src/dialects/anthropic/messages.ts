/** Translates OpenAI's messages to Anthropic's system blocks and turns. */

import { ANTHROPIC_FORMAT, joinReasoning, readOrigin } from '../chat/reasoning.ts'
import { argumentsOrText, cacheControlOf } from '../chat/request.ts'
import type { Turn } from '../chat/tool-loop.ts'
import type { AssistantMessage, ChatBody, ChatFile, ChatMessage, ChatPart, ChatToolCall } from '../chat/types.ts'
import type { JsonObject } from '../dialect.ts'
import {
  invalidBody,
  isAbsent,
  isObject,
  objectOf,
  objectsIn,
  textOf,
  type Unchecked,
  type UncheckedObject,
} from '../json.ts'
import type {
  BlockSource,
  DocumentBlock,
  ImageBlock,
  RequestBlock,
  TextBlock,
  ToolResultBlock,
  ToolUseBlock,
} from './types.ts'

/** A block that is sent to Anthropic. Callers may send blocks in Anthropic's format, which are forwarded unchecked. */
export type OutgoingBlock = UncheckedObject<RequestBlock>
export type OutgoingTurn = Turn<OutgoingBlock>

type GrowingTurn = { readonly role: 'user' | 'assistant'; content: OutgoingBlock[] }

export type Conversation = { readonly system: OutgoingBlock[]; readonly messages: OutgoingTurn[] }

export function encodeMessages(body: ChatBody): Conversation {
  const { messages } = body
  if (!Array.isArray(messages))
    throw invalidBody('messages', '`messages` must be a list.', 'Send at least one message.')
  const system: OutgoingBlock[] = isAbsent(body.system) ? [] : encodeContent(body.system, 'system')
  const turns: GrowingTurn[] = []
  for (const [index, message] of messages.entries()) {
    const param = `messages[${index}]`
    if (!isObject(message)) throw invalidBody(param, `\`${param}\` is not a message.`, 'Send { role, content }.')
    const blocks = encodeMessage(message, param)
    if (message.role === 'system' || message.role === 'developer') pushAll(system, blocks)
    else append(turns, message.role === 'assistant' ? 'assistant' : 'user', blocks)
  }
  trimPrefill(turns)
  if (turns.length > 0) return { system, messages: turns.map(finishTurn) }
  if (system.length === 0) {
    throw invalidBody('messages', '`messages` has no content.', 'Send at least one message with some text.')
  }
  // Anthropic requires a user turn; OpenAI accepts a request with only a system message.
  return { system: [], messages: [finishTurn({ role: 'user', content: system })] }
}

function encodeMessage(message: UncheckedObject<ChatMessage>, param: string): OutgoingBlock[] {
  switch (message.role) {
    case 'assistant':
      return markLast(encodeAssistant(message, param), message)
    case 'tool':
      return [encodeToolResult(message, param)]
    case 'user':
    case 'system':
    case 'developer':
      return markLast(encodeContent(message.content, `${param}.content`), message)
    default:
      throw invalidBody(
        `${param}.role`,
        `Anthropic's format has no message with the role ${JSON.stringify(message.role)}.`,
        'Use system, developer, user, assistant or tool.',
      )
  }
}

/** A cache marker on a message means "cache up to here", so it moves to the message's last block. */
function markLast(blocks: OutgoingBlock[], message: UncheckedObject<ChatMessage>): OutgoingBlock[] {
  const cache = cacheControlOf(message)
  const last = blocks.at(-1)
  if (!cache.cache_control || !last || last.cache_control) return blocks
  if (last.type === 'thinking' || last.type === 'redacted_thinking') return blocks
  return [...blocks.slice(0, -1), { ...last, ...cache }]
}

function encodeToolResult(message: UncheckedObject<ChatMessage>, param: string): UncheckedObject<ToolResultBlock> {
  if (typeof message.tool_call_id !== 'string') {
    throw invalidBody(`${param}.tool_call_id`, 'A tool message needs the id of its call.', 'Send tool_call_id.')
  }
  const content =
    typeof message.content === 'string' ? message.content : encodeContent(message.content, `${param}.content`)
  return {
    type: 'tool_result',
    tool_use_id: toolId(message.tool_call_id),
    ...(content.length > 0 && { content }),
    ...(message.is_error === true && { is_error: true }),
    ...cacheControlOf(message),
  }
}

function append(turns: GrowingTurn[], role: GrowingTurn['role'], blocks: OutgoingBlock[]): void {
  if (blocks.length === 0) return
  const last = turns.at(-1)
  if (last?.role === role) pushAll(last.content, blocks)
  else turns.push({ role, content: [...blocks] })
}

/** `push(...blocks)` with very many blocks would overflow the stack. */
function pushAll(list: OutgoingBlock[], blocks: readonly OutgoingBlock[]): void {
  for (const block of blocks) list.push(block)
}

/** Anthropic rejects a last assistant turn (a prefill) that ends in white space. */
function trimPrefill(turns: GrowingTurn[]): void {
  const last = turns.at(-1)
  const block = last?.content.at(-1)
  if (last?.role !== 'assistant' || block?.type !== 'text') return
  last.content = [...last.content.slice(0, -1), { ...block, text: textOf(block.text).trimEnd() }]
}

function finishTurn(turn: GrowingTurn): OutgoingTurn {
  const { role, content } = turn
  const only = content.length === 1 ? content[0] : undefined
  if (only?.type === 'text' && Object.keys(only).length === 2) return { role, content: textOf(only.text) }
  // Tool results must come first in the turn that follows their calls.
  const isResult = (block: OutgoingBlock) => block.type === 'tool_result'
  if (!content.some(isResult)) return { role, content }
  return { role, content: [...content.filter(isResult), ...content.filter((block) => !isResult(block))] }
}

/** Blocks in the order of Anthropic's responses: thinking, text, calls. */
function encodeAssistant(message: UncheckedObject<AssistantMessage>, param: string): OutgoingBlock[] {
  const calls = objectsIn(message.tool_calls)
  const encoded = calls.map((call, index) => encodeCall(call, `${param}.tool_calls[${index}]`))
  const original = originalBlocks(message)
  if (original) return original.some((block) => block.type === 'tool_use') ? original : [...original, ...encoded]
  // `reasoning_details` may lack `format`. A call with Google's signature shows that Gemini produced the turn.
  const isForeign = calls.some((call) => isObject(call.extra_content))
  const thinking = isForeign ? [] : thinkingBlocks(message)
  return [...thinking, ...encodeContent(message.content, `${param}.content`), ...encoded]
}

const PLAIN_BLOCKS: ReadonlySet<unknown> = new Set(['text', 'thinking', 'redacted_thinking'])

/**
 * `content_blocks` holds Anthropic's original blocks if OpenAI's members could not represent them. They are ignored if the
 * caller changed the calls.
 */
function originalBlocks(message: UncheckedObject<AssistantMessage>): OutgoingBlock[] | null {
  if (!Array.isArray(message.content_blocks) || message.content_blocks.length === 0) return null
  const given: OutgoingBlock[] = objectsIn(message.content_blocks)
  const blocks = given.filter((block) => !isUnsendable(block)).map(withOwnCitations)
  const used = blocks.filter((block) => block.type === 'tool_use').map((block) => block.id)
  const called = objectsIn(message.tool_calls).map((call) => call.id)
  // In Portkey's format, `content_blocks` has only text and thinking; the calls are in `tool_calls`.
  if (used.length === 0 && blocks.every((block) => PLAIN_BLOCKS.has(block.type))) return blocks
  return used.length === called.length && used.every((id, index) => id === called[index]) ? blocks : null
}

/** Blocks that Anthropic rejects: text without a visible character, and thinking without Anthropic's signature. */
export function isUnsendable(block: OutgoingBlock): boolean {
  if (block.type === 'text') return textOf(block.text).trim() === ''
  if (block.type === 'redacted_thinking') return readOrigin(textOf(block.data)).format !== ANTHROPIC_FORMAT
  if (block.type !== 'thinking') return false
  const { text: signature, format } = readOrigin(textOf(block.signature))
  return signature === '' || format !== ANTHROPIC_FORMAT
}

/**
 * True if another provider made the citation and Anthropic would reject it: `encrypted_index` (web search) or
 * `cited_text` (all others) is empty, or the cited place is not known. Anthropic's ends are exclusive, so never 0.
 */
export function isForeignCitation(citation: JsonObject): boolean {
  if (citation['type'] === 'web_search_result_location') return citation['encrypted_index'] === ''
  return citation['cited_text'] === '' || LOCATION_ENDS.some((end) => citation[end] === 0)
}

const LOCATION_ENDS = ['end_char_index', 'end_page_number', 'end_block_index']

export function withOwnCitations(block: OutgoingBlock): OutgoingBlock {
  if (!objectsIn(block.citations).some(isForeignCitation)) return block
  const { citations, ...rest } = block
  const own = objectsIn(citations).filter((citation) => !isForeignCitation(citation))
  return own.length > 0 ? { ...rest, citations: own } : rest
}

function thinkingBlocks(message: UncheckedObject<AssistantMessage>): RequestBlock[] {
  const own = { thinking: ANTHROPIC_FORMAT, redacted: ANTHROPIC_FORMAT }
  return joinReasoning(message.reasoning_details, own)
    .map((detail): RequestBlock => {
      if (detail.type === 'redacted') return { type: 'redacted_thinking', data: detail.data }
      return { type: 'thinking', thinking: detail.text, signature: detail.signature }
    })
    .filter((block) => !isUnsendable(block))
}

function encodeCall(call: UncheckedObject<ChatToolCall>, param: string): ToolUseBlock {
  const { name, arguments: args } = objectOf(call.function)
  if (typeof name !== 'string' || typeof call.id !== 'string') {
    throw invalidBody(
      param,
      'A tool call needs an id and a function with a name.',
      'Send back the calls as the response had them.',
    )
  }
  return { type: 'tool_use', id: toolId(call.id), name, input: argumentsOrText(args), ...cacheControlOf(call) }
}

/** Anthropic accepts only these characters. After a fallback, ids from other providers may contain others. */
function toolId(id: string): string {
  return id.replaceAll(/[^a-zA-Z0-9_-]/g, '_')
}

/** Blocks in Anthropic's format that a caller may put among the parts. They are forwarded unchanged. */
const NATIVE_BLOCKS: ReadonlySet<string> = new Set([
  'image',
  'document',
  'search_result',
  'container_upload',
  'tool_reference',
] satisfies RequestBlock['type'][])

function encodeContent(content: Unchecked<string | ChatPart[]>, param: string): OutgoingBlock[] {
  if (typeof content === 'string') return textBlocks(content, {})
  if (content === undefined || content === null) return []
  if (!Array.isArray(content)) {
    throw invalidBody(param, `\`${param}\` must be a string or a list of parts.`, 'Send a string.')
  }
  return content.flatMap((part, index) => encodePart(part, `${param}[${index}]`))
}

function encodePart(part: Unchecked<ChatPart>, param: string): OutgoingBlock[] {
  if (typeof part === 'string') return textBlocks(part, {})
  if (!isObject(part)) {
    throw invalidBody(param, `\`${param}\` is not a content part.`, 'Send { type: "text", text: ... }.')
  }
  const cache = cacheControlOf(part)
  switch (part.type) {
    case 'text':
      return textBlocks(textOf(part.text), cache)
    case 'refusal':
      return textBlocks(textOf(part.refusal), cache)
    case 'image_url':
      return [{ ...encodeImage(part.image_url, param), ...cache }]
    case 'file':
      return [{ ...withCitations(encodeFile(objectOf(part.file), param), part.citations), ...cache }]
    default:
      if (typeof part.type === 'string' && NATIVE_BLOCKS.has(part.type)) return [part]
      throw invalidBody(
        param,
        `Anthropic's format has no part of type ${JSON.stringify(part.type)}.`,
        'Send text, image_url and file parts.',
      )
  }
}

/** Anthropic rejects text blocks without a visible character. */
function textBlocks(text: string, cache: { cache_control?: JsonObject }): TextBlock[] {
  return text.trim() === '' ? [] : [{ type: 'text', text, ...cache }]
}

function encodeImage(value: Unchecked<string | { url: string }>, param: string): ImageBlock | DocumentBlock {
  const url = isObject(value) ? textOf(value.url) : textOf(value)
  const data = readDataUrl(url)
  if (data) return dataBlock(data, null, param)
  if (/^https?:\/\//i.test(url)) return { type: 'image', source: { type: 'url', url } }
  throw invalidBody(
    `${param}.image_url.url`,
    'The image has no usable URL.',
    'Send a data: URL in base64, or an https URL.',
  )
}

function encodeFile(file: UncheckedObject<ChatFile>, param: string): ImageBlock | DocumentBlock {
  const title = typeof file.filename === 'string' ? file.filename : null
  if (typeof file.file_url === 'string') return documentBlock({ type: 'url', url: file.file_url }, title)
  if (typeof file.file_id === 'string') return documentBlock({ type: 'file', file_id: file.file_id }, title)
  const content = textOf(file.file_data)
  if (content === '') {
    throw invalidBody(
      `${param}.file`,
      'The file has no content.',
      'Send file_data as a data: URL, file_url or file_id.',
    )
  }
  const data = readDataUrl(content) ?? { mediaType: 'application/pdf', base64: content, text: '' }
  return dataBlock(data, title, param)
}

function withCitations(block: ImageBlock | DocumentBlock, citations: unknown): ImageBlock | DocumentBlock {
  return block.type === 'document' && isObject(citations) ? { ...block, citations } : block
}

function documentBlock(source: BlockSource, title: string | null): DocumentBlock {
  return { type: 'document', source, ...(title === null ? {} : { title }) }
}

/** The content of a data: URL: base64, or decoded text if `base64` is null. */
type Data = { readonly mediaType: string; readonly base64: string | null; readonly text: string }

function dataBlock(data: Data, title: string | null, param: string): ImageBlock | DocumentBlock {
  const { mediaType, base64 } = data
  if (mediaType.startsWith('text/') || mediaType === 'application/json') {
    const text = base64 === null ? data.text : Buffer.from(base64, 'base64').toString('utf8')
    return documentBlock({ type: 'text', media_type: 'text/plain', data: text }, title)
  }
  if (base64 === null) throw invalidBody(param, 'The data: URL is not in base64.', 'Send data:<type>;base64,<data>.')
  if (mediaType === 'application/pdf') {
    return documentBlock({ type: 'base64', media_type: mediaType, data: base64 }, title)
  }
  if (mediaType.startsWith('image/')) {
    const image = mediaType === 'image/jpg' ? 'image/jpeg' : mediaType
    return { type: 'image', source: { type: 'base64', media_type: image, data: base64 } }
  }
  throw invalidBody(param, `Anthropic accepts no files of type ${mediaType}.`, 'Send an image, a PDF or plain text.')
}

/** Uses `indexOf` and `slice`: the data may be megabytes long, too long for a regular expression. */
function readDataUrl(url: string): Data | null {
  if (url.slice(0, 5).toLowerCase() !== 'data:') return null
  const comma = url.indexOf(',')
  if (comma === -1) return null
  const head = url.slice(5, comma).toLowerCase().split(';')
  const mediaType = head[0]?.trim() || 'text/plain'
  const data = url.slice(comma + 1)
  if (head.includes('base64')) return { mediaType, base64: data, text: '' }
  try {
    return { mediaType, base64: null, text: decodeURIComponent(data) }
  } catch {
    return { mediaType, base64: null, text: data }
  }
}
