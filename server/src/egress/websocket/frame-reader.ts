/** Reads the frames of a WebSocket server (RFC 6455): whole messages and control frames, within a size limit. */

import { isUtf8 } from 'node:buffer'
import { WebSocketError } from './websocket-error.ts'

export type FrameListener = {
  /** Called with whole messages. */
  onText(text: string): void
  onBinary(data: Buffer): void
  onPing(data: Buffer): void
  onPong(): void
  /** `code` is 1005 if the close frame has no code. */
  onClose(code: number, reason: string): void
}

const CONTINUATION = 0
const TEXT = 1
const BINARY = 2
const CLOSE = 8
const PING = 9
const PONG = 10

const FIN = 0x80
const RESERVED_BITS = 0x70
const MASKED = 0x80
const MAX_CONTROL_BYTES = 125
/** Longest frame header without a mask. Servers must not mask. */
const MAX_HEADER_BYTES = 10
const NO_CODE = 1005
/** This many pieces are joined into one block. */
const MAX_PIECES = 1_024

const NOTHING = Buffer.alloc(0)

/** A list of byte pieces. Joins tiny pieces into blocks, so that overhead is small and joining takes linear time. */
class Pieces {
  size = 0
  #blocks: Buffer[] = []
  #pieces: Buffer[] = []

