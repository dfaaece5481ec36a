/** Limits an lru-cache by entry count. Its own `max` option allocates memory for all entries up front; `maxSize` does not. */

type CountLimit = { readonly maxSize: number; readonly sizeCalculation: () => number }

/** With `max`, a limit of 100,000 entries would cost 2 MB from the start, and filling its arrays delays the start. */
export function atMost(entries: number): CountLimit {
  return { maxSize: entries, sizeCalculation: () => 1 }
}
