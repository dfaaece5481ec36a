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
