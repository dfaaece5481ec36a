/** Rejects calls in which a key creates, updates or gets the credential of a key with looser limits than its own. */

import { GatewayError } from '../../core/errors.ts'
import type { ApiKey } from '../../core/stores/api-keys.ts'
import type { RateLimit, UsageLimit } from '../../core/stores/limits.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { Principal } from '../access/principal.ts'
import type { GivenChange } from './api-key-wire.ts'

type Given = Pick<GivenChange, 'expires_at' | 'usage_limits' | 'rate_limits'>

const LIMITING = ['expires_at', 'usage_limits', 'rate_limits'] as const

/** Returns the new key. It inherits limits that were not sent from the key that creates it, and cannot exceed them. */
export async function withLimitsOf(principal: Principal, key: ApiKey, stores: Stores): Promise<ApiKey> {
  const own = await ownKey(principal, stores)
  if (own === null) return key
  const { usageLimit, rateLimits } = key.limits
  const limited: ApiKey = {
    ...key,
    expiresAtMs: key.expiresAtMs ?? own.expiresAtMs,
    limits: {
      usageLimit: usageLimit ?? own.limits.usageLimit,
      rateLimits: [...rateLimits, ...missingRates(own.limits.rateLimits, rateLimits)],
    },
  }
  checkWithin(own, limited, LIMITING)
  return limited
}

/** For an updated key, only the sent fields are checked. */
export async function checkChangedLimits(
  principal: Principal,
  given: Given,
  after: ApiKey,
  stores: Stores,
): Promise<void> {
  const sent = LIMITING.filter((field) => given[field] !== undefined)
  const own = sent.length === 0 ? null : await ownKey(principal, stores)
  if (own !== null) checkWithin(own, after, sent)
}

/**
 * Rotating reveals the secret of `key`, and a client certificate authenticates as `key`. So `key` must not have looser
 * limits than the calling key.
 */
export async function checkCredentialLimits(principal: Principal, key: ApiKey, stores: Stores): Promise<void> {
  const own = key.id === principal.id ? null : await ownKey(principal, stores)
  if (own !== null) checkWithin(own, key, LIMITING)
}

/** The stored key of the caller; null for users. */
export async function ownKey({ type, organisationId, id }: Principal, stores: Stores): Promise<ApiKey | null> {
  if (type !== 'api_key') return null
  return (await stores.apiKeys.find({ organisationId, workspaceId: null }, id)) ?? null
}

function checkWithin(own: ApiKey, key: ApiKey, fields: readonly (keyof Given)[]): void {
  if (fields.includes('expires_at')) checkExpiry(own.expiresAtMs, key.expiresAtMs)
  if (fields.includes('usage_limits')) checkBudget(own.limits.usageLimit, key.limits.usageLimit)
  if (fields.includes('rate_limits')) checkRates(own.limits.rateLimits, key.limits.rateLimits)
}

function checkExpiry(own: number | null, requested: number | null): void {
  if (own === null || (requested !== null && requested <= own)) return
  throw looser(
    'expires_at',
    `this key expires at ${new Date(own).toISOString()}, so a key that it creates, updates or rotates must not expire later`,
  )
}

function checkBudget(own: UsageLimit | null, requested: UsageLimit | null): void {
  if (own === null) return
  const isWithin =
    requested !== null &&
    requested.type === own.type &&
    requested.creditLimit <= own.creditLimit &&
    (isSamePeriod(own, requested) || leastDays(requested) >= mostDays(own))
  if (isWithin) return
  const unit = own.type === 'cost' ? 'US dollars' : 'tokens'
  throw looser(
    'usage_limits',
    `this key has a budget of ${own.creditLimit} ${unit}, so a key that it creates, updates or rotates needs a budget in ${unit} that is not larger and does not reset more often`,
  )
}

function checkRates(own: readonly RateLimit[], requested: readonly RateLimit[]): void {
  for (const { type, unit, value } of own) {
    const found = requested.find((rate) => rate.type === type && rate.unit === unit)
    if (found !== undefined && found.value <= value) continue
    throw looser(
      'rate_limits',
      `this key is limited to ${value} ${type} ${unit}, so a key that it creates, updates or rotates needs a limit for ${type} ${unit} that is not higher`,
    )
  }
}

function missingRates(own: readonly RateLimit[], requested: readonly RateLimit[]): readonly RateLimit[] {
  return own.filter(({ type, unit }) => !requested.some((rate) => rate.type === type && rate.unit === unit))
}

function isSamePeriod(left: UsageLimit, right: UsageLimit): boolean {
  return left.periodicReset === right.periodicReset && left.periodicResetDays === right.periodicResetDays
}

/** The shortest possible period in days. Infinite for a budget that never resets, which is the strictest. */
function leastDays({ periodicReset, periodicResetDays }: UsageLimit): number {
  if (periodicReset === 'weekly') return 7
  if (periodicReset === 'monthly') return 28
  return periodicResetDays ?? Number.POSITIVE_INFINITY
}

function mostDays(limit: UsageLimit): number {
  return limit.periodicReset === 'monthly' ? 31 : leastDays(limit)
}

function looser(param: string, why: string): GatewayError {
  return new GatewayError('invalid_body', {
    param,
    message: `${param}: ${why}.`,
    hint: 'Omit the field when creating a key to inherit the limit, use a key without this limit, or sign in.',
  })
}