  push(piece: Buffer): void {
    if (piece.length === 0) return
    this.size += piece.length
    // Copy a small piece, because a view would keep the whole buffer of the socket read in memory.
    this.#pieces.push(piece.length * 2 < piece.buffer.byteLength ? Buffer.from(piece) : piece)
    if (this.#pieces.length < MAX_PIECES) return
    this.#blocks.push(Buffer.concat(this.#pieces))
    this.#pieces = []
  }

  /** Returns all bytes followed by `last`, and empties the list. */
  joined(last: Buffer): Buffer {
    const all = Buffer.concat([...this.#blocks, ...this.#pieces, last])
    this.size = 0
    this.#blocks = []
    this.#pieces = []
    return all
  }
}

export class FrameReader {
  /** Bytes of an incomplete frame header. */
  #header: Buffer = NOTHING
  /** True after the header of a frame, until its payload is complete. */
  #isInPayload = false
  #isFinal = false
  #opcode = 0
  #left = 0
  /** The received part of an incomplete frame's payload. */
  readonly #parts = new Pieces()
  /** The complete frames of an incomplete message. */
  readonly #fragments = new Pieces()
  /** Type of the incomplete message, or null. */
  #kind: typeof TEXT | typeof BINARY | null = null
  #bufferedBytes = 0
  #isClosed = false

  constructor(
    private readonly maxMessageBytes: number,
    private readonly listener: FrameListener,
  ) {}

  /** Buffered bytes of an incomplete message. */
  get bufferedBytes(): number {
    return this.#bufferedBytes
  }

  /** True if the bytes may contain more than one frame. */
  hasSeveral(data: Buffer): boolean {
    if (this.#isInPayload) return data.length > this.#left
    if (this.#header.length > 0 || data.length < MAX_HEADER_BYTES) return false
    return data.length > headerBytes(data, 0) + payloadBytes(data, 0)
  }

  /** Throws WebSocketError if the server breaks the protocol. Do not call it again after that. */
  push(data: Buffer): void {
    let at = 0
    while (!this.#isClosed) {
      if (!this.#isInPayload) {
        const start = this.#readHeader(data, at)
        if (start === null) return
        at = start
      }
      const end = Math.min(data.length, at + this.#left)
      this.#left -= end - at
      if (this.#left > 0) {
        if (end === at) return
        this.#parts.push(data.subarray(at, end))
        this.#bufferedBytes += end - at
        return
      }
      this.#isInPayload = false
      this.#endFrame(data, at, end)
      at = end
      if (at === data.length) return
    }
  }

  /** Returns the index at which the payload starts, or null if the header is incomplete. */
  #readHeader(data: Buffer, at: number): number | null {
    const before = this.#header.length
    if (before === 0 && data.length - at >= MAX_HEADER_BYTES) {
      this.#begin(data, at)
      return at + headerBytes(data, at)
    }
    const bytes = Buffer.concat([this.#header, data.subarray(at, at + MAX_HEADER_BYTES)])
    const size = headerBytes(bytes, 0)
    if (bytes.length < size) {
      this.#header = bytes
      return null
    }
    this.#header = NOTHING
    this.#begin(bytes, 0)
    return at + size - before
  }

  #begin(bytes: Buffer, at: number): void {
    const first = bytes[at]!
    const second = bytes[at + 1]!
    const opcode = first & 0x0f
    const isFinal = (first & FIN) !== 0
    if ((first & RESERVED_BITS) !== 0) throw broken('a frame uses an extension that was not negotiated')
    if ((second & MASKED) !== 0) throw broken('a frame is masked')
    const length = payloadBytes(bytes, at)
    if (opcode >= CLOSE) {
      if (opcode > PONG) throw broken(`opcode ${opcode} is not defined`)
      if (!isFinal) throw broken('a control frame is fragmented')
      if (length > MAX_CONTROL_BYTES) throw broken('a control frame is longer than 125 bytes')
    } else {
      if (opcode > BINARY) throw broken(`opcode ${opcode} is not defined`)
      if (opcode === CONTINUATION && this.#kind === null) throw broken('a continuation frame continues no message')
      if (opcode !== CONTINUATION && this.#kind !== null) throw broken('a message starts inside another one')
      if (length + this.#bufferedBytes > this.maxMessageBytes) {
        throw new WebSocketError(1009, `the message is larger than ${this.maxMessageBytes} bytes`)
      }
      if (opcode !== CONTINUATION) this.#kind = opcode as typeof TEXT | typeof BINARY
    }
    this.#opcode = opcode
    this.#isFinal = isFinal
    this.#left = length
    this.#isInPayload = true
  }

  #endFrame(data: Buffer, start: number, end: number): void {
    if (this.#opcode === TEXT && this.#isFinal && this.#parts.size === 0) {
      // Most messages: one frame, in one piece.
      this.#kind = null
      return this.listener.onText(textOf(data, start, end))
    }
    let payload = data.subarray(start, end)
    if (this.#parts.size > 0) {
      this.#bufferedBytes -= this.#parts.size
      payload = this.#parts.joined(payload)
    }
    if (this.#opcode >= CLOSE) return this.#endControl(payload)
    if (!this.#isFinal) {
      this.#fragments.push(payload)
      this.#bufferedBytes += payload.length
      return
    }
    const isText = this.#kind === TEXT
    this.#kind = null
    if (this.#fragments.size > 0) payload = this.#fragments.joined(payload)
    this.#bufferedBytes = 0
    if (isText) this.listener.onText(textOf(payload, 0, payload.length))
    else this.listener.onBinary(payload)
  }

  #endControl(payload: Buffer): void {
    if (this.#opcode === PING) return this.listener.onPing(payload)
    if (this.#opcode === PONG) return this.listener.onPong()
    this.#isClosed = true
    if (payload.length === 0) return this.listener.onClose(NO_CODE, '')
    if (payload.length === 1) throw broken('a close frame has a payload of one byte')
    const code = payload.readUInt16BE(0)
    const reason = payload.subarray(2)
    if (!isSendableCode(code)) throw broken(`close code ${code} is not allowed`)
    if (!isUtf8(reason)) throw new WebSocketError(1007, 'a close reason is not UTF-8')
    this.listener.onClose(code, reason.toString())
  }
}

/** Codes that a close frame may contain (RFC 6455, section 7.4, and IANA's registry). */
export function isSendableCode(code: number): boolean {
  if (code >= 3000 && code <= 4999) return true
  return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014)
}

const REPLACEMENT = '\ufffd'

/** The decoder replaces invalid bytes, so only a text with replacements has to be checked. */
function textOf(data: Buffer, start: number, end: number): string {
  const text = data.toString('utf8', start, end)
  if (text.includes(REPLACEMENT) && !isUtf8(data.subarray(start, end))) {
    throw new WebSocketError(1007, 'a text message is not UTF-8')
  }
  return text
}

function headerBytes(bytes: Buffer, at: number): number {
  if (bytes.length < at + 2) return 2
  const length = bytes[at + 1]! & 0x7f
  return length === 127 ? 10 : length === 126 ? 4 : 2
}

function payloadBytes(bytes: Buffer, at: number): number {
  const length = bytes[at + 1]! & 0x7f
  if (length < 126) return length
  if (length === 126) return (bytes[at + 2]! << 8) | bytes[at + 3]!
  const high = bytes.readUInt32BE(at + 2)
  if (high >= 2 ** 31) throw broken('a payload length has its most significant bit set')
  return high * 2 ** 32 + bytes.readUInt32BE(at + 6)
}

function broken(what: string): WebSocketError {
  return new WebSocketError(1002, what)
}
