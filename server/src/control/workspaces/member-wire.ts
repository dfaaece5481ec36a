/** Request and response format of workspace members. */

import { z } from 'zod'
import type { CustomRole } from '../../core/stores/roles.ts'
import type { Membership } from '../../core/stores/workspaces.ts'
import { workspaceScopes } from '../access/roles.ts'
import { organisationRoleSchema } from '../users/user-wire.ts'

export const workspaceRoleSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be manager, member or the slug of a custom role')
  .describe(
    '`manager`, `member`, or the slug of a custom role of the level `workspace`. `admin` has the same rights as `manager`. Responses contain the word that was sent.',
  )

export const newMemberSchema = z.strictObject({ id: z.string().min(1).max(128), role: workspaceRoleSchema })

export const memberSchema = z.object({
  object: z.literal('workspace-user'),
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  org_role: organisationRoleSchema,
  role: workspaceRoleSchema,
  source: z.enum(['manual', 'groups']).meta({
    description:
      '`groups`: set by a group mapping, which can also remove it. Changing the role manually makes it `manual`.',
  }),
  status: z.enum(['active', 'disabled']),
  workspace_id: z.string(),
  scopes: z.array(z.string()).meta({ description: 'Scopes of the role in this workspace.' }),
  settings: z.object({}),
  created_at: z.string(),
  last_updated_at: z.string(),
})

/** `custom`: the custom roles of the organisation. */
export function memberOnWire(
  { member, user }: Membership,
  custom: readonly CustomRole[],
): z.infer<typeof memberSchema> {
  return {
    object: 'workspace-user',
    id: user.id,
    first_name: user.firstName,
    last_name: user.lastName,
    email: user.email,
    org_role: user.role,
    role: member.role,
    source: member.source,
    status: user.isDisabled ? 'disabled' : 'active',
    workspace_id: member.workspaceId,
    scopes: [...workspaceScopes(member.role, custom)],
    settings: {},
    created_at: new Date(member.createdAtMs).toISOString(),
    last_updated_at: new Date(member.updatedAtMs).toISOString(),
  }
}
