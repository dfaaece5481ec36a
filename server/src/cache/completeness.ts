/** Whether an answer is whole and good enough to be given again. */

import { parseObject } from '../core/json-text.ts'

/** The last words of a stream, per wire format: OpenAI, Responses, Anthropic. */
const STREAM_ENDS = [
  'data: [DONE]',
  'data:[DONE]',
  '"type":"response.completed"',
  '"type": "response.completed"',
  '"type":"message_stop"',
  '"type": "message_stop"',
]

const TAIL_BYTES = 64 * 1024

export function isComplete(body: Uint8Array, contentType: string): boolean {
  if (contentType.startsWith('text/event-stream')) return endsWell(body)
  if (!contentType.includes('json')) return true
  const value = parseObject(body)
  // An error can come with status 200; so can half a document.
  if (typeof value === 'string') return value === 'it is not an object'
  return value['error'] === undefined || value['error'] === null
}

function endsWell(body: Uint8Array): boolean {
  const tail = Buffer.from(body.buffer, body.byteOffset, body.length).subarray(-TAIL_BYTES)
  if (!STREAM_ENDS.some((end) => tail.includes(end))) return false
  const all = Buffer.from(body.buffer, body.byteOffset, body.length)
  return !all.includes('\nevent: error') && !all.includes('data: {"error"')
}
