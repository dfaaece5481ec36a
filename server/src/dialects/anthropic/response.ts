/** Translates Anthropic's complete responses and errors to OpenAI's format. */

import { GatewayError } from '../../core/errors.ts'
import { ANTHROPIC_FORMAT } from '../chat/reasoning.ts'
import { annotationOf, type Source, TextPositions } from '../chat/sources.ts'
import type {
  AssistantMessage,
  ChatAnnotation,
  ChatCompletion,
  ChatToolCall,
  ChatUsage,
  ErrorResponse,
  FinishReason,
  ReasoningDetail,
} from '../chat/types.ts'
import type { DialectContext } from '../dialect.ts'
import { finiteOf, isObject, objectOf, objectsIn, textOf, type UncheckedObject } from '../json.ts'
import type { MessagesError, MessagesResponse, MessagesUsage, ResponseBlock, StopDetails } from './types.ts'

export type IncomingBlock = UncheckedObject<ResponseBlock>

const FINISH_REASONS: ReadonlyMap<unknown, FinishReason> = new Map([
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool_calls'],
  ['refusal', 'content_filter'],
])

export function decodeResponse(
  response: UncheckedObject<MessagesResponse & Pick<MessagesError, 'error'>>,
  context: DialectContext,
): ChatCompletion {
  if (!Array.isArray(response.content)) {
    const error = textOf(objectOf(response.error).message)
    throw new GatewayError('upstream_broken', {
      message: `The provider returned a body that is not a message${error && `: ${error}`}.`,
    })
  }
  const blocks: IncomingBlock[] = objectsIn(response.content)
  const message = decodeMessage(blocks, refusalText(response.stop_details))
  return {
    id: textOf(response.id) || `${context.provider}-${context.nowSeconds}`,
    object: 'chat.completion',
    created: context.nowSeconds,
    model: textOf(response.model) || context.model,
    provider: context.provider,
    choices: [
      {
        index: 0,
        message,
        logprobs: null,
        finish_reason: finishReason(response.stop_reason, message.tool_calls !== undefined),
      },
    ],
    ...(isObject(response.usage) && { usage: decodeUsage(response.usage) }),
  }
}

function decodeMessage(blocks: IncomingBlock[], refusal: string | null): AssistantMessage {
  const texts = blocks.filter((block) => block.type === 'text').map((block) => textOf(block.text))
  const calls = blocks.filter((block) => block.type === 'tool_use').map(decodeCall)
  const details = blocks.flatMap(decodeThinking)
  const annotations = annotationsOf(blocks)
  const reasoning = details.map((detail) => (detail.type === 'thinking' ? detail.text : '')).join('')
  return {
    role: 'assistant',
    content: texts.length === 0 && calls.length > 0 ? null : texts.join(''),
    refusal,
    ...(reasoning !== '' && { reasoning_content: reasoning }),
    ...(details.length > 0 && { reasoning_details: details }),
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(annotations.length > 0 && { annotations }),
    ...(!isPlain(blocks) && { content_blocks: blocks }),
  }
}

function annotationsOf(blocks: readonly IncomingBlock[]): ChatAnnotation[] {
  const positions = new TextPositions()
  return blocks.flatMap((block) => {
    if (block.type !== 'text') return []
    const from = positions.length
    positions.add(textOf(block.text))
    return citedIn(block, positions, from)
  })
}

/** The web sources of a text block that begins at `from` and ends where the text ends. Other citations have no URL. */
export function citedIn(block: IncomingBlock, positions: TextPositions, from: number): ChatAnnotation[] {
  if (!Array.isArray(block.citations) || block.citations.length === 0) return []
  const span: Source['span'] = { start: positions.at(from), end: positions.at(positions.length) }
  return objectsIn(block.citations).flatMap((citation) => {
    // A citation of a search result that the caller supplied has a `source`, which may be a URL.
    const url = textOf(citation['url']) || textOf(citation['source'])
    if (!/^https?:/i.test(url)) return []
    return [annotationOf({ url, title: textOf(citation['title']) || url, span })]
  })
}

function decodeCall(block: IncomingBlock): ChatToolCall {
  return {
    id: textOf(block.id),
    type: 'function',
    function: { name: textOf(block.name), arguments: JSON.stringify(objectOf(block.input)) },
  }
}

