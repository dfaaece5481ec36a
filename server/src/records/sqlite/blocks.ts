/** Packs bodies and details of many records into compressed blocks: one block per kind, workspace and batch. */

import type { Database, Statement } from 'bun:sqlite'
import { type BlockKind, sealBlock } from '../encryption/block-cipher.ts'
import type { KnownKeys } from '../encryption/known-keys.ts'

/** A block is closed at this size, so that reading one body stays cheap. */
export const BLOCK_BYTES = 256 * 1024

/** zstd level. On chat bodies level 2 is as fast as 1 and slightly smaller; level 3 takes a third longer. */
export const COMPRESSION_LEVEL = 2

type BlockLocation = { readonly block: number; readonly offset: number }

type OpenBlock = {
  readonly id: number
  readonly kind: BlockKind
  readonly workspaceId: string
  readonly parts: Uint8Array[]
  rawBytes: number
  newestAtMs: number
}

/** Writes blocks inside the caller's transaction. Parts are views and must not change until `flush`. */
export class BlockWriter {
  readonly #insert: Statement
  readonly #saveNumber: Statement
  readonly #open = new Map<string, OpenBlock>()
  readonly #database: Database
  /** Reused to join parts: allocating a buffer per block costs more than compressing it. */
  #scratch = Buffer.allocUnsafeSlow(BLOCK_BYTES)
  #nextId = 0

  /** `keys`: null stores plain text. Else it must have the keys of all workspaces, see `KnownKeys.has`. */
  constructor(
    database: Database,
    private readonly keys: KnownKeys | null = null,
  ) {
    this.#database = database
    this.#insert = database.prepare(
      'INSERT INTO blocks (id, kind, workspace_id, newest_at_ms, raw_bytes, data, key_version) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    this.#saveNumber = database.prepare('UPDATE block_numbers SET last = ?')
  }

  /** Starts a transaction; discards blocks of a failed one. */
  begin(): void {
    this.#open.clear()
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
      this.#write(block)
      this.#open.delete(key)
    }
    return location
  }

  flush(): void {
    for (const block of this.#open.values()) this.#write(block)
    this.#open.clear()
    this.#saveNumber.run(this.#nextId - 1)
  }

  #write(block: OpenBlock): void {
    const compressed = Bun.zstdCompressSync(this.#join(block), { level: COMPRESSION_LEVEL })
    const key = this.keys?.current(block.workspaceId) ?? null
    const data = key === null ? compressed : sealBlock(compressed, key, block)
    this.#insert.run(block.id, block.kind, block.workspaceId, block.newestAtMs, block.rawBytes, data, key?.version ?? null)
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
