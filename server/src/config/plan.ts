/** A config, compiled: the frozen tree a request walks. */

import type { Secret } from '../core/secret.ts'
import type { StatusSet } from '../core/status-set.ts'
import type { ProviderAdapter, Settings } from '../providers/adapter.ts'
import type { PatternRuns } from './patterns.ts'

/** Where the credential comes from; resolved anew for each attempt, so that rotation and revocation are immediate. */
export type CredentialRef =
  | { readonly kind: 'none' }
  /** The caller's own Authorization (or x-api-key / api-key) header. */
  | { readonly kind: 'caller' }
  | { readonly kind: 'inline'; readonly secret: Secret }
  | { readonly kind: 'virtual_key'; readonly slug: string }

export type RetryPolicy = {
  /** Retries after the first call, 0..5. */
  readonly attempts: number
  readonly on: StatusSet
  readonly useRetryAfter: boolean
}

export type CachePolicy = {
  readonly mode: 'simple' | 'semantic'
  readonly maxAgeMs: number
  /** Least similarity of a semantic hit. */
  readonly threshold: number
  /** Semantic look-ups are made and reported, and never served. */
  readonly isShadow: boolean
}

export type CircuitPolicy = {
  readonly failureThreshold: number
  readonly cooldownMs: number
  readonly failures: StatusSet
  /** The codes as written: with the two numbers above, the circuit's rules as text. */
  readonly codes: string
}

/** Params changes in their order of application: defaults, then overrides, then drops. Null when there are none. */
export type ParamChanges = {
  readonly defaults: ReadonlyMap<string, unknown>
  readonly overrides: ReadonlyMap<string, unknown>
  /** Parsed paths: `a[*].b` is ['a', '*', 'b'] with '*' meaning every element. */
  readonly drops: readonly (readonly (string | number)[])[]
}

export type Target = {
  /** `config`, `config.targets[1].targets[0]`: its name in logs, circuits and headers. */
  readonly configPath: string
  readonly name: string | null
  readonly provider: ProviderAdapter
  readonly settings: Settings
  readonly credential: CredentialRef
  /** custom_host, without a trailing slash. */
  readonly customHost: string | null
  /** True when an Admin key saved this host on a virtual key or config: it may be a private address. */
  readonly isHostTrusted: boolean
  /** The version of the saved config that names this target, with its credential; null for everything sent along. */
  readonly savedIn: string | null
  /** True when the caller's `model: "@slug/model"` chose the credential: the provider gets what follows the slash. */
  readonly stripsModel: boolean
  /** On prompt routes: the prompt it sends in the place of the path's own. */
  readonly promptId: string | null
  readonly changes: ParamChanges | null
  readonly forwardHeaders: readonly string[]
  readonly retry: RetryPolicy | null
  readonly cache: CachePolicy | null
  readonly circuit: CircuitPolicy | null
  readonly timeoutMs: number | null
  /** For DNS, TCP and TLS; null: the gateway's own. */
  readonly connectTimeoutMs: number | null
}

export type StickyPolicy = { readonly hashFields: readonly string[]; readonly ttlMs: number }

/** What conditions and sticky fields may look at. */
export type RequestFacts = {
  readonly metadata: Readonly<Record<string, unknown>>
  /** The caller's body before any override; {} when it is not JSON. */
  readonly params: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  /** The full path, with /v1. */
  readonly pathname: string
  /** Sticky fields in members of a large body that `params` has only an outline of. */
  readonly fieldTexts?: ReadonlyMap<string, string>
  /** Runs the `$regex` patterns of this request within its budget. */
  readonly patternRuns: PatternRuns
}

export type Condition = {
  readonly matches: (facts: RequestFacts) => boolean
  readonly then: string
  /** The index of the route `then` names. */
  readonly route: number
  /** The query as written, for the record. */
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
      /** Per route: the statuses that hand on from it to the next. */
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
  /** Its custom hosts that an Admin key saved. */
  readonly trustedHosts: readonly string[]
}

export type Plan = {
  readonly route: Route
  /** Said to whoever saves or sends the config, and kept in the record. */
  readonly warnings: readonly string[]
  /** True when a condition or sticky field reads the body. */
  readonly readsParams: boolean
  /** How large its compiled `$regex` patterns are, in RE2 instructions. */
  readonly patternWeight: number
  /** The saved config it was made from. */
  readonly saved: SavedSource | null
}
