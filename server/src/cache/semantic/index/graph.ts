/** HNSW index for large partitions. Uses usearch, an optional package with native code. */

import { createRequire } from 'node:module'

export interface Graph {
  add(id: number, vector: Int8Array): void
  remove(id: number): void
  /** Ids of the nearest vectors. */
  search(vector: Int8Array, count: number): number[]
}

type NativeIndex = {
  add(key: bigint, vector: Float32Array): void
  remove(key: bigint): unknown
  search(vector: Float32Array, count: number, threads: number): { readonly keys: BigUint64Array }
}

type UsearchModule = { readonly Index: new (options: Readonly<Record<string, unknown>>) => NativeIndex }

let native: UsearchModule | null | undefined

/** Null if usearch is not installed. The partition then compares sign bits instead. */
export function makeGraph(dimensions: number): Graph | null {
  native ??= load()
  if (!native) return null
  const index = new native.Index({
    dimensions,
    metric: 'cos',
    quantization: 'i8',
    connectivity: 16,
    expansion_add: 64,
    expansion_search: 64,
  })
  return {
    add: (id, vector) => index.add(BigInt(id), unit(vector)),
    remove: (id) => void index.remove(BigInt(id)),
    search: (vector, count) => [...index.search(unit(vector), count, 1).keys].map(Number),
  }
}

function load(): UsearchModule | null {
  try {
    return createRequire(import.meta.url)('usearch') as UsearchModule
  } catch {
    return null
  }
}

function unit(vector: Int8Array): Float32Array {
  const numbers = Float32Array.from(vector)
  const length = Math.hypot(...numbers)
  return numbers.map((value) => value / length)
}
