/** Translates a request in Anthropic's Messages format to a chat request. */

import { isPlain } from '../anthropic/response.ts'
import type { BlockSource, MessagesRequest, OutputConfig, RequestBlock } from '../anthropic/types.ts'
import { ANTHROPIC_FORMAT, readOrigin } from '../chat/reasoning.ts'
import { cacheControlOf } from '../chat/request.ts'
import type {
  AssistantMessage,
  ChatImage,
  ChatMessage,
  ChatPart,
  ChatRequest,
  ChatToolCall,
  ExtraContent,
  ReasoningDetail,
} from '../chat/types.ts'
import type { InboundContext, JsonObject } from '../dialect.ts'
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
import { toolsToChat } from './offered-tools.ts'
import { splitToolId } from './signed-tool-id.ts'

type Block = UncheckedObject<RequestBlock>
type Content = Unchecked<string | RequestBlock[]>

/** Members that are translated here, or dropped because chat has no equivalent. All others are forwarded unchanged. */
const TRANSLATED_MEMBERS: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'system',
  'max_tokens',
  'stop_sequences',
  'tools',
  'tool_choice',
  'metadata',
  'output_config',
  'stream',
  'service_tier',
  'cache_control',
  'context_management',
  'diagnostics',
  'speed',
  'betas',
  'anthropic_version',
  'anthropic_beta',
] satisfies (keyof MessagesRequest)[])

/** Members that only Anthropic has and that change how the caller's data is used: the request is rejected. */
const UNSUPPORTED_MEMBERS = ['mcp_servers', 'container', 'inference_geo', 'thread'] as const

/** OpenAI's limit for `user`. Coding agents send longer values. */
const MAX_USER_LENGTH = 64

const EFFORTS: ReadonlyMap<unknown, string> = new Map([
  ['low', 'low'],
  ['medium', 'medium'],
  ['high', 'high'],
  ['xhigh', 'xhigh'],
  ['max', 'xhigh'],
])

export function toChat(body: UncheckedObject<MessagesRequest>, context?: InboundContext): UncheckedObject<ChatRequest> {
  for (const member of UNSUPPORTED_MEMBERS) {
    const value = body[member]
    if (!isAbsent(value) && !(Array.isArray(value) && value.length === 0)) {
      throw invalidBody(
        member,
        `\`${member}\` works with Anthropic only.`,
        'Leave it out, or choose an Anthropic model.',
      )
    }
  }
  const userId = textOf(objectOf(body.metadata).user_id)
  return {
    model: body.model,
    messages: [...systemToChat(body.system), ...messagesToChat(body.messages)],
    ...(!isAbsent(body.max_tokens) && { max_completion_tokens: body.max_tokens }),
    ...(Array.isArray(body.stop_sequences) && body.stop_sequences.length > 0 && { stop: body.stop_sequences }),
    ...toolsToChat(body, context),
    ...outputToChat(objectOf(body.output_config)),
    ...(userId !== '' && { user: userId.slice(0, MAX_USER_LENGTH) }),
    ...(body.service_tier === 'standard_only' && { service_tier: 'default' }),
    ...(body.stream === true && { stream: true, stream_options: { include_usage: true } }),
    ...Object.fromEntries(Object.entries(body).filter(([member]) => !isHandled(member))),
  }
}

function isHandled(member: string): boolean {
  return TRANSLATED_MEMBERS.has(member) || UNSUPPORTED_MEMBERS.some((name) => name === member)
}

function systemToChat(system: Content): ChatMessage[] {
  if (isAbsent(system)) return []
  const content = blocksToParts(system, 'system')
  if (content.length === 0) return []
  // Many providers accept only a string here. Parts with a cache marker must stay separate.
  const isMarked = content.some((part) => 'cache_control' in part && part.cache_control !== undefined)
  return [{ role: 'system', content: isMarked ? content : content.map(partText).join('\n') }]
}

function messagesToChat(messages: UncheckedObject<MessagesRequest>['messages']): ChatMessage[] {
  if (!Array.isArray(messages))
    throw invalidBody('messages', '`messages` must be a list.', 'Send at least one message.')
  return messages.flatMap((message, index) => {
    const param = `messages[${index}]`
    const { role, content } = objectOf(message)
    if (role !== 'user' && role !== 'assistant' && role !== 'system') {
      throw invalidBody(`${param}.role`, 'A message has the role user, assistant or system.', 'Send { role, content }.')
    }
    if (role === 'assistant') return assistantToChat(content, `${param}.content`)
    return role === 'system' ? systemToChat(content) : userToChat(content, `${param}.content`)
  })
}

function outputToChat(config: UncheckedObject<OutputConfig>): UncheckedObject<ChatRequest> {
  const effort = EFFORTS.get(config.effort)
  const { schema } = objectOf(config.format)
  return {
    ...(effort !== undefined && { reasoning_effort: effort }),
    ...(isObject(schema) && {
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'answer', schema, ...(isClosed(schema) && { strict: true }) },
      },
    }),
  }
}

