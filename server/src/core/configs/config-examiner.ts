/** What the control plane asks about a config before it is saved or used; answered by the code that runs configs. */

import type { ErrorCode } from '../error-table.ts'
import type { Decision } from '../record.ts'

/** The workspace whose virtual keys a config may name. */
export type ConfigHome = { readonly organisationId: string; readonly workspaceId: string }

export type ConfigProblem = {
  readonly code: ErrorCode
  /** `targets[1].retry.attempts`; the whole config is `config`. */
  readonly path: string
  readonly message: string
  readonly hint: string
}

export type ConfigCheck = { readonly problems: readonly ConfigProblem[]; readonly warnings: readonly string[] }

/** What a target does when it is called: a status, or how it fails. */
export type DryOutcome = {
  readonly end: number | 'timeout' | 'network' | 'broken'
  readonly durationMs: number
  readonly retryAfterMs: number | null
}

/** A request that is walked through a plan without calling anybody. */
export type DryRequest = {
  readonly provider: string | null
  readonly virtualKey: string | null
  readonly hasCredential: boolean
  readonly customHost: string | null
  readonly timeoutMs: number | null
  readonly metadata: Readonly<Record<string, unknown>>
  readonly params: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  /** With /v1. */
  readonly pathname: string
  /** Who asks, for sticky load balancing. */
  readonly stickyId: string
  /** Used for every draw and every wait, from 0 to below 1. */
  readonly random: number
  /** In order, by the target's place or name; the last one repeats. A target that is not named answers 200. */
  readonly outcomes: ReadonlyMap<string, readonly DryOutcome[]>
  /** Circuits that are not closed, by the target's place or name. */
  readonly circuits: ReadonlyMap<string, 'open' | 'half_open'>
  /** Targets whose cache has the answer, by place or name; a target without a cache is called all the same. */
  readonly cacheHits: 'everywhere' | ReadonlyMap<string, 'hit'>
}

export type DryAttempt = {
  readonly target: string
  readonly provider: string
  readonly virtualKey: string | null
  readonly model: string | null
  readonly retry: number
  readonly startMs: number
  readonly durationMs: number
  readonly status: number | null
  readonly error: ErrorCode | null
}

/** The most that can happen, whatever the providers do. */
export type WorstCase = {
  readonly calls: number
  /** Null when some target has no time limit: as long as its bytes keep coming, it may take for ever. */
  readonly durationMs: number | null
  /** Of this, waiting between retries. */
  readonly waitMs: number
  /** If every call is charged for in full; null when some call has no price. */
  readonly costNanoUsd: number | null
}

export type DryRun = {
  readonly decisions: readonly Decision[]
  readonly attempts: readonly DryAttempt[]
  /** What the caller would see. */
  readonly status: number
  /** Whose answer it would be; null when the gateway refuses. */
  readonly target: string | null
  readonly error: { readonly code: ErrorCode; readonly message: string } | null
  readonly durationMs: number
  readonly worst: WorstCase
  /** Why the cost of the worst case is not known, a line for each target. */
  readonly unpriced: readonly string[]
  readonly warnings: readonly string[]
}

export interface ConfigExaminer {
  /** `text`: JSON. */
  check(home: ConfigHome, text: string): Promise<ConfigCheck>
  /** Refuses what is no config; everything else is part of the answer. */
  explain(home: ConfigHome, text: string, request: DryRequest): Promise<DryRun>
}
