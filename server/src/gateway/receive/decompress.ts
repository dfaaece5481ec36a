/** Decompresses request bodies in the runtime's thread pool. The decompressed size counts towards the limits. */

import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import { type BodyCount, joined } from '../../core/body/body-reader.ts'
import { GatewayError } from '../../core/errors.ts'
import type { HeaderMap } from '../../core/headers.ts'
import { ZstdFrames } from './zstd-frames.ts'

/** Output bytes per event. Smaller chunks cause more events, larger ones block the main thread longer. */
const STEP_BYTES = 64 * 1024

/** RFC 9659 limits the window of the coding `zstd` to 8 MiB. The library's own limit is 128 MiB. */
const ZSTD = { chunkSize: STEP_BYTES, params: { [constants.ZSTD_d_windowLogMax]: 23 } }
const OTHERS = { chunkSize: STEP_BYTES }

const READERS = {
  gzip: () => createGunzip(OTHERS),
  'x-gzip': () => createGunzip(OTHERS),
  // `deflate` is zlib's format, but some clients send raw deflate.
  deflate: (bytes: Uint8Array) => (hasZlibHeader(bytes) ? createInflate(OTHERS) : createInflateRaw(OTHERS)),
  br: () => createBrotliDecompress(OTHERS),
  zstd: () => createZstdDecompress(ZSTD),
} as const

export type Coding = keyof typeof READERS

/** Null if the body is not compressed. Throws if we cannot decompress it. */
export function codingOf(headers: HeaderMap): Coding | null {
  const written = headers['content-encoding']
  if (written === undefined) return null
  const names = written.toLowerCase().split(',', 3)
  const codings = names.map((name) => name.trim()).filter((name) => name !== 'identity' && name !== '')
  const [coding] = codings
  if (coding === undefined) return null
  if (names.length < 3 && codings.length === 1 && Object.hasOwn(READERS, coding)) return coding as Coding
  throw new GatewayError('unsupported_encoding', {
    param: 'content-encoding',
    message:
      codings.length === 1
        ? `The request body has the unknown content coding ${JSON.stringify(coding.slice(0, 32))}.`
        : 'The request body has more than one content coding.',
  })
}

export type DecompressLimits = {
  readonly limitBytes: number
  /** Counts the decompressed bytes. */
  readonly count: BodyCount | null
  readonly tooLarge: (limitBytes: number) => GatewayError
  /** Called with each compressed chunk that is no longer needed. */
  readonly onRead?: (chunk: Uint8Array) => void
}

type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/** The decompressed body. Chunks are decompressed as they arrive. Rejects as soon as the result is larger than the limit. */
export async function decompress(chunks: Chunks, coding: Coding, limits: DecompressLimits): Promise<Uint8Array> {
  const frames = coding === 'zstd' ? new ZstdFrames() : null
  const output = new Output(coding, limits)
  try {
    for await (const chunk of chunks) {
      if (chunk.length === 0) continue
      frames?.push(chunk)
      if (frames?.isValid === false) throw damaged(coding)
      await output.write(chunk)
      limits.onRead?.(chunk)
    }
    if (frames?.isComplete === false) throw damaged(coding)
    return await output.finish()
  } finally {
    output.close()
  }
}

class Output {
  #reader: ReturnType<(typeof READERS)[Coding]> | null = null
  /** The first byte of a `deflate` body, kept until the second byte shows the format. */
  #first: Uint8Array | null = null
  readonly #chunks: Uint8Array[] = []
  #sizeBytes = 0
  readonly #ended = Promise.withResolvers<void>()

  constructor(
    private readonly coding: Coding,
    private readonly limits: DecompressLimits,
  ) {
    // Prevents an unhandled rejection: only the next operation awaits this promise.
    this.#ended.promise.catch(() => {})
  }

  async write(chunk: Uint8Array): Promise<void> {
    const bytes = this.#first ? Buffer.concat([this.#first, chunk]) : chunk
    const isUnclear = this.coding === 'deflate' && bytes.length < 2 && !this.#reader
    this.#first = isUnclear ? new Uint8Array(bytes) : null
    if (isUnclear) return
    this.#reader ??= this.#open(bytes)
    const written = Promise.withResolvers<void>()
    this.#reader.write(bytes, () => written.resolve())
    await Promise.race([written.promise, this.#ended.promise])
  }

  async finish(): Promise<Uint8Array> {
    if (!this.#reader) throw damaged(this.coding)
    this.#reader.end()
    await this.#ended.promise
    return joined(this.#chunks, this.#sizeBytes)
  }

  close(): void {
    this.#reader?.destroy()
  }

  #open(bytes: Uint8Array) {
    const reader = READERS[this.coding](bytes)
    reader.on('data', (chunk: Uint8Array) => {
      try {
        this.#add(chunk)
      } catch (error) {
        this.#ended.reject(error)
        reader.destroy()
      }
    })
    reader.on('end', this.#ended.resolve)
    reader.on('error', () => this.#ended.reject(damaged(this.coding)))
    return reader
  }

  #add(chunk: Uint8Array): void {
    const { limitBytes, count, tooLarge } = this.limits
    this.#sizeBytes += chunk.length
    if (this.#sizeBytes > limitBytes) throw tooLarge(limitBytes)
    count?.hold(chunk.length)
    this.#chunks.push(chunk)
  }
}

function damaged(coding: Coding): GatewayError {
  return new GatewayError('invalid_body', {
    param: 'body',
    message: `Content-Encoding is ${coding}, but the request body is not valid ${coding} data.`,
    hint: 'Compress the whole body with the coding that Content-Encoding names, or send it uncompressed.',
  })
}

/** RFC 1950, section 2.2: the method is 8, and the first two bytes are a multiple of 31. */
function hasZlibHeader(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0
}
