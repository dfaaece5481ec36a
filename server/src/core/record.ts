/** What is remembered of one request: the row, its attempts and the timeline of decisions. */

import type { ErrorCode } from './error-table.ts'
import type { Usage } from './usage.ts'

/** One row of the timeline; times are milliseconds since the request's start. */
export type Decision = {
  readonly kind:
    | 'authenticated'
    | 'planned'
    | 'condition'
    | 'draw'
    | 'sticky'
    | 'cache'
    | 'budget'
    | 'rate_limit'
    | 'breaker'
    | 'credential'
    | 'attempt'
    | 'wait'
    | 'retry'
    | 'fallback'
    | 'kept'
    | 'not_replayable'
    | 'call_limit'
    | 'timeout'
    | 'committed'
    | 'refused'
    | 'abandoned'
    | 'broken'
  readonly atMs: number
  readonly durationMs: number
  /** The target's or group's path in the config, such as `config.targets[1]`; null when none is concerned. */
  readonly target: string | null
  /** Why, in words a person can read. */
  readonly reason: string
}

/** One call to a provider. */
export type AttemptRecord = {
  readonly target: string
  readonly provider: string
  readonly url: string
  /** 0 is the first call of a target, n its n-th retry. */
  readonly retry: number
  readonly startMs: number
  readonly firstByteMs: number | null
  readonly durationMs: number
  /** The provider's status; null when no answer came. */
  readonly status: number | null
  readonly error: ErrorCode | null
  /** Absent: what the caller sent, or not kept. */
  readonly sent?: SentBody
}

/** A body by its difference from the caller's: so many bytes of that one's start and end, and this between them. */
export type SentBody = { readonly startBytes: number; readonly endBytes: number; readonly text: string }

/** One line of what a request cost; lines add up to the cost. */
export type CostLine = {
  /** What was counted: `input_tokens`, `images`, ... */
  readonly unit: string
  readonly quantity: number
  /** The price: so much for so many units. */
  readonly rateNanoUsd: number
  readonly rateUnits: number
  /** Rounded up. */
  readonly nanoUsd: number
}

/** How a request ended. `broken`: the answer was cut after it had begun; `abandoned`: the caller left. */
export type Ending = 'complete' | 'refused' | 'abandoned' | 'broken'

export type RequestRecord = {
  readonly id: string
  readonly traceId: string
  readonly organisationId: string
  readonly workspaceId: string
  readonly keyId: string
  readonly startedAtMs: number
  readonly durationMs: number
  readonly firstByteMs: number | null
  readonly method: string
  readonly path: string
  /** `chat.completions`, `embeddings`, ... or `proxy`. */
  readonly endpoint: string
  readonly ending: Ending
  /** The status the caller saw. */
  readonly status: number
  readonly errorCode: ErrorCode | null
  readonly provider: string | null
  /** The answering target's path in the config. */
  readonly target: string | null
  readonly model: string | null
  readonly responseModel: string | null
  readonly isStream: boolean
  readonly cacheStatus: 'HIT' | 'SEMANTIC HIT' | 'MISS' | 'SEMANTIC MISS' | 'REFRESH' | 'DISABLED'
  readonly retries: number
  readonly usage: Usage | null
  /** Slugs of what was saved, and its version; null when nothing saved was used. */
  readonly virtualKey: string | null
  readonly configId: string | null
  readonly configVersion: number | null
  readonly promptId: string | null
  readonly promptVersion: number | null
  /** Null: unknown, because the model has no price or the usage was not told. 0: known to be free. */
  readonly costNanoUsd: number | null
  readonly costLines: readonly CostLine[]
  /** Which edition of the price list was used. */
  readonly priceVersion: string | null
  /** What an answer from the cache spared: the time and the cost of the call that filled it. */
  readonly cacheSavedMs: number | null
  readonly cacheSavedNanoUsd: number | null
  readonly spanId: string | null
  readonly parentSpanId: string | null
  readonly spanName: string | null
  /** `external`: told to us afterwards, not served by us. */
  readonly source: 'gateway' | 'external'
  readonly metadata: Readonly<Record<string, string>> | null
  readonly attempts: readonly AttemptRecord[]
  readonly decisions: readonly Decision[]
  readonly warnings: readonly string[]
  /** Allowlisted request and response headers. */
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly responseHeaders: Readonly<Record<string, string>>
  readonly requestBytes: number
  readonly responseBytes: number
  /** True when a body below is not whole. */
  readonly requestBodyCut: boolean
  readonly responseBodyCut: boolean
}

/** The bodies travel beside the record; null when body logging is off or there was none. */
export type RecordBodies = { readonly request: Uint8Array | null; readonly response: Uint8Array | null }
