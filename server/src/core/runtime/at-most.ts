/** Limits an lru-cache by entries, or by entries and bytes, without allocating memory for all entries up front. */

type CountLimit = { readonly maxSize: number; readonly sizeCalculation: () => number }

/** Uses `maxSize`, because `max: 100_000` would allocate 2 MB immediately and delay the start. */
export function atMost(entries: number): CountLimit {
  return { maxSize: entries, sizeCalculation: () => 1 }
}

type Limits<Key, Value> = { readonly maxSize: number; readonly sizeCalculation: (value: Value, key: Key) => number }

/** Limits entries and bytes: every entry counts as at least `bytes / entries` bytes. */
export function atMostBytes<Key, Value>(
  entries: number,
  bytes: number,
  bytesOf: (value: Value, key: Key) => number,
): Limits<Key, Value> {
  const share = Math.ceil(bytes / entries)
  return { maxSize: bytes, sizeCalculation: (value, key) => Math.max(share, bytesOf(value, key)) }
}
