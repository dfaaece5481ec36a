/**
 * Binary encoding of a rollup's sums. Most sums are zero, and reading and writing one blob takes a third of the time of
 * one column per sum.
 *
 *     number of sums | (index, amount)... | last seen - bucket | (bin, count)...
 *
 * All numbers are varints; amounts are zigzag encoded. Indexes are those of `SUM_COLUMNS`: append new sums at its end.
 */

import { BIN_COUNT, count, type Histogram } from './histogram.ts'
import { SUM_COLUMNS } from './sum-columns.ts'

export type RollupValues = { readonly sums: Float64Array; readonly durations: Histogram; lastSeenMs: number }

/** A varint takes at most 8 bytes. */
const scratch = Buffer.alloc((SUM_COLUMNS.length + BIN_COUNT + 2) * 16)
let end = 0

export function encodeSums({ sums, durations, lastSeenMs }: RollupValues, bucketMs: number): Uint8Array {
  let used = 0
  for (let i = 0; i < sums.length; i++) if (sums[i] !== 0) used++
  end = 0
  write(used)
  for (let i = 0; i < sums.length; i++) {
    const amount = sums[i]!
    if (amount === 0) continue
    write(i)
    write(amount > 0 ? amount * 2 : -amount * 2 - 1)
  }
  write(lastSeenMs - bucketMs)
  for (const [bin, times] of durations) {
    write(bin)
    write(times)
  }
  return Uint8Array.prototype.slice.call(scratch, 0, end)
}

function write(value: number): void {
  let rest = value
  while (rest >= 0x80) {
    scratch[end++] = (rest % 128) | 0x80
    rest = Math.floor(rest / 128)
  }
  scratch[end++] = rest
}

function varints(bytes: Uint8Array): { readonly hasMore: () => boolean; readonly read: () => number } {
  let at = 0
  const read = () => {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = bytes[at++]!
      if (byte < 0x80) return value + byte * scale
      value += (byte & 0x7f) * scale
      scale *= 128
    }
  }
  return { hasMore: () => at < bytes.length, read }
}

function fromZigzag(amount: number): number {
  return amount % 2 === 0 ? amount / 2 : -(amount + 1) / 2
}

/** Prefix length in bytes that always contains the sum with this index; sums are stored in index order. */
export function bytesUpTo(index: number): number {
  return 1 + (index + 1) * 9
}

/** Reads one sum from a prefix of `bytesUpTo` bytes. */
export function readSum(bytes: Uint8Array, wanted: number): number {
  const { read } = varints(bytes)
  for (let left = read(); left > 0; left--) {
    const index = read()
    const amount = read()
    if (index >= wanted) return index === wanted ? fromZigzag(amount) : 0
  }
  return 0
}

/** Start time of the newest log in the rollup. */
export function readLastSeen(bytes: Uint8Array, bucketMs: number): number {
  const { read } = varints(bytes)
  for (let left = read(); left > 0; left--) {
    read()
    read()
  }
  return bucketMs + read()
}

/** Adds (1) or subtracts (-1) encoded sums. Subtracting leaves `lastSeenMs` unchanged. */
export function addEncodedSums(into: RollupValues, bytes: Uint8Array, bucketMs: number, sign: 1 | -1): void {
  const { read, hasMore } = varints(bytes)
  for (let left = read(); left > 0; left--) {
    const index = read()
    into.sums[index]! += sign * fromZigzag(read())
  }
  const lastSeenMs = bucketMs + read()
  if (sign === 1 && lastSeenMs > into.lastSeenMs) into.lastSeenMs = lastSeenMs
  while (hasMore()) {
    const bin = read()
    count(into.durations, bin, sign * read())
  }
}
