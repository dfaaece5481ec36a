/** Request and response format of roles. */

import { z } from 'zod'
import type { CustomRole } from '../../core/stores/roles.ts'
import { scopesOf } from '../access/roles.ts'
import { keysToReview } from '../api-keys/review.ts'
import { chosenSlug } from '../slug.ts'

const name = z.string().trim().min(1).max(128)
const description = z.string().trim().max(512).nullable()
const permissions = z
  .array(z.string().max(128))
  .max(300)
  .describe('Names of scopes. GET /v1/scopes lists them. You must hold all of them yourself.')
const level = z
  .enum(['organisation', 'workspace'])
  .describe(
    '`organisation`: the permissions apply to the organisation and all its workspaces. `workspace`: to the workspace in which a user has the role.',
  )

export const newRoleBody = z.strictObject({
  name,
  slug: chosenSlug,
  description: description.default(null),
  level,
  permissions,
})

export const roleChange = z
  .strictObject({ name: name.optional(), description: description.optional(), permissions: permissions.optional() })
  .refine((body) => Object.keys(body).length > 0, 'send name, description or permissions')

export const roleReply = z.object({
  object: z.literal('role'),
  id: z.string().meta({ description: 'The slug for built-in roles.' }),
  slug: z.string().meta({ description: 'What `role` of users, members, invitations and group mappings contains.' }),
  name: z.string(),
  description: z.string().nullable(),
  level,
  permissions: z.array(z.string()),
  is_built_in: z.boolean(),
  user_count: z.number().nullable().meta({
    description:
      'Users who have the role. Null for built-in roles, and for callers without access to the organisation.',
  }),
  created_at: z.string().nullable(),
  last_updated_at: z.string().nullable(),
})

export const changedRoleReply = roleReply.extend({ keys_to_review: keysToReview })

export type RoleOnWire = z.infer<typeof roleReply>

const BUILT_IN: readonly Pick<RoleOnWire, 'slug' | 'name' | 'description' | 'level'>[] = [
  {
    slug: 'owner',
    name: 'Owner',
    description: 'Everything, including what only owners may do: make owners and choose break-glass owners.',
    level: 'organisation',
  },
  { slug: 'admin', name: 'Admin', description: 'Everything except what only owners may do.', level: 'organisation' },
  {
    slug: 'member',
    name: 'Member',
    description: 'No permissions in the organisation. Access comes from roles in workspaces.',
    level: 'organisation',
  },
  { slug: 'manager', name: 'Manager', description: 'Everything in the workspace.', level: 'workspace' },
  { slug: 'member', name: 'Member', description: 'Read, and send requests, without changes.', level: 'workspace' },
]

export function builtInRoles(): readonly RoleOnWire[] {
  return BUILT_IN.map((role) => ({
    object: 'role',
    id: role.slug,
    ...role,
    permissions: [...scopesOf(role.level, role.slug, [])],
    is_built_in: true,
    user_count: null,
    created_at: null,
    last_updated_at: null,
  }))
}

export function roleOnWire(role: CustomRole, userCount: number | null): RoleOnWire {
  return {
    object: 'role',
    id: role.id,
    slug: role.slug,
    name: role.name,
    description: role.description,
    level: role.level,
    permissions: [...role.permissions],
    is_built_in: false,
    user_count: userCount,
    created_at: new Date(role.createdAtMs).toISOString(),
    last_updated_at: new Date(role.updatedAtMs).toISOString(),
  }
}
