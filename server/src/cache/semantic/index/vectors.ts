/** Vectors quantized to int8: a quarter of the memory, cosine accurate to three digits. */

/** Null for vectors without a direction: empty, all zeros, or not finite. */
export function quantise(vector: Float32Array): Int8Array | null {
  let largest = 0
  for (const value of vector) {
    if (!Number.isFinite(value)) return null
    largest = Math.max(largest, Math.abs(value))
  }
  if (largest === 0) return null
  const bytes = new Int8Array(vector.length)
  for (let i = 0; i < vector.length; i++) bytes[i] = Math.round((vector[i]! / largest) * 127)
  return bytes
}

/**
 * Dot product of `query` and the vector that starts at `start`. Divided by both lengths, it is the cosine similarity.
 */
export function productAt(query: Int8Array, all: Int8Array, start: number): number {
  let product = 0
  for (let i = 0; i < query.length; i++) product += query[i]! * all[start + i]!
  return product
}

export function lengthOf(vector: Int8Array): number {
  return Math.sqrt(productAt(vector, vector, 0))
}

/** One sign bit per dimension, for fast preselection by Hamming distance. */
export function signsOf(vector: Int8Array): Uint32Array {
  const words = new Uint32Array(Math.ceil(vector.length / 32))
  for (let i = 0; i < vector.length; i++) if (vector[i]! > 0) words[i >>> 5] = words[i >>> 5]! | (1 << (i & 31))
  return words
}

export function countBits(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555)
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333)
  x = (x + (x >>> 4)) & 0x0f0f0f0f
  return Math.imul(x, 0x01010101) >>> 24
}
