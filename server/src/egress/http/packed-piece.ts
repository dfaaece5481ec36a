/** A piece of a body that waits for a reader who has stopped reading, made small until it is wanted. */

import { giveBack } from './give-back.ts'

/** 64 KiB take 25 us, there and back. */
const LEVEL = 1
/** What does not shrink to this is kept as it is. */
const WORTH_IT = 0.5

export class PackedPiece {
  private constructor(private readonly bytes: Uint8Array) {}

  /** The piece itself where packing gains little; else its memory is freed, so nobody else may hold it. */
  static of(raw: Uint8Array): PackedPiece | Uint8Array {
    const small = Bun.zstdCompressSync(raw, { level: LEVEL })
    if (small.length > raw.length * WORTH_IT) return raw
    // A copy: what the compressor gives stands in memory as large as its input.
    const packed = new PackedPiece(new Uint8Array(small))
    giveBack(small)
    giveBack(raw)
    return packed
  }

  unpack(): Uint8Array {
    return Bun.zstdDecompressSync(this.bytes)
  }
}
