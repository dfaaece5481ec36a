/** Lists all scopes. */

import { z } from 'zod'
import { ROLE_SCOPES } from '../access/roles.ts'
import { SCOPES } from '../access/scopes.ts'
import { endpoint } from '../endpoint.ts'
import { typesHolding } from './key-rights.ts'

const ROLES = ['owner', 'admin', 'manager', 'member'] as const

export const listScopes = endpoint({
  name: 'scopes.list',
  method: 'GET',
  path: '/scopes',
  summary: 'List scopes',
  permission: 'any caller',
  reply: z.object({
    object: z.literal('list'),
    total: z.number(),
    data: z.array(
      z.object({
        object: z.literal('scope'),
        name: z.string(),
        description: z.string(),
        kinds: z.array(z.enum(['admin', 'workspace'])).describe('Kinds of keys that can hold the scope.'),
        key_types: z.array(z.enum(['organisation-service', 'workspace-service', 'workspace-user'])),
        roles: z.array(z.enum(ROLES)).describe('Roles that include the scope.'),
      }),
    ),
  }),
  example: {},
  async handle() {
    const data = SCOPES.map((scope) => ({
      object: 'scope' as const,
      name: scope.name,
      description: scope.about,
      kinds: [...scope.kinds],
      key_types: typesHolding(scope),
      roles: ROLES.filter((role) => isHeldBy(role, scope.name)),
    }))
    return { object: 'list' as const, total: data.length, data }
  },
})

/** Owners and admins hold every scope; managers and members hold those of their workspace role. */
function isHeldBy(role: (typeof ROLES)[number], scope: string): boolean {
  return role === 'owner' || role === 'admin' || ROLE_SCOPES[role].has(scope)
}
