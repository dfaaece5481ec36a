/** Counts a chat request with OpenAI (https://platform.openai.com/docs/api-reference/responses/input-tokens). */

import type { ChatMessage, ChatPart, ChatRequest } from '../chat/types.ts'
import type { Dialect, JsonObject } from '../dialect.ts'
import { isObject, objectOf, objectsIn, textOf, type UncheckedObject } from '../json.ts'
import { tokenCounter } from '../token-counter.ts'

export const openaiTokenCounter: Dialect = tokenCounter(
  { name: 'openai', encode: responsesBody, decodeError: (_status, body) => (isObject(body) ? body : { error: {} }) },
  { wrap: (request) => request, read: (response) => response['input_tokens'] },
)

/** Contains only members that cost tokens, without sampling parameters and limits. */
function responsesBody(body: UncheckedObject<ChatRequest>): JsonObject {
  const tools = objectsIn(body.tools).map(({ function: definition }) => {
    const { name, description, parameters, strict } = objectOf(definition)
    // The default of `strict` is true, and most schemas do not comply with it.
    return { type: 'function', name, description, parameters, strict: strict === true }
  })
  return {
    model: body.model,
    input: objectsIn(body.messages).flatMap(itemsOf),
    ...(tools.length > 0 && { tools }),
    ...(isObject(body.response_format) && { text: { format: textFormat(body.response_format) } }),
  }
}

function textFormat({ type, json_schema: schema }: JsonObject): JsonObject {
  return { type, ...objectOf(schema) }
}

function itemsOf(message: UncheckedObject<ChatMessage>): JsonObject[] {
  const { role, content, tool_calls: calls, tool_call_id: id } = message
  if (role === 'tool') return [{ type: 'function_call_output', call_id: id, output: outputOf(content) }]
  const isAssistant = role === 'assistant'
  const parts = typeof content === 'string' ? content : objectsIn(content).flatMap((part) => partOf(part, isAssistant))
  const called = objectsIn(calls).map(({ id: callId, function: definition }) => {
    const { name, arguments: args } = objectOf(definition)
    return { type: 'function_call', call_id: callId, name, arguments: args }
  })
  return parts.length === 0 ? called : [{ type: 'message', role, content: parts }, ...called]
}

function outputOf(content: unknown): unknown {
  return Array.isArray(content) ? objectsIn(content).flatMap((part) => partOf(part, false)) : textOf(content)
}

function partOf(part: UncheckedObject<ChatPart>, isAssistant: boolean): JsonObject[] {
  switch (part.type) {
    case 'text':
      return [{ type: isAssistant ? 'output_text' : 'input_text', text: part.text }]
    case 'image_url': {
      const { url, detail } = objectOf(part.image_url)
      return [{ type: 'input_image', image_url: url, ...(detail !== undefined && { detail }) }]
    }
    case 'file':
      return [{ type: 'input_file', ...objectOf(part.file) }]
    default:
      return []
  }
}
