/** Turns texts into vectors whose angle says how alike they are. */

/** On whose behalf: a provider's embeddings are metered to this workspace. */
export type EmbeddingOwner = {
  readonly organisationId: string
  readonly workspaceId: string
  /** Whether its workspace keeps bodies; null: as the deployment does. */
  readonly logBodies: boolean | null
}

export interface Embedder {
  /** What it is, for people, and part of every partition: vectors of two encoders are never compared. */
  readonly identity: string
  /** Rejects when there is no vector; the caller has its own time limit. */
  embed(text: string, owner: EmbeddingOwner): Promise<Float32Array>
  close(): void
}
