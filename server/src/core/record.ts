/** The log record of a request: outcome, usage and cost, its attempts, and the timeline of routing decisions. */

import type { ErrorCode } from './error-table.ts'
import type { GuardrailResult } from './guardrails/guardrails.ts'
import type { Usage } from './usage.ts'

/** One timeline entry. Times are milliseconds since the request started. */
export type Decision = {
  readonly kind:
    | 'authenticated'
    | 'planned'
    | 'condition'
    | 'draw'
    | 'sticky'
    | 'cache'
    | 'guardrail'
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
    | 'turn'
    | 'guardrail'
    | 'refused'
    | 'abandoned'
    | 'broken'
  readonly atMs: number
  readonly durationMs: number
  /** Config path of the target or group, such as `config.targets[1]`; null if the decision is not about one. */
  readonly target: string | null
  /** Human-readable reason. */
  readonly reason: string
}

/** One upstream request to a provider. */
export type AttemptRecord = {
  readonly target: string
  readonly provider: string
  readonly url: string
  /** 0 for the first attempt on a target, n for its n-th retry. */
  readonly retry: number
  /** Set for an extra call that is not an attempt of the plan: it lists the models of another virtual key. */
  readonly isBeside?: true
  readonly startMs: number
  readonly firstByteMs: number | null
  readonly durationMs: number
  /** The provider's HTTP status; null if there was no response. */
  readonly status: number | null
  readonly error: ErrorCode | null
  /** Absent if it equals the caller's body, differs too much, contains a secret of the config, or is not logged. */
  readonly sent?: SentBody
  /** The body of a response that was not sent to the caller. Absent if it was empty, not text or not logged. */
  readonly received?: ReceivedBody
}

/** `isCut`: only the start of the body was kept. */
export type ReceivedBody = { readonly text: string; readonly isCut: boolean }

/** A body stored as a diff: the first `startBytes` and last `endBytes` of the caller's body, with `text` between. */
export type SentBody = { readonly startBytes: number; readonly endBytes: number; readonly text: string }

/** One item of a request's cost. The lines add up to the total. */
export type CostLine = {
  /** `input_tokens`, `images`, ... (see `PRICE_UNITS`). */
  readonly unit: string
  readonly quantity: number
  /** The price is `rateNanoUsd` per `rateUnits` units. */
  readonly rateNanoUsd: number
  readonly rateUnits: number
  /** Rounded up. */
  readonly nanoUsd: number
}

/** How a request ended. `broken`: the response was cut off after it started. `abandoned`: the caller disconnected. */
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
  /** An `EndpointName`; `proxy` for paths that are only passed through. */
  readonly endpoint: string
  readonly ending: Ending
  /** The status sent to the caller. */
  readonly status: number
  readonly errorCode: ErrorCode | null
  readonly provider: string | null
  /** Config path of the target whose response was used. */
  readonly target: string | null
  readonly model: string | null
  readonly responseModel: string | null
  readonly isStream: boolean
  readonly cacheStatus: 'HIT' | 'SEMANTIC HIT' | 'MISS' | 'SEMANTIC MISS' | 'REFRESH' | 'DISABLED'
  readonly retries: number
  readonly usage: Usage | null
  /** Slugs and versions of the saved objects used; null if none was. */
  readonly virtualKey: string | null
  readonly configId: string | null
  readonly configVersion: number | null
  readonly promptId: string | null
  readonly promptVersion: number | null
  /** Null: unknown, because the model has no price or the provider reported no usage. 0: known to be free. */
  readonly costNanoUsd: number | null
  readonly costLines: readonly CostLine[]
  /** Version of the price list, see `PriceCard.version`. */
  readonly priceVersion: string | null
  /** Set on cache hits: the duration of the request that filled the cache entry minus that of the hit, and its cost. */
  readonly cacheSavedMs: number | null
  readonly cacheSavedNanoUsd: number | null
  readonly spanId: string | null
  readonly parentSpanId: string | null
  readonly spanName: string | null
  /** `external`: submitted through the logs API; the gateway did not serve this request. */
  readonly source: 'gateway' | 'external'
  readonly metadata: Readonly<Record<string, string>> | null
  readonly attempts: readonly AttemptRecord[]
  readonly decisions: readonly Decision[]
  readonly warnings: readonly string[]
  /** In the order in which they ran. Absent if none ran. */
  readonly guardrails?: readonly GuardrailResult[]
  /** Allowlisted request and response headers. */
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly responseHeaders: Readonly<Record<string, string>>
  readonly requestBytes: number
  readonly responseBytes: number
  /** True if the logged body was truncated. */
  readonly requestBodyCut: boolean
  readonly responseBodyCut: boolean
}

/** Each logged body is cut at this size. `requestBodyCut` and `responseBodyCut` record that. */
export const LOGGED_BODY_BYTES = 256 * 1024

/** The bodies that belong to a record. Null if body logging is off or there was no body. */
export type RecordBodies = { readonly request: Uint8Array | null; readonly response: Uint8Array | null }
