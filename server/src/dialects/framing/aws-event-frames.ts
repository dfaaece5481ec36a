/** Cuts a byte stream into cloud C's binary event frames (application/vnd.amazon.eventstream) and reads each as JSON. */

import { crc32 } from 'node:zlib'
import type { EventStreamCodec } from '@smithy/eventstream-codec'
import { GatewayError } from '../../core/errors.ts'
import type { JsonObject } from '../dialect.ts'
import { isObject, textOf } from './json-shape.ts'

export type AwsEvent = { name: string; data: JsonObject }

/** The format's own limits. */
const MAX_FRAME_BYTES = 24 * 1024 * 1024
const MAX_HEADER_BYTES = 128 * 1024
/** Total length, length of headers, and the checksum of both. */
const PRELUDE_BYTES = 12
const OVERHEAD_BYTES = 16

const utf8 = new TextDecoder()
let madeCodec: EventStreamCodec | null = null

/** Loaded at the first frame: most gateways never see one. */
function codec(): EventStreamCodec {
  if (madeCodec) return madeCodec
  const library = import.meta.require('@smithy/eventstream-codec') as {
    readonly EventStreamCodec: typeof EventStreamCodec
  }
  madeCodec = new library.EventStreamCodec(
    (bytes) => utf8.decode(bytes as Uint8Array),
    (text) => new TextEncoder().encode(text),
  )
  return madeCodec
}

export class AwsEventFrames<Event> {
  /** What has come of the frame that is not whole yet; grows with what comes, never by what a length promises. */
  #held = new Uint8Array(1024)
  #heldBytes = 0
  /** The whole frame's length, once its prelude is there. */
  #frameBytes = 0

  /** The bytes that `read` gets are overwritten afterwards. */
  constructor(private readonly read: (frame: Uint8Array) => Event) {}

  push(chunk: Uint8Array): Event[] {
    const events: Event[] = []
    let rest = chunk
    while (rest.length > 0) {
      // Until the prelude is there only its bytes are taken; then what is missing of the frame.
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
      // Doubling keeps the copying linear, however small the chunks are.
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

/** The prelude has a checksum of its own, so that a damaged length is seen at once and not after megabytes of waiting. */
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
