/** Request log operations: list, facets, histogram, read, stream, insert. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { summaryToWire } from '../../core/logs/log-json.ts'
import type { FacetName, LogReader, LogTail } from '../../core/logs/log-reader.ts'
import type { Vault } from '../../core/stores/stores.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { flag } from './filter-values.ts'
import { type InsertPorts, insertOperation } from './insert-logs.ts'
import { detailToWire, logDetailSchema } from './log-detail-wire.ts'
import { filterOf, filterShape, workspaceShape } from './log-filter-wire.ts'
import { logSummarySchema } from './log-wire.ts'
import { logNames } from './portkey-log-wire.ts'
import { type StreamTimes, streamOperation } from './stream-logs.ts'

export type LogPorts = InsertPorts & {
  readonly reader: LogReader
  readonly tail: LogTail
  readonly vault: Vault
  /** Overridden in tests. */
  readonly streamTimes?: StreamTimes
}

const boundedShape = {
  from: z.string(),
  to: z.string(),
  is_partial: z.boolean().meta({ description: 'True if only the newest matching logs could be counted in time.' }),
}

export function logOperations(ports: LogPorts): readonly Operation[] {
  const { reader, tail, vault, streamTimes } = ports
  return [
    listOperation(reader),
    facetsOperation(reader),
    histogramOperation(reader),
    streamOperation(tail, vault, streamTimes),
    readOperation(reader),
    insertOperation(ports),
  ]
}

function listOperation(reader: LogReader): Operation {
  return endpoint({
    name: 'logs.list',
    method: 'GET',
    path: '/logs',
    summary: 'List request logs',
    permission: { scope: 'logs.list' },
    query: z.object({
      ...workspaceShape,
      ...filterShape,
      page_size: z.coerce
        .number('must be a whole number')
        .int('must be a whole number')
        .min(1, 'must be 1 or more')
        .max(100, 'must be 100 or less')
        .default(50),
      cursor: z.string().max(512).optional().meta({ description: 'next_cursor of the previous page.' }),
      glance: flag('`true` includes trail, gateway_time and first_words.'),
    }),
    reply: z.object({
      object: z.literal('list'),
      data: z.array(logSummarySchema).meta({ description: 'Newest first.' }),
      has_more: z.boolean(),
      next_cursor: z.string().nullable(),
      is_partial: z.boolean().meta({
        description: 'True if the search stopped before the page was full. next_cursor continues it.',
      }),
    }),
    example: { query: { status_code: '4xx,5xx', page_size: '20' } },
    async handle({ reach, query: { page_size: limit, cursor, glance = false, ...given } }) {
      const page = await reader.list({
        ...filterOf(reach, given),
        limit,
        withPreview: glance,
        ...(cursor !== undefined && { cursor }),
      })
      return {
        object: 'list' as const,
        data: page.logs.map(summaryToWire),
        has_more: page.nextCursor !== null,
        next_cursor: page.nextCursor,
        is_partial: page.isPartial,
      }
    },
  })
}

/** Each facet has the name of the filter that accepts its values. */
const FACETS = {
  status_code: 'status',
  provider: 'provider',
  ai_model: 'model',
  endpoint: 'endpoint',
  api_key_ids: 'key',
  virtual_keys: 'virtualKey',
  configs: 'config',
  prompt_slug: 'prompt',
} as const satisfies Record<string, FacetName>

function facetsOperation(reader: LogReader): Operation {
  const names = Object.keys(FACETS) as (keyof typeof FACETS)[]
  const values = z.array(z.object({ value: z.string(), requests: z.number() }))
  return endpoint({
    name: 'logs.facets',
    method: 'GET',
    path: '/logs/facets',
    summary: 'Count request logs by their most frequent values',
    permission: { scope: 'logs.list' },
    query: z.object({ ...workspaceShape, ...filterShape }),
    reply: z.object({ object: z.literal('log-facets'), ...boundedShape, facets: z.record(z.enum(names), values) }),
    example: { query: { status_code: '2xx' } },
    async handle({ reach, query }) {
      const { facets, fromMs, toMs, isPartial } = await reader.facets(filterOf(reach, query))
      const onWire = Object.fromEntries(names.map((name) => [name, [...facets[FACETS[name]]]]))
      return {
        object: 'log-facets' as const,
        ...bounds(fromMs, toMs, isPartial),
        facets: onWire as Record<(typeof names)[number], z.infer<typeof values>>,
      }
    },
  })
}

function histogramOperation(reader: LogReader): Operation {
  return endpoint({
    name: 'logs.histogram',
    method: 'GET',
    path: '/logs/histogram',
    summary: 'Count request logs over time',
    permission: { scope: 'logs.list' },
    query: z.object({
      ...workspaceShape,
      ...filterShape,
      bars: z.coerce
        .number('must be a whole number')
        .int('must be a whole number')
        .min(1, 'must be 1 or more')
        .max(500, 'must be 500 or less')
        .default(60)
        .meta({ description: 'Approximate number of bars.' }),
    }),
    reply: z.object({
      object: z.literal('log-histogram'),
      ...boundedShape,
      bar_width: z.number().meta({ description: 'Milliseconds.' }),
      data: z.array(
        z.object({
          timestamp: z.string(),
          ok: z.number(),
          rescued: z
            .number()
            .meta({ description: 'Successful requests that were recovered by retry or fallback. Included in ok.' }),
          errors: z.number(),
        }),
      ),
    }),
    example: { query: { bars: '30' } },
    async handle({ reach, query: { bars: most, ...given } }) {
      const { bars, widthMs, fromMs, toMs, isPartial } = await reader.histogram(filterOf(reach, given), most)
      const data = bars.map(({ startMs, ...counts }) => ({ timestamp: iso(startMs), ...counts }))
      return { object: 'log-histogram' as const, ...bounds(fromMs, toMs, isPartial), bar_width: widthMs, data }
    },
  })
}

function readOperation(reader: LogReader): Operation {
  return endpoint({
    name: 'logs.read',
    method: 'GET',
    path: '/logs/{id}',
    summary: 'Read a request log',
    permission: { scope: 'logs.view' },
    query: z.object(workspaceShape),
    reply: logDetailSchema,
    async handle({ reach, stores, params: { id = '' } }) {
      const detail = await reader.read(reach, id)
      if (!detail)
        throw new GatewayError('not_found', {
          param: 'id',
          message: 'No log with this id exists.',
          hint: 'GET /v1/logs lists them. A log appears within a second after its request.',
        })
      return detailToWire(detail, await logNames(detail.record, stores))
    },
  })
}

function bounds(fromMs: number, toMs: number, isPartial: boolean) {
  return { from: iso(fromMs), to: iso(toMs), is_partial: isPartial }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
