/** Reads the copy of an answer that came compressed; whoever asked for it gets it as it came. */

import { brotliDecompressSync, constants, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import type { Unpacked, UnpackJob } from './jobs.ts'

const HEAD_BYTES = 256 * 1024
const TAIL_BYTES = 16 * 1024
/** An answer that grows beyond is not read: a few bytes can be made to fill any memory. */
const MOST_BYTES = 16 * 1024 * 1024

/** An answer that was cut is read as far as it came. */
const ZLIB = { maxOutputLength: MOST_BYTES, finishFlush: constants.Z_SYNC_FLUSH }

const READERS: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  gzip: (bytes) => gunzipSync(bytes, ZLIB),
  'x-gzip': (bytes) => gunzipSync(bytes, ZLIB),
  deflate: (bytes) => inflateSync(bytes, ZLIB),
  br: (bytes) =>
    brotliDecompressSync(bytes, { maxOutputLength: MOST_BYTES, finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: (bytes) => zstdDecompressSync(bytes, { maxOutputLength: MOST_BYTES }),
}

/** Null when it is no such thing, or in an encoding nobody registered. */
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
