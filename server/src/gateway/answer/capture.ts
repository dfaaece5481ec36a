/** The copy of an answer that goes into the record: its head up to a limit, and the tail where usage stands. */

const FIRST_BYTES = 4 * 1024
const TAIL_BYTES = 16 * 1024

const NOTHING = Buffer.alloc(0)

export class Capture {
  #head: Buffer = NOTHING
  #headBytes = 0
  /** The last chunks beyond the head; null while there are none. */
  #tail: Uint8Array[] | null = null
  #tailBytes = 0
  totalBytes = 0

  constructor(private readonly limitBytes: number) {}

  /** A copy whose bytes are whole already. */
  static of(bytes: Uint8Array, limitBytes: number): Capture {
    const capture = new Capture(limitBytes)
    const whole = asBuffer(bytes)
    capture.totalBytes = bytes.length
    capture.#head = bytes.length > limitBytes ? whole.subarray(0, limitBytes) : whole
    capture.#headBytes = capture.#head.length
    if (bytes.length > limitBytes) capture.#keepTail(bytes.subarray(limitBytes))
    return capture
  }

  push(chunk: Uint8Array): void {
    this.totalBytes += chunk.length
    const room = this.limitBytes - this.#headBytes
    if (room > 0) this.#append(chunk.length <= room ? chunk : chunk.subarray(0, room))
    if (chunk.length > room) this.#keepTail(room > 0 ? chunk.subarray(room) : chunk)
  }

  get isCut(): boolean {
    return this.totalBytes > this.#headBytes
  }

  head(): Buffer {
    return this.#headBytes === this.#head.length ? this.#head : this.#head.subarray(0, this.#headBytes)
  }

  /** The last bytes seen, at least 16 KiB of them where there were as many. */
  tail(): Buffer {
    if (this.#tail === null) return this.head()
    return this.#tailBytes >= TAIL_BYTES
      ? Buffer.concat(this.#tail)
      : Buffer.concat([this.head().subarray(-TAIL_BYTES), ...this.#tail])
  }

  // One growing buffer instead of a list of chunks: thousands of tiny event chunks cost more in headers than in bytes.
  #append(chunk: Uint8Array): void {
    const needed = this.#headBytes + chunk.length
    if (needed > this.#head.length) {
      const sizeBytes = Math.min(this.limitBytes, Math.max(FIRST_BYTES, this.#head.length * 2, needed))
      const grown = Buffer.allocUnsafeSlow(sizeBytes)
      grown.set(this.head())
      this.#head = grown
    }
    this.#head.set(chunk, this.#headBytes)
    this.#headBytes = needed
  }

  #keepTail(chunk: Uint8Array): void {
    // A view would hold the whole network buffer it points into.
    this.#tail ??= []
    this.#tail.push(new Uint8Array(chunk.subarray(-TAIL_BYTES)))
    this.#tailBytes += Math.min(chunk.length, TAIL_BYTES)
    while (this.#tail.length > 1 && this.#tailBytes - this.#tail[0]!.length >= TAIL_BYTES) {
      this.#tailBytes -= this.#tail.shift()!.length
    }
  }
}

/** The same bytes, with a Buffer's ways to search them. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}
