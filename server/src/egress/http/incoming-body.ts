/** What has come of a body and has not been read yet: a little, for the sender is held back while nobody reads. */

import { freeWholeBuffer } from '../../core/body/free-buffer.ts'
import { PackedPiece } from './packed-piece.ts'

export type Flow = { pause(): void; resume(): void }

/** From here on the sender waits. */
const HELD_BYTES = 64 * 1024
/** A reader gets no more at once: whoever passes it on to a slow caller has to keep the whole piece. */
const PIECE_BYTES = 32 * 1024
/**
 * A reader this late has stopped, and what waits for it is packed: the runtime gives up to 512 KiB at once, and a
 * thousand stalled readers with that much each would fill a machine.
 */
const STALLED_MS = 100

const END: Promise<null> = Promise.resolve(null)

export class IncomingBody {
  readonly #flow: Flow
  #chunks: (Uint8Array | PackedPiece)[] = []
  #bytes = 0
  #isHeldBack = false
  #stallTimer: ReturnType<typeof setTimeout> | null = null
  #readAtMs = 0
  #waiting: { resolve: (chunk: Uint8Array | null) => void; reject: (error: unknown) => void } | null = null
  #isWhole = false
  #failure: { readonly error: unknown } | null = null

  constructor(flow: Flow) {
    this.#flow = flow
  }

  /** What is too large for one piece is copied into several, and the memory it came in is no more. */
  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return
    const waiting = this.#waiting
    if (waiting && chunk.length <= PIECE_BYTES) {
      this.#waiting = null
      return waiting.resolve(chunk)
    }
    this.#bytes += chunk.length
    if (chunk.length <= PIECE_BYTES) this.#chunks.push(chunk)
    else this.#cut(chunk)
    if (waiting) {
      this.#waiting = null
      waiting.resolve(this.#take())
    }
  }

  #cut(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      this.#chunks.push(new Uint8Array(chunk.subarray(at, at + PIECE_BYTES)))
    }
    freeWholeBuffer(chunk)
  }

  /** To be asked once all of one read is in: an answer that ends in the same read must not hold anybody back. */
  holdBack(): void {
    if (this.#bytes < HELD_BYTES) return
    this.#stallTimer ??= setTimeout(() => this.#packIfStalled(), STALLED_MS)
    if (this.#isHeldBack || this.#isWhole) return
    this.#isHeldBack = true
    this.#flow.pause()
  }

  #packIfStalled(): void {
    this.#stallTimer = null
    if (this.#bytes < HELD_BYTES) return
    const silentMs = performance.now() - this.#readAtMs
    if (silentMs < STALLED_MS) {
      this.#stallTimer = setTimeout(() => this.#packIfStalled(), STALLED_MS - silentMs)
      return
    }
    this.#chunks = this.#chunks.map((chunk) => (chunk instanceof PackedPiece ? chunk : PackedPiece.of(chunk)))
  }

  end(): void {
    if (this.#failure) return
    this.#isWhole = true
    this.#letFlow()
    this.#waiting?.resolve(null)
    this.#waiting = null
  }

  /** What came before is still read first. */
  fail(error: unknown): void {
    if (this.#isWhole || this.#failure) return
    this.#failure = { error }
    this.#waiting?.reject(error)
    this.#waiting = null
  }

  /** The next bytes, or null at the end. One reader at a time. */
  read(): Promise<Uint8Array | null> {
    if (this.#chunks.length > 0) return Promise.resolve(this.#take())
    if (this.#isWhole) return END
    if (this.#failure) return Promise.reject(this.#failure.error)
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
    })
  }

  /** All that is still to come; at once when it is here. */
  bytes(): Uint8Array | Promise<Uint8Array> {
    return this.#isWhole ? this.#takeAll() : this.#readAll()
  }

  #takeAll(): Uint8Array {
    const [first] = this.#chunks
    const all = this.#chunks.length === 1 ? opened(first!) : Buffer.concat(this.#chunks.map(opened))
    this.#chunks = []
    this.#bytes = 0
    return all
  }

  async #readAll(): Promise<Uint8Array> {
    const chunks: Uint8Array[] = []
    for (let chunk = await this.read(); chunk !== null; chunk = await this.read()) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  #take(): Uint8Array {
    this.#readAtMs = performance.now()
    const piece = opened(this.#chunks.shift()!)
    this.#bytes -= piece.length
    if (this.#bytes < HELD_BYTES) this.#letFlow()
    return piece
  }

  /** Also at the end of the body: the connection may be another call's by the time this one is read. */
  #letFlow(): void {
    if (!this.#isHeldBack) return
    this.#isHeldBack = false
    this.#flow.resume()
  }
}

function opened(piece: Uint8Array | PackedPiece): Uint8Array {
  return piece instanceof PackedPiece ? piece.unpack() : piece
}
