/** Port for cache administration: size, shadow mode report and purging. */

import type { Awaitable } from '../ports.ts'

/** A semantic match found in shadow mode: similarity above the threshold, but not served. */
export type ShadowHit = {
  readonly atMs: number
  readonly workspaceId: string
  readonly traceId: string
  /** The request whose cached response would have been served. */
  readonly matchedTraceId: string
  readonly similarity: number
  readonly threshold: number
  /** Why the guard (cache/semantic/guard/) would have rejected the match; null: it would have been served. */
  readonly objection: string | null
  /** The start of both prompts; null if the workspace does not log bodies. */
  readonly asked: string | null
  readonly kept: string | null
}

export type ShadowReport = {
  /** Counts since process start: shadow lookups, and how many would have been served or rejected by the guard. */
  readonly lookups: number
  readonly wouldServe: number
  readonly objected: number
  /** Latest first. */
  readonly hits: readonly ShadowHit[]
}

export type CacheSize = {
  readonly entries: number
  readonly partitions: number
  readonly sizeBytes: number
  readonly answerBytes: number
}

export interface CacheAdmin {
  /** Null: no embedder is configured. */
  readonly embedder: string | null
  /** Null: all workspaces. */
  size(workspaceId: string | null): Awaitable<CacheSize>
  shadow(workspaceId: string | null, limit: number): Awaitable<ShadowReport>
  /** Deletes the cached responses of a workspace or of one of its namespaces; resolves with their number. */
  purge(workspaceId: string, namespace: string | null): Promise<number>
  /** Negative feedback on a semantic hit removes the served response from the cache. */
  onFeedback(workspaceId: string, traceId: string, value: number): void
}
