/** Decides whether a response is complete and successful, so that it may be cached. */

import { parseObject, parseValue } from '../core/body/json-text.ts'
import { isObject } from '../core/json.ts'

/** The final event types of Responses and Anthropic streams. OpenAI's chat streams end with `[DONE]`. */
const LAST_TYPES: ReadonlySet<unknown> = new Set(['response.completed', 'message_stop'])

export function isComplete(body: Uint8Array, contentType: string): boolean {
  if (contentType.startsWith('text/event-stream')) return isCompleteStream(body)
  if (!contentType.includes('json')) return true
  const parsed = parseValue(body)
  // A response with status 200 can still be truncated JSON or an error. Valid JSON that is not an object is neither.
  if (typeof parsed === 'string') return false
  return !isObject(parsed.value) || !hasError(parsed.value)
}

/** Mistral and OpenRouter send `finish_reason: "error"` if a generation fails. */
function hasError({ error, choices }: Record<string, unknown>): boolean {
  if (error !== undefined && error !== null) return true
  return Array.isArray(choices) && choices.some((choice) => isObject(choice) && choice['finish_reason'] === 'error')
}

function isCompleteStream(body: Uint8Array): boolean {
  const text = new TextDecoder().decode(body)
  let last = ''
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (/^event: ?error$/.test(line)) return false
    if (!line.startsWith('data:')) continue
    last = line.slice(5).trim()
    // Only events that may contain an error are parsed; parsing all of them would be too slow.
    if (last.includes('"error"') && isError(last)) return false
  }
  if (last === '[DONE]') return true
  const event = read(last)
  return LAST_TYPES.has(event?.['type']) || isFinished(event?.['candidates'])
}

/** The last event of a Gemini stream has the finish reasons. */
function isFinished(candidates: unknown): boolean {
  if (!Array.isArray(candidates) || candidates.length === 0) return false
  return candidates.every((candidate: unknown) => isObject(candidate) && typeof candidate['finishReason'] === 'string')
}

function isError(data: string): boolean {
  const value = read(data)
  return value !== null && (value['type'] === 'error' || hasError(value))
}

function read(data: string): Record<string, unknown> | null {
  const value = parseObject(Buffer.from(data))
  return typeof value === 'string' ? null : value
}
