/** Converts Bedrock's InvokeModelWithResponseStream to server-sent events, so that its usage is read like that of other streams. */

import type { HeaderMap } from '../../core/headers.ts'
import { asBuffer, Capture } from '../relay/capture.ts'

const BINARY_EVENTS = 'application/vnd.amazon.eventstream'

/** True for a stream in binary frames. No server-sent event may be added to it. */
export function isBinaryEvents(headers: HeaderMap): boolean {
  return headers['content-type']?.startsWith(BINARY_EVENTS) ?? false
}

/** The frame header `:event-type: chunk`: only InvokeModelWithResponseStream sends such events. */
const CHUNK_EVENT = Buffer.from(':event-type\x07\x00\x05chunk')
/** The first header of the first frame is within these bytes. */
const FIRST_FRAME_BYTES = 4_096

/**
 * Copies the events in frames of the form `{"bytes":"<base64 of the model's own event>"}` as `data:` lines. Null for
 * other frames, such as those of ConverseStream, which contain the events directly.
 */
export function eventsInChunks(response: Capture): Capture | null {
  const head = response.head()
  if (!head.subarray(0, FIRST_FRAME_BYTES).includes(CHUNK_EVENT)) return null
  const events = eventsIn(head)
  const plain = new Capture(events.length)
  plain.push(events)
  if (response.isCut) plain.push(eventsIn(response.tail()))
  // The part of a long response that is not captured is assumed to be like its beginning.
  plain.totalBytes = Math.round((response.totalBytes / Math.max(1, head.length)) * events.length)
  return plain
}

const MEMBER = Buffer.from('"bytes"')
const VALUE = /\s*:\s*"/y
const VALUE_BYTES = 64
const QUOTE = 34

/** Searches for the member instead of using frame lengths: the tail of a response begins in the middle of a frame. */
function eventsIn(bytes: Uint8Array): Buffer {
  const frames = asBuffer(bytes)
  const events: string[] = []
  for (let at = frames.indexOf(MEMBER); at >= 0; at = frames.indexOf(MEMBER, at)) {
    at += MEMBER.length
    VALUE.lastIndex = 0
    const opening = VALUE.exec(frames.toString('latin1', at, at + VALUE_BYTES))
    if (opening === null) continue
    const start = at + opening[0].length
    const end = frames.indexOf(QUOTE, start)
    if (end < 0) break
    events.push(`data: ${Buffer.from(frames.toString('latin1', start, end), 'base64').toString('utf8')}\n\n`)
    at = end
  }
  return Buffer.from(events.join(''))
}
