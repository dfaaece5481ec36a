/**
 * Reads thinking that a chat caller sends back: `thinking` and `redacted_thinking` parts in the content of an assistant
 * message, or in its `content_blocks`. Converts them to `reasoning_details` for formats other than Anthropic's.
 */

import type { JsonObject } from '../dialect.ts'
import { isObject, objectsIn, textOf, type UncheckedObject } from '../json.ts'
import { readOrigin } from './reasoning.ts'
import type { ChatMessage, ReasoningDetail } from './types.ts'

const THINKING: ReadonlySet<unknown> = new Set(['thinking', 'redacted_thinking'])
const CARRIED: ReadonlySet<unknown> = new Set([...THINKING, 'text'])

export function withCarriedThinking(body: JsonObject): JsonObject {
  const { messages } = body
  if (!Array.isArray(messages) || !messages.some(holdsThinking)) return body
  return { ...body, messages: messages.map((one) => (holdsThinking(one) ? withDetails(one) : one)) }
}

function holdsThinking(message: unknown): message is UncheckedObject<ChatMessage> {
  if (!isObject(message) || message['role'] !== 'assistant') return false
  return hasThinking(message['content']) || hasThinking(message['content_blocks'])
}

function hasThinking(parts: unknown): boolean {
  return Array.isArray(parts) && parts.some((part) => isObject(part) && THINKING.has(part['type']))
}

function withDetails(message: UncheckedObject<ChatMessage>): UncheckedObject<ChatMessage> {
  const { content, content_blocks: given, reasoning_details: details } = message
  const inContent = hasThinking(content) && Array.isArray(content)
  const blocks: JsonObject[] = objectsIn(Array.isArray(given) ? given : content)
  const rest = inContent ? content.filter((part: unknown) => !(isObject(part) && THINKING.has(part['type']))) : content
  // `content_blocks` keeps the order of the blocks, because Anthropic accepts thinking only at its original position.
  const isWhole =
    !inContent || (content.length === blocks.length && blocks.every((block) => CARRIED.has(block['type'])))
  return {
    ...message,
    content: rest,
    reasoning_details: Array.isArray(details) ? details : blocks.flatMap(detailOf),
    ...(Array.isArray(given) || isWhole ? { content_blocks: blocks } : {}),
  } as UncheckedObject<ChatMessage>
}

function detailOf(block: JsonObject): ReasoningDetail[] {
  if (block['type'] === 'redacted_thinking') {
    const { text, format } = readOrigin(textOf(block['data']))
    return [{ type: 'redacted', data: text, format }]
  }
  if (block['type'] !== 'thinking') return []
  const { text, format } = readOrigin(textOf(block['signature']))
  return [{ type: 'thinking', text: textOf(block['thinking']), ...(text !== '' && { signature: text }), format }]
}
