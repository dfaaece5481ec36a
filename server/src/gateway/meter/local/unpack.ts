/** Decompresses the captured copy of a response. The caller gets the compressed bytes. */

import { brotliDecompressSync, constants, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import type { Unpacked, UnpackJob } from './jobs.ts'

const HEAD_BYTES = 256 * 1024
const TAIL_BYTES = 16 * 1024
/** Responses that decompress to more are not read: a few bytes could otherwise fill the memory. */
const MAX_BYTES = 16 * 1024 * 1024

/** A response that is cut off is decompressed up to the cut. */
const ZLIB = { maxOutputLength: MAX_BYTES, finishFlush: constants.Z_SYNC_FLUSH }

const READERS: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  gzip: (bytes) => gunzipSync(bytes, ZLIB),
  'x-gzip': (bytes) => gunzipSync(bytes, ZLIB),
  deflate: (bytes) => inflateSync(bytes, ZLIB),
  br: (bytes) =>
    brotliDecompressSync(bytes, { maxOutputLength: MAX_BYTES, finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: (bytes) => zstdDecompressSync(bytes, { maxOutputLength: MAX_BYTES }),
}

/** Null if the bytes are invalid or the encoding is unknown. */
export function unpack({ bytes, encoding }: UnpackJob): Unpacked | null {
  const name = encoding.trim().toLowerCase()
  const read = Object.hasOwn(READERS, name) ? READERS[name] : undefined
  if (!read) return null
  try {
    const whole = read(bytes)
    return {
      head: whole.slice(0, HEAD_BYTES),
      tail: whole.length > HEAD_BYTES ? whole.slice(Math.max(HEAD_BYTES, whole.length - TAIL_BYTES)) : new Uint8Array(),
      totalBytes: whole.length,
    }
  } catch {
    return null
  }
}
