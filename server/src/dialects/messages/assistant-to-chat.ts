/** An assistant's turn in Anthropic's format as OpenAI's message: text, calls, and thinking with what must travel back. */

import { isPlain } from '../anthropic/answer/decode-answer.ts'
import { cacheControlOf, isObject, objectsIn, textOf } from '../anthropic/json-value.ts'
import type { JsonObject } from '../dialect.ts'
import { ANTHROPIC_FORMAT, readOrigin } from '../reasoning/reasoning-format.ts'
import { blocksToParts, textIfPlain } from './blocks-to-parts.ts'
import { splitToolId } from './signed-tool-id.ts'

export function assistantToChat(content: unknown, param: string): JsonObject[] {
  if (!Array.isArray(content)) {
    const parts = blocksToParts(content, param)
    return parts.length === 0 ? [] : [{ role: 'assistant', content: textIfPlain(parts) }]
  }
  const blocks = objectsIn(content)
  const texts = blocksToParts(
    blocks.filter((block) => block.type === 'text'),
    param,
  )
  const calls = blocks.filter((block) => block.type === 'tool_use').map(callToChat)
  const reasoning = blocks.filter((block) => block.type === 'thinking').map((block) => textOf(block.thinking))
  const details = detailsOf(blocks)
  if (texts.length === 0 && calls.length === 0 && details.length === 0 && isPlain(blocks)) return []
  return [
    {
      role: 'assistant',
      content: contentOf(texts, calls.length > 0),
      ...(reasoning.some((text) => text !== '') && { reasoning_content: reasoning.join('') }),
      ...(details.length > 0 && { reasoning_details: details }),
      ...(calls.length > 0 && { tool_calls: calls }),
      ...(!isPlain(blocks) && { content_blocks: blocks }),
    },
  ]
}

function contentOf(texts: JsonObject[], hasCalls: boolean): unknown {
  if (texts.length === 0 && hasCalls) return null
  return texts.some((part) => part.cache_control) ? texts : texts.map((part) => textOf(part.text)).join('')
}

function callToChat(block: JsonObject): JsonObject {
  const { id, extra } = splitToolId(textOf(block.id))
  return {
    id,
    type: 'function',
    function: { name: textOf(block.name), arguments: JSON.stringify(isObject(block.input) ? block.input : {}) },
    ...extra,
    ...cacheControlOf(block),
  }
}

/**
 * Only what someone signed, or marked as its own, must travel back. A signature that follows the text signs the text itself (Gemini's way) and has no text of
 * its own; one before it belongs to thinking that was not shown.
 */
function detailsOf(blocks: readonly JsonObject[]): JsonObject[] {
  const details: JsonObject[] = []
  let isTextSeen = false
  for (const block of blocks) {
    if (block.type === 'text') isTextSeen = true
    if (block.type === 'redacted_thinking') {
      const { text: data, format } = readOrigin(textOf(block.data))
      details.push({ type: 'redacted', data, format })
    }
    const { text: signature, format } = readOrigin(textOf(block.signature))
    if (block.type !== 'thinking' || (signature === '' && format === ANTHROPIC_FORMAT)) continue
    const text = textOf(block.thinking)
    const signed = signature === '' ? {} : { signature }
    details.push({ type: 'thinking', ...(!(isTextSeen && text === '') && { text }), ...signed, format })
  }
  return details
}
