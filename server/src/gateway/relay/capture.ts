/** The copy of a response for the record: its head up to a limit, and its tail, where usage is reported. */

import { compressed, decompressed } from '../../core/body/compress.ts'

const FIRST_BYTES = 4 * 1024
const TAIL_BYTES = 16 * 1024
/** Most responses are shorter than a block. Compressing one takes 25 µs, about 1 % of the time to relay its events. */
const BLOCK_BYTES = 64 * 1024

const NOTHING = Buffer.alloc(0)

export class Capture {
  /** Full blocks of the head, compressed: uncompressed, a thousand long responses in flight would take 256 MB. */
  #blocks: Uint8Array[] = []
  #blocksBytes = 0
  /** The bytes of the head after these blocks. */
  #rest: Buffer = NOTHING
  #restBytes = 0
  /** The head in one piece, made by the first call of `head`. */
  #whole: Buffer | null = null
  /** The last bytes beyond the head; null while there are none. */
  #tail: Buffer | null = null
  #tailBytes = 0
  totalBytes = 0

  constructor(private readonly limitBytes: number) {}

  /** The capture of a response that is whole already. */
  static of(bytes: Uint8Array, limitBytes: number): Capture {
    const capture = new Capture(limitBytes)
    const whole = asBuffer(bytes)
    capture.totalBytes = bytes.length
    capture.#rest = bytes.length > limitBytes ? whole.subarray(0, limitBytes) : whole
    capture.#restBytes = capture.#rest.length
    if (bytes.length > limitBytes) capture.#pushTail(bytes.subarray(limitBytes))
    return capture
  }

  push(chunk: Uint8Array): void {
    this.totalBytes += chunk.length
    this.#whole = null
    let at = 0
    while (at < chunk.length && this.#headBytes < this.limitBytes) {
      const take = Math.min(chunk.length - at, BLOCK_BYTES - this.#restBytes, this.limitBytes - this.#headBytes)
      this.#append(take === chunk.length ? chunk : chunk.subarray(at, at + take))
      at += take
    }
    if (at < chunk.length) this.#pushTail(at === 0 ? chunk : chunk.subarray(at))
  }

  get #headBytes(): number {
    return this.#blocksBytes + this.#restBytes
  }

  get isCut(): boolean {
    return this.totalBytes > this.#headBytes
  }

  /** True if this many more bytes would exceed the limit of the head. */
  isCutBy(bytes: number): boolean {
    return this.totalBytes + bytes > this.limitBytes
  }

  head(): Buffer {
    const rest = this.#restBytes === this.#rest.length ? this.#rest : this.#rest.subarray(0, this.#restBytes)
    if (this.#blocks.length === 0) return rest
    this.#whole ??= Buffer.concat([...this.#blocks.map(decompressed), rest])
    return this.#whole
  }

  /** The last 16 KiB beyond the head. If there are fewer bytes beyond the head, the end of the head precedes them. */
  tail(): Buffer {
    if (this.#tail === null) return this.head()
    const tail = this.#tail.subarray(Math.max(0, this.#tailBytes - TAIL_BYTES), this.#tailBytes)
    return this.#tailBytes >= TAIL_BYTES ? Buffer.from(tail) : Buffer.concat([this.head().subarray(-TAIL_BYTES), tail])
  }

  // One growing buffer instead of a list of chunks: thousands of tiny chunks would cost more in objects than in bytes.
  #append(chunk: Uint8Array): void {
    const needed = this.#restBytes + chunk.length
    if (needed > this.#rest.length) {
      const grown = Buffer.allocUnsafeSlow(Math.min(BLOCK_BYTES, Math.max(FIRST_BYTES, this.#rest.length * 2, needed)))
      grown.set(this.#rest.subarray(0, this.#restBytes))
      this.#rest = grown
    }
    this.#rest.set(chunk, this.#restBytes)
    this.#restBytes = needed
    if (needed === BLOCK_BYTES) this.#pack()
  }

  #pack(): void {
    this.#blocks.push(compressed(this.#rest))
    this.#blocksBytes += BLOCK_BYTES
    this.#restBytes = 0
    if (this.#blocksBytes >= this.limitBytes) this.#rest = NOTHING
  }

  /** The buffer is twice as large as the tail, so that bytes are not moved for every chunk. */
  #pushTail(chunk: Uint8Array): void {
    this.#tail ??= Buffer.allocUnsafeSlow(2 * TAIL_BYTES)
    const last = chunk.length > TAIL_BYTES ? chunk.subarray(-TAIL_BYTES) : chunk
    // Only the end of a long chunk is copied, so the bytes before it do not belong to the tail any more.
    if (last !== chunk) this.#tailBytes = 0
    if (this.#tailBytes + last.length > this.#tail.length) {
      this.#tail.copyWithin(0, this.#tailBytes - TAIL_BYTES, this.#tailBytes)
      this.#tailBytes = TAIL_BYTES
    }
    this.#tail.set(last, this.#tailBytes)
    this.#tailBytes += last.length
  }
}

/** The same bytes as a Buffer, for its search methods. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}
