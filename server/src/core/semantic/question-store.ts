/** Port for persisting the semantic cache: a file in the data folder, or a store that all nodes share. */

import type { CachedResponse } from '../ports.ts'

export type StoredQuestion = {
  /** The exact-match cache key of the same request. */
  readonly key: string
  /** Hash of everything except the prompt that must be equal for two requests to be compared. */
  readonly partition: string
  readonly workspaceId: string
  readonly namespace: string | null
  readonly text: string
  readonly vector: Int8Array
  /** Trace of the request that produced the cached response. */
  readonly traceId: string
  readonly storedAtMs: number
  readonly expiresAtMs: number
  readonly answerBytes: number
}

export interface QuestionStore {
  /** Calls `take` with batches of the stored entries, oldest first; resolves after the last one. */
  load(take: (some: readonly StoredQuestion[]) => void): Promise<void>
  put(question: StoredQuestion, response: CachedResponse): void
  readResponse(key: string): Promise<CachedResponse | undefined>
  remove(keys: readonly string[]): void
  /** Deletes the entries of a workspace or of one of its namespaces; resolves when no file has them. */
  purge(workspaceId: string, namespace: string | null): Promise<void>
  /** Flushes pending writes. */
  close(): Promise<void>
}
