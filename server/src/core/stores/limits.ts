/** Budgets and rate limits as they are saved on keys, virtual keys and workspaces (contract 4.0); enforced elsewhere. */

export type UsageLimit = {
  readonly type: 'cost' | 'tokens'
  /** US dollars for `cost`. */
  readonly creditLimit: number
  readonly alertThreshold: number | null
  readonly periodicReset: 'weekly' | 'monthly' | null
  readonly periodicResetDays: number | null
  /** Only when it was asked for; else the period says. */
  readonly nextResetAtMs: number | null
}

export type RateLimit = {
  readonly type: 'requests' | 'tokens'
  readonly unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
  readonly value: number
}

export type Limits = { readonly usageLimit: UsageLimit | null; readonly rateLimits: readonly RateLimit[] }

export const NO_LIMITS: Limits = { usageLimit: null, rateLimits: [] }

/** Limits beside whose they are, for those who enforce them. */
export type HeldLimits = {
  readonly kind: 'api_key' | 'workspace'
  readonly id: string
  readonly name: string
  readonly limits: Limits
}

/** Undefined when there is nothing to enforce: a caller without limits costs nothing. */
export function heldLimits(all: readonly HeldLimits[]): readonly HeldLimits[] | undefined {
  const some = all.filter(({ limits }) => limits.usageLimit !== null || limits.rateLimits.length > 0)
  return some.length > 0 ? some : undefined
}
