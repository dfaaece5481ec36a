/** Request and response format of invitations. */

import { z } from 'zod'
import type { Invite, InviteStatus } from '../../core/stores/invites.ts'
import { instant } from '../api-keys/api-key-wire.ts'
import { givenId } from '../given-id.ts'
import { metadataSchema } from '../settings-wire.ts'
import { emailSchema, organisationRoleSchema } from '../users/user-wire.ts'
import { workspaceRoleSchema } from '../workspaces/member-wire.ts'

export const LINK_LASTS_MS = 72 * 3_600_000

/** The token is in the URL fragment, which browsers do not send to servers and access logs do not contain. */
export function inviteLink(baseUrl: string, token: string): string {
  return `${baseUrl}/#/invite/${token}`
}

const MAX_WORKSPACES = 100

export const inviteStatusSchema = z.enum(['pending', 'accepted', 'cancelled', 'expired'])

export const inviteSchema = z.object({
  object: z.literal('invite'),
  id: z.string(),
  email: z.string(),
  role: organisationRoleSchema,
  status: inviteStatusSchema,
  workspaces: z.array(z.object({ id: z.string(), role: workspaceRoleSchema })),
  invited_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  accepted_at: z.string().nullable(),
})

export const newInviteBody = z.strictObject({
  id: givenId,
  email: emailSchema,
  role: organisationRoleSchema,
  workspaces: z
    .array(z.strictObject({ id: z.string().min(1).max(128), role: workspaceRoleSchema }))
    .max(MAX_WORKSPACES)
    .default([])
    .meta({ description: 'Workspaces by id or slug, with the role of the user in each.' }),
  workspace_api_key_details: z
    .strictObject({
      scopes: z.array(z.string().max(128)).max(200),
      name: z.string().trim().min(1).max(128).nullish(),
      expiry: instant.nullish().meta({ description: 'When the key expires.' }),
      metadata: metadataSchema.nullish().meta({ description: 'Default metadata of the requests of the key.' }),
    })
    .optional()
    .meta({ description: 'Creates an API key in each workspace when the invitation is accepted.' }),
})

export function statusOf(invite: Invite, nowMs: number): InviteStatus {
  if (invite.acceptedAtMs !== null) return 'accepted'
  if (invite.cancelledAtMs !== null) return 'cancelled'
  return nowMs < invite.expiresAtMs ? 'pending' : 'expired'
}

export function inviteOnWire(invite: Invite, nowMs: number): z.infer<typeof inviteSchema> {
  return {
    object: 'invite',
    id: invite.id,
    email: invite.email,
    role: invite.role,
    status: statusOf(invite, nowMs),
    workspaces: invite.workspaces.map(({ id, role }) => ({ id, role })),
    invited_by: invite.invitedBy,
    created_at: new Date(invite.createdAtMs).toISOString(),
    expires_at: new Date(invite.expiresAtMs).toISOString(),
    accepted_at: invite.acceptedAtMs === null ? null : new Date(invite.acceptedAtMs).toISOString(),
  }
}
