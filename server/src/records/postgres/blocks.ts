/** Packs bodies and details of a batch into compressed blocks. A block belongs to one kind, workspace and day. */

import type { Client } from 'pg'
import { type BlockKind, sealBlock } from '../encryption/block-cipher.ts'
import { type KnownKeys, ReplacedBodyKeys } from '../encryption/known-keys.ts'
import type { BodyObjects } from '../objects/body-objects.ts'
import { floor } from '../rollups/watermarks.ts'
import { BLOCK_BYTES, COMPRESSION_LEVEL } from '../sqlite/blocks.ts'
import { rowsOf } from './connection.ts'
import { DAY_MS } from './day-partitions.ts'
import { cancelDeletion, scheduleDeletion } from './removed-objects.ts'

/** Block ids reserved with one `nextval`; more than any batch needs. */
const BLOCKS_PER_NUMBER = 10_000

type Block = {
  readonly id: number
  readonly kind: BlockKind
  readonly workspaceId: string
  readonly dayMs: number
  readonly parts: Uint8Array[]
  rawBytes: number
  newestAtMs: number
}

export type PackedBlock = Block & {
  readonly data: Buffer
  readonly keyVersion: number | null
  /** Where the data is stored; null: in the table. */
  readonly object: string | null
}

export class BlockPacker {
  /**
   * `keys`: null stores plain text. Otherwise it must contain the keys of all workspaces, see `KnownKeys.has`.
   * `objects`: null stores bodies in the table.
   */
  constructor(
    private readonly keys: KnownKeys | null = null,
    private readonly objects: BodyObjects | null = null,
  ) {}

  #next = 0
  #left = 0
  readonly #open = new Map<string, Block>()
  #full: Block[] = []

  /** Discards the blocks of a failed transaction and reserves enough ids for `logs` logs. */
  async begin(client: Client, logs: number): Promise<void> {
    this.#open.clear()
    this.#full = []
    // A log needs at most two blocks.
    if (this.#left >= logs * 2) return
    const [row] = await rowsOf(client, `SELECT nextval('block_numbers')`)
    this.#next = (row![0] as number) * BLOCKS_PER_NUMBER
    this.#left = BLOCKS_PER_NUMBER
  }

  add(
    kind: BlockKind,
    workspaceId: string,
    startedAtMs: number,
    parts: readonly (Uint8Array | null)[],
  ): { readonly block: number; readonly offset: number } {
    const dayMs = floor(startedAtMs, DAY_MS)
    const key = `${kind} ${dayMs} ${workspaceId}`
    let block = this.#open.get(key)
    if (!block) {
      block = { id: this.#next++, kind, workspaceId, dayMs, parts: [], rawBytes: 0, newestAtMs: startedAtMs }
      this.#left--
      this.#open.set(key, block)
    }
    const location = { block: block.id, offset: block.rawBytes }
    for (const part of parts) {
      if (part === null) continue
      block.parts.push(part)
      block.rawBytes += part.length
    }
    block.newestAtMs = Math.max(block.newestAtMs, startedAtMs)
    if (block.rawBytes >= BLOCK_BYTES) {
      this.#full.push(block)
      this.#open.delete(key)
    }
    return location
  }

  /** The blocks of the batch. */
  pack(): readonly PackedBlock[] {
    const blocks = [...this.#full, ...this.#open.values()]
    this.#open.clear()
    this.#full = []
    return blocks.map((block) => {
      const { parts, rawBytes, workspaceId } = block
      const compressed = Bun.zstdCompressSync(Buffer.concat(parts, rawBytes), { level: COMPRESSION_LEVEL })
      const key = this.keys?.current(workspaceId) ?? null
      const data = key === null ? Buffer.from(compressed) : sealBlock(compressed, key, block)
      const object = block.kind === 'body' ? (this.objects?.nameOf(block) ?? null) : null
      return { ...block, data, keyVersion: key?.version ?? null, object }
    })
  }

  /** Writes the blocks that are stored in objects. Call it outside the transaction that inserts the blocks. */
  async putObjects(client: Client, blocks: readonly PackedBlock[]): Promise<void> {
    const outside = blocks.filter(({ object }) => object !== null)
    if (outside.length === 0) return
    await scheduleDeletion(client, objectsOf(outside))
    await Promise.all(outside.map(({ object, data }) => this.objects!.put(object!, data)))
  }

  /** Needs the shared rollup lock, so that no rotation can begin before the commit. */
  async insert(client: Client, blocks: readonly PackedBlock[]): Promise<void> {
    if (blocks.length === 0) return
    if (this.keys) await refuseReplacedKeys(client, this.keys, blocks)
    await rowsOf(
      client,
      `INSERT INTO blocks (id, day_ms, kind, workspace_id, newest_at_ms, raw_bytes, data, key_version, object)
       SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::integer[],
         $7::bytea[], $8::integer[], $9::text[])`,
      [
        blocks.map((block) => block.id),
        blocks.map((block) => block.dayMs),
        blocks.map((block) => block.kind),
        blocks.map((block) => block.workspaceId),
        blocks.map((block) => block.newestAtMs),
        blocks.map((block) => block.rawBytes),
        blocks.map(({ object, data }) => (object === null ? data : Buffer.alloc(0))),
        blocks.map(({ keyVersion }) => keyVersion),
        blocks.map(({ object }) => object),
      ],
    )
    await cancelDeletion(client, objectsOf(blocks))
  }
}

function objectsOf(blocks: readonly PackedBlock[]): string[] {
  return blocks.flatMap(({ object }) => object ?? [])
}

/** Throws if a rotation on another node has replaced a key. */
async function refuseReplacedKeys(client: Client, keys: KnownKeys, blocks: readonly PackedBlock[]): Promise<void> {
  const used = new Map(blocks.map(({ workspaceId, keyVersion }) => [workspaceId, keyVersion]))
  const sql = `SELECT workspace_id, body_key_version FROM scopes
    WHERE workspace_id = ANY($1) AND body_key_version IS NOT NULL`
  const lowest = (await rowsOf(client, sql, [[...used.keys()]])) as [string, number][]
  const replaced = lowest.filter(([id, version]) => (used.get(id) ?? version) < version)
  if (replaced.length === 0) return
  for (const [id] of replaced) keys.forget(id)
  throw new ReplacedBodyKeys('the keys of encrypted bodies were rotated')
}
