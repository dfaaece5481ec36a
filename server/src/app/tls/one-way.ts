/** Copies the bytes of one socket to another. Pauses the source while the sink does not accept more. */

type Source = { pause(): void; resume(): void }
type Sink = { write(data: Uint8Array): number; end(): void }

export class OneWay {
  /** Bytes that the sink has not accepted. A paused source adds at most one more read of the runtime. */
  #waiting: Uint8Array[] = []
  #source: Source | null = null
  #sink: Sink | null = null
  #isEnded = false
  /** When the sink stopped accepting bytes, on the clock of performance.now(); null while it accepts them. */
  blockedSinceMs: number | null = null

  /** Sends the bytes that arrived before this call. */
  connect(source: Source, sink: Sink): void {
    this.#source = source
    this.#sink = sink
    this.flush()
  }

  push(data: Uint8Array): void {
    if (this.#sink === null || this.#waiting.length > 0) {
      this.#waiting.push(data)
      return
    }
    const written = Math.max(0, this.#sink.write(data))
    if (written < data.length) this.#wait(written === 0 ? data : data.subarray(written))
  }

  /** Call when the sink accepts bytes again. */
  flush(): void {
    const sink = this.#sink
    if (sink === null) return
    let count = 0
    for (const data of this.#waiting) {
      const written = Math.max(0, sink.write(data))
      if (written > 0) this.blockedSinceMs = null
      if (written < data.length) {
        this.#waiting[count] = data.subarray(written)
        break
      }
      count++
    }
    if (count > 0) this.#waiting.splice(0, count)
    if (this.#waiting.length > 0) {
      this.blockedSinceMs ??= performance.now()
      return
    }
    this.blockedSinceMs = null
    if (this.#isEnded) sink.end()
    else this.#source?.resume()
  }

  /** The source has closed. The sink is closed after the last byte. */
  end(): void {
    this.#isEnded = true
    if (this.#waiting.length === 0) this.#sink?.end()
  }

  #wait(data: Uint8Array): void {
    this.#waiting.push(data)
    this.blockedSinceMs = performance.now()
    this.#source?.pause()
  }
}
