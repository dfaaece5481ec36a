/** The catalogue of scopes, for everyone who is known. */

import { z } from 'zod'
import { SCOPES } from '../access/scopes.ts'
import { endpoint } from '../endpoint.ts'
import { typesHolding } from './key-rights.ts'

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
        kinds: z.array(z.enum(['admin', 'workspace'])).describe('Which kinds of key may hold it.'),
        key_types: z.array(z.enum(['organisation-service', 'workspace-service', 'workspace-user'])),
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
    }))
    return { object: 'list' as const, total: data.length, data }
  },
})
