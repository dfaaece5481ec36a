/** Operations that list who has a second factor, and remove the factors of a user who lost them. */

import { z } from 'zod'
import type { SecondFactorPolicy } from '../../core/stores/organisations.ts'
import { type FactorCounts, NO_FACTORS } from '../../core/stores/second-factors.ts'
import type { User } from '../../core/stores/users.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { peoplePageShape, requireUser } from '../users/operations.ts'
import { requireRank, requireRoleGrant, withArticle } from '../users/role-hierarchy.ts'
import { enrolByMs } from './factor-policy.ts'

const statusSchema = z.object({
  object: z.literal('second_factor_status'),
  user_id: z.string(),
  email: z.string(),
  passkeys: z.number(),
  totp: z.boolean(),
  recovery_codes_left: z.number(),
  is_required: z.boolean().meta({ description: 'By second_factor.required_for of the organisation.' }),
  enrol_by: z.string().nullable().meta({ description: 'End of the grace period; null if none is required.' }),
})

export function factorAdminOperations(): readonly Operation[] {
  return [listStatus, removeFactors]
}

const listStatus = endpoint({
  name: 'second_factors.status',
  method: 'GET',
  path: '/admin/second-factors',
  summary: 'List which users have a second factor',
  permission: { scope: 'organisation_users.list' },
  query: z.object(peoplePageShape),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(statusSchema) }),
  example: {},
  async handle({ reach, query, stores }) {
    const { role, email } = query
    const filter = { ...(role !== undefined && { role }), ...(email !== undefined && { email }) }
    const { rows, total } = await stores.users.list(reach.organisationId, filter, query)
    const counts = await stores.secondFactors.counts(rows.map((user) => user.id))
    const { settings } = await stores.organisations.read(reach.organisationId)
    const data = rows.map((user) => statusOnWire(user, counts.get(user.id) ?? NO_FACTORS, settings.secondFactor))
    return { object: 'list' as const, total, data }
  },
})

const removeFactors = endpoint({
  name: 'second_factors.remove',
  method: 'DELETE',
  path: '/admin/users/{id}/second-factors',
  summary: 'Remove all second factors of a user',
  description: 'For a user who lost them. Ends all sessions of the user. Only owners may do this for owners.',
  permission: { scope: 'organisation_users.update' },
  audit: 'user.second_factors_delete',
  reply: z.object({}),
  async handle({ principal, reach, params, change, note }) {
    return change(async (stores) => {
      const user = await requireUser(stores, reach.organisationId, params['id'] ?? '')
      // Needs the same permission as a password link: together, the two would allow signing in as the user.
      await requireRank(principal, user.role, `remove the second factors of ${withArticle(user.role)}`, stores)
      for (const { role, workspaceId } of await stores.workspaces.memberships([user.id]))
        await requireRoleGrant(principal, role, workspaceId, stores)
      const { settings } = await stores.organisations.read(reach.organisationId)
      const counts = (await stores.secondFactors.counts([user.id])).get(user.id) ?? NO_FACTORS
      await stores.secondFactors.removeAll(user.id)
      await stores.sessions.removeAll(user.id)
      const [before, after] = [counts, NO_FACTORS].map((one) => statusOnWire(user, one, settings.secondFactor))
      note({ id: user.id, name: user.email, workspaceId: null, before, after })
      return {}
    })
  },
})

function statusOnWire(user: User, counts: FactorCounts, policy: SecondFactorPolicy): z.infer<typeof statusSchema> {
  const byMs = enrolByMs(policy, user)
  return {
    object: 'second_factor_status',
    user_id: user.id,
    email: user.email,
    passkeys: counts.passkeys,
    totp: counts.hasTotp,
    recovery_codes_left: counts.recoveryCodes,
    is_required: byMs !== null,
    enrol_by: byMs === null ? null : new Date(byMs).toISOString(),
  }
}
