/** Sends events as server-sent events, one chunk each, and breaks off where a fault asks for it. */

import type { StreamFault } from './faults.ts'
import { failureBody, type JsonObject } from './reply.ts'

export type StreamEvent = { readonly name?: string; readonly data: JsonObject | '[DONE]' }

/** Events that still go out before a fault strikes: enough to have committed an answer. */
const EVENTS_BEFORE_FAULT = 3
const CUT_DELAY_MS = 30

export function eventStream(events: readonly StreamEvent[], fault: StreamFault): Response {
  const encoder = new TextEncoder()
  let next = 0
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (fault !== null && next === EVENTS_BEFORE_FAULT) {
        if (fault === 'cut') return cut(controller)
        controller.enqueue(encoder.encode(encodeEvent(STREAM_ERROR)))
        return controller.close()
      }
      const event = events[next++]
      if (event === undefined) return controller.close()
      controller.enqueue(encoder.encode(encodeEvent(event)))
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' } })
}

/** Breaks the connection, after a moment in which what was sent so far can leave: an error at once takes it back. */
export async function cut(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, CUT_DELAY_MS))
  // Without a reason: the server would print one as a failure of ours.
  controller.error()
}

const STREAM_ERROR: StreamEvent = {
  data: failureBody(500, 'The mock provider was asked to fail inside the stream.', 'mock_stream_error'),
}

function encodeEvent(event: StreamEvent): string {
  const data = event.data === '[DONE]' ? event.data : JSON.stringify(event.data)
  return event.name === undefined ? `data: ${data}\n\n` : `event: ${event.name}\ndata: ${data}\n\n`
}
