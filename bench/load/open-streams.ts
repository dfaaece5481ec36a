/** Streaming load: paced streams read to their end, or streams that are opened and held. */

import { requestBody, wholeStream } from '../payloads.ts'
import { connect, encodeRequest } from './connection.ts'
import type { LoadTarget } from './spec.ts'

// More concurrent connects would only test the listener's backlog.
const OPENING_AT_ONCE = 50

export async function readStreams(target: LoadTarget, streams: number, events: number, gapMs: number): Promise<void> {
  const body = requestBody({ model: 'bench-stream', stream: true, max_tokens: events, seed: gapMs })
  const request = encodeRequest(target, body)
  const expected = wholeStream(events)
  const work = async () => {
    const connection = await connect(target)
    await connection.exchange(request, expected)
    connection.close()
  }
  await Promise.all(Array.from({ length: streams }, work))
}

/** Resolves after each stream has received its first bytes. Readers of a flood then stop reading. */
export async function holdStreams(
  target: LoadTarget,
  model: 'bench-flood' | 'bench-open',
  count: number,
): Promise<void> {
  const request = encodeRequest(target, requestBody({ model, stream: true, max_tokens: 1, seed: 0 }))
  let left = count
  const work = async () => {
    while (left-- > 0) await holdOne(target, request, model === 'bench-flood')
  }
  await Promise.all(Array.from({ length: Math.min(count, OPENING_AT_ONCE) }, work))
}

function holdOne(target: LoadTarget, request: Uint8Array, stall: boolean): Promise<void> {
  const { hostname, port } = new URL(target.url)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let seen = ''
  const connecting = Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      open: (socket) => {
        socket.write(request)
      },
      data(socket, bytes) {
        if (seen.includes('data: ')) return
        seen += Buffer.from(bytes).toString('latin1')
        if (!seen.startsWith('HTTP/1.1 200')) reject(new Error(`${target.url}: ${seen.slice(0, 300)}`))
        if (!seen.includes('data: ')) return
        if (stall) socket.pause()
        resolve()
      },
      close: () => reject(new Error(`${target.url}: closed the connection`)),
      error: (_socket, error) => reject(error),
    },
  })
  connecting.catch(reject)
  return promise
}
