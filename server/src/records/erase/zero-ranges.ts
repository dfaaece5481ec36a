/** Overwrites parts of a compressed block, which other logs share, with zeros. */

import { COMPRESSION_LEVEL } from '../sqlite/blocks.ts'

export type ByteRange = { readonly offset: number; readonly length: number }

/** Returns the block without the ranges. Offsets of the other parts stay valid. */
export function zeroRanges(data: Uint8Array, ranges: readonly ByteRange[]): Uint8Array {
  const raw = Bun.zstdDecompressSync(data)
  for (const { offset, length } of ranges) raw.subarray(offset, offset + length).fill(0)
  return Bun.zstdCompressSync(raw, { level: COMPRESSION_LEVEL })
}
