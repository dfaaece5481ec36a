/** Reads the frames of a WebSocket server (RFC 6455): whole messages and control frames, within a size limit. */

import { isUtf8 } from 'node:buffer'
import { WebSocketError } from './websocket-error.ts'

export type FrameListener = {
  /** `data` is the whole message. A text message is valid UTF-8. */
  onMessage(isText: boolean, data: Buffer): void
  onPing(data: Buffer): void
  onPong(): void
  /** 1005: the frame has no code. */
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
const MAX_HEADER_BYTES = 10
const NO_CODE = 1005

const NOTHING = Buffer.alloc(0)

export class FrameReader {
  /** Bytes of an incomplete frame header. */
  #header: Buffer = NOTHING
  /** True while the payload of a frame arrives. */
  #isInPayload = false
  #isFinal = false
  #opcode = 0
  #left = 0
  /** The parts of the frame that arrives. */
  #parts: Buffer[] = []
  /** The complete frames of a fragmented message; its kind is null if there is none. */
  #fragments: Buffer[] = []
  #kind: typeof TEXT | typeof BINARY | null = null
  #bufferedBytes = 0
  #isClosed = false

  constructor(
    private readonly maxMessageBytes: number,
    private readonly listener: FrameListener,
  ) {}

  /** Bytes of a message that is not complete yet. */
  get bufferedBytes(): number {
    return this.#bufferedBytes
  }

  /** Throws WebSocketError if the server breaks the protocol. Nothing may be pushed after that. */
  push(data: Buffer): void {
    let rest = data
    while (!this.#isClosed) {
      if (!this.#isInPayload) {
        const read = this.#readHeader(rest)
        if (read === null) return
        rest = read
      }
      const part = rest.length <= this.#left ? rest : rest.subarray(0, this.#left)
      this.#left -= part.length
      rest = part.length === rest.length ? NOTHING : rest.subarray(part.length)
      if (this.#left > 0) {
        if (part.length === 0) return
        this.#parts.push(part)
        this.#bufferedBytes += part.length
        return
      }
      this.#isInPayload = false
      this.#endFrame(part)
    }
  }

  /** The bytes after the header; null if the header is not complete. */
  #readHeader(data: Buffer): Buffer | null {
    const bytes = this.#header.length === 0 ? data : Buffer.concat([this.#header, data.subarray(0, MAX_HEADER_BYTES)])
    const size = headerBytes(bytes)
    if (bytes.length < size) {
      this.#header = Buffer.from(bytes)
      return null
    }
    const before = this.#header.length
    this.#header = NOTHING
    this.#begin(bytes[0]!, bytes[1]!, bytes)
    return data.subarray(size - before)
  }

  #begin(first: number, second: number, bytes: Buffer): void {
    const opcode = first & 0x0f
    const isFinal = (first & FIN) !== 0
    if ((first & RESERVED_BITS) !== 0) throw broken('a frame uses an extension that was not negotiated')
    if ((second & MASKED) !== 0) throw broken('a frame is masked')
    const length = payloadBytes(second & 0x7f, bytes)
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

  #endFrame(last: Buffer): void {
    let payload = last
    if (this.#parts.length > 0) {
      for (const part of this.#parts) this.#bufferedBytes -= part.length
      this.#parts.push(last)
      payload = Buffer.concat(this.#parts)
      this.#parts = []
    }
    if (this.#opcode >= CLOSE) return this.#endControl(payload)
    if (!this.#isFinal) {
      // Empty fragments are dropped: any number of them must not take memory.
      if (payload.length > 0) this.#fragments.push(payload)
      this.#bufferedBytes += payload.length
      return
    }
    const isText = this.#kind === TEXT
    this.#kind = null
    if (this.#fragments.length > 0) {
      this.#fragments.push(payload)
      payload = Buffer.concat(this.#fragments)
      this.#fragments = []
    }
    this.#bufferedBytes = 0
    if (isText && !isUtf8(payload)) throw new WebSocketError(1007, 'a text message is not UTF-8')
    this.listener.onMessage(isText, payload)
  }

  #endControl(payload: Buffer): void {
    if (this.#opcode === PING) return this.listener.onPing(payload)
    if (this.#opcode === PONG) return this.listener.onPong()
    this.#isClosed = true
    if (payload.length === 0) return this.listener.onClose(NO_CODE, '')
    if (payload.length === 1) throw broken('a close frame has half a code')
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

function headerBytes(bytes: Buffer): number {
  if (bytes.length < 2) return 2
  const length = bytes[1]! & 0x7f
  return length === 127 ? 10 : length === 126 ? 4 : 2
}

function payloadBytes(length: number, bytes: Buffer): number {
  if (length < 126) return length
  if (length === 126) return bytes.readUInt16BE(2)
  const high = bytes.readUInt32BE(2)
  if (high >= 2 ** 31) throw broken('a length has its first bit set')
  return high * 2 ** 32 + bytes.readUInt32BE(6)
}

function broken(what: string): WebSocketError {
  return new WebSocketError(1002, what)
}
