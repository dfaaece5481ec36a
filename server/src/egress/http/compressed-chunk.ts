/** A buffered body chunk, compressed while its reader is stalled. */

import { freeBuffer } from '../../core/body/free-buffer.ts'
import { packed, unpacked } from '../../core/body/packed.ts'

/** Maximum ratio of compressed to original size. Other chunks stay uncompressed. */
const MAX_RATIO = 0.5

export class CompressedChunk {
  private constructor(private readonly bytes: Uint8Array) {}

  /**
   * Returns the chunk unchanged if compression saves too little. Otherwise detaches `raw`, so no other view may use it.
   */
  static of(raw: Uint8Array): CompressedChunk | Uint8Array {
    const small = packed(raw)
    if (small.length > raw.length * MAX_RATIO) return raw
    freeBuffer(raw)
    return new CompressedChunk(small)
  }

  decompress(): Uint8Array {
    return unpacked(this.bytes)
  }
}
