/** Writes the frames of a WebSocket client (RFC 6455): one masked frame per message. */

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
/** A multiple of 4, so that the payload can be masked four bytes at a time. The longest header has 14 bytes. */
const PAYLOAD_START = 16

/** Random bytes for 1,024 masks. */
const masks = new Int32Array(1024)
let nextMask = masks.length

/** Payloads up to this size use one shared buffer, which must be sent or copied before the next frame. */
const SHARED_BYTES = 64 * 1024
const shared = Buffer.from(new ArrayBuffer(PAYLOAD_START + SHARED_BYTES))
const sharedWords = new Int32Array(shared.buffer)

/** `isShared`: the next frame overwrites the bytes of this one. */
export type Frame = { readonly bytes: Buffer; readonly start: number; readonly end: number; readonly isShared: boolean }

export function writeFrame(kind: FrameKind, payload: string | Uint8Array): Frame {
  // A UTF-16 code unit has at most three bytes in UTF-8.
  const isShared = (typeof payload === 'string' ? payload.length * 3 : payload.length) <= SHARED_BYTES
  const bytes = isShared ? shared : allocated(payload)
  const words = isShared ? sharedWords : new Int32Array(bytes.buffer)
  let size = payload.length
  if (typeof payload === 'string') size = bytes.write(payload, PAYLOAD_START, 'utf8')
  else bytes.set(payload, PAYLOAD_START)
  const mask = takeMask()
  const end = (PAYLOAD_START + size + 3) >> 2
  words[PAYLOAD_START / 4 - 1] = mask
  for (let i = PAYLOAD_START / 4; i < end; i++) words[i] = words[i]! ^ mask
  const start = PAYLOAD_START - headerBytes(size)
  bytes[start] = FIRST_BYTE[kind]
  writeLength(bytes, start + 1, size)
  return { bytes, start, end: PAYLOAD_START + size, isShared }
}

function allocated(payload: string | Uint8Array): Buffer {
  const size = typeof payload === 'string' ? Buffer.byteLength(payload) : payload.length
  return Buffer.from(new ArrayBuffer(PAYLOAD_START + ((size + 3) & ~3)))
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
