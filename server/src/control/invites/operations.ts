/** Invitation operations: create, list, read, cancel, resend, accept. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Invite } from '../../core/stores/invites.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import { newToken, tokenHashInput } from '../access/session.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import type { Passwords } from '../sessions/passwords.ts'
import { peoplePageShape } from '../users/operations.ts'
import { requireRank, requireRoleGrant, withArticle } from '../users/role-hierarchy.ts'
import { acceptInvite } from './accept-invite.ts'
import { createInvite } from './create-invite.ts'
import { inviteLink, inviteOnWire, inviteSchema, inviteStatusSchema, LINK_LASTS_MS, statusOf } from './invite-wire.ts'

type InvitePorts = { readonly vault: Vault; readonly passwords: Passwords }

export function inviteOperations(ports: InvitePorts): readonly Operation[] {
  return [
    createInvite(ports.vault),
    listInvites,
    readInvite,
    cancelInvite,
    resendInvite(ports.vault),
    acceptInvite(ports),
  ]
}

const listInvites = endpoint({
  name: 'invites.list',
  method: 'GET',
  path: '/admin/users/invites',
  summary: 'List invitations',
  permission: { scope: 'organisation_users.list' },
  query: z.object({ ...peoplePageShape, status: inviteStatusSchema.optional() }),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(inviteSchema) }),
  example: {},
  async handle({ reach, query, stores, nowMs }) {
    const { role, email, status } = query
    const filter = {
      nowMs,
      ...(role !== undefined && { role }),
      ...(email !== undefined && { email }),
      ...(status !== undefined && { status }),
    }
    const { rows, total } = await stores.invites.list(reach.organisationId, filter, query)
    return { object: 'list' as const, total, data: rows.map((invite) => inviteOnWire(invite, nowMs)) }
  },
})

const readInvite = endpoint({
  name: 'invites.read',
  method: 'GET',
  path: '/admin/users/invites/{id}',
  summary: 'Read an invitation',
  permission: { scope: 'organisation_users.read' },
  reply: inviteSchema,
  handle: async (call) => inviteOnWire(await requireInvite(call, call.stores), call.nowMs),
})

const cancelInvite = endpoint({
  name: 'invites.delete',
  method: 'DELETE',
  path: '/admin/users/invites/{id}',
  summary: 'Cancel an invitation',
  permission: { scope: 'organisation_users.delete' },
  audit: 'invite.delete',
  reply: z.object({}),
  async handle(call) {
    return call.change(async (stores) => {
      const before = await requireOpen(call, stores, 'cancel')
      const after = { ...before, cancelledAtMs: call.nowMs, updatedAtMs: call.nowMs }
      await stores.invites.update(after)
      noteChange(call, before, after)
      return {}
    })
  },
})

function resendInvite(vault: Vault): Operation {
  return endpoint({
    name: 'invites.resend',
    method: 'POST',
    path: '/admin/users/invites/{id}/resend',
    summary: 'Create a new link for an invitation',
    description: 'The old link stops working.',
    permission: { scope: 'organisation_users.create' },
    audit: 'invite.resend',
    stepUp: true,
    reply: z.object({ inviteLink: z.string(), invite_link: z.string(), expires_at: z.string() }),
    async handle(call) {
      const { nowMs, origin, principal } = call
      const token = newToken()
      return call.change(async (stores) => {
        // The caller receives the link, so it must be allowed to invite users with this role.
        const before = await requireOpen(call, stores, 'resend')
        const tokenHash = vault.hash(tokenHashInput('invite', token))
        const invitedBy = principal.holderId ?? principal.id
        const after = { ...before, tokenHash, invitedBy, expiresAtMs: nowMs + LINK_LASTS_MS, updatedAtMs: nowMs }
        await stores.invites.update(after)
        noteChange(call, before, after)
        const link = inviteLink(origin.baseUrl, token)
        return { inviteLink: link, invite_link: link, expires_at: new Date(after.expiresAtMs).toISOString() }
      })
    },
  })
}

/** Finds a pending or expired invitation. */
async function requireOpen(call: OperationCall<unknown, unknown>, stores: Stores, verb: string): Promise<Invite> {
  const invite = await requireInvite(call, stores)
  const { principal } = call
  await requireRank(principal, invite.role, `${verb} the invitation of ${withArticle(invite.role)}`, stores)
  // Whoever has the link can get these roles.
  if (verb === 'resend')
    for (const { id, role } of invite.workspaces) await requireRoleGrant(principal, role, id, stores)
  const status = statusOf(invite, call.nowMs)
  if (status === 'pending' || status === 'expired') return invite
  throw new GatewayError('conflict', {
    message: `The invitation was already ${status}.`,
    hint: status === 'accepted' ? 'DELETE /v1/admin/users/{id} removes the user.' : 'Create a new invitation.',
  })
}

async function requireInvite({ reach, params }: OperationCall<unknown, unknown>, stores: Stores): Promise<Invite> {
  const invite = await stores.invites.find(reach.organisationId, params['id'] ?? '')
  if (invite) return invite
  throw new GatewayError('not_found', {
    param: 'id',
    message: 'No invitation with this id exists.',
    hint: 'GET /v1/admin/users/invites lists them.',
  })
}

function noteChange({ note, nowMs }: OperationCall<unknown, unknown>, before: Invite, after: Invite): void {
  const [then, now] = [before, after].map((invite) => inviteOnWire(invite, nowMs))
  note({ id: after.id, name: after.email, workspaceId: null, before: then, after: now })
}
