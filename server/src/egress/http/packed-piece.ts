/** A piece of a body that waits for a reader who has stopped reading, made small until it is wanted. */

import { freeBuffer } from '../../core/body/free-buffer.ts'
import { packed, unpacked } from '../../core/body/packed.ts'

/** What does not shrink to this is kept as it is. */
const WORTH_IT = 0.5

export class PackedPiece {
  private constructor(private readonly bytes: Uint8Array) {}

  /** The piece itself where packing gains little; else its memory is freed, so nobody else may hold it. */
  static of(raw: Uint8Array): PackedPiece | Uint8Array {
    const small = packed(raw)
    if (small.length > raw.length * WORTH_IT) return raw
    freeBuffer(raw)
    return new PackedPiece(small)
  }

  unpack(): Uint8Array {
    return unpacked(this.bytes)
  }
}
