/** Decides which users must have a second factor, and by when they must add it. */

import type { SecondFactorPolicy } from '../../core/stores/organisations.ts'
import { type FactorCounts, NO_FACTORS } from '../../core/stores/second-factors.ts'
import type { Session } from '../../core/stores/sessions.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { User } from '../../core/stores/users.ts'

const DAY_MS = 86_400_000

export function hasFactor({ passkeys, hasTotp }: FactorCounts): boolean {
  return passkeys > 0 || hasTotp
}

export async function factorsOf(userId: string, stores: Stores): Promise<FactorCounts> {
  return (await stores.secondFactors.counts([userId])).get(userId) ?? NO_FACTORS
}

function isRequired({ requiredFor }: SecondFactorPolicy, { role }: Pick<User, 'role'>): boolean {
  return requiredFor === 'everyone' || (requiredFor === 'admins' && role !== 'member')
}

/** After this time, a user without a second factor can do nothing but add one. Null if none is required. */
export function enrolByMs(policy: SecondFactorPolicy, user: Pick<User, 'role' | 'createdAtMs'>): number | null {
  if (!isRequired(policy, user)) return null
  return Math.max(policy.sinceMs ?? 0, user.createdAtMs) + policy.graceDays * DAY_MS
}

export async function mustEnrol(user: User, session: Session, stores: Stores, nowMs: number): Promise<boolean> {
  const { settings } = await stores.organisations.read(user.organisationId)
  const policy = settings.secondFactor
  const byMs = enrolByMs(policy, user)
  if (byMs === null || nowMs < byMs) return false
  if (policy.acceptsSso && session.method === 'sso') return false
  return !hasFactor(await factorsOf(user.id, stores))
}
