/** The body of a provider's response, read chunk by chunk. Chunks that were inspected can be put back. */

type Chunk = Uint8Array | null

export class ResponseBody {
  readonly #next: () => Promise<Chunk>
  #held: Uint8Array[] = []
  #pending: Promise<Chunk> | null = null

  /** `next` resolves to the next chunk, and to null at the end. */
  constructor(next: () => Promise<Chunk>) {
    this.#next = next
  }

  static of(stream: ReadableStream<Uint8Array>): ResponseBody {
    const reader = stream.getReader()
    return new ResponseBody(async () => {
      const { done, value } = await reader.read()
      return done ? null : value
    })
  }

  /** The next chunk, or null at the end. */
  read(): Promise<Chunk> {
    const held = this.#held.shift()
    if (held) return Promise.resolve(held)
    const pending = this.#pending
    if (pending) {
      this.#pending = null
      return pending
    }
    return this.#next()
  }

  /** The next chunk, or 'late' if it does not arrive in time. The next read then returns it. */
  async readWithin(ms: number): Promise<Chunk | 'late'> {
    const held = this.#held.shift()
    if (held) return held
    this.#pending ??= this.#next()
    const { promise, resolve } = Promise.withResolvers<'late'>()
    const timer = setTimeout(resolve, Math.max(0, ms), 'late')
    try {
      const chunk = await Promise.race([this.#pending, promise])
      if (chunk !== 'late') this.#pending = null
      return chunk
    } finally {
      clearTimeout(timer)
    }
  }

  /** Puts back a read whose result was not used: the next read returns its chunk. */
  resume(reading: Promise<Chunk>): void {
    this.#pending = reading
  }

  /** Puts chunks back, in order, before all that follows. */
  putBack(chunks: Uint8Array[]): void {
    this.#held = [...chunks, ...this.#held]
  }
}
