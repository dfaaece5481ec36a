/** Extracts the text of a streamed response: chat completions, completions, messages and responses. */

import { isObject, type JsonObject, objectsOf } from '../../remote.ts'
import { readEvents } from './read-events.ts'

/** Returns text, tool calls and errors in the order of their events. */
export async function streamText(body: string): Promise<string> {
  const parts: string[] = []
  const stream = new Blob([body.replaceAll('\r\n', '\n'), '\n\n']).stream()
  for await (const { data } of readEvents(stream)) {
    if (data === '[DONE]') continue
    parts.push(textOf(parse(data)))
  }
  return parts.join('').trim() || '(no text)'
}

function parse(data: string): JsonObject {
  try {
    const value: unknown = JSON.parse(data)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

function textOf(event: JsonObject): string {
  const error = isObject(event['error']) ? event['error'] : null
  if (error !== null) return `\n[error: ${error['message'] ?? error['code'] ?? 'unknown'}]\n`
  return [...objectsOf(event['choices']).map(choiceText), messageText(event)].join('')
}

/** OpenAI's chat completions and completions. */
function choiceText(choice: JsonObject): string {
  const delta = isObject(choice['delta']) ? choice['delta'] : {}
  const calls = objectsOf(delta['tool_calls']).map((call) => {
    const { name, arguments: given } = isObject(call['function']) ? call['function'] : {}
    return `${typeof name === 'string' ? `\n[tool call ${name}] ` : ''}${text(given)}`
  })
  return [text(choice['text']), text(delta['content']), text(delta['refusal']), ...calls].join('')
}

/** Anthropic's messages and OpenAI's responses. */
function messageText(event: JsonObject): string {
  const delta = isObject(event['delta']) ? event['delta'] : {}
  switch (event['type']) {
    case 'content_block_start': {
      const block = isObject(event['content_block']) ? event['content_block'] : {}
      return block['type'] === 'tool_use' ? `\n[tool call ${text(block['name'])}] ` : text(block['text'])
    }
    case 'content_block_delta':
      return text(delta['text']) + text(delta['partial_json'])
    case 'response.output_item.added': {
      const item = isObject(event['item']) ? event['item'] : {}
      return item['type'] === 'function_call' ? `\n[tool call ${text(item['name'])}] ` : ''
    }
    case 'response.output_text.delta':
    case 'response.refusal.delta':
    case 'response.function_call_arguments.delta':
      return text(event['delta'])
    default:
      return ''
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
