/** Ends a connection whose peer announces a message that is too large: the library would buffer it in memory. */

import type { Socket } from 'node:net'

const LENGTH_BYTES = 4

/** Each message of the protocol begins with its length. Call this before the library listens to the socket. */
export function limitFrames(socket: Socket, maxBytes: number): void {
  const length = Buffer.alloc(LENGTH_BYTES)
  let known = 0
  let remaining = 0
  socket.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; ) {
      if (remaining > 0) {
        const skipped = Math.min(remaining, chunk.length - at)
        remaining -= skipped
        at += skipped
        continue
      }
      length[known++] = chunk[at++]!
      if (known < LENGTH_BYTES) continue
      known = 0
      remaining = length.readInt32BE()
      if (remaining < 0 || remaining > maxBytes) {
        socket.removeAllListeners('data')
        socket.destroy(new Error(`the broker announced a response of ${remaining} bytes. At most ${maxBytes} are read`))
        return
      }
    }
  })
}
