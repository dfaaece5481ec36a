/** A simulated provider that does as little as possible, so that it is never the bottleneck. */

import { announce } from './announce.ts'
import { type BenchBody, contentEvent, DONE_EVENT, PLAIN_REPLY, USAGE_EVENT } from './payloads.ts'

const SSE = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }
const FLOOD_EVENT = new TextEncoder().encode(`data: ${'x'.repeat(16 * 1024)}\n\n`)
const FLOOD_BYTES = 64 * 1024 * 1024

/** One event per tick. Each stream has its own timer, because real streams are not synchronized. */
function pacedStream(events: number, gapMs: number): ReadableStream<Uint8Array> {
  let timer: Timer | undefined
  return new ReadableStream({
    start(controller) {
      let sent = 0
      timer = setInterval(() => {
        if (sent < events) return controller.enqueue(contentEvent(sent++))
        clearInterval(timer)
        controller.enqueue(USAGE_EVENT)
        controller.enqueue(DONE_EVENT)
        controller.close()
      }, gapMs)
    },
    cancel: () => clearInterval(timer),
  })
}

/** A stream of FLOOD_BYTES. `pull` respects back-pressure. */
function flood(): ReadableStream<Uint8Array> {
  let sentBytes = 0
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(FLOOD_EVENT)
      sentBytes += FLOOD_EVENT.byteLength
      if (sentBytes >= FLOOD_BYTES) controller.close()
    },
  })
}

function heldOpen(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.enqueue(contentEvent(0)) })
}

function answer(body: BenchBody): Response {
  if (body.model === 'bench-plain')
    return new Response(PLAIN_REPLY, { headers: { 'content-type': 'application/json' } })
  if (body.model === 'bench-stream') return new Response(pacedStream(body.max_tokens, body.seed), { headers: SSE })
  return new Response(body.model === 'bench-flood' ? flood() : heldOpen(), { headers: SSE })
}

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 0,
  fetch: async (request) => answer((await request.json()) as BenchBody),
})
announce(`http://127.0.0.1:${server.port}`)
