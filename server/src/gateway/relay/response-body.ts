/** A provider's answer body, read chunk by chunk; chunks looked at before the commit are given back first. */

type Chunk = Uint8Array | null

export class ResponseBody {
  readonly #next: () => Promise<Chunk>
  #held: Uint8Array[] = []
  #pending: Promise<Chunk> | null = null

  /** `next` gives the chunks one by one and null at the end. */
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

  /** The next chunk, or 'late' if it does not come in time; it is then what the next read gives. */
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

  /** Takes back a read that nobody waits for any more: the next read gives its chunk. */
  resume(reading: Promise<Chunk>): void {
    this.#pending = reading
  }

  /** Gives chunks back, in order, before anything still to come. */
  hold(chunks: Uint8Array[]): void {
    this.#held = [...chunks, ...this.#held]
  }
}
