/** Port for validating a config and simulating a request with it. Implemented by the code that executes configs. */

import type { ErrorCode } from '../error-table.ts'
import type { GuardrailResult } from '../guardrails/guardrails.ts'
import type { Decision } from '../record.ts'

/** The workspace whose virtual keys a config may refer to. */
export type ConfigWorkspace = { readonly organisationId: string; readonly workspaceId: string }

export type ConfigProblem = {
  readonly code: ErrorCode
  /** Config path such as `targets[1].retry.attempts`; `config` for the whole config. */
  readonly path: string
  readonly message: string
  readonly hint: string
}

export type ConfigCheck = { readonly problems: readonly ConfigProblem[]; readonly warnings: readonly string[] }

/** Simulated result of an attempt: a status, or a kind of failure. */
export type DryOutcome = {
  readonly end: number | 'timeout' | 'network' | 'broken'
  readonly durationMs: number
  readonly retryAfterMs: number | null
  /** The text of the response, for output guardrails. */
  readonly text?: string | undefined
}

/** A simulated request: the plan is executed without calling providers. */
export type DryRequest = {
  readonly provider: string | null
  readonly virtualKey: string | null
  readonly hasCredential: boolean
  readonly customHost: string | null
  readonly timeoutMs: number | null
  readonly metadata: Readonly<Record<string, unknown>>
  readonly params: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  /** Includes /v1. */
  readonly pathname: string
  /** Identifies the caller for sticky load balancing. */
  readonly stickyId: string
  /** The random number for load balancing and backoff jitter, 0 <= random < 1. */
  readonly random: number
  /** Outcomes of successive attempts, by target config path or name; the last one repeats. Other targets return 200. */
  readonly outcomes: ReadonlyMap<string, readonly DryOutcome[]>
  /** Circuits that are not closed, by target config path or name. */
  readonly circuits: ReadonlyMap<string, 'open' | 'half_open'>
  /** Targets with a cache hit, by config path or name. Ignored for targets without a cache. */
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

/** Upper bounds over all possible provider behaviour. */
export type WorstCase = {
  readonly calls: number
  /** Null if a target has no time limit: a stream that keeps sending has no upper bound. */
  readonly durationMs: number | null
  /** Part of `durationMs`: waits between retries. */
  readonly waitMs: number
  /** Assumes that every attempt is billed in full; null if a model has no price. */
  readonly costNanoUsd: number | null
}

export type DryRun = {
  readonly decisions: readonly Decision[]
  readonly attempts: readonly DryAttempt[]
  /** Results of the guardrails that ran. Checks that call a service are not among them. */
  readonly guardrails: readonly GuardrailResult[]
  /** The status the caller would get. */
  readonly status: number
  /** Config path of the target whose response is used; null if the gateway returns an error. */
  readonly target: string | null
  readonly error: { readonly code: ErrorCode; readonly message: string } | null
  readonly durationMs: number
  readonly worst: WorstCase
  /** Why the worst-case cost is unknown, one line per target. */
  readonly unpriced: readonly string[]
  readonly warnings: readonly string[]
}

export interface ConfigExaminer {
  /** `text` is the config as JSON. */
  check(home: ConfigWorkspace, text: string): Promise<ConfigCheck>
  /** Throws if the config is invalid. All other outcomes are part of the result. */
  explain(home: ConfigWorkspace, text: string, request: DryRequest): Promise<DryRun>
}
