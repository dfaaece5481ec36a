/** Packs bodies and details of a batch into compressed blocks. A block belongs to one kind and workspace. */

import type { Database, Statement } from 'bun:sqlite'
import { type BlockKind, sealBlock } from '../encryption/block-cipher.ts'
import type { KnownKeys } from '../encryption/known-keys.ts'
import type { BodyObjects } from '../objects/body-objects.ts'
import { NO_DATA } from '../objects/changed-objects.ts'

/** A block is closed at this size, so that reading one body stays cheap. */
export const BLOCK_BYTES = 256 * 1024

/** zstd level. On chat bodies level 2 is as fast as 1 and slightly smaller; level 3 takes a third longer. */
export const COMPRESSION_LEVEL = 2

export type BlockLocation = { readonly block: number; readonly offset: number }

type OpenBlock = {
  readonly id: number
  readonly kind: BlockKind
  readonly workspaceId: string
  readonly parts: Uint8Array[]
  rawBytes: number
  newestAtMs: number
}

export type PackedBlock = Omit<OpenBlock, 'parts'> & {
  readonly data: Uint8Array
  readonly keyVersion: number | null
  /** Where the data is stored; null: in the table. */
  readonly object: string | null
}

/** Packs the blocks of a batch, then inserts them in the caller's transaction. Parts must not change until `pack`. */
export class BlockWriter {
  readonly #insert: Statement
  readonly #saveNumber: Statement
  readonly #open = new Map<string, OpenBlock>()
  #full: PackedBlock[] = []
  readonly #database: Database
  /** Reused to join parts: allocating a buffer per block costs more than compressing it. */
  #scratch = Buffer.allocUnsafeSlow(BLOCK_BYTES)
  #nextId = 0

  /**
   * `keys`: null stores plain text. Otherwise it must contain the keys of all workspaces, see `KnownKeys.has`.
   * `objects`: null stores bodies in the table.
   */
  constructor(
    database: Database,
    private readonly keys: KnownKeys | null = null,
    private readonly objects: BodyObjects | null = null,
  ) {
    this.#database = database
    this.#insert = database.prepare(
      `INSERT INTO blocks (id, kind, workspace_id, newest_at_ms, raw_bytes, data, key_version, object)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#saveNumber = database.prepare('UPDATE block_numbers SET last = ?')
  }

  /** Starts a batch; discards blocks of a failed one. */
  begin(): void {
    this.#open.clear()
    this.#full = []
    const numbers = this.#database.query<{ last: number }, []>('SELECT last FROM block_numbers').get()
    this.#nextId = (numbers?.last ?? 0) + 1
  }

  add(kind: BlockKind, workspaceId: string, startedAtMs: number, parts: readonly (Uint8Array | null)[]): BlockLocation {
    const key = kind + workspaceId
    let block = this.#open.get(key)
    if (!block) {
      block = { id: this.#nextId++, kind, workspaceId, parts: [], rawBytes: 0, newestAtMs: startedAtMs }
      this.#open.set(key, block)
    }
    const location = { block: block.id, offset: block.rawBytes }
    for (const part of parts) {
      if (part === null) continue
      block.parts.push(part)
      block.rawBytes += part.length
    }
    if (startedAtMs > block.newestAtMs) block.newestAtMs = startedAtMs
    if (block.rawBytes >= BLOCK_BYTES) {
      this.#full.push(this.#pack(block))
      this.#open.delete(key)
    }
    return location
  }

  /** The blocks of the batch. */
  pack(): readonly PackedBlock[] {
    const packed = [...this.#full, ...this.#open.values().map((block) => this.#pack(block))]
    this.#open.clear()
    this.#full = []
    return packed
  }

  insert(blocks: readonly PackedBlock[]): void {
    for (const { id, kind, workspaceId, newestAtMs, rawBytes, data, keyVersion, object } of blocks) {
      const stored = object === null ? data : NO_DATA
      this.#insert.run(id, kind, workspaceId, newestAtMs, rawBytes, stored, keyVersion, object)
    }
    this.#saveNumber.run(this.#nextId - 1)
  }

  #pack(block: OpenBlock): PackedBlock {
    const compressed = Bun.zstdCompressSync(this.#join(block), { level: COMPRESSION_LEVEL })
    const key = this.keys?.current(block.workspaceId) ?? null
    const data = key === null ? compressed : sealBlock(compressed, key, block)
    const { parts: _, ...rest } = block
    const object = block.kind === 'body' ? (this.objects?.nameOf(block) ?? null) : null
    return { ...rest, data, keyVersion: key?.version ?? null, object }
  }

  #join({ parts, rawBytes }: OpenBlock): Buffer {
    if (rawBytes > this.#scratch.length) this.#scratch = Buffer.allocUnsafeSlow(rawBytes)
    let end = 0
    for (const part of parts) {
      this.#scratch.set(part, end)
      end += part.length
    }
    return this.#scratch.subarray(0, rawBytes)
  }

  close(): void {
    this.#insert.finalize()
    this.#saveNumber.finalize()
  }
}
