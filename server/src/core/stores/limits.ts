/** Budgets and rate limits as saved on API keys, virtual keys and workspaces. The budget service enforces them. */

export type UsageLimit = {
  readonly type: 'cost' | 'tokens'
  /** Set if the client sent no type. Responses then omit it too, because clients compare them with what they sent. */
  readonly isTypeImplied?: true
  /** US dollars for `cost`, otherwise tokens. */
  readonly creditLimit: number
  readonly alertThreshold: number | null
  readonly periodicReset: 'weekly' | 'monthly' | null
  readonly periodicResetDays: number | null
  /** A reset time from which later resets are counted; null: calendar periods. Saving a period of N days sets it. */
  readonly nextResetAtMs: number | null
}

export type RateLimit = {
  readonly type: 'requests' | 'tokens'
  readonly unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
  readonly value: number
}

export type Limits = {
  readonly usageLimit: UsageLimit | null
  readonly rateLimits: readonly RateLimit[]
  /** Time of the last `reset_usage`. */
  readonly lastResetAtMs?: number
}

export const NO_LIMITS: Limits = { usageLimit: null, rateLimits: [] }

/** Limits with their owner, for enforcement. */
export type OwnedLimits = {
  readonly kind: 'api_key' | 'workspace'
  readonly id: string
  readonly name: string
  readonly limits: Limits
}

/** Undefined if no owner has a limit, so that callers without limits skip the check. */
export function ownedLimits(all: readonly OwnedLimits[]): readonly OwnedLimits[] | undefined {
  const some = all.filter(({ limits }) => limits.usageLimit !== null || limits.rateLimits.length > 0)
  return some.length > 0 ? some : undefined
}
