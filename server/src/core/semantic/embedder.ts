/** Port for text embeddings. Similarity is the cosine of the angle between two vectors. */

/** The workspace that is charged for embeddings made by a provider. */
export type EmbeddingOwner = {
  readonly organisationId: string
  readonly workspaceId: string
  /** Body logging of the workspace; null: the deployment's setting applies. */
  readonly logBodies: boolean | null
}

export interface Embedder {
  /** Shown to operators. Part of every cache partition, so that vectors of different embedders are never compared. */
  readonly identity: string
  /** Rejects on failure. The caller applies a time limit. */
  embed(text: string, owner: EmbeddingOwner): Promise<Float32Array>
  close(): void
}
