/** Overwrites parts of a compressed block with zeros. Other parts of the block belong to other logs. */

import { type BlockIdentity, keyVersionOf, openBlock, sealBlock } from '../encryption/block-cipher.ts'
import type { KnownKeys } from '../encryption/known-keys.ts'
import { COMPRESSION_LEVEL } from '../sqlite/blocks.ts'

export type ByteRange = { readonly offset: number; readonly length: number }

/** Returns the block with the ranges zeroed. Offsets of the other parts stay valid. */
export function zeroRanges(data: Uint8Array, ranges: readonly ByteRange[]): Uint8Array {
  const raw = Bun.zstdDecompressSync(data)
  for (const { offset, length } of ranges) raw.subarray(offset, offset + length).fill(0)
  return Bun.zstdCompressSync(raw, { level: COMPRESSION_LEVEL })
}

/** Like `zeroRanges`, for a block that may be encrypted. A block whose key was deleted stays: nobody can read it. */
export function zeroInStored(
  data: Uint8Array,
  ranges: readonly ByteRange[],
  block: BlockIdentity & { readonly workspaceId: string },
  keys: KnownKeys | null,
): Uint8Array {
  const version = keyVersionOf(data)
  if (version === null) return zeroRanges(data, ranges)
  keys?.require(block.workspaceId)
  const key = keys?.version(block.workspaceId, version)
  return key ? sealBlock(zeroRanges(openBlock(data, key, block), ranges), key, block) : data
}
