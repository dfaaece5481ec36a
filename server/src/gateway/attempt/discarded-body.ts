/** The start of a response that the plan moved on from, for the log record. */

import type { ReceivedBody } from '../../core/record.ts'

/** Error bodies are short. A longer one is cut. */
export const DISCARDED_BYTES = 16 * 1024

export class DiscardedBody {
  /** Copies: a view would keep the whole chunk in memory. */
  readonly #chunks: Buffer[] = []
  #leftBytes = DISCARDED_BYTES
  #isCut = false

  add(chunk: Uint8Array): void {
    const part = chunk.subarray(0, this.#leftBytes)
    if (part.length < chunk.length) this.#isCut = true
    if (part.length === 0) return
    this.#leftBytes -= part.length
    this.#chunks.push(Buffer.from(part))
  }

  /** What has arrived so far; null if nothing has, or if it is not UTF-8. */
  logged(): ReceivedBody | null {
    if (this.#chunks.length === 0) return null
    try {
      // With `stream`, the decoder leaves out a character that was cut in two, instead of throwing.
      const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(this.#chunks), { stream: true })
      return { text, isCut: this.#isCut }
    } catch {
      return null
    }
  }
}