/** OpenAI's strict mode requires that all properties are required and no others are allowed. */
export function isClosed(schema: unknown, depth = 0): boolean {
  if (depth > 100) return false
  if (Array.isArray(schema)) return schema.every((item) => isClosed(item, depth + 1))
  if (!isObject(schema)) return true
  const { properties, required: names, additionalProperties } = schema
  if (isObject(properties)) {
    const required = new Set(Array.isArray(names) ? names : [])
    if (additionalProperties !== false) return false
    if (!Object.keys(properties).every((name) => required.has(name))) return false
  }
  return Object.values(schema).every((value) => isClosed(value, depth + 1))
}

/** Tool results become tool messages before the rest of the turn: OpenAI requires them directly after the calls. */
function userToChat(content: Content, param: string): ChatMessage[] {
  if (!Array.isArray(content)) return userMessage(blocksToParts(content, param))
  const results: ChatMessage[] = []
  const parts: ChatPart[] = []
  for (const [index, block] of content.entries()) {
    const path = `${param}[${index}]`
    if (isObject(block) && block.type === 'tool_result') {
      const { message, attachments } = resultToChat(block, path)
      results.push(message)
      for (const attachment of attachments) parts.push(attachment)
    } else for (const part of blockToParts(block, path)) parts.push(part)
  }
  return [...results, ...userMessage(parts)]
}

function userMessage(parts: ChatPart[]): ChatMessage[] {
  if (parts.length === 0) return []
  return [{ role: 'user', content: textIfPlain(parts) }]
}

/** A single text becomes a string, which every provider accepts. */
function textIfPlain(parts: ChatPart[]): string | ChatPart[] {
  const only = parts.length === 1 ? parts[0] : undefined
  return only?.type === 'text' && only.cache_control === undefined ? only.text : parts
}

function partText(part: ChatPart): string {
  return part.type === 'text' ? part.text : ''
}

/** OpenAI's tool messages hold only text. Images and files follow in the user message, with a note that names the call. */
function resultToChat(block: Block, param: string): { message: ChatMessage; attachments: ChatPart[] } {
  if (typeof block.tool_use_id !== 'string') {
    throw invalidBody(`${param}.tool_use_id`, 'A tool result needs the id of its call.', 'Send tool_use_id.')
  }
  const { id } = splitToolId(block.tool_use_id)
  const parts = blocksToParts(block.content, `${param}.content`)
  const texts = parts.filter((part) => part.type === 'text')
  const others = parts.filter((part) => part.type !== 'text')
  const note: ChatPart = { type: 'text', text: `Attached to the result of tool call ${id}:` }
  if (others.length > 0 && texts.length === 0) texts.push({ type: 'text', text: 'The result is attached below.' })
  const last = texts.at(-1)
  if (last && last.cache_control === undefined) Object.assign(last, cacheControlOf(block))
  const content = texts.length === 0 ? '' : textIfPlain(texts)
  return {
    message: { role: 'tool', tool_call_id: id, content, ...(block.is_error === true && { is_error: true }) },
    attachments: others.length > 0 ? [note, ...others] : [],
  }
}

function blocksToParts(content: Content, param: string): ChatPart[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  if (content === undefined || content === null) return []
  if (!Array.isArray(content)) {
    throw invalidBody(param, `\`${param}\` must be a string or a list of blocks.`, 'Send a string.')
  }
  return content.flatMap((block, index) => blockToParts(block, `${param}[${index}]`))
}

function blockToParts(block: Unchecked<RequestBlock>, param: string): ChatPart[] {
  if (!isObject(block)) {
    throw invalidBody(param, `\`${param}\` is not a content block.`, 'Send { type: "text", text: ... }.')
  }
  const cache = cacheControlOf(block)
  switch (block.type) {
    case 'text': {
      const text = textOf(block.text)
      return text === '' ? [] : [{ type: 'text', text, ...cache }]
    }
    case 'image':
      return [{ type: 'image_url', image_url: { url: imageUrl(objectOf(block.source), param) }, ...cache }]
    case 'document':
      return documentToParts(block, param, cache)
    case 'search_result': {
      const texts = blocksToParts(block.content as Content, `${param}.content`).map(partText)
      return [{ type: 'text', text: [block.title, block.source, ...texts].filter(Boolean).join('\n'), ...cache }]
    }
    case 'tool_reference':
      return [{ type: 'text', text: textOf(block.tool_name), ...cache }]
    default:
      throw invalidBody(
        `${param}.type`,
        `OpenAI's format has no equivalent of a block of type ${JSON.stringify(block.type)}.`,
        'Use text, image, document, search_result and tool_result blocks, or choose an Anthropic model.',
      )
  }
}

