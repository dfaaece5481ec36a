/** Lists traces: requests that share a trace id. */

import { z } from 'zod'
import type { LogReader } from '../core/logs/log-reader.ts'
import type { TraceSummary } from '../core/logs/log-traces.ts'
import { centsOf } from '../core/money/nano-usd.ts'
import { endpoint, type Operation } from './endpoint.ts'
import { filterOf, filterShape, workspaceShape } from './logs/log-filter-wire.ts'

const MAX_MINIMUM = 1_000

const traceSchema = z.object({
  object: z.literal('trace'),
  trace_id: z.string(),
  workspace_id: z.string(),
  requests: z
    .number()
    .meta({ description: 'All requests of the trace, including those that do not match the filter.' }),
  errors: z.number(),
  worst_status_code: z.number().meta({ description: 'Highest status code.' }),
  first_at: z.string().meta({ description: 'When the first request arrived, ISO 8601.' }),
  last_at: z.string().meta({ description: 'When the last request arrived.' }),
  duration: z
    .number()
    .meta({ description: 'Milliseconds from the start of the first request to the end of the last.' }),
  ai_models: z.array(z.string()).meta({ description: 'Most used first.' }),
  user: z.string().nullable().meta({ description: 'Value of the metadata key _user.' }),
  total_tokens: z.number(),
  cost: z.number().nullable().meta({ description: 'US cents of requests with known cost. Null if no cost is known.' }),
  cost_currency: z.literal('USD'),
  unpriced_requests: z.number(),
  first_words: z
    .string()
    .nullable()
    .meta({ description: 'Start of the text of the first request, if bodies are logged.' }),
  is_partial: z.boolean().meta({ description: 'True if the trace is too long and only a part of it was added up.' }),
})

const whole = (least: number, most: number) =>
  z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(least, `must be ${least} or more`)
    .max(most, `must be ${most} or less`)

export function traceOperations(reader: LogReader): readonly Operation[] {
  return [
    endpoint({
      name: 'traces.list',
      method: 'GET',
      path: '/traces',
      summary: 'List traces',
      permission: { scope: 'logs.list' },
      query: z.object({
        ...workspaceShape,
        ...filterShape,
        requests_min: whole(1, MAX_MINIMUM).default(1).meta({ description: 'Minimum number of requests.' }),
        page_size: whole(1, 50).default(20),
        cursor: z.string().max(512).optional().meta({ description: 'next_cursor of the previous page.' }),
      }),
      reply: z.object({
        object: z.literal('list'),
        data: z
          .array(traceSchema)
          .meta({ description: 'Traces with a matching request, ordered by their newest matching request.' }),
        has_more: z.boolean(),
        next_cursor: z.string().nullable(),
        is_partial: z.boolean().meta({
          description: 'True if the search stopped before the page was full. next_cursor continues it.',
        }),
      }),
      example: { query: { requests_min: '2', page_size: '10' } },
      async handle({ reach, query: { page_size: limit, requests_min: leastRequests, cursor, ...given } }) {
        const page = await reader.traces({
          ...filterOf(reach, given),
          limit,
          leastRequests,
          ...(cursor !== undefined && { cursor }),
        })
        return {
          object: 'list' as const,
          data: page.traces.map(toWire),
          has_more: page.nextCursor !== null,
          next_cursor: page.nextCursor,
          is_partial: page.isPartial,
        }
      },
    }),
  ]
}

function toWire(trace: TraceSummary): z.infer<typeof traceSchema> {
  return {
    object: 'trace',
    trace_id: trace.traceId,
    workspace_id: trace.workspaceId,
    requests: trace.requests,
    errors: trace.errors,
    worst_status_code: trace.worstStatus,
    first_at: new Date(trace.firstAtMs).toISOString(),
    last_at: new Date(trace.lastAtMs).toISOString(),
    duration: trace.durationMs,
    ai_models: [...trace.models],
    user: trace.user,
    total_tokens: trace.totalTokens,
    cost: trace.costNanoUsd === null ? null : centsOf(trace.costNanoUsd),
    cost_currency: 'USD',
    unpriced_requests: trace.unpricedRequests,
    first_words: trace.words,
    is_partial: trace.isPartial,
  }
}
