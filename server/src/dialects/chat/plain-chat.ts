/** Removes members that this gateway adds to chat requests, because some providers with OpenAI's format reject them. */

import type { JsonObject } from '../dialect.ts'
import { objectsIn, textOf, type UncheckedObject, without } from '../json.ts'
import type { ChatBody, ChatMessage, ChatPart } from './types.ts'

/** Reasoning members stay: the provider's adapter removes those that its host does not accept. */
const ADDED_MEMBERS = ['cache_control', 'content_blocks', 'is_error', 'images']

export function plainChat(body: ChatBody): JsonObject {
  // Only OpenAI's models have `verbosity`, and their hosts accept the Responses format without translation.
  const { thinking: _thinking, top_k: _topK, verbosity: _verbosity, ...rest } = body
  return {
    ...rest,
    ...(Array.isArray(body.messages) && { messages: objectsIn(body.messages).map(plainMessage) }),
    ...(Array.isArray(body.tools) && { tools: objectsIn(body.tools).map((tool) => without(tool, ['cache_control'])) }),
  }
}

function plainMessage(message: UncheckedObject<ChatMessage>): JsonObject {
  const plain = without(message, ADDED_MEMBERS)
  if (Array.isArray(plain['content'])) plain['content'] = plainContent(objectsIn(plain['content']))
  if (Array.isArray(plain['tool_calls'])) {
    plain['tool_calls'] = objectsIn(plain['tool_calls']).map((call) => without(call, ['cache_control']))
  }
  return plain
}

/** A list of text parts becomes one string: some hosts accept only strings. */
function plainContent(parts: UncheckedObject<ChatPart>[]): unknown {
  if (!parts.every((part) => part.type === 'text'))
    return parts.map((part) => without(part, ['cache_control', 'citations']))
  return parts.map((part) => textOf(part.text)).join('\n')
}
