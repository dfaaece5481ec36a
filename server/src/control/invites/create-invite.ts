/** Creates an invitation. The inviter cannot include roles that it may not grant. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Invite } from '../../core/stores/invites.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import { scopeMissing } from '../access/reach.ts'
import { newToken, tokenHashInput } from '../access/session.ts'
import { checkInference, checkScopes } from '../api-keys/check-grant.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { claimId } from '../given-id.ts'
import { requireRank, requireRole, requireRoleGrant, withArticle } from '../users/role-hierarchy.ts'
import { inviteLink, inviteOnWire, LINK_LASTS_MS, newInviteBody } from './invite-wire.ts'

type InviteCall = OperationCall<unknown, z.infer<typeof newInviteBody>>

const MAKE_KEYS = 'workspace_user_api_keys.create'

export function createInvite(vault: Vault): Operation {
  return endpoint({
    name: 'invites.create',
    method: 'POST',
    path: '/admin/users/invites',
    summary: 'Invite a user',
    description: 'Returns a link. The gateway sends no email.',
    permission: { scope: 'organisation_users.create' },
    stepUp: true,
    audit: 'invite.create',
    body: newInviteBody,
    reply: z.object({ id: z.string(), invite_link: z.string(), expires_at: z.string() }),
    example: { body: { email: 'grace@example.com', role: 'member', workspaces: [] } },
    async handle(call) {
      const { body, principal, nowMs, origin } = call
      const token = newToken()
      return call.change(async (stores) => {
        await requireRole(stores, principal.organisationId, 'organisation', body.role)
        await requireRank(principal, body.role, `invite ${withArticle(body.role)}`, stores)
        await requireNewcomer(call, stores)
        const workspaces = await findWorkspaces(call, stores)
        const invite: Invite = {
          id: body.id ?? Bun.randomUUIDv7(),
          organisationId: principal.organisationId,
          email: body.email,
          role: body.role,
          workspaces,
          newKey: checkNewKey(call, workspaces),
          tokenHash: vault.hash(tokenHashInput('invite', token)),
          invitedBy: principal.holderId ?? principal.id,
          createdAtMs: nowMs,
          updatedAtMs: nowMs,
          expiresAtMs: nowMs + LINK_LASTS_MS,
          acceptedAtMs: null,
          cancelledAtMs: null,
        }
        await claimId(principal, stores, { kind: 'invite', id: body.id, home: { ...invite, workspaceId: null } })
        await stores.invites.insert(invite)
        call.note({ id: invite.id, name: invite.email, workspaceId: null, after: inviteOnWire(invite, nowMs) })
        const expires = new Date(invite.expiresAtMs).toISOString()
        return { id: invite.id, invite_link: inviteLink(origin.baseUrl, token), expires_at: expires }
      })
    },
  })
}

async function requireNewcomer({ body, principal, nowMs }: InviteCall, stores: Stores): Promise<void> {
  if (await stores.users.findByEmail(body.email)) {
    throw new GatewayError('conflict', {
      param: 'email',
      message: 'A user with this email address already exists.',
      hint: 'Change the role of the user, or add the user to a workspace.',
    })
  }
  const filter = { email: body.email, status: 'pending', nowMs } as const
  const { rows } = await stores.invites.list(principal.organisationId, filter, { currentPage: 0, pageSize: 1 })
  if (rows[0]) {
    throw new GatewayError('conflict', {
      param: 'email',
      message: 'This email address already has a pending invitation.',
      hint: `POST /v1/admin/users/invites/${rows[0].id}/resend returns a new link.`,
    })
  }
}

async function findWorkspaces({ body, principal }: InviteCall, stores: Stores): Promise<Invite['workspaces']> {
  const found = new Map<string, Invite['workspaces'][number]>()
  for (const [i, { id: named, role }] of body.workspaces.entries()) {
    const param = `workspaces[${i}].id`
    const workspace = await stores.workspaces.find(principal.organisationId, named)
    if (!workspace) throw new GatewayError('workspace_unknown', { param, hint: 'GET /v1/admin/workspaces lists them.' })
    if (found.has(workspace.id)) {
      throw new GatewayError('invalid_body', { param, message: `workspaces contains "${workspace.name}" twice.` })
    }
    await requireRole(stores, principal.organisationId, 'workspace', role, `workspaces[${i}].role`)
    await requireRoleGrant(principal, role, workspace.id, stores)
    found.set(workspace.id, { id: workspace.id, role })
  }
  return [...found.values()]
}

function checkNewKey({ body, principal, nowMs }: InviteCall, workspaces: Invite['workspaces']): Invite['newKey'] {
  const details = body.workspace_api_key_details
  if (details === undefined) return null
  if (!principal.holds(MAKE_KEYS, null)) throw scopeMissing(principal, 'create API keys for invited users', [MAKE_KEYS])
  if (workspaces.length === 0) {
    throw new GatewayError('invalid_body', {
      param: 'workspaces',
      message: 'workspace_api_key_details needs at least one workspace, and workspaces is empty.',
      hint: 'Add a workspace, or omit workspace_api_key_details.',
    })
  }
  for (const { id } of workspaces) {
    checkInference(principal, 'workspace-user', id)
    checkScopes(principal, { type: 'workspace-user', workspaceId: id }, details.scopes)
  }
  const expiresAtMs = details.expiry == null ? undefined : Date.parse(details.expiry)
  if (expiresAtMs !== undefined && expiresAtMs <= nowMs)
    throw new GatewayError('invalid_body', {
      param: 'workspace_api_key_details.expiry',
      message: 'workspace_api_key_details.expiry must be in the future.',
    })
  return {
    scopes: [...new Set(details.scopes)],
    ...(details.name != null && { name: details.name }),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
    ...(details.metadata != null && { metadata: details.metadata }),
  }
}
