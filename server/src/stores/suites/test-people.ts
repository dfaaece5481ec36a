/** An organisation with workspaces and users, for the control store suites. */

import { NO_GUARDRAILS } from '../../core/stores/guardrails.ts'
import type { Invite } from '../../core/stores/invites.ts'
import type { User } from '../../core/stores/users.ts'
import type { Member, Workspace } from '../../core/stores/workspaces.ts'
import type { ControlDatabase } from '../sql/control-database.ts'

export async function addOrganisation(database: ControlDatabase, id: string): Promise<void> {
  const times = { created_at_ms: 1, updated_at_ms: 1 }
  await database
    .insertInto('organisations')
    .values({ id, name: id, settings: '{}', ...times })
    .execute()
}

export function workspace(id: string, more: Partial<Workspace> = {}): Workspace {
  return {
    id,
    slug: `ws-${id}`,
    organisationId: 'acme',
    name: `Workspace ${id}`,
    description: null,
    icon: null,
    isDefault: false,
    defaultMetadata: {},
    defaultConfigSlug: null,
    defaultGuardrails: NO_GUARDRAILS,
    retentionDays: null,
    bodyRetentionDays: null,
    logBodies: null,
    limits: { usageLimit: null, rateLimits: [] },
    createdAtMs: 5,
    updatedAtMs: 5,
    ...more,
  }
}

export function user(id: string, more: Partial<User> = {}): User {
  return {
    id,
    organisationId: 'acme',
    email: `${id}@example.com`,
    firstName: 'Ada',
    lastName: 'Lovelace',
    role: 'member',
    passwordHash: 'no hash',
    isDisabled: false,
    lastActiveAtMs: null,
    createdAtMs: 5,
    updatedAtMs: 5,
    ...more,
  }
}

export function member(workspaceId: string, userId: string, more: Partial<Member> = {}): Member {
  return { workspaceId, userId, role: 'member', source: 'manual', createdAtMs: 5, updatedAtMs: 5, ...more }
}

export function invite(id: string, more: Partial<Invite> = {}): Invite {
  return {
    id,
    organisationId: 'acme',
    email: `${id}@example.com`,
    role: 'member',
    workspaces: [{ id: 'w1', role: 'manager' }],
    newKey: null,
    tokenHash: `hash of ${id}`,
    invitedBy: 'u1',
    createdAtMs: 5,
    updatedAtMs: 5,
    expiresAtMs: 100,
    acceptedAtMs: null,
    cancelledAtMs: null,
    ...more,
  }
}
