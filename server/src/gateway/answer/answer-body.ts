/** A provider's answer body, read chunk by chunk; chunks looked at before the commit are given back first. */

type Chunk = Uint8Array | null

export class AnswerBody {
  readonly #reader: { read(): Promise<{ done: boolean; value?: Uint8Array | undefined }> }
  #held: Uint8Array[] = []
  #pending: Promise<Chunk> | null = null

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader()
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

  /** Gives chunks back, in order, before anything still to come. */
  hold(chunks: Uint8Array[]): void {
    this.#held = [...chunks, ...this.#held]
  }

  async #next(): Promise<Chunk> {
    const { done, value } = await this.#reader.read()
    return done ? null : (value ?? null)
  }
}
