/** Batches texts that arrive within a few milliseconds into one call. Never mixes workspaces. */

import type { Embedder, EmbeddingOwner } from '../core/semantic/embedder.ts'

const COLLECT_MS = 5
const MAX_TEXTS = 64

type Waiting = {
  readonly text: string
  readonly resolve: (vector: Float32Array) => void
  readonly reject: (error: unknown) => void
}

type Batch = {
  readonly owner: EmbeddingOwner
  readonly waiting: Waiting[]
  readonly timer: ReturnType<typeof setTimeout>
}

export type EmbedMany = (texts: readonly string[], owner: EmbeddingOwner) => Promise<readonly Float32Array[]>

export class BatchingEmbedder implements Embedder {
  readonly #batches = new Map<string, Batch>()

  constructor(
    readonly identity: string,
    private readonly embedMany: EmbedMany,
    private readonly onClose: () => void = () => {},
  ) {}

  embed(text: string, owner: EmbeddingOwner): Promise<Float32Array> {
    return new Promise((resolve, reject) => {
      const batch = this.#batchOf(owner)
      batch.waiting.push({ text, resolve, reject })
      if (batch.waiting.length >= MAX_TEXTS) this.#send(batch)
    })
  }

  close(): void {
    for (const { waiting, timer } of this.#batches.values()) {
      clearTimeout(timer)
      for (const { reject } of waiting) reject(new Error('the gateway is shutting down'))
    }
    this.#batches.clear()
    this.onClose()
  }

  #batchOf(owner: EmbeddingOwner): Batch {
    const key = `${owner.workspaceId} ${owner.logBodies}`
    const open = this.#batches.get(key)
    if (open) return open
    const batch: Batch = { owner, waiting: [], timer: setTimeout(() => this.#send(batch), COLLECT_MS) }
    this.#batches.set(key, batch)
    return batch
  }

  #send(batch: Batch): void {
    clearTimeout(batch.timer)
    const key = `${batch.owner.workspaceId} ${batch.owner.logBodies}`
    if (this.#batches.get(key) === batch) this.#batches.delete(key)
    const texts = batch.waiting.map(({ text }) => text)
    this.embedMany(texts, batch.owner).then(
      (vectors) =>
        batch.waiting.forEach(({ resolve, reject }, i) => {
          const vector = vectors[i]
          if (vector) resolve(vector)
          else reject(new Error('a vector is missing'))
        }),
      (error: unknown) => {
        for (const { reject } of batch.waiting) reject(error)
      },
    )
  }
}
