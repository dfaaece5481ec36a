/** Limits an lru-cache by entries, or by entries and bytes. Its own `max` option allocates memory for all entries up front; `maxSize` does not. */

type CountLimit = { readonly maxSize: number; readonly sizeCalculation: () => number }

/** With `max`, a limit of 100,000 entries would cost 2 MB from the start, and filling its arrays delays the start. */
export function atMost(entries: number): CountLimit {
  return { maxSize: entries, sizeCalculation: () => 1 }
}

type Limits<Key, Value> = { readonly maxSize: number; readonly sizeCalculation: (value: Value, key: Key) => number }

/** Limits entries and bytes: no entry counts as fewer bytes than its share of the limit. */
export function atMostBytes<Key, Value>(
  entries: number,
  bytes: number,
  bytesOf: (value: Value, key: Key) => number,
): Limits<Key, Value> {
  const share = Math.ceil(bytes / entries)
  return { maxSize: bytes, sizeCalculation: (value, key) => Math.max(share, bytesOf(value, key)) }
}
