/** Reads a request body chunk by chunk. Each chunk is counted before it is stored, and a slow body can be aborted. */

import type { GatewayError } from '../errors.ts'
import type { Awaitable } from '../ports.ts'
import { freeBuffer } from './free-buffer.ts'

/** Accounts for bytes in memory; `hold` throws if the limit is reached. */
export type BodyCount = { hold(bytes: number): void }

export class BodyReader {
  readonly startedAtMs = performance.now()
  receivedBytes = 0
  readonly #reader: ReturnType<typeof readerOf>
  readonly #count: BodyCount | null
  #refusal: GatewayError | null = null

  constructor(stream: ReadableStream<Uint8Array>, count: BodyCount | null) {
    this.#reader = readerOf(stream)
    this.#count = count
  }

  /** The next chunk, or null at the end. Rejects with the error passed to `stop`. */
  async read(): Promise<Uint8Array | null> {
    const { done, value } = await this.#reader.read()
    if (this.#refusal) throw this.#refusal
    if (done) return null
    try {
      this.#count?.hold(value.length)
    } catch (error) {
      this.#cancel()
      throw error
    }
    this.receivedBytes += value.length
    return value
  }

  async readAll(limitBytes: number, tooLarge: (limitBytes: number) => GatewayError): Promise<Uint8Array> {
    const chunks: Uint8Array[] = []
    for await (const chunk of this.chunks(limitBytes, tooLarge)) chunks.push(chunk)
    return joined(chunks, this.receivedBytes)
  }

  /** Cancels the upload if the consumer stops before the end. */
  async *chunks(limitBytes: number, tooLarge: (limitBytes: number) => GatewayError): AsyncGenerator<Uint8Array> {
    let isComplete = false
    try {
      for (let chunk = await this.read(); chunk !== null; chunk = await this.read()) {
        if (this.receivedBytes > limitBytes) throw tooLarge(limitBytes)
        yield chunk
      }
      isComplete = true
    } finally {
      if (!isComplete) this.#cancel()
    }
  }

  /** Streams `chunks`, then the rest of the body. The rest is not counted: backpressure bounds its memory. */
  streamFrom(chunks: Uint8Array[]): ReadableStream<Uint8Array> {
    const reader = this.#reader
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        const chunk = chunks.shift()
        if (chunk) return controller.enqueue(chunk)
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    })
  }

  /** Aborts the body: the pending or next `read` rejects with `refusal`. */
  stop(refusal: GatewayError): void {
    this.#refusal ??= refusal
    this.#cancel()
  }

  #cancel(): void {
    // The connection may already be closed.
    this.#reader.cancel().catch(() => {})
  }
}

function readerOf(stream: ReadableStream<Uint8Array>) {
  return stream.getReader()
}

/** Larger bodies are copied over several event loop turns, into shared memory that worker threads can read. */
const LARGE_BYTES = 256 * 1024
/** Copied per turn; takes about 2 ms. */
const COPIED_BYTES = 2 * 1024 * 1024

/** Concatenates the chunks and frees their memory immediately instead of waiting for garbage collection. */
export function joined(chunks: readonly Uint8Array[], sizeBytes: number): Awaitable<Uint8Array> {
  if (sizeBytes > LARGE_BYTES) return joinedLarge(chunks, sizeBytes)
  if (chunks.length === 1) return chunks[0]!
  const whole = Buffer.concat(chunks)
  for (const chunk of chunks) freeBuffer(chunk)
  return whole
}

async function joinedLarge(chunks: readonly Uint8Array[], sizeBytes: number): Promise<Uint8Array> {
  const whole = new Uint8Array(new SharedArrayBuffer(sizeBytes))
  let at = 0
  let copiedBytes = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
    copiedBytes += chunk.length
    freeBuffer(chunk)
    if (copiedBytes < COPIED_BYTES) continue
    copiedBytes = 0
    await new Promise(setImmediate)
  }
  return whole
}
