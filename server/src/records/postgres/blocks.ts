/** Packs bodies and details of a batch into compressed blocks: one block per kind, workspace and day. */

import type { Client } from 'pg'
import { type BlockKind, sealBlock } from '../encryption/block-cipher.ts'
import { type KnownKeys, ReplacedBodyKeys } from '../encryption/known-keys.ts'
import { floor } from '../rollups/watermarks.ts'
import { BLOCK_BYTES, COMPRESSION_LEVEL } from '../sqlite/blocks.ts'
import { rowsOf } from './connection.ts'
import { DAY_MS } from './day-partitions.ts'

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

export class BlockPacker {
  /** `keys`: null stores plain text. Else it must have the keys of all workspaces, see `KnownKeys.has`. */
  constructor(private readonly keys: KnownKeys | null = null) {}

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

  /** Needs the shared rollup lock, so that no rotation can begin before the commit. */
  async flush(client: Client): Promise<void> {
    const blocks = [...this.#full, ...this.#open.values()]
    this.#open.clear()
    this.#full = []
    if (blocks.length === 0) return
    const keys = this.keys
    if (keys) await refuseReplacedKeys(client, keys, new Set(blocks.map(({ workspaceId }) => workspaceId)))
    await rowsOf(
      client,
      `INSERT INTO blocks (id, day_ms, kind, workspace_id, newest_at_ms, raw_bytes, data, key_version) SELECT * FROM
       unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::integer[], $7::bytea[], $8::integer[])`,
      [
        blocks.map((block) => block.id),
        blocks.map((block) => block.dayMs),
        blocks.map((block) => block.kind),
        blocks.map((block) => block.workspaceId),
        blocks.map((block) => block.newestAtMs),
        blocks.map((block) => block.rawBytes),
        blocks.map((block) => this.#dataOf(block)),
        blocks.map(({ workspaceId }) => keys?.current(workspaceId)?.version ?? null),
      ],
    )
  }

  #dataOf(block: Block): Buffer {
    const { parts, rawBytes, workspaceId } = block
    const compressed = Bun.zstdCompressSync(Buffer.concat(parts, rawBytes), { level: COMPRESSION_LEVEL })
    const key = this.keys?.current(workspaceId) ?? null
    return key === null ? Buffer.from(compressed) : sealBlock(compressed, key, block)
  }
}

/** Throws if a rotation on another node has replaced a key. */
async function refuseReplacedKeys(client: Client, keys: KnownKeys, workspaceIds: ReadonlySet<string>): Promise<void> {
  const sql = `SELECT workspace_id, body_key_version FROM scopes
    WHERE workspace_id = ANY($1) AND body_key_version IS NOT NULL`
  const lowest = (await rowsOf(client, sql, [[...workspaceIds]])) as [string, number][]
  const replaced = lowest.filter(([id, version]) => (keys.current(id)?.version ?? version) < version)
  if (replaced.length === 0) return
  for (const [id] of replaced) keys.forget(id)
  throw new ReplacedBodyKeys('the keys of encrypted bodies were rotated')
}
