/** Hashes large bodies over several event loop turns. */

import type { Awaitable } from '../ports.ts'

/** Hashed per turn; takes about 2 ms. */
const SLICE_BYTES = 2 * 1024 * 1024

/** Synchronous for small bodies. Do not change the bytes until it resolves. */
export function updateInSlices(hasher: Bun.CryptoHasher, bytes: Uint8Array): Awaitable<void> {
  if (bytes.length > SLICE_BYTES) return updateLarge(hasher, bytes)
  hasher.update(bytes)
}

async function updateLarge(hasher: Bun.CryptoHasher, bytes: Uint8Array): Promise<void> {
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    if (start > 0) await new Promise(setImmediate)
    hasher.update(bytes.subarray(start, start + SLICE_BYTES))
  }
}
