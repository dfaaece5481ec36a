/** A whole answer of Anthropic's Messages endpoint as a chat completion. */

import { GatewayError } from '../../../core/errors.ts'
import type { DialectContext, JsonObject } from '../../dialect.ts'
import { ANTHROPIC_FORMAT } from '../../reasoning/reasoning-format.ts'
import { isObject, objectsIn, textOf } from '../json-value.ts'

const FINISH_REASONS: ReadonlyMap<unknown, string> = new Map([
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool_calls'],
  ['refusal', 'content_filter'],
])

export function decodeAnswer(answer: JsonObject, context: DialectContext): JsonObject {
  if (!Array.isArray(answer.content)) {
    const error = isObject(answer.error) ? textOf(answer.error.message) : ''
    throw new GatewayError('upstream_broken', {
      message: `The provider answered with something that is not a message${error && `: ${error}`}.`,
    })
  }
  const blocks = objectsIn(answer.content)
  const message = decodeMessage(blocks, refusalText(answer.stop_details))
  return {
    id: textOf(answer.id) || `${context.provider}-${context.nowSeconds}`,
    object: 'chat.completion',
    created: context.nowSeconds,
    model: textOf(answer.model) || context.model,
    provider: context.provider,
    choices: [
      {
        index: 0,
        message,
        logprobs: null,
        finish_reason: finishReason(answer.stop_reason, message.tool_calls !== undefined),
      },
    ],
    ...(isObject(answer.usage) && { usage: decodeUsage(answer.usage) }),
  }
}

function decodeMessage(blocks: JsonObject[], refusal: string | null): JsonObject {
  const texts = blocks.filter((block) => block.type === 'text').map((block) => textOf(block.text))
  const calls = blocks.filter((block) => block.type === 'tool_use').map(decodeCall)
  const details = blocks.flatMap(decodeThinking)
  const reasoning = details.map((detail) => textOf(detail.text)).join('')
  return {
    role: 'assistant',
    content: texts.length === 0 && calls.length > 0 ? null : texts.join(''),
    refusal,
    ...(reasoning !== '' && { reasoning_content: reasoning }),
    ...(details.length > 0 && { reasoning_details: details }),
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(!isPlain(blocks) && { content_blocks: blocks }),
  }
}

function decodeCall(block: JsonObject): JsonObject {
  return {
    id: textOf(block.id),
    type: 'function',
    function: { name: textOf(block.name), arguments: JSON.stringify(isObject(block.input) ? block.input : {}) },
  }
}

/** A thinking block as `reasoning_details`: nothing in it may change, or Anthropic refuses the next turn. */
export function decodeThinking(block: JsonObject): JsonObject[] {
  if (block.type === 'redacted_thinking') return [{ type: 'redacted', data: block.data, format: ANTHROPIC_FORMAT }]
  if (block.type !== 'thinking') return []
  const signature = textOf(block.signature)
  const signed = signature === '' ? {} : { signature }
  return [{ type: 'thinking', text: textOf(block.thinking), ...signed, format: ANTHROPIC_FORMAT }]
}

/**
 * True when OpenAI's members rebuild the answer as it was: thinking, then at most one text, then calls. Any other order, and
 * blocks OpenAI has no word for (server tools, citations, compaction), travel back verbatim in `content_blocks`.
 */
export function isPlain(blocks: readonly JsonObject[]): boolean {
  let stage = 0
  for (const block of blocks) {
    const place = placeOf(block)
    if (place === null || place < stage) return false
    // A second text would be glued to the first.
    stage = place === 1 ? 2 : place
  }
  return true
}

function placeOf(block: JsonObject): number | null {
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

export function finishReason(reason: unknown, hasCalls: boolean): string {
  const mapped = FINISH_REASONS.get(reason) ?? 'stop'
  return mapped === 'stop' && hasCalls ? 'tool_calls' : mapped
}

export function refusalText(details: unknown): string | null {
  return isObject(details) && details.type === 'refusal' && typeof details.explanation === 'string'
    ? details.explanation
    : null
}

/** Anthropic counts cached input apart, OpenAI within; classes the provider did not name stay out. */
export function decodeUsage(usage: JsonObject): JsonObject {
  const input = countOf(usage.input_tokens)
  const cacheRead = countOf(usage.cache_read_input_tokens)
  const cacheWrite = countOf(usage.cache_creation_input_tokens)
  const output = countOf(usage.output_tokens)
  const thinking = isObject(usage.output_tokens_details) ? countOf(usage.output_tokens_details.thinking_tokens) : null
  const creation = isObject(usage.cache_creation) ? usage.cache_creation : {}
  const cacheWriteLong = countOf(creation.ephemeral_1h_input_tokens)
  const prompt = (input ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0)
  return {
    prompt_tokens: prompt,
    completion_tokens: output ?? 0,
    total_tokens: prompt + (output ?? 0),
    ...((cacheRead !== null || cacheWrite !== null) && {
      prompt_tokens_details: {
        ...(cacheRead !== null && { cached_tokens: cacheRead }),
        ...(cacheWrite !== null && { cache_write_tokens: cacheWrite }),
        ...(cacheWriteLong && { cache_write_1h_tokens: cacheWriteLong }),
      },
    }),
    ...(thinking !== null && { completion_tokens_details: { reasoning_tokens: thinking } }),
  }
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
