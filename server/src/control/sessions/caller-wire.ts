/** Response format of the current caller and its permissions. */

import { z } from 'zod'
import type { BreakerAdmin } from '../../core/ports.ts'
import type { Organisation } from '../../core/stores/organisations.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { User } from '../../core/stores/users.ts'
import type { Principal } from '../access/principal.ts'
import { SCOPES } from '../access/scopes.ts'
import { isDemo } from '../demo/demo-mark.ts'
import { enrolByMs, factorsOf, hasFactor } from '../second-factors/factor-policy.ts'
import { userOnWire, userSchema } from '../users/user-wire.ts'
import { workspaceRoleSchema } from '../workspaces/member-wire.ts'

const MAX_WORKSPACES = 100
/** The domain .invalid can never exist (RFC 2606). */
export const LOCAL_OWNER_EMAIL = 'owner@gatehouse.invalid'

export const callerSchema = z.object({
  object: z.literal('caller'),
  type: z.enum(['user', 'api_key']),
  user: userSchema.nullable(),
  is_local_owner: z.boolean().meta({
    description:
      'True for the owner that has no e-mail address and no password yet: PUT /v1/users/me/account sets both.',
  }),
  api_key: z.object({ id: z.string(), name: z.string(), kind: z.enum(['admin', 'workspace']) }).nullable(),
  organisation: z.object({ id: z.string(), name: z.string() }),
  second_factor: z
    .object({
      is_enrolled: z.boolean(),
      enrol_by: z.string().nullable().meta({
        description: 'By when the user must add a second factor. Null if none is required, or the user has one.',
      }),
      must_enrol: z.boolean().meta({ description: 'True: the user can do nothing else before.' }),
    })
    .nullable()
    .meta({ description: 'Null for API keys.' }),
  scopes: z.array(z.string()).meta({ description: 'Scopes held in the organisation and all its workspaces.' }),
  workspaces: z
    .array(
      z.object({
        id: z.string(),
        slug: z.string(),
        name: z.string(),
        is_demo: z.boolean().meta({ description: 'True for the workspace that POST /v1/admin/demo created.' }),
        role: workspaceRoleSchema.nullable().meta({ description: 'Null for API keys, owners and admins.' }),
        scopes: z.array(z.string()).meta({ description: 'Additional scopes held in this workspace.' }),
      }),
    )
    .meta({ description: `Newest first, at most ${MAX_WORKSPACES}. GET /v1/admin/workspaces lists all.` }),
  total_workspaces: z.number(),
})

export const currentCallerSchema = callerSchema.extend({
  gateway: z.object({
    version: z.string(),
    open_breakers: z
      .array(z.object({ id: z.string(), workspace_id: z.string() }))
      .meta({ description: 'Circuit breakers that are not closed, in workspaces where the caller may list them.' }),
  }),
})

export type GatewayStatus = { readonly version: string; readonly breakers: Pick<BreakerAdmin, 'list'> }

/** The caller and the state of the gateway: everything that a dashboard page needs before its own data. */
export async function currentCallerOnWire(
  principal: Principal,
  stores: Stores,
  { version, breakers }: GatewayStatus,
): Promise<z.infer<typeof currentCallerSchema>> {
  const [caller, views] = await Promise.all([callerOnWire(principal, stores), breakers.list(null)])
  const open = views.filter(
    ({ state, workspaceId }) => state !== 'closed' && principal.holds('breakers.list', workspaceId),
  )
  return {
    ...caller,
    gateway: { version, open_breakers: open.map(({ id, workspaceId }) => ({ id, workspace_id: workspaceId })) },
  }
}

export async function callerOnWire(principal: Principal, stores: Stores): Promise<z.infer<typeof callerSchema>> {
  const { organisationId } = principal
  const user = principal.type === 'user' ? await stores.users.find(organisationId, principal.id) : undefined
  const memberships = user ? await stores.workspaces.memberships([user.id]) : []
  const organisation = await stores.organisations.read(organisationId)
  const filter = principal.isOrganisationWide ? {} : { ids: principal.workspaceIds }
  const page = { currentPage: 0, pageSize: MAX_WORKSPACES }
  const { rows, total } = await stores.workspaces.list(organisationId, filter, page)
  const held = scopesIn(principal, null)
  return {
    object: 'caller',
    type: principal.type,
    user: user ? userOnWire(user, memberships) : null,
    is_local_owner: user?.email === LOCAL_OWNER_EMAIL,
    api_key: principal.keyKind && { id: principal.id, name: principal.name, kind: principal.keyKind },
    organisation: { id: organisation.id, name: organisation.name },
    second_factor: user ? await secondFactorOnWire(user, principal, organisation, stores) : null,
    scopes: held,
    workspaces: rows.map(({ id, slug, name, defaultMetadata }) => ({
      id,
      slug,
      name,
      is_demo: isDemo({ slug, defaultMetadata }),
      role: memberships.find((member) => member.workspaceId === id)?.role ?? null,
      scopes: extraScopes(principal, id, held),
    })),
    total_workspaces: total,
  }
}

async function secondFactorOnWire(user: User, principal: Principal, { settings }: Organisation, stores: Stores) {
  const is_enrolled = hasFactor(await factorsOf(user.id, stores))
  const byMs = is_enrolled ? null : enrolByMs(settings.secondFactor, user)
  return {
    is_enrolled,
    enrol_by: byMs === null ? null : new Date(byMs).toISOString(),
    must_enrol: principal.mustEnrol ?? false,
  }
}

/** Scopes in the workspace that are not in `held`. */
function extraScopes(principal: Principal, workspaceId: string, held: readonly string[]): string[] {
  const member = principal.asMember ?? (principal.isOrganisationWide ? null : principal)
  return member ? scopesIn(member, workspaceId).filter((name) => !held.includes(name)) : []
}

function scopesIn(principal: Principal, workspaceId: string | null): string[] {
  return SCOPES.map((row) => row.name).filter((name) => principal.holds(name, workspaceId))
}
