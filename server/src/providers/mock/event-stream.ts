/** Sends server-sent events, one chunk each, and injects stream faults. */

import type { StreamFault } from './faults.ts'
import { failureBody, type JsonObject } from './reply.ts'

export type StreamEvent = { readonly name?: string; readonly data: JsonObject | '[DONE]' }

/** Events sent before a fault: enough for the gateway to have committed the response. */
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

/** Aborts the connection after a short delay. An immediate error would discard the bytes already sent. */
export async function cut(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, CUT_DELAY_MS))
  // Without a reason, because the server would log it as an error.
  controller.error()
}

const STREAM_ERROR: StreamEvent = {
  data: failureBody(500, 'The mock provider was configured to fail inside the stream.', 'mock_stream_error'),
}

function encodeEvent(event: StreamEvent): string {
  const data = event.data === '[DONE]' ? event.data : JSON.stringify(event.data)
  return event.name === undefined ? `data: ${data}\n\n` : `event: ${event.name}\ndata: ${data}\n\n`
}
