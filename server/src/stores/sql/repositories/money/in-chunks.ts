/** Splits a list into chunks of only four sizes, because each statement text is compiled and cached. */

const SIZES = [64, 16, 4, 1] as const

export function inChunks<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const chunks: (readonly Item[])[] = []
  for (let start = 0; start < items.length; ) {
    const size = SIZES.find((rows) => rows <= items.length - start) ?? 1
    chunks.push(items.slice(start, start + size))
    start += size
  }
  return chunks
}
