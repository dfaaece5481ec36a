/** Reads blocks back: bodies and details of many records, compressed together. */

import { firstRow, type LogDatabase } from './log-database.ts'

export type ReadBlock = (block: number, startedAtMs: number) => Promise<Uint8Array | null>

/** The number of a block, and the time of a row in it. */
export type BlockRef = { readonly block: number; readonly startedAtMs: number }

/** The raw bytes of a block that has a row of this time; null when retention has dropped it. */
export async function readBlock(database: LogDatabase, block: number, startedAtMs: number): Promise<Uint8Array | null> {
  const { text, values } = database.dialect.isBlock(block, startedAtMs)
  const [data] = ((await firstRow(database, `SELECT data FROM blocks WHERE ${text}`, values)) ?? []) as [Uint8Array?]
  return data ? Bun.zstdDecompressSync(data) : null
}

/** Several with one question, by their numbers; those that retention has dropped are missing. */
export async function readBlocks(
  database: LogDatabase,
  places: readonly BlockRef[],
): Promise<ReadonlyMap<number, Uint8Array>> {
  if (places.length === 0) return new Map()
  const { text, values } = database.dialect.isAnyBlock(places)
  const rows = (await database.rows(`SELECT id, data FROM blocks WHERE ${text}`, values)) as [number, Uint8Array][]
  return new Map(rows.map(([id, data]) => [id, Bun.zstdDecompressSync(data)]))
}

/** Neighbours share a block: each is unpacked once. */
export function blockReader(database: LogDatabase): ReadBlock {
  const blocks = new Map<number, Uint8Array | null>()
  return async (id, startedAtMs) => {
    let raw = blocks.get(id)
    if (raw === undefined) {
      if (blocks.size >= 4) blocks.delete(blocks.keys().next().value!)
      raw = await readBlock(database, id, startedAtMs)
      blocks.set(id, raw)
    }
    return raw
  }
}