/** A thinking block as a reasoning detail; `[]` for other blocks. Anthropic rejects the next turn if the text changes. */
export function decodeThinking(block: IncomingBlock): ReasoningDetail[] {
  if (block.type === 'redacted_thinking') {
    return [{ type: 'redacted', data: textOf(block.data), format: ANTHROPIC_FORMAT }]
  }
  if (block.type !== 'thinking') return []
  const signature = textOf(block.signature)
  const signed = signature === '' ? {} : { signature }
  return [{ type: 'thinking', text: textOf(block.thinking), ...signed, format: ANTHROPIC_FORMAT }]
}

/**
 * True if OpenAI's members can represent the blocks: thinking, then at most one text, then calls. Otherwise (another order,
 * server tools, citations, compaction) the blocks are also sent unchanged in `content_blocks`.
 */
export function isPlain(blocks: readonly UncheckedObject<ResponseBlock>[]): boolean {
  let stage = 0
  for (const block of blocks) {
    const position = plainPosition(block)
    if (position === null || position < stage) return false
    // OpenAI's `content` cannot separate a second text from the first.
    stage = position === 1 ? 2 : position
  }
  return true
}

function plainPosition(block: IncomingBlock): number | null {
  switch (block.type) {
    case 'thinking':
    case 'redacted_thinking':
      return 0
    case 'text':
      return Array.isArray(block.citations) && block.citations.length > 0 ? null : 1
    case 'tool_use':
      return isObject(block.caller) && block.caller.type !== 'direct' ? null : 2
    default:
      return null
  }
}

export function finishReason(reason: unknown, hasCalls: boolean): FinishReason {
  const mapped = FINISH_REASONS.get(reason) ?? 'stop'
  return mapped === 'stop' && hasCalls ? 'tool_calls' : mapped
}

export function refusalText(value: unknown): string | null {
  const details: UncheckedObject<StopDetails> = objectOf(value)
  return details.type === 'refusal' && typeof details.explanation === 'string' ? details.explanation : null
}

/** Anthropic's input_tokens exclude cached input, OpenAI's prompt_tokens include it. Unreported classes stay absent. */
export function decodeUsage(usage: UncheckedObject<MessagesUsage>): ChatUsage {
  const input = finiteOf(usage.input_tokens)
  const cacheRead = finiteOf(usage.cache_read_input_tokens)
  const cacheWrite = finiteOf(usage.cache_creation_input_tokens)
  const output = finiteOf(usage.output_tokens)
  const thinking = finiteOf(objectOf(usage.output_tokens_details).thinking_tokens)
  const cacheWriteHour = finiteOf(objectOf(usage.cache_creation).ephemeral_1h_input_tokens)
  const prompt = (input ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0)
  return {
    prompt_tokens: prompt,
    completion_tokens: output ?? 0,
    total_tokens: prompt + (output ?? 0),
    ...((cacheRead !== null || cacheWrite !== null) && {
      prompt_tokens_details: {
        ...(cacheRead !== null && { cached_tokens: cacheRead }),
        ...(cacheWrite !== null && { cache_write_tokens: cacheWrite }),
        ...(cacheWriteHour && { cache_write_1h_tokens: cacheWriteHour }),
      },
    }),
    ...(thinking !== null && { completion_tokens_details: { reasoning_tokens: thinking } }),
  }
}

/** Cloud platforms wrap Anthropic's errors: in a list (Vertex), or as a message without the member `error` (Bedrock). */
type PlatformError = { type?: string; status?: string; message?: string; details?: { error_code?: string } }

/** An error response body, or an error event of a stream. */
export function decodeErrorBody(body: unknown, fallbackMessage: string): ErrorResponse {
  const outer: unknown = Array.isArray(body) ? body[0] : body
  const inner = isObject(outer) && isObject(outer['error']) ? outer['error'] : outer
  const error: UncheckedObject<PlatformError> = objectOf(inner)
  const type = error.type === 'error' ? '' : textOf(error.type) || textOf(error.status)
  const plain = typeof body === 'string' ? body.slice(0, 1000).trim() : ''
  return {
    error: {
      message: textOf(error.message) || plain || fallbackMessage,
      type: type || 'api_error',
      param: null,
      code: textOf(objectOf(error.details).error_code) || type || null,
    },
  }
}
