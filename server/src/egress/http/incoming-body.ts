/** Buffers a response body until it is read. Pauses the socket above a limit (back-pressure). */

import { freeWholeBuffer } from '../../core/body/free-buffer.ts'
import { CompressedChunk } from './compressed-chunk.ts'

export type Pausable = { pause(): void; resume(): void }

/** The socket is paused above this many unread bytes. */
const PAUSE_ABOVE_BYTES = 64 * 1024
/** Maximum size of one read, so that a consumer with a slow client has to buffer little. */
const MAX_CHUNK_BYTES = 32 * 1024
/**
 * After this time without a read the buffered chunks are compressed. The runtime delivers up to 512 KiB at once, which
 * would exhaust memory with a thousand stalled readers.
 */
const STALLED_MS = 100

const END: Promise<null> = Promise.resolve(null)

export class IncomingBody {
  readonly #source: Pausable
  #chunks: (Uint8Array | CompressedChunk)[] = []
  #bytes = 0
  #isPaused = false
  #stallTimer: ReturnType<typeof setTimeout> | null = null
  #readAtMs = 0
  #waiting: { resolve: (chunk: Uint8Array | null) => void; reject: (error: unknown) => void } | null = null
  #isComplete = false
  #failure: { readonly error: unknown } | null = null

  constructor(source: Pausable) {
    this.#source = source
  }

  /** Chunks larger than MAX_CHUNK_BYTES are copied into smaller ones, and the source buffer is detached. */
  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return
    const waiting = this.#waiting
    if (waiting && chunk.length <= MAX_CHUNK_BYTES) {
      this.#waiting = null
      return waiting.resolve(chunk)
    }
    this.#bytes += chunk.length
    if (chunk.length <= MAX_CHUNK_BYTES) this.#chunks.push(chunk)
    else this.#split(chunk)
    if (waiting) {
      this.#waiting = null
      waiting.resolve(this.#take())
    }
  }

  #split(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; at += MAX_CHUNK_BYTES) {
      this.#chunks.push(new Uint8Array(chunk.subarray(at, at + MAX_CHUNK_BYTES)))
    }
    freeWholeBuffer(chunk)
  }

  /**
   * Call after pushing all bytes of one socket read: a response that ends in the same read must not pause the socket.
   */
  applyBackPressure(): void {
    if (this.#bytes < PAUSE_ABOVE_BYTES) return
    this.#stallTimer ??= setTimeout(() => this.#compressIfStalled(), STALLED_MS)
    if (this.#isPaused || this.#isComplete) return
    this.#isPaused = true
    this.#source.pause()
  }

  #compressIfStalled(): void {
    this.#stallTimer = null
    if (this.#bytes < PAUSE_ABOVE_BYTES) return
    const silentMs = performance.now() - this.#readAtMs
    if (silentMs < STALLED_MS) {
      this.#stallTimer = setTimeout(() => this.#compressIfStalled(), STALLED_MS - silentMs)
      return
    }
    this.#chunks = this.#chunks.map((chunk) => (chunk instanceof CompressedChunk ? chunk : CompressedChunk.of(chunk)))
  }

  end(): void {
    if (this.#failure) return
    this.#isComplete = true
    this.#resume()
    this.#waiting?.resolve(null)
    this.#waiting = null
  }

  /** Buffered bytes are still delivered before the error. */
  fail(error: unknown): void {
    if (this.#isComplete || this.#failure) return
    this.#failure = { error }
    this.#waiting?.reject(error)
    this.#waiting = null
  }

  /** The next bytes, or null at the end. One reader at a time. */
  read(): Promise<Uint8Array | null> {
    if (this.#chunks.length > 0) return Promise.resolve(this.#take())
    if (this.#isComplete) return END
    if (this.#failure) return Promise.reject(this.#failure.error)
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
    })
  }

  /** The rest of the body. Synchronous if it has already arrived. */
  bytes(): Uint8Array | Promise<Uint8Array> {
    return this.#isComplete ? this.#takeAll() : this.#readAll()
  }

  #takeAll(): Uint8Array {
    const [first] = this.#chunks
    const all = this.#chunks.length === 1 ? decompressed(first!) : Buffer.concat(this.#chunks.map(decompressed))
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
    const chunk = decompressed(this.#chunks.shift()!)
    this.#bytes -= chunk.length
    if (this.#bytes < PAUSE_ABOVE_BYTES) this.#resume()
    return chunk
  }

  /** Also called at the end of the body: another call may use the connection before this body is read. */
  #resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#source.resume()
  }
}

function decompressed(chunk: Uint8Array | CompressedChunk): Uint8Array {
  return chunk instanceof CompressedChunk ? chunk.decompress() : chunk
}
