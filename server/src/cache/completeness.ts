/** Whether an answer is whole and good enough to be given again. */

import { parseObject } from '../core/body/json-text.ts'

/** The last event of a stream that said everything: Responses, Anthropic. OpenAI's chat ends with `[DONE]`. */
const LAST_TYPES: ReadonlySet<unknown> = new Set(['response.completed', 'message_stop'])

export function isComplete(body: Uint8Array, contentType: string): boolean {
  if (contentType.startsWith('text/event-stream')) return isCompleteStream(body)
  if (!contentType.includes('json')) return true
  const value = parseObject(body)
  // An error can come with status 200; so can half a document.
  if (typeof value === 'string') return value === 'it is not an object'
  return value['error'] === undefined || value['error'] === null
}

function isCompleteStream(body: Uint8Array): boolean {
  const text = new TextDecoder().decode(body)
  let last = ''
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (/^event: ?error$/.test(line)) return false
    if (!line.startsWith('data:')) continue
    last = line.slice(5).trim()
    // Parsing every event would cost more than the answer is worth.
    if (last.includes('"error"') && isError(last)) return false
  }
  return last === '[DONE]' || LAST_TYPES.has(read(last)?.['type'])
}

function isError(data: string): boolean {
  const value = read(data)
  return value !== null && (value['type'] === 'error' || (value['error'] !== undefined && value['error'] !== null))
}

function read(data: string): Record<string, unknown> | null {
  const value = parseObject(Buffer.from(data))
  return typeof value === 'string' ? null : value
}
