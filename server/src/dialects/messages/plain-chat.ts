/** A chat body without the members our formats add to OpenAI's, for providers that speak OpenAI's own and refuse unknown ones. */

import { objectsIn, textOf } from '../anthropic/json-value.ts'
import type { JsonObject } from '../dialect.ts'

// reasoning_content stays: hosts of open reasoning models gave it themselves and want it back in a tool loop.
const MESSAGE_EXTRAS = ['cache_control', 'reasoning_details', 'content_blocks', 'is_error', 'images']

export function plainChat(body: JsonObject): JsonObject {
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
