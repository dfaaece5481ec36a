/** Splits a byte stream into AWS's binary event frames (application/vnd.amazon.eventstream) and parses their JSON. */

import { crc32 } from 'node:zlib'
import type { EventStreamCodec } from '@smithy/eventstream-codec'
import { GatewayError } from '../../core/errors.ts'
import type { JsonObject } from '../dialect.ts'
import { isObject, textOf } from '../json.ts'

export type AwsEvent = { name: string; data: JsonObject }

/** Limits of the format. */
const MAX_FRAME_BYTES = 24 * 1024 * 1024
const MAX_HEADER_BYTES = 128 * 1024
/** Total length, headers length, and a checksum of both, 4 bytes each. */
const PRELUDE_BYTES = 12
/** The prelude and the checksum of the message. */
const OVERHEAD_BYTES = 16

const utf8 = new TextDecoder()
let loadedCodec: EventStreamCodec | null = null

/** Loads the library at the first frame: most gateways do not use Bedrock. */
function codec(): EventStreamCodec {
  if (loadedCodec) return loadedCodec
  const library = import.meta.require('@smithy/eventstream-codec') as {
    readonly EventStreamCodec: typeof EventStreamCodec
  }
  loadedCodec = new library.EventStreamCodec(
    (bytes) => utf8.decode(bytes as Uint8Array),
    (text) => new TextEncoder().encode(text),
  )
  return loadedCodec
}

export class AwsEventFrames<Event> {
  /** The bytes of the incomplete frame. Grows with the received bytes, not with the frame's declared length. */
  #held = new Uint8Array(1024)
  #heldBytes = 0
  /** The length of the complete frame; 0 until its prelude is complete. */
  #frameBytes = 0

  /** `read` must not keep the bytes: the buffer is reused for the next frame. */
  constructor(private readonly read: (frame: Uint8Array) => Event) {}

  push(chunk: Uint8Array): Event[] {
    const events: Event[] = []
    let rest = chunk
    while (rest.length > 0) {
      // Takes the rest of the prelude first, then the rest of the frame.
      const wanted = (this.#frameBytes === 0 ? PRELUDE_BYTES : this.#frameBytes) - this.#heldBytes
      const piece = rest.subarray(0, wanted)
      rest = rest.subarray(piece.length)
      this.#hold(piece)
      if (piece.length < wanted) break
      if (this.#frameBytes === 0) this.#frameBytes = frameLength(this.#held)
      else events.push(this.#finish())
    }
    return events
  }

  #hold(piece: Uint8Array): void {
    const needed = this.#heldBytes + piece.length
    if (needed > this.#held.length) {
      // Doubling keeps the copying linear for small chunks.
      const larger = new Uint8Array(Math.max(needed, this.#held.length * 2))
      larger.set(this.#held.subarray(0, this.#heldBytes))
      this.#held = larger
    }
    this.#held.set(piece, this.#heldBytes)
    this.#heldBytes = needed
  }

  #finish(): Event {
    const event = this.read(this.#held.subarray(0, this.#frameBytes))
    this.#heldBytes = 0
    this.#frameBytes = 0
    return event
  }
}

/** The prelude's own checksum detects a damaged length before the frame is received. */
function frameLength(prelude: Uint8Array): number {
  const view = new DataView(prelude.buffer, prelude.byteOffset, PRELUDE_BYTES)
  const total = view.getUint32(0)
  const headers = view.getUint32(4)
  if (view.getUint32(8) !== crc32(prelude.subarray(0, 8))) throw broken('a frame’s checksum is wrong')
  if (total > MAX_FRAME_BYTES || headers > MAX_HEADER_BYTES) throw broken('a frame is too large')
  if (total < OVERHEAD_BYTES || headers > total - OVERHEAD_BYTES)
    throw broken('a frame’s lengths contradict each other')
  return total
}

export function readFrame(frame: Uint8Array): AwsEvent {
  try {
    const { headers, body } = codec().decode(frame)
    const header = (name: string) => (Object.hasOwn(headers, name) ? textOf(headers[name]?.value) : '')
    const data: unknown = body.length === 0 ? {} : JSON.parse(utf8.decode(body))
    const payload = isObject(data) ? data : {}
    const kind = header(':message-type')
    if (kind !== 'exception' && kind !== 'error') return { name: header(':event-type'), data: payload }
    const type = header(':exception-type') || header(':error-code')
    const message = textOf(payload['message']) || textOf(payload['Message']) || header(':error-message')
    return { name: 'exception', data: { ...payload, type, message } }
  } catch (error) {
    throw broken('a frame cannot be read', error)
  }
}

function broken(what: string, cause?: unknown): GatewayError {
  return new GatewayError('upstream_broken', { message: `The provider’s event stream is damaged: ${what}.`, cause })
}
