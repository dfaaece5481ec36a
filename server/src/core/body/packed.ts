/** Makes bytes small while nobody needs them, quickly rather than well: 64 KiB of text take 25 us, there and back. */

import { giveBack } from './give-back.ts'

const LEVEL = 1

export function packed(raw: Uint8Array): Uint8Array {
  const small = Bun.zstdCompressSync(raw, { level: LEVEL })
  // A copy: what the compressor gives stands in memory as large as its input.
  const copy = new Uint8Array(small)
  giveBack(small)
  return copy
}

export function unpacked(bytes: Uint8Array): Buffer {
  return Bun.zstdDecompressSync(bytes)
}
