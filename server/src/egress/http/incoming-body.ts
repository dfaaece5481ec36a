/** What has come of a body and has not been read yet: a little, for the sender is held back while nobody reads. */

export type Flow = { pause(): void; resume(): void }

/** From here on the sender waits. */
const HELD_BYTES = 64 * 1024
/** A reader gets no more at once: whoever passes it on to a slow caller has to keep the whole piece. */
const PIECE_BYTES = 64 * 1024

const END: Promise<null> = Promise.resolve(null)

export class IncomingBody {
  readonly #flow: Flow
  #chunks: Uint8Array[] = []
  #bytes = 0
  #isHeldBack = false
  #waiting: { resolve: (chunk: Uint8Array | null) => void; reject: (error: unknown) => void } | null = null
  #isWhole = false
  #failure: { readonly error: unknown } | null = null

  constructor(flow: Flow) {
    this.#flow = flow
  }

  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return
    const waiting = this.#waiting
    if (waiting && chunk.length <= PIECE_BYTES) {
      this.#waiting = null
      return waiting.resolve(chunk)
    }
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (waiting) {
      this.#waiting = null
      waiting.resolve(this.#take())
    }
  }

  /** To be asked once all of one read is in: an answer that ends in the same read must not hold anybody back. */
  holdBack(): void {
    if (this.#bytes < HELD_BYTES || this.#isHeldBack || this.#isWhole) return
    this.#isHeldBack = true
    this.#flow.pause()
  }

  end(): void {
    if (this.#failure) return
    this.#isWhole = true
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
    const all = this.#chunks.length === 1 ? first! : Buffer.concat(this.#chunks)
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
    const first = this.#chunks[0]!
    const isSmall = first.length <= PIECE_BYTES
    const piece = isSmall ? first : first.subarray(0, PIECE_BYTES)
    if (isSmall) this.#chunks.shift()
    else this.#chunks[0] = first.subarray(PIECE_BYTES)
    this.#bytes -= piece.length
    if (this.#isHeldBack && this.#bytes < HELD_BYTES) {
      this.#isHeldBack = false
      this.#flow.resume()
    }
    return piece
  }
}
