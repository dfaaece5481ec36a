/** The operation that lists logged SCIM requests. */

import { z } from 'zod'
import type { ScimRequest } from '../../core/stores/scim.ts'
import { endpoint } from '../endpoint.ts'
import { pageFrom, pageQuery } from '../page-wire.ts'
import { SCIM_SCOPE } from './scim-api.ts'

const requestSchema = z.object({
  object: z.literal('scim_request'),
  id: z.string(),
  created_at: z.string(),
  key_id: z.string(),
  key_name: z.string(),
  method: z.string(),
  path: z.string().meta({ description: 'With its query, at most 512 characters.' }),
  status: z.number().meta({ description: 'HTTP status of the response.' }),
  error: z.string().nullable().meta({ description: 'Why the request failed; null if it succeeded.' }),
  resource_name: z
    .string()
    .nullable()
    .meta({ description: 'The user name or group name, or the filter of a list. Null if the request names none.' }),
  duration_ms: z.number(),
})

export const scimLogOperation = endpoint({
  name: 'scim_log.list',
  method: 'GET',
  path: '/admin/scim-log',
  summary: 'List SCIM requests',
  description: 'Newest first. Requests are kept for 7 days, and at most 10,000 of them.',
  permission: { scope: SCIM_SCOPE, or: ['audit_logs.list'] },
  query: z.object({
    result: z.enum(['failed', 'succeeded']).optional().meta({ description: 'Only requests with this result.' }),
    ...pageQuery({ defaultSize: 100, maxSize: 1_000 }),
  }),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(requestSchema) }),
  example: {},
  async handle({ reach, query, stores }) {
    const filter = query.result === undefined ? {} : { isFailed: query.result === 'failed' }
    const { rows, total } = await stores.scim.requests(reach.organisationId, filter, pageFrom(query))
    return { object: 'list' as const, total, data: rows.map(onWire) }
  },
})

function onWire(request: ScimRequest): z.infer<typeof requestSchema> {
  return {
    object: 'scim_request',
    id: request.id,
    created_at: new Date(request.atMs).toISOString(),
    key_id: request.keyId,
    key_name: request.keyName,
    method: request.method,
    path: request.path,
    status: request.status,
    error: request.detail,
    resource_name: request.resourceName,
    duration_ms: request.durationMs,
  }
}
