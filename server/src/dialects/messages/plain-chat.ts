/** A chat body without the members our formats add to OpenAI's, for providers that speak OpenAI's own and refuse unknown ones. */

import { objectsIn, refusal, textOf } from '../anthropic/json-value.ts'
import type { JsonObject } from '../dialect.ts'

// What was thought stays: the provider's adapter knows what its host takes back, and whose it is.
const MESSAGE_EXTRAS = ['cache_control', 'content_blocks', 'is_error', 'images']

export function plainChat(body: JsonObject): JsonObject {
  // Only a Responses request is translated to it: a host that could search has that endpoint itself.
  if (body.web_search_options !== undefined) {
    throw refusal(
      'tools',
      'This provider is reached through chat, which has no web_search.',
      'Leave the tool web_search out.',
    )
  }
  const { thinking: _thinking, top_k: _topK, ...rest } = body
  return {
    ...rest,
    ...(Array.isArray(body.messages) && { messages: objectsIn(body.messages).map(plainMessage) }),
    ...(Array.isArray(body.tools) && { tools: objectsIn(body.tools).map((tool) => without(tool, ['cache_control'])) }),
  }
}

function plainMessage(message: JsonObject): JsonObject {
  const plain = without(message, MESSAGE_EXTRAS)
  if (Array.isArray(plain.content)) plain.content = plainContent(objectsIn(plain.content))
  if (Array.isArray(plain.tool_calls)) {
    plain.tool_calls = objectsIn(plain.tool_calls).map((call) => without(call, ['cache_control']))
  }
  return plain
}

/** Text alone becomes one string, which the oldest of these hosts take too. */
function plainContent(parts: JsonObject[]): unknown {
  if (!parts.every((part) => part.type === 'text')) return parts.map((part) => without(part, ['cache_control']))
  return parts.map((part) => textOf(part.text)).join('\n')
}

function without(source: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(source).filter(([name]) => !names.includes(name)))
}
