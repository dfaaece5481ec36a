/** Request and response format of group mappings. */

import { z } from 'zod'
import type { GroupMapping } from '../../core/stores/group-mappings.ts'
import { organisationRoleSchema } from '../users/user-wire.ts'
import { workspaceRoleSchema } from '../workspaces/member-wire.ts'

const groupName = z
  .string()
  .min(1)
  .max(256)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must not contain control characters')
  .describe('Name or id of the group as the identity provider sends it. Case-sensitive exact match.')
const organisationRole = organisationRoleSchema.nullable().describe('Only an owner may give or take `owner`.')
const workspaceId = z.string().min(1).max(128).nullable().describe('Id or slug. Needs workspace_role.')
const workspaceRole = workspaceRoleSchema.nullable().describe('Role in the workspace. Needs workspace_id.')

export const mappingBody = z.strictObject({
  group_name: groupName,
  organisation_role: organisationRole.default(null),
  workspace_id: workspaceId.default(null),
  workspace_role: workspaceRole.default(null),
})

export const mappingChange = z
  .strictObject({
    group_name: groupName.optional(),
    organisation_role: organisationRole.optional(),
    workspace_id: workspaceId.optional(),
    workspace_role: workspaceRole.optional(),
  })
  .refine((body) => Object.keys(body).length > 0, 'send a field to change')

export const mappingReply = z.object({
  object: z.literal('group_mapping'),
  id: z.string(),
  group_name: z.string(),
  organisation_role: organisationRoleSchema.nullable(),
  workspace_id: z.string().nullable(),
  workspace_role: workspaceRoleSchema.nullable(),
  created_at: z.string(),
  last_updated_at: z.string(),
})

export function mappingOnWire(mapping: GroupMapping): z.infer<typeof mappingReply> {
  return {
    object: 'group_mapping',
    id: mapping.id,
    group_name: mapping.groupName,
    organisation_role: mapping.organisationRole,
    workspace_id: mapping.workspaceId,
    workspace_role: mapping.workspaceRole,
    created_at: new Date(mapping.createdAtMs).toISOString(),
    last_updated_at: new Date(mapping.updatedAtMs).toISOString(),
  }
}
