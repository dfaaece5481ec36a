/** Writes the frames of a WebSocket client (RFC 6455): one frame a message, masked. */

import { randomFillSync } from 'node:crypto'

export type FrameKind = 'text' | 'binary' | 'close' | 'ping' | 'pong'

const FIRST_BYTE: Readonly<Record<FrameKind, number>> = {
  text: 0x81,
  binary: 0x82,
  close: 0x88,
  ping: 0x89,
  pong: 0x8a,
}
const MASKED = 0x80
const MASK_BYTES = 4
/** The payload starts at a multiple of 4, so that it is masked four bytes at a time. The longest header has 14 bytes. */
const PAYLOAD_START = 16

/** Random bytes for 1,024 masks. */
const masks = new Int32Array(1024)
let nextMask = masks.length

export function writeFrame(kind: FrameKind, payload: string | Uint8Array): Buffer {
  const isString = typeof payload === 'string'
  const size = isString ? Buffer.byteLength(payload) : payload.length
  const words = (size + 3) >> 2
  // Not from the pool of Buffer: the words must be aligned, and the frame may wait for a slow provider.
  const memory = new ArrayBuffer(PAYLOAD_START + words * 4)
  const bytes = Buffer.from(memory)
  if (isString) bytes.write(payload, PAYLOAD_START, 'utf8')
  else bytes.set(payload, PAYLOAD_START)
  const mask = takeMask()
  const view = new Int32Array(memory, PAYLOAD_START, words)
  for (let i = 0; i < words; i++) view[i] = view[i]! ^ mask
  const start = PAYLOAD_START - headerBytes(size)
  bytes[start] = FIRST_BYTE[kind]
  writeLength(bytes, start + 1, size)
  new Int32Array(memory, PAYLOAD_START - MASK_BYTES, 1)[0] = mask
  return bytes.subarray(start, PAYLOAD_START + size)
}

function headerBytes(size: number): number {
  return (size < 126 ? 2 : size < 65_536 ? 4 : 10) + MASK_BYTES
}

function writeLength(bytes: Buffer, at: number, size: number): void {
  if (size < 126) bytes[at] = MASKED | size
  else if (size < 65_536) {
    bytes[at] = MASKED | 126
    bytes.writeUInt16BE(size, at + 1)
  } else {
    bytes[at] = MASKED | 127
    bytes.writeUInt32BE(Math.floor(size / 2 ** 32), at + 1)
    bytes.writeUInt32BE(size % 2 ** 32, at + 5)
  }
}

/** A mask that the sender of a message cannot predict (RFC 6455, section 10.3). */
function takeMask(): number {
  if (nextMask === masks.length) {
    randomFillSync(masks)
    nextMask = 0
  }
  return masks[nextMask++]!
}
