/** Inserts logs of requests that were not sent through the gateway. */

import { z } from 'zod'
import { type ExternalLog, externalRecord } from '../../core/logs/external-log.ts'
import type { Prices } from '../../core/money/prices.ts'
import type { RecordWriter } from '../../core/ports.ts'
import type { RequestRecord } from '../../core/record.ts'
import { scopeMissing } from '../access/reach.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { costOfLog } from '../prices/cost-of-log.ts'

const MAX_AT_ONCE = 1_000

export type InsertPorts = {
  /** Stores records durably: an appended record survives a crash of the process. */
  readonly writer: RecordWriter
  /** Default if neither the workspace nor the organisation has the setting. */
  readonly logBodies: boolean
  readonly prices: Pick<Prices, 'priceOf'>
}

const headers = z.record(z.string().max(256), z.union([z.string().max(8192), z.number(), z.boolean()])).nullish()
const body = z.unknown().refine((given) => given !== undefined, 'is missing')

const logSchema = z.strictObject({
  request: z.strictObject({
    url: z.string().min(1).max(2048),
    method: z.string().min(1).max(16).default('post'),
    headers,
    body,
    provider: z.string().max(128).nullish(),
  }),
  response: z.strictObject({
    status: z.int().min(100).max(599).default(200),
    headers,
    body,
    response_time: z.number().min(0).max(86_400_000).nullish().meta({ description: 'Milliseconds.' }),
    time: z
      .number()
      .min(0)
      .max(86_400_000)
      .nullish()
      .meta({ description: 'Same as response_time, sent by older clients.' }),
    streamingMode: z.boolean().nullish(),
  }),
  metadata: z.record(z.string().max(256), z.unknown()).nullish().meta({
    description: 'trace_id, span_id, span_name and parent_span_id set those fields. Other pairs are metadata.',
  }),
})

export function insertOperation({ writer, logBodies, prices }: InsertPorts): Operation {
  return endpoint({
    name: 'logs.insert',
    method: 'POST',
    path: '/logs',
    summary: 'Insert request logs',
    // Not audited: the log itself records the caller, and its bodies must not be copied to the audit log.
    permission: { scope: 'logs.write', or: ['completions.write'] },
    query: z.object({ workspace_id: z.string().max(128).optional() }),
    body: z.union([logSchema, z.array(logSchema).min(1, 'must have at least one item').max(MAX_AT_ONCE)]),
    reply: z.object({ status: z.literal('success'), message: z.string(), log_ids: z.array(z.string()) }),
    example: {
      body: {
        request: { url: 'https://models.example/v1/generate', provider: 'example', body: { prompt: 'Hello' } },
        response: { status: 200, body: { text: 'Hi' }, response_time: 120 },
        metadata: { trace_id: 'my-trace', _user: 'u-17' },
      },
    },
    async handle({ principal, reach: { organisationId }, workspaceId, body, stores, nowMs }) {
      // Workspace keys with completions.write may insert logs. Members, who have that scope for the playground, may not.
      if (principal.keyKind !== 'workspace' && !principal.holds('logs.write', workspaceId))
        throw scopeMissing(principal, 'insert request logs', ['logs.write'])
      const workspace = await stores.workspaces.find(organisationId, workspaceId)
      const { settings } = await stores.organisations.read(organisationId)
      const keepsBodies = workspace?.logBodies ?? settings.logBodies ?? logBodies
      const owner = { organisationId, workspaceId, keyId: principal.id, keepsBodies }
      const given = Array.isArray(body) ? body : [body]
      const ids = given.map((log) => {
        const { record, bodies } = externalRecord(externalLogOf(log), owner, nowMs)
        writer.append(priced(record, prices, nowMs), bodies)
        return record.id
      })
      return { status: 'success' as const, message: `${ids.length} logs inserted.`, log_ids: ids }
    },
  })
}

/** Adds the cost as for requests through the gateway: usage times price, and 0 for errors. */
function priced(record: RequestRecord, prices: Pick<Prices, 'priceOf'>, nowMs: number): RequestRecord {
  if (record.usage === null) return record
  if (record.status >= 400) return { ...record, costNanoUsd: 0 }
  const cost = costOfLog({ ...record, provider: record.provider?.toLowerCase() ?? null }, prices, nowMs)
  if (cost === null) return record
  return { ...record, costNanoUsd: cost.nanoUsd, costLines: cost.lines, priceVersion: cost.priceVersion }
}

function externalLogOf({ request, response, metadata }: z.infer<typeof logSchema>): ExternalLog {
  return {
    request: {
      url: request.url,
      method: request.method,
      headers: texts(request.headers ?? {}),
      body: request.body,
      provider: request.provider ?? null,
    },
    response: {
      status: response.status,
      headers: texts(response.headers ?? {}),
      body: response.body,
      responseTimeMs: response.response_time ?? response.time ?? null,
      isStream: response.streamingMode ?? false,
    },
    metadata: Object.fromEntries(Object.entries(metadata ?? {}).filter(([, value]) => value !== null)),
  }
}

/** Converts header values to strings. */
function texts(given: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(given).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
}
