/** The bound of a cache by count, for lru-cache: its own `max` sets all the room aside before the first entry comes. */

type CountLimit = { readonly maxSize: number; readonly sizeCalculation: () => number }

/** A hundred thousand entries are 2 MB when they are there, and nothing until then. */
export function atMost(entries: number): CountLimit {
  return { maxSize: entries, sizeCalculation: () => 1 }
}
