/** The answer cache as people see it: how full it is, what shadow mode found, and taking things out of it. */

import type { Awaitable } from '../ports.ts'

/** A comparison that came over the threshold while nothing was served. */
export type ShadowHit = {
  readonly atMs: number
  readonly workspaceId: string
  readonly traceId: string
  /** The request whose answer would have been given. */
  readonly matchedTraceId: string
  readonly similarity: number
  readonly threshold: number
  /** Why the guard would have refused; null: it would have been served. */
  readonly objection: string | null
  /** First words; null where the workspace keeps no bodies. */
  readonly asked: string | null
  readonly kept: string | null
}

export type ShadowReport = {
  /** Look-ups in shadow mode since the start, and how many of them would have been served or refused by the guard. */
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
  /** Null: no embedder is set up. */
  readonly embedder: string | null
  /** Of one workspace, or of all when null. */
  size(workspaceId: string | null): Awaitable<CacheSize>
  shadow(workspaceId: string | null, limit: number): Awaitable<ShadowReport>
  /** Forgets the answers of a workspace, or of one namespace of it; resolves with how many there were. */
  purge(workspaceId: string, namespace: string | null): Promise<number>
  /** What somebody thought of an answer: below zero takes a similar answer out of the cache. */
  onFeedback(workspaceId: string, traceId: string, value: number): void
}
