/**
 * A simulated upstream for every provider. The first path segment selects the format, two headers the word count and
 * pace.
 */

import { announce } from '../announce.ts'
import { FORMATS, type WireFormat, wholeStream } from './formats.ts'

/** One event per tick. Each stream has its own timer. */
function paced(format: WireFormat, words: number, gapMs: number): ReadableStream<Uint8Array> {
  const events = wholeStream(format, words)
  let timer: Timer | undefined
  return new ReadableStream({
    start(controller) {
      let sent = 0
      timer = setInterval(() => {
        const event = events[sent++]
        if (event) return controller.enqueue(event)
        clearInterval(timer)
        controller.close()
      }, gapMs)
    },
    cancel: () => clearInterval(timer),
  })
}

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 0,
  async fetch(request) {
    await request.bytes()
    const format = FORMATS[new URL(request.url).pathname.split('/')[1] ?? '']
    if (!format) return new Response('no such format', { status: 404 })
    const words = Number(request.headers.get('x-bench-words'))
    const gapMs = Number(request.headers.get('x-bench-gap-ms'))
    return new Response(paced(format, words, gapMs), { headers: { 'content-type': format.contentType } })
  },
})
announce(`http://127.0.0.1:${server.port}`)
