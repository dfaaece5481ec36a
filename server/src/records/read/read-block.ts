/** Reads compressed blocks, each of which holds bodies or details of many records. */

import { type BlockKind, keyVersionOf, openBlock } from '../encryption/block-cipher.ts'
import { ObjectUnavailable, readObject } from '../objects/body-objects.ts'
import { firstRow, type LogDatabase } from './log-database.ts'

export type ReadBlock = (block: number, startedAtMs: number) => Promise<Uint8Array | null>

/** A block id and the time of any row in it. */
export type BlockRef = { readonly block: number; readonly startedAtMs: number }

const STORED = 'id, kind, workspace_id, data, object'
type StoredBlock = [id: number, kind: BlockKind, workspaceId: string, data: Uint8Array, object: string | null]

/**
 * Returns the decompressed block; null if retention deleted it, or its key was deleted with its workspace. Throws
 * `ObjectUnavailable` if its data is in an object that cannot be read.
 */
export async function readBlock(database: LogDatabase, block: number, startedAtMs: number): Promise<Uint8Array | null> {
  const { text, values } = database.dialect.isBlock(block, startedAtMs)
  const stored = (await firstRow(database, `SELECT ${STORED} FROM blocks WHERE ${text}`, values)) as
    | StoredBlock
    | undefined
  return stored ? unpack(database, stored) : null
}

async function unpack(
  { findKey }: LogDatabase,
  [id, kind, workspaceId, inTable, object]: StoredBlock,
): Promise<Uint8Array | null> {
  const data = object === null ? inTable : await readObject(object)
  const version = keyVersionOf(data)
  if (version === null) return Bun.zstdDecompressSync(data)
  const key = await findKey(workspaceId, version)
  return key && Bun.zstdDecompressSync(openBlock(data, key, { id, kind }))
}

/** Reads several blocks with one statement. Deleted blocks and unavailable objects are missing from the result. */
export async function readBlocks(
  database: LogDatabase,
  blocks: readonly BlockRef[],
): Promise<ReadonlyMap<number, Uint8Array>> {
  if (blocks.length === 0) return new Map()
  const { text, values } = database.dialect.isAnyBlock(blocks)
  const rows = (await database.rows(`SELECT ${STORED} FROM blocks WHERE ${text}`, values)) as StoredBlock[]
  const found = new Map<number, Uint8Array>()
  const read = async (row: StoredBlock) => {
    const raw = await unpack(database, row).catch(unlessUnavailable)
    if (raw) found.set(row[0], raw)
  }
  await Promise.all(rows.map(read))
  return found
}

function unlessUnavailable(error: unknown): null {
  if (error instanceof ObjectUnavailable) return null
  throw error
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
