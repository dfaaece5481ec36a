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
}

/** The decompressed body. Rejects as soon as it is larger than the limit. */
export async function decompress(bytes: Uint8Array, coding: Coding, limits: DecompressLimits): Promise<Uint8Array> {
  // The library accepts a zstd body that ends too early.
  if (coding === 'zstd' && !isCompleteZstd(bytes)) throw damaged(coding)
  const { limitBytes, count, tooLarge } = limits
  const reader = READERS[coding](bytes)
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  reader.on('data', (chunk: Uint8Array) => {
    try {
      sizeBytes += chunk.length
      if (sizeBytes > limitBytes) throw tooLarge(limitBytes)
      count?.hold(chunk.length)
      chunks.push(chunk)
    } catch (error) {
      reject(error)
      reader.destroy()
    }
  })
  reader.on('end', resolve)
  reader.on('error', () => reject(damaged(coding)))
  reader.end(bytes)
  await promise
  return joined(chunks, sizeBytes)
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

/** Bounds the work for bodies of many tiny blocks. Encoders write blocks of up to 128 KiB. */
const MAX_ZSTD_BLOCKS = 1_000_000
const ZSTD_MAGIC = 0xfd2fb528
const SKIPPABLE_MAGIC = 0x184d2a5
const DICTIONARY_ID_BYTES = [0, 1, 2, 4] as const
const CONTENT_SIZE_BYTES = [0, 2, 4, 8] as const
const RLE_BLOCK = 1

/** True if the bytes are whole frames (RFC 8878, section 3.1). Reads only the headers of frames and blocks. */
export function isCompleteZstd(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let blocks = 0
  let at = 0
  while (at + 8 <= bytes.length) {
    const magic = view.getUint32(at, true)
    if (magic >>> 4 === SKIPPABLE_MAGIC) {
      if (++blocks > MAX_ZSTD_BLOCKS) return false
      at += 8 + view.getUint32(at + 4, true)
      continue
    }
    if (magic !== ZSTD_MAGIC) return false
    const descriptor = bytes[at + 4]!
    const isSingleSegment = (descriptor & 0x20) !== 0
    const sizeBytes = descriptor >>> 6 === 0 ? Number(isSingleSegment) : CONTENT_SIZE_BYTES[(descriptor >>> 6) as 1]
    at += 5 + Number(!isSingleSegment) + DICTIONARY_ID_BYTES[(descriptor & 3) as 0] + sizeBytes
    for (let isLast = false; !isLast; ) {
      if (at + 3 > bytes.length || ++blocks > MAX_ZSTD_BLOCKS) return false
      const header = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16)
      isLast = (header & 1) === 1
      at += 3 + (((header >>> 1) & 3) === RLE_BLOCK ? 1 : header >>> 3)
    }
    if ((descriptor & 4) !== 0) at += 4
  }
  return at === bytes.length && at > 0
}
