/** Reading request logs: list and one. */

import { z } from 'zod'
import type { Caller } from '../../core/caller.ts'
import { GatewayError } from '../../core/errors.ts'
import type { LogFilter, LogReader } from '../../core/ports.ts'
import { readStatus } from '../../core/status-set.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { detailToWire, logDetailSchema, logSummarySchema, summaryToWire } from './log-wire.ts'

const time = z
  .string()
  .transform((text) => {
    if (/^[0-9]{13}$/.test(text)) return Number(text)
    return /^[0-9]{4}-[0-9]{2}-[0-9]{2}/.test(text) ? Date.parse(text) : Number.NaN
  })
  .refine((ms) => !Number.isNaN(ms), 'must be an ISO 8601 time or epoch milliseconds')

const list = z
  .string()
  .max(2048)
  .transform((text) => text.split(',').map((entry) => entry.trim()))

const metadata = z
  .string()
  .max(4096)
  .transform((text, context) => {
    try {
      const pairs = z.record(z.string(), z.string()).safeParse(JSON.parse(text))
      if (pairs.success) return pairs.data
    } catch {
      // Not JSON: said below.
    }
    context.addIssue({ code: 'custom', message: 'must be a JSON object of strings, such as {"_user":"u-17"}' })
    return z.NEVER
  })

const query = z.object({
  workspace_id: z.string().max(128).optional().meta({ description: 'Admin keys only: one workspace instead of all.' }),
  time_of_generation_min: time.optional(),
  time_of_generation_max: time.optional(),
  status_code: list
    .refine(
      (codes) => codes.every((code) => readStatus(code) !== null),
      'must be statuses such as 429 or classes such as 5xx',
    )
    .optional(),
  ai_model: list.optional(),
  provider: list.optional(),
  endpoint: list.optional(),
  trace_id: z.string().max(128).optional(),
  metadata: metadata.optional(),
  page_size: z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(100, 'must be 100 or less')
    .default(50),
  cursor: z.string().max(512).optional().meta({ description: 'next_cursor of the page before.' }),
})

export function logOperations(reader: LogReader): readonly Operation[] {
  return [
    endpoint({
      name: 'logs.list',
      method: 'GET',
      path: '/logs',
      summary: 'List request logs',
      permission: { scope: 'logs.list' },
      query,
      reply: z.object({
        object: z.literal('list'),
        data: z.array(logSummarySchema),
        has_more: z.boolean(),
        next_cursor: z.string().nullable(),
      }),
      async handle({ caller, query }) {
        const page = await reader.list(filterOf(caller, query))
        const data = page.logs.map(summaryToWire)
        return { object: 'list' as const, data, has_more: page.nextCursor !== null, next_cursor: page.nextCursor }
      },
    }),
    endpoint({
      name: 'logs.read',
      method: 'GET',
      path: '/logs/{id}',
      summary: 'Read a request log',
      permission: { scope: 'logs.view' },
      query: z.object({}),
      reply: logDetailSchema,
      async handle({ caller, id }) {
        const detail = await reader.read({ organisationId: caller.organisationId, workspaceId: reach(caller) }, id)
        if (!detail)
          throw new GatewayError('not_found', {
            param: 'id',
            message: 'No log with this id exists.',
            hint: 'GET /v1/logs lists them; a record appears within a second of its request.',
          })
        return detailToWire(detail)
      },
    }),
  ]
}

/** Workspace keys see their own workspace, Admin keys all. */
function reach(caller: Caller): string | null {
  return caller.kind === 'admin' ? null : caller.workspaceId
}

function filterOf(caller: Caller, given: z.infer<typeof query>): LogFilter {
  return {
    organisationId: caller.organisationId,
    workspaceId: caller.kind === 'admin' ? (given.workspace_id ?? null) : caller.workspaceId,
    limit: given.page_size,
    ...(given.time_of_generation_min !== undefined && { fromMs: given.time_of_generation_min }),
    ...(given.time_of_generation_max !== undefined && { toMs: given.time_of_generation_max }),
    ...(given.status_code && { statuses: given.status_code }),
    ...(given.ai_model && { models: given.ai_model }),
    ...(given.provider && { providers: given.provider }),
    ...(given.endpoint && { endpoints: given.endpoint }),
    ...(given.trace_id !== undefined && { traceId: given.trace_id }),
    ...(given.metadata && { metadata: given.metadata }),
    ...(given.cursor !== undefined && { cursor: given.cursor }),
  }
}
