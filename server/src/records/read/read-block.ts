/** Reads compressed blocks, each of which holds bodies or details of many records. */

import { firstRow, type LogDatabase } from './log-database.ts'

export type ReadBlock = (block: number, startedAtMs: number) => Promise<Uint8Array | null>

/** A block id and the time of any row in it. */
export type BlockRef = { readonly block: number; readonly startedAtMs: number }

/** Returns the decompressed block; null if retention deleted it. */
export async function readBlock(database: LogDatabase, block: number, startedAtMs: number): Promise<Uint8Array | null> {
  const { text, values } = database.dialect.isBlock(block, startedAtMs)
  const [data] = ((await firstRow(database, `SELECT data FROM blocks WHERE ${text}`, values)) ?? []) as [Uint8Array?]
  return data ? Bun.zstdDecompressSync(data) : null
}

/** Reads several blocks with one statement. Deleted blocks are missing from the result. */
export async function readBlocks(
  database: LogDatabase,
  blocks: readonly BlockRef[],
): Promise<ReadonlyMap<number, Uint8Array>> {
  if (blocks.length === 0) return new Map()
  const { text, values } = database.dialect.isAnyBlock(blocks)
  const rows = (await database.rows(`SELECT id, data FROM blocks WHERE ${text}`, values)) as [number, Uint8Array][]
  return new Map(rows.map(([id, data]) => [id, Bun.zstdDecompressSync(data)]))
}

/** Caches the last four blocks, because neighbouring logs share blocks. */
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
