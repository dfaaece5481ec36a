/** Calls the embedder once per text, with a timeout, and rejects vectors of an unexpected size. */

import { LRUCache } from 'lru-cache'
import type { Embedder, EmbeddingOwner } from '../../core/semantic/embedder.ts'
import { quantise } from './index/vectors.ts'

const REMEMBERED_BYTES = 4 * 1024 * 1024
/** After this many consecutive vectors of one new size, the new size is accepted: the encoder has changed. */
const NEW_SIZE_AFTER = 8

export type Embedding =
  | { readonly kind: 'vector'; readonly vector: Int8Array }
  | { readonly kind: 'none'; readonly why: string }

export class Embeddings {
  /** Keyed by workspace and text: timing must not reveal the questions of another workspace. */
  readonly #remembered = new LRUCache<string, Int8Array>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: (vector, key) => vector.length + 2 * key.length + 128,
  })
  readonly #underWay = new Map<string, Promise<Embedding>>()
  #size: number | null = null
  #others = { size: 0, count: 0 }

  constructor(
    private readonly embedder: Embedder,
    private readonly timeoutMs: number,
  ) {}

  /** After the timeout, resolves with an `inTime` that has no vector. `whole` resolves when the embedder responds. */
  async get(
    text: string,
    owner: EmbeddingOwner,
  ): Promise<{ readonly inTime: Embedding; readonly whole: Promise<Embedding> }> {
    const whole = this.#find(text, owner)
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<Embedding>((resolve) => {
      const why = `the embedder did not respond within ${this.timeoutMs} ms`
      timer = setTimeout(resolve, this.timeoutMs, { kind: 'none', why })
    })
    const inTime = await Promise.race([whole, late])
    clearTimeout(timer)
    return { inTime, whole }
  }

  /** Sets the vector size from questions loaded from disk. */
  expectSize(size: number): void {
    this.#size ??= size
  }

  #find(text: string, owner: EmbeddingOwner): Promise<Embedding> {
    const key = `${owner.workspaceId}\0${text}`
    const known = this.#remembered.get(key)
    if (known) return Promise.resolve({ kind: 'vector', vector: known })
    const running = this.#underWay.get(key)
    if (running) return running
    const requested = this.#embed(text, owner, key).finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, requested)
    return requested
  }

  async #embed(text: string, owner: EmbeddingOwner, key: string): Promise<Embedding> {
    try {
      const given = await this.embedder.embed(text, owner)
      const vector = quantise(given)
      if (vector === null) return { kind: 'none', why: 'the embedder returned no usable vector' }
      if (!this.#fits(vector.length))
        return { kind: 'none', why: `the embedder returned ${vector.length} dimensions instead of ${this.#size}` }
      this.#remembered.set(key, vector)
      return { kind: 'vector', vector }
    } catch (error) {
      return { kind: 'none', why: `the embedder failed: ${reasonOf(error)}` }
    }
  }

  #fits(size: number): boolean {
    this.#size ??= size
    if (size === this.#size) {
      this.#others = { size: 0, count: 0 }
      return true
    }
    this.#others = { size, count: this.#others.size === size ? this.#others.count + 1 : 1 }
    if (this.#others.count < NEW_SIZE_AFTER) return false
    this.#size = size
    this.#remembered.clear()
    return true
  }
}

/** One short line, because it is stored in the log record. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replace(/\s+/g, ' ').slice(0, 120)
}
