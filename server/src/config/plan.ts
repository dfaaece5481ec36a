/** The Plan: a compiled config, as an immutable tree of routes and targets. */

import type { Secret } from '../core/secret.ts'
import type { StatusSet } from '../core/status-set.ts'
import type { TargetGuardrails } from '../guardrails/guardrail.ts'
import type { ProviderAdapter, Settings } from '../providers/adapter.ts'
import type { PatternRuns } from './patterns.ts'

/** Source of the credential. Resolved for each attempt, so that rotation and revocation take effect immediately. */
export type CredentialRef =
  | { readonly kind: 'none' }
  /** The caller's own Authorization (or x-api-key / api-key) header. */
  | { readonly kind: 'caller' }
  | { readonly kind: 'inline'; readonly secret: Secret }
  | { readonly kind: 'virtual_key'; readonly slug: string }

export type RetryPolicy = {
  /** Retries after the first attempt, 0 to 5. */
  readonly attempts: number
  readonly on: StatusSet
  readonly useRetryAfter: boolean
}

export type CachePolicy = {
  readonly mode: 'simple' | 'semantic'
  readonly maxAgeMs: number
  /** Minimum similarity of a semantic hit. */
  readonly threshold: number
  /** True: semantic matches are reported but not served. */
  readonly isShadow: boolean
}

export type CircuitPolicy = {
  /** Failures since the last success; null if only the percentage counts. */
  readonly failureThreshold: number | null
  /** Percentage of failed requests within `cooldownMs`; null if only the threshold counts. */
  readonly failurePercentage: number | null
  /** The percentage applies only from this number of requests. */
  readonly minimumRequests: number
  readonly cooldownMs: number
  readonly failures: StatusSet
  /** The status codes as text. Together with the numbers above, they identify the circuit's rules. */
  readonly codes: string
}

/** Changes to request parameters, applied in this order: defaults, overrides, drops. */
export type ParamChanges = {
  readonly defaults: ReadonlyMap<string, unknown>
  readonly overrides: ReadonlyMap<string, unknown>
  /** Parsed paths: `a[*].b` is ['a', '*', 'b']; '*' matches every element. */
  readonly drops: readonly (readonly (string | number)[])[]
}

export type Target = {
  /** Such as `config.targets[1]`; identifies the target in logs, circuits and headers. */
  readonly configPath: string
  readonly name: string | null
  readonly provider: ProviderAdapter
  readonly settings: Settings
  readonly credential: CredentialRef
  /** custom_host, without a trailing slash. */
  readonly customHost: string | null
  /**
   * True if a trusted principal (an owner, admin or trusted Admin key) saved this host, in a virtual key or config. It
   * may then be a private address.
   */
  readonly isHostTrusted: boolean
  /** Version id of the saved config that names this target's provider; null if the request names it. */
  readonly savedIn: string | null
  /** True if `model: "@slug/model"` selected the credential; the provider then gets only the part after the slash. */
  readonly stripsModel: boolean
  /** On prompt routes: the prompt to use instead of the one in the path. */
  readonly promptId: string | null
  readonly changes: ParamChanges | null
  readonly forwardHeaders: readonly string[]
  /** `strict_open_ai_compliance`; null if the config does not set it. */
  readonly strict: boolean | null
  readonly retry: RetryPolicy | null
  readonly cache: CachePolicy | null
  readonly circuit: CircuitPolicy | null
  readonly timeoutMs: number | null
  /** For DNS, TCP and TLS together; null: the gateway's default. */
  readonly connectTimeoutMs: number | null
  /** Null if the target has none. */
  readonly guardrails: TargetGuardrails | null
}

export type StickyPolicy = { readonly hashFields: readonly string[]; readonly ttlMs: number }

/** The request data that conditions and sticky fields can read. */
export type RequestFacts = {
  readonly metadata: Readonly<Record<string, unknown>>
  /** The caller's body before overrides; {} if it is not JSON. */
  readonly params: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  /** The full path, with /v1. */
  readonly pathname: string
  /** Values of sticky fields inside large body members, which `params` contains only in outline. */
  readonly fieldTexts?: ReadonlyMap<string, string>
  readonly patternRuns: PatternRuns
}

export type Condition = {
  readonly matches: (facts: RequestFacts) => boolean
  readonly then: string
  /** Index of the route that `then` names. */
  readonly route: number
  /** The query as JSON, for the log. */
  readonly text: string
}

type Group = {
  readonly configPath: string
  readonly routes: readonly Route[]
}

export type Route =
  | { readonly kind: 'target'; readonly target: Target }
  | (Group & {
      readonly kind: 'fallback'
      /** Per route: the statuses on which to fall back to the next. */
      readonly on: readonly StatusSet[]
    })
  | (Group & {
      readonly kind: 'loadbalance'
      readonly weights: readonly number[]
      readonly sticky: StickyPolicy | null
    })
  | (Group & {
      readonly kind: 'conditional'
      readonly conditions: readonly Condition[]
      readonly otherwise: number | null
    })

export type SavedSource = {
  readonly slug: string
  readonly versionId: string
  readonly versionNumber: number
  /** Custom hosts saved by a trusted principal; see `Target.isHostTrusted`. */
  readonly trustedHosts: readonly string[]
}

export type Plan = {
  readonly route: Route
  /** Returned when the config is saved or sent, and logged. */
  readonly warnings: readonly string[]
  /** True if a condition or sticky field reads the body. */
  readonly readsParams: boolean
  /** Total size of its `$regex` patterns, in RE2 instructions. */
  readonly patternWeight: number
  /** The saved config it was compiled from; null if the request contained the config. */
  readonly saved: SavedSource | null
}
