/** Filters and response format of the access review. One row is one grant: a role or a key. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { AccessCursor, AccessFilter } from '../../core/stores/access-review.ts'

export const reviewFilters = {
  type: z.enum(['user', 'api_key', 'workload_issuer']).optional(),
  subject_id: z.string().max(128).optional().meta({
    description: 'Grants of this user, API key or workload issuer. For a user also those of its personal keys.',
  }),
  search: z.string().min(1).max(254).optional().meta({ description: 'Part of an e-mail address or name.' }),
  workspace: z.string().max(128).optional().meta({
    description: 'Id or slug. Grants that apply to this workspace, also because they apply to all workspaces.',
  }),
  permission: z.string().max(128).optional().meta({ description: 'Grants that include this scope.' }),
}

export const grantSchema = z.object({
  object: z.literal('access-grant'),
  subject_type: z.enum(['user', 'api_key', 'workload_issuer']),
  subject_id: z.string(),
  subject_name: z.string(),
  status: z.enum(['active', 'disabled', 'expired']),
  workspace_id: z.string().nullable().meta({ description: 'Null: the organisation and all its workspaces.' }),
  workspace_name: z.string().nullable(),
  grant: z.enum(['direct', 'group_mapping', 'scim_group', 'api_key', 'workload_issuer']).meta({
    description:
      '`direct`: a person gave the role. `group_mapping`: the identity provider named a mapped group at sign-in. `scim_group`: the user is in a mapped SCIM group.',
  }),
  groups: z.array(z.string()).meta({
    description: 'The groups that give the role.',
  }),
  role: z.string().nullable().meta({ description: 'Null for API keys and workload issuers.' }),
  role_name: z.string().nullable(),
  user_id: z.string().nullable().meta({ description: 'Owner of a personal key. It can do no more than its owner.' }),
  permissions: z.array(z.string()).meta({ description: 'Empty if the user is disabled or the key has expired.' }),
  created_at: z.string(),
  last_used_at: z.string().nullable().meta({
    description: 'When a session, a key or a token of the issuer was last used, accurate to one minute. Null if never.',
  }),
  client_certificates: z
    .array(z.string())
    .meta({ description: 'Client certificates that authenticate as the API key.' }),
  needs_review: z.boolean().meta({
    description: 'True for an API key if a user who lost permissions may know its secret or have a certificate for it.',
  }),
})

export type GrantOnWire = z.infer<typeof grantSchema>

const querySchema = z.object(reviewFilters)

/** `workspaceId`: the id of the workspace that `workspace` names. */
export function filterOf(
  { type, subject_id, search }: z.infer<typeof querySchema>,
  workspaceId: string | undefined,
): AccessFilter {
  return {
    ...(type !== undefined && { type }),
    ...(subject_id !== undefined && { subjectId: subject_id }),
    ...(search !== undefined && { search }),
    ...(workspaceId !== undefined && { workspaceId }),
  }
}

const cursorSchema = z.tuple([z.number().int().min(0).max(10), z.array(z.string().max(128)).min(1).max(2)])

export function writeCursor({ source, after }: AccessCursor): string {
  return Buffer.from(JSON.stringify([source, after])).toString('base64url')
}

export function readCursor(text: string | undefined): AccessCursor | null {
  if (text === undefined) return null
  try {
    const [source, after] = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    // PostgreSQL text cannot contain NUL.
    if (after.some((part) => part.includes('\0'))) throw new Error('NUL')
    return { source, after }
  } catch {
    throw new GatewayError('invalid_parameter', {
      param: 'cursor',
      message: 'cursor is not valid.',
      hint: 'Send next_cursor of the previous page, or omit it for the first page.',
    })
  }
}