function imageUrl(source: UncheckedObject<BlockSource>, param: string): string {
  if (source.type === 'base64') return `data:${textOf(source.media_type)};base64,${textOf(source.data)}`
  if (source.type === 'url') return textOf(source.url)
  throw invalidBody(
    `${param}.source`,
    'This image source works with Anthropic only.',
    'Send the image in base64 or as a URL.',
  )
}

function documentToParts(block: Block, param: string, cache: { cache_control?: JsonObject }): ChatPart[] {
  const source: UncheckedObject<BlockSource> = objectOf(block.source)
  const cited = objectOf(block.citations).enabled === true ? { citations: { enabled: true } } : {}
  const title = textOf(block.title)
  switch (source.type) {
    case 'base64': {
      const data = `data:${textOf(source.media_type) || 'application/pdf'};base64,${textOf(source.data)}`
      return [{ type: 'file', file: { filename: title || 'document.pdf', file_data: data }, ...cited, ...cache }]
    }
    case 'url':
      return [
        { type: 'file', file: { ...(title && { filename: title }), file_url: textOf(source.url) }, ...cited, ...cache },
      ]
    case 'text':
      return [{ type: 'text', text: [title, block.context, source.data].filter(Boolean).join('\n'), ...cache }]
    case 'content':
      return blocksToParts(source.content, `${param}.source.content`)
    default:
      throw invalidBody(
        `${param}.source`,
        'This source works with Anthropic only.',
        'Send the document in base64 or as text.',
      )
  }
}

function assistantToChat(content: Content, param: string): AssistantMessage[] {
  if (!Array.isArray(content)) {
    const parts = blocksToParts(content, param)
    return parts.length === 0 ? [] : [{ role: 'assistant', content: textIfPlain(parts) }]
  }
  const blocks: Block[] = objectsIn(content)
  const texts = blocksToParts(
    content.filter((block) => objectOf(block).type === 'text'),
    param,
  )
  const calls = blocks.filter((block) => block.type === 'tool_use').map(callToChat)
  const reasoning = blocks.filter((block) => block.type === 'thinking').map((block) => textOf(block.thinking))
  const details = detailsOf(blocks)
  const images = blocks.flatMap((block, index) => imageToChat(block, `${param}[${index}]`))
  const others = blocks.filter((block) => block.type !== 'image')
  const isRepresentable = isPlain(others)
  if (texts.length + calls.length + details.length + images.length === 0 && isRepresentable) return []
  return [
    {
      role: 'assistant',
      content: assistantContent(texts, calls.length > 0),
      ...(reasoning.some((text) => text !== '') && { reasoning_content: reasoning.join('') }),
      ...(details.length > 0 && { reasoning_details: details }),
      ...(images.length > 0 && { images }),
      ...(calls.length > 0 && { tool_calls: calls }),
      ...(!isRepresentable && { content_blocks: others }),
    },
  ]
}

function assistantContent(texts: ChatPart[], hasCalls: boolean): string | ChatPart[] | null {
  if (texts.length === 0 && hasCalls) return null
  const isMarked = texts.some((part) => 'cache_control' in part && part.cache_control)
  return isMarked ? texts : texts.map(partText).join('')
}

/** An image that the model generated, as `imageFromChat` wrote it. */
function imageToChat(block: Block & { readonly extra_content?: unknown }, param: string): ChatImage[] {
  if (block.type !== 'image') return []
  const { extra_content: extra } = block
  const url = imageUrl(objectOf(block.source), param)
  return [{ type: 'image_url', image_url: { url }, ...(isObject(extra) && { extra_content: extra as ExtraContent }) }]
}

function callToChat(block: Block): ChatToolCall {
  const { id, extra } = splitToolId(textOf(block.id))
  return {
    id,
    type: 'function',
    function: { name: textOf(block.name), arguments: JSON.stringify(objectOf(block.input)) },
    ...extra,
    ...cacheControlOf(block),
  }
}

/**
 * Returns thinking that is signed or marked with its provider. Other thinking is not needed in the next turn. An empty
 * thinking block after the text contains the signature of the text (Gemini) and becomes a detail without `text`. An
 * empty block before the text contains the signature of hidden thinking.
 */
function detailsOf(blocks: readonly Block[]): ReasoningDetail[] {
  const details: ReasoningDetail[] = []
  let isAfterText = false
  for (const block of blocks) {
    if (block.type === 'text') isAfterText = true
    if (block.type === 'redacted_thinking') {
      const { text: data, format } = readOrigin(textOf(block.data))
      details.push({ type: 'redacted', data, format })
    }
    const { text: signature, format } = readOrigin(textOf(block.signature))
    if (block.type !== 'thinking' || (signature === '' && format === ANTHROPIC_FORMAT)) continue
    const text = textOf(block.thinking)
    const signed = signature === '' ? {} : { signature }
    details.push({ type: 'thinking', ...(!(isAfterText && text === '') && { text }), ...signed, format })
  }
  return details
}
