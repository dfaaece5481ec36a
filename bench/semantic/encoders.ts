/** The measured embedders: letter trigrams, a constant vector, and the given ONNX encoders. */

import { basename } from 'node:path'
import { Encoder } from '../../server/src/embedders/onnx/encoder.ts'

export type Measured = {
  readonly name: string
  readonly embed: (text: string) => Promise<Float32Array>
}

const SIZE = 512

/** Hashed letter trigrams: the baseline without an encoder. */
const letters: Measured = {
  name: 'letters (no encoder)',
  async embed(text) {
    const vector = new Float32Array(SIZE)
    const padded = ` ${text.toLowerCase()} `
    for (let i = 0; i + 3 <= padded.length; i++) {
      const at = Number(Bun.hash.crc32(padded.slice(i, i + 3))) % SIZE
      vector[at] = vector[at]! + 1
    }
    return vector
  },
}

/** The worst case: similarity carries no information, so only the guard decides. */
const alike: Measured = { name: 'all alike (guard alone)', embed: async () => new Float32Array(8).fill(1) }

export async function encodersAtHand(folders: readonly string[]): Promise<readonly Measured[]> {
  const given: Measured[] = []
  for (const folder of folders) {
    const encoder = await Encoder.open(folder)
    given.push({
      name: basename(folder),
      async embed(text) {
        const [vector] = await encoder.encode([text])
        if (!vector) throw new Error(`too long for the encoder: ${text}`)
        return vector
      },
    })
  }
  return [...given, letters, alike]
}
