/** Where questions and their answers outlive the process: a file beside the embedded store, or a store many nodes share. */

import type { CachedResponse } from '../ports.ts'

export type KeptQuestion = {
  /** The exact look-up's key of the same request. */
  readonly key: string
  /** Hash of everything that must be equal before two questions are compared at all. */
  readonly partition: string
  readonly workspaceId: string
  readonly namespace: string | null
  readonly text: string
  readonly vector: Int8Array
  /** Of the request that was answered. */
  readonly traceId: string
  readonly storedAtMs: number
  readonly expiresAtMs: number
  readonly answerBytes: number
}

export interface QuestionStore {
  /** Hands over what was kept, in parts, oldest first; resolves when all is there. */
  load(take: (some: readonly KeptQuestion[]) => void): Promise<void>
  put(question: KeptQuestion, answer: CachedResponse): void
  answerOf(key: string): Promise<CachedResponse | undefined>
  remove(keys: readonly string[]): void
  /** Writes what is left. */
  close(): Promise<void>
}
