/** Request and response format of users. */

import { z } from 'zod'
import type { User } from '../../core/stores/users.ts'
import type { Member } from '../../core/stores/workspaces.ts'

export const emailSchema = z.string().trim().toLowerCase().max(254).pipe(z.email()).meta({ example: 'ada@example.com' })

export const firstNameSchema = z.string().trim().min(1).max(128)
/** May be empty. */
export const lastNameSchema = z.string().trim().max(128)

export const organisationRoleSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be owner, admin, member or the slug of a custom role')
  .describe('`owner`, `admin`, `member`, or the slug of a custom role of the level `organisation`.')

export const userSchema = z.object({
  object: z.literal('user'),
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: organisationRoleSchema,
  email: z.string(),
  status: z.enum(['active', 'disabled']),
  disabled_by: z.enum(['manual', 'scim', 'both']).nullable().meta({
    description:
      '`manual`: a person disabled the user. `scim`: the identity provider did. `both`: if the identity provider activates the user, the user stays disabled.',
  }),
  is_break_glass: z.boolean().meta({
    description: 'An owner that may sign in with a password although single sign-on is enforced.',
  }),
  created_at: z.string(),
  last_updated_at: z.string(),
  last_active: z.string().nullable().meta({
    description: 'When a session or personal key of the user was last used, accurate to one minute. Null if never.',
  }),
  workspace_ids: z.array(z.string()),
})

/** `memberships` may include memberships of other users, which are skipped. */
export function userOnWire(user: User, memberships: readonly Member[]): z.infer<typeof userSchema> {
  return {
    object: 'user',
    id: user.id,
    first_name: user.firstName,
    last_name: user.lastName,
    role: user.role,
    email: user.email,
    status: user.isDisabled ? 'disabled' : 'active',
    disabled_by: user.isDisabled ? (user.disabledBy ?? 'manual') : null,
    is_break_glass: user.isBreakGlass === true,
    created_at: new Date(user.createdAtMs).toISOString(),
    last_updated_at: new Date(user.updatedAtMs).toISOString(),
    last_active: user.lastActiveAtMs === null ? null : new Date(user.lastActiveAtMs).toISOString(),
    workspace_ids: memberships.filter((member) => member.userId === user.id).map((member) => member.workspaceId),
  }
}
