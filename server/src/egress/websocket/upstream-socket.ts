/** A WebSocket to a provider, on a connection of our HTTP client. */

import { FrameReader, isSendableCode } from './frame-reader.ts'
import { type Frame, type FrameKind, writeFrame } from './frame-writer.ts'
import { WebSocketError } from './websocket-error.ts'

/** The connection after the WebSocket handshake, without HTTP framing. */
export type RawConnection = {
  /** Queues the bytes that the socket does not accept now. */
  writeFrame(frame: Frame): void
  readonly unsentBytes: number
  pause(): void
  resume(): void
  /** Sends FIN after the queued bytes. */
  close(): void
  destroy(): void
}

/** Receives the events of a RawConnection. */
export type RawListener = {
  received(data: Buffer): void
  /** All queued bytes were sent. */
  drained(): void
  closed(): void
}

export type SocketListener = {
  onText(text: string): void
  onBinary(data: Buffer): void
  /** Several frames have arrived together. `deliver` calls `onText` or `onBinary` for each message. */
  onBatch(deliver: () => void): void
  /** All queued bytes were sent, so the provider is reading again. */
  onDrain(): void
  /** More bytes of an incomplete message have arrived, and more than HELD_BYTES of it are buffered. */
  onHeld(): void
  /** Called once. 1006: the connection closed without a close frame. `flaw`: how the provider broke the protocol. */
  onClose(code: number, reason: string, flaw: string | null): void
}

/** No pong is sent while this many bytes are unsent, so that a flood of pings cannot fill the memory. */
const MAX_UNSENT_PONGS = 64 * 1024
/** Control frames have at most 125 bytes, two of them for the close code (RFC 6455, section 5.5). */
const MAX_REASON_BYTES = 123
/** How long the provider may take to close the connection after the close frames. */
const CLOSE_TIMEOUT_MS = 2_000

/** `onHeld` is called if more bytes than this are buffered. */
const HELD_BYTES = 64 * 1024

const NOBODY: SocketListener = {
  onText() {},
  onBinary() {},
  onBatch: (deliver) => deliver(),
  onDrain() {},
  onHeld() {},
  onClose() {},
}

export class UpstreamSocket implements RawListener {
  readonly #reader: FrameReader
  #listener: SocketListener = NOBODY
  /** Bytes that arrived before `listen` was called. */
  #early: Buffer[] = []
  #hasClosedEarly = false
  #hasSentClose = false
  #isClosed = false
  #closeTimer: ReturnType<typeof setTimeout> | null = null

  constructor(
    private readonly connection: RawConnection,
    maxMessageBytes: number,
    /** The subprotocol that the provider chose. */
    readonly protocol: string | null,
  ) {
    this.#reader = new FrameReader(maxMessageBytes, {
      onText: (text) => this.#listener.onText(text),
      onBinary: (data) => this.#listener.onBinary(data),
      onPing: (data) => {
        if (this.connection.unsentBytes < MAX_UNSENT_PONGS) this.#write('pong', data)
      },
      onPong: () => undefined,
      onClose: (code, reason) => this.#received(code, reason),
    })
    // The provider may send before the caller's side is open, so nothing is read until `listen`.
    connection.pause()
  }

  /** Bytes not yet sent to the provider, plus the buffered bytes of an incomplete message. */
  get heldBytes(): number {
    return this.connection.unsentBytes + this.#reader.bufferedBytes
  }

  get unsentBytes(): number {
    return this.connection.unsentBytes
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Starts delivering messages. */
  listen(listener: SocketListener): void {
    this.#listener = listener
    for (const data of this.#early.splice(0)) this.received(data)
    if (this.#hasClosedEarly) this.closed()
    else if (!this.#isClosed) this.connection.resume()
  }

  send(message: string | Uint8Array): void {
    if (!this.#hasSentClose) this.#write(typeof message === 'string' ? 'text' : 'binary', message)
  }

  ping(): void {
    if (!this.#hasSentClose && this.connection.unsentBytes === 0) this.#write('ping', '')
  }

  pause(): void {
    this.connection.pause()
  }

  resume(): void {
    this.connection.resume()
  }

  /** Sends a close frame. The provider has `CLOSE_TIMEOUT_MS` to end the connection. */
  close(code: number, reason: string): void {
    if (this.#hasSentClose || this.#isClosed) return
    this.#sendClose(isSendableCode(code) ? code : 1000, reason)
    this.#endSoon()
    // The provider's close frame must be read.
    this.connection.resume()
  }

  terminate(): void {
    this.#finish(1006, '', null)
    this.connection.destroy()
  }

  received(data: Buffer): void {
    if (this.#isClosed) return
    if (this.#listener === NOBODY) return void this.#early.push(data)
    try {
      if (this.#reader.hasSeveral(data)) this.#listener.onBatch(() => this.#reader.push(data))
      else this.#reader.push(data)
      if (this.#reader.bufferedBytes > HELD_BYTES) this.#listener.onHeld()
    } catch (error) {
      if (!(error instanceof WebSocketError)) throw error
      if (!this.#hasSentClose) this.#sendClose(error.closeCode, '')
      this.#finish(1006, '', error.message)
      this.connection.close()
      this.#endSoon()
    }
  }

  drained(): void {
    if (!this.#isClosed) this.#listener.onDrain()
  }

  closed(): void {
    if (this.#closeTimer) clearTimeout(this.#closeTimer)
    this.#closeTimer = null
    this.#hasClosedEarly = this.#listener === NOBODY && !this.#isClosed
    if (!this.#hasClosedEarly) this.#finish(1006, '', null)
  }

  #received(code: number, reason: string): void {
    if (!this.#hasSentClose) this.#sendClose(code === 1005 ? null : code, '')
    this.#finish(code, reason, null)
    this.connection.close()
    this.#endSoon()
  }

  #sendClose(code: number | null, reason: string): void {
    this.#hasSentClose = true
    if (code === null) return this.#write('close', '')
    const text = Buffer.from(reason)
    const cut = text.length > MAX_REASON_BYTES ? Buffer.from(cutText(reason)) : text
    const payload = Buffer.allocUnsafe(2 + cut.length)
    payload.writeUInt16BE(code, 0)
    payload.set(cut, 2)
    this.#write('close', payload)
  }

  #write(kind: FrameKind, payload: string | Uint8Array): void {
    if (kind === 'close' || !this.#isClosed) this.connection.writeFrame(writeFrame(kind, payload))
  }

  #endSoon(): void {
    this.#closeTimer ??= setTimeout(() => this.terminate(), CLOSE_TIMEOUT_MS)
  }

  #finish(code: number, reason: string, flaw: string | null): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#listener.onClose(code, reason, flaw)
  }
}

/** The longest prefix of a text that fits into a close frame, without a partial character. */
export function cutText(text: string): string {
  let cut = text.slice(0, MAX_REASON_BYTES).toWellFormed()
  while (Buffer.byteLength(cut) > MAX_REASON_BYTES) cut = cut.slice(0, -1)
  return cut.endsWith('�') ? cut.slice(0, -1) : cut
}
