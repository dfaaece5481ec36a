/** Translates chat completions and errors to Anthropic's Messages format. */

import type {
  ImageBlock,
  MessagesError,
  MessagesResponse,
  MessagesUsage,
  ResponseBlock,
  TextBlock,
  ToolUseBlock,
} from '../anthropic/types.ts'
import { contentPieces } from '../chat/content.ts'
import { type DocumentCitation, documentCitations } from '../chat/document-citations.ts'
import { errorText } from '../chat/error-text.ts'
import { imageUrlOf, inlineImage } from '../chat/generated-image.ts'
import { cachedTokens, openaiFinishReason } from '../chat/host-variants.ts'
import { type IncomingDetail, markOrigin } from '../chat/reasoning.ts'
import { argumentsOrText } from '../chat/request.ts'
import { annotatedSources, listedSources, type Source } from '../chat/sources.ts'
import type {
  AssistantMessage,
  ChatCompletion,
  ChatImage,
  ChatToolCall,
  ChatUsage,
  ExtraContent,
} from '../chat/types.ts'
import type { JsonObject } from '../dialect.ts'
import { finiteOf, isObject, objectOf, objectsIn, textOf, type UncheckedObject } from '../json.ts'
import { joinToolId } from './signed-tool-id.ts'

/** A generated image, in the form of a request's image block. `extra_content` contains Gemini's signature. */
type GeneratedImage = ImageBlock & { extra_content?: ExtraContent }
type MadeBlock = ResponseBlock | GeneratedImage

/** Blocks in `content_blocks` are returned as the caller or provider wrote them. */
export type OutgoingBlock = MadeBlock | UncheckedObject<ResponseBlock>

const STOP_REASONS: ReadonlyMap<unknown, string> = new Map([
  ['length', 'max_tokens'],
  ['tool_calls', 'tool_use'],
  ['content_filter', 'refusal'],
])

export function fromChat(
  completion: UncheckedObject<ChatCompletion>,
  request: JsonObject,
): UncheckedObject<MessagesResponse> {
  const { message: given, finish_reason: reason } = objectsIn(completion.choices)[0] ?? {}
  const message: UncheckedObject<AssistantMessage> = objectOf(given)
  const content: OutgoingBlock[] = Array.isArray(message.content_blocks)
    ? objectsIn(message.content_blocks)
    : withCitations(contentOf(message), [
        ...annotatedSources(message.annotations).map(citationOf),
        ...listedSources(completion).map(citationOf),
        ...documentCitations(message.citations).map(documentCitationOf),
      ])
  const hasCalls = content.some((block) => block.type === 'tool_use')
  return {
    id: messageId(completion.id),
    type: 'message',
    role: 'assistant',
    model: textOf(completion.model) || textOf(request['model']),
    content,
    stop_reason: stopReason(reason, hasCalls, textOf(message.refusal) !== ''),
    stop_sequence: null,
    usage: usageFromChat(completion.usage),
  }
}

function contentOf(message: UncheckedObject<AssistantMessage>): MadeBlock[] {
  const pieces = contentPieces(message.content)
  const refusal = textOf(message.refusal)
  if (refusal !== '' && !pieces.some(({ kind }) => kind === 'text')) pieces.push({ kind: 'text', text: refusal })
  const { before, after } = thinkingOf(message)
  const calls = objectsIn(message.tool_calls).map(callFromChat)
  return [
    ...before,
    ...pieces.map(({ kind, text }): ResponseBlock => (kind === 'text' ? { type: 'text', text } : unsigned(text))),
    ...objectsIn(message.images).flatMap(imageFromChat),
    ...(calls.length > 0 ? after : []),
    ...calls,
  ]
}

/** Adds all citations to the last text block, because Anthropic's citations have no position in the text. */
function withCitations(blocks: MadeBlock[], citations: JsonObject[]): MadeBlock[] {
  const last =
    citations.length === 0 ? undefined : blocks.findLast((block): block is TextBlock => block.type === 'text')
  return last ? blocks.map((block) => (block === last ? { ...last, citations } : block)) : blocks
}

/** The empty index marks a citation of another provider. `withoutForeignParts` removes it from later requests. */
export function citationOf({ url, title }: Source): JsonObject {
  return { type: 'web_search_result_location', url, title, cited_text: '', encrypted_index: '' }
}

/**
 * https://platform.claude.com/docs/en/build-with-claude/citations. The required location ends at 0 if it is unknown;
 * `withoutForeignParts` removes such a citation from later requests. Anthropic rejects an empty title.
 */
export function documentCitationOf({ id, title: given, index, part, text }: DocumentCitation): JsonObject {
  const title = given || null
  const { unit = 'character', start = 0, end = 0 } = part ?? {}
  if (unit === 'search_result') {
    const range = { search_result_index: index ?? 0, start_block_index: start, end_block_index: end }
    return { type: 'search_result_location', cited_text: text, source: id, title, ...range }
  }
  const cited = { cited_text: text, document_index: index ?? 0, document_title: title, file_id: null }
  switch (unit) {
    case 'character':
      return { type: 'char_location', ...cited, start_char_index: start, end_char_index: end }
    case 'page':
      return { type: 'page_location', ...cited, start_page_number: start, end_page_number: end }
    case 'block':
      return { type: 'content_block_location', ...cited, start_block_index: start, end_block_index: end }
  }
}

/** Anthropic's format requires a signature. An empty one means that the provider does not sign. */
function unsigned(thinking: string): ResponseBlock {
  return { type: 'thinking', thinking, signature: '' }
}

