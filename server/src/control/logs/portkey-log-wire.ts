/** Members of a log under the names of the Portkey API, beside our own. */

import { z } from 'zod'
import type { RequestRecord } from '../../core/record.ts'

const text = z.string().nullable()
const headers = z.record(z.string(), z.string())

const sentSchema = z.object({
  url: text,
  method: z.string(),
  body: z.unknown().meta({ description: 'The JSON body, or its text. Null if it was not logged.' }),
})

export const portkeyMembers = {
  _id: z.string().meta({ description: 'Same as id.' }),
  organisation_id: z.string(),
  finalUntransformedRequest: sentSchema.meta({ description: 'The request of the caller.' }),
  transformedRequest: sentSchema
    .nullable()
    .meta({ description: 'The request to the provider, if its body differs from that of the caller.' }),
  originalResponse: z.null().meta({ description: 'The gateway logs the response that the caller received.' }),
}

export const portkeyRequest = {
  url: text.meta({ description: 'Address at the provider. Null if no request was sent.' }),
  method: z.string(),
  portkeyHeaders: headers.meta({ description: 'The headers that control the gateway.' }),
}

export const portkeyResponse = {
  status: z.number(),
  responseTime: z.number().meta({ description: 'Milliseconds.' }),
  lastUsedOptionJsonPath: z.string().meta({ description: 'Path of the responding target in the config.' }),
}

export const portkeyMetrics = {
  id: z.string(),
  organisation_id: z.string(),
  api_key_id: z.string(),
  created_at: z.string(),
  is_success: z.boolean(),
  ai_org: text,
  ai_model: text,
  request_url: text,
  request_method: z.string(),
  is_proxy_call: z.boolean(),
  cache_type: z.enum(['simple', 'semantic']).nullable(),
  stream_mode: z.union([z.literal(0), z.literal(1)]),
  span_name: text,
  virtual_key: text,
  source: z.string(),
  config: text,
  config_id: text,
  prompt_id: text,
  prompt_slug: text,
  internal_trace_id: z.string(),
  last_used_option_index: z.number().nullable(),
  gateway_processing_time: z.number().nullable(),
  upstream_response_time: z.number().nullable(),
  'metadata.key': z.array(z.string()),
  'metadata.value': z.array(z.string()),
}

/** `gatewayMs`: time spent in the gateway itself. */
export function metricsOf(record: RequestRecord, gatewayMs: number | null) {
  const last = record.attempts.at(-1)
  const index = /\[(\d+)\]$/.exec(record.target ?? '')?.[1]
  return {
    id: record.id,
    organisation_id: record.organisationId,
    api_key_id: record.keyId,
    created_at: new Date(record.startedAtMs).toISOString(),
    is_success: record.status >= 200 && record.status < 300,
    ai_org: record.provider,
    ai_model: record.model,
    request_url: last?.url ?? null,
    request_method: record.method,
    is_proxy_call: record.endpoint === 'proxy',
    cache_type: cacheType(record.cacheStatus),
    stream_mode: record.isStream ? (1 as const) : (0 as const),
    span_name: record.spanName,
    virtual_key: record.virtualKey,
    source: record.source,
    config: record.configId,
    config_id: record.configId,
    prompt_id: record.promptId,
    prompt_slug: record.promptId,
    internal_trace_id: record.id,
    last_used_option_index: index === undefined ? null : Number(index),
    gateway_processing_time: gatewayMs,
    upstream_response_time: last?.durationMs ?? null,
    'metadata.key': Object.keys(record.metadata ?? {}),
    'metadata.value': Object.values(record.metadata ?? {}),
  }
}

function cacheType(status: RequestRecord['cacheStatus']): 'simple' | 'semantic' | null {
  if (status === 'DISABLED') return null
  return status.startsWith('SEMANTIC') ? 'semantic' : 'simple'
}

export function portkeyHeadersOf(sent: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(sent).filter(([name]) => /^x-(portkey|gateway)-/.test(name)))
}

/** JSON as a value, everything else as it is logged. */
export function bodyValue(body: string | null): unknown {
  if (body === null) return null
  try {
    return JSON.parse(body) as unknown
  } catch {
    return body
  }
}
