/** An assistant message of OpenAI's format as the blocks Anthropic once answered with: thinking, text, calls. */

import type { JsonObject } from '../../dialect.ts'
import { joinReasoning } from '../../reasoning/join-reasoning.ts'
import { ANTHROPIC_FORMAT, readOrigin } from '../../reasoning/reasoning-format.ts'
import { cacheControlOf, isObject, objectsIn, parseArguments, refusal, textOf } from '../json-value.ts'
import { encodeContent } from './encode-parts.ts'

export function encodeAssistant(message: JsonObject, param: string): JsonObject[] {
  const verbatim = verbatimBlocks(message)
  if (verbatim) return verbatim
  const calls = objectsIn(message.tool_calls).map((call, index) => encodeCall(call, `${param}.tool_calls[${index}]`))
  // Details may come without their origin; a call that Google signed gives away who thought here.
  const isForeign = objectsIn(message.tool_calls).some((call) => isObject(call.extra_content))
  const thinking = isForeign ? [] : thinkingBlocks(message)
  return [...thinking, ...encodeContent(message.content, `${param}.content`), ...calls]
}

/**
 * `content_blocks` is the whole answer as Anthropic wrote it, given where OpenAI's members could not hold its order or its
 * server-side tools. It no longer counts when the caller changed the calls.
 */
function verbatimBlocks(message: JsonObject): JsonObject[] | null {
  if (!Array.isArray(message.content_blocks) || message.content_blocks.length === 0) return null
  const blocks = objectsIn(message.content_blocks).filter((block) => !isUnsendable(block))
  const used = blocks.filter((block) => block.type === 'tool_use').map((block) => block.id)
  const called = objectsIn(message.tool_calls).map((call) => call.id)
  return used.length === called.length && used.every((id, index) => id === called[index]) ? blocks : null
}

/** Text without a visible character, and thinking that Anthropic did not sign. */
export function isUnsendable(block: JsonObject): boolean {
  if (block.type === 'text') return textOf(block.text).trim() === ''
  if (block.type === 'redacted_thinking') return readOrigin(textOf(block.data)).format !== ANTHROPIC_FORMAT
  if (block.type !== 'thinking') return false
  const { text: signature, format } = readOrigin(textOf(block.signature))
  return signature === '' || format !== ANTHROPIC_FORMAT
}

function thinkingBlocks(message: JsonObject): JsonObject[] {
  const own = { thinking: ANTHROPIC_FORMAT, redacted: ANTHROPIC_FORMAT }
  return joinReasoning(message.reasoning_details, own)
    .map((detail): JsonObject => {
      if (detail.type === 'redacted') return { type: 'redacted_thinking', data: detail.data }
      return { type: 'thinking', thinking: detail.text, signature: detail.signature }
    })
    .filter((block) => !isUnsendable(block))
}

function encodeCall(call: JsonObject, param: string): JsonObject {
  const called = isObject(call.function) ? call.function : null
  if (called === null || typeof called.name !== 'string' || typeof call.id !== 'string') {
    throw refusal(
      param,
      'A tool call needs an id and a function with a name.',
      'Send back the calls as they were answered.',
    )
  }
  return {
    type: 'tool_use',
    id: toolId(call.id),
    name: called.name,
    input: parseArguments(called.arguments),
    ...cacheControlOf(call),
  }
}

/** Anthropic takes only these characters; ids of other providers may come along after a fallback. */
export function toolId(id: string): string {
  return id.replaceAll(/[^a-zA-Z0-9_-]/g, '_')
}