/**
 * A detail without `text` contains the signature of the response text (Gemini). Its block follows the text, but is
 * never the last one: Claude Code and others treat the last block as the response. Gemini does not require this
 * signature back.
 */
function thinkingOf(message: UncheckedObject<AssistantMessage>): { before: ResponseBlock[]; after: ResponseBlock[] } {
  const details: IncomingDetail[] = objectsIn(message.reasoning_details)
  const before = details.filter((detail) => !isTextSignature(detail)).flatMap(detailToBlocks)
  const reasoning = textOf(message.reasoning_content) || textOf(message.reasoning)
  const hasThinking = before.some((block) => block.type === 'thinking' && block.thinking !== '')
  if (reasoning !== '' && !hasThinking) before.unshift(unsigned(reasoning))
  return { before, after: details.filter(isTextSignature).flatMap(detailToBlocks) }
}

export function isTextSignature(detail: IncomingDetail): boolean {
  return detail.type === 'thinking' && typeof detail.text !== 'string'
}

export function detailToBlocks(detail: IncomingDetail): ResponseBlock[] {
  if (detail.type === 'redacted') {
    return [{ type: 'redacted_thinking', data: markOrigin(textOf(detail.data), detail.format) }]
  }
  if (detail.type !== 'thinking') return []
  const signature = markOrigin(textOf(detail.signature), detail.format)
  return [{ type: 'thinking', thinking: textOf(detail.text), signature }]
}

function callFromChat(call: UncheckedObject<ChatToolCall>): ToolUseBlock {
  const { name, arguments: args } = objectOf(call.function)
  return { type: 'tool_use', id: joinToolId(call), name: textOf(name), input: argumentsOrText(args) }
}

/** An image that the model generated. */
export function imageFromChat(image: UncheckedObject<ChatImage>): GeneratedImage[] {
  const { extra_content: extra } = image
  const signed = isObject(extra) ? { extra_content: extra as ExtraContent } : {}
  const inline = inlineImage(image)
  if (inline) {
    return [{ type: 'image', source: { type: 'base64', media_type: inline.mediaType, data: inline.base64 }, ...signed }]
  }
  const url = imageUrlOf(image)
  return url === '' ? [] : [{ type: 'image', source: { type: 'url', url }, ...signed }]
}

export function messageId(id: unknown): string {
  const text = textOf(id)
  return text.startsWith('msg_') ? text : `msg_${text}`
}

export function stopReason(reason: unknown, hasCalls: boolean, isRefused: boolean): string {
  const mapped = STOP_REASONS.get(openaiFinishReason(reason)) ?? 'end_turn'
  if (mapped !== 'end_turn') return mapped
  return isRefused ? 'refusal' : hasCalls ? 'tool_use' : mapped
}

/** OpenAI's prompt_tokens include cached input, Anthropic's input_tokens exclude it. */
export function usageFromChat(value: unknown): MessagesUsage {
  const usage: UncheckedObject<ChatUsage> = objectOf(value)
  const input = objectOf(usage.prompt_tokens_details)
  const { reasoning_tokens: thinking } = objectOf(usage.completion_tokens_details)
  const cacheRead = cachedTokens(usage)
  const cacheWrite = finiteOf(input.cache_write_tokens) ?? 0
  return {
    input_tokens: Math.max(0, (finiteOf(usage.prompt_tokens) ?? 0) - cacheRead - cacheWrite),
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
    output_tokens: outputTokens(usage),
    ...(typeof thinking === 'number' && { output_tokens_details: { thinking_tokens: thinking } }),
  }
}

/** Some hosts exclude thinking from completion_tokens, but not from total_tokens. Anthropic's output_tokens include it. */
function outputTokens(usage: UncheckedObject<ChatUsage>): number {
  const prompt = finiteOf(usage.prompt_tokens)
  const completion = finiteOf(usage.completion_tokens)
  const total = finiteOf(usage.total_tokens) ?? 0
  if (prompt === null || completion === null) return completion ?? 0
  return Math.max(completion, total - prompt)
}

// platform.claude.com/docs/en/api/errors. Anthropic's SDKs decide by the type whether to retry.
const ERROR_TYPES: ReadonlyMap<number, string> = new Map([
  [401, 'authentication_error'],
  [402, 'billing_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [408, 'timeout_error'],
  [409, 'conflict_error'],
  [413, 'request_too_large'],
  [429, 'rate_limit_error'],
  [503, 'overloaded_error'],
  [504, 'timeout_error'],
  [529, 'overloaded_error'],
])

/** `error` is the error body or the value of its member `error`. */
export function fromError(status: number, error: JsonObject): MessagesError {
  const type = ERROR_TYPES.get(status) ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
  return errorOf(type, error)
}

/** An error in a stream has no status, so the type is derived from the error's type and code. */
export function fromStreamError(error: JsonObject): MessagesError {
  const inner = isObject(error['error']) ? error['error'] : error
  const words = `${textOf(inner['type'])} ${textOf(inner['code'])}`
  if (/rate_?limit|quota|too_many|throttl/i.test(words)) return errorOf('rate_limit_error', error)
  if (/overload|unavailable/i.test(words)) return errorOf('overloaded_error', error)
  if (/time_?out|upstream_idle/i.test(words)) return errorOf('timeout_error', error)
  return errorOf(/invalid_request/i.test(words) ? 'invalid_request_error' : 'api_error', error)
}

function errorOf(type: string, error: JsonObject): MessagesError {
  const inner = isObject(error['error']) ? error['error'] : error
  const message = errorText(inner) || errorText(error) || 'The request failed.'
  const traceId = inner['trace_id']
  return { type: 'error', error: { type, message }, request_id: typeof traceId === 'string' ? traceId : null }
}
