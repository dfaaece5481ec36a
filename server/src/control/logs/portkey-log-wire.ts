/** Additional fields of a log under the names of the Portkey API. */

import { z } from 'zod'
import { isSuccess } from '../../core/logs/attempt-outcomes.ts'
import type { RequestRecord } from '../../core/record.ts'
import type { Stores } from '../../core/stores/stores.ts'

const text = z.string().nullable()
const headers = z.record(z.string(), z.string())

const sentSchema = z.object({
  url: text,
  method: z.string(),
  headers: headers.optional(),
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
  organisation_name: text,
  workspace_slug: text.meta({ description: 'Null if the workspace was deleted.' }),
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
  config_version_id: text,
  prompt_id: text.meta({ description: 'Id of the prompt, or its slug if it was deleted.' }),
  prompt_slug: text,
  prompt_version_id: text,
  mode: z.literal('single').nullable().meta({ description: 'Null if a strategy chose the target.' }),
  runtime: z.null(),
  runtime_version: z.null(),
  sdk_version: z.null(),
  log_store_file_path_format: z.null(),
  request_parsing_time: z.null(),
  pre_processing_time: z.null(),
  cache_processing_time: z.null(),
  response_parsing_time: z.null(),
  internal_trace_id: z.string(),
  last_used_option_index: z.number().nullable(),
  gateway_processing_time: z.number().nullable(),
  upstream_response_time: z.number().nullable(),
  'metadata.key': z.array(z.string()),
  'metadata.value': z.array(z.string()),
}

/** Names and ids that a record does not contain, because it names configs and prompts by slug and version number. */
export type LogNames = {
  readonly organisation: string | null
  readonly workspaceSlug: string | null
  readonly configId: string | null
  readonly configVersionId: string | null
  readonly promptId: string | null
  readonly promptVersionId: string | null
}

/** Deleted resources have no ids. */
export async function logNames(record: RequestRecord, stores: Stores): Promise<LogNames> {
  const { organisationId, workspaceId, configVersion, promptVersion } = record
  const reach = { organisationId, workspaceId }
  const [organisation, workspace, config, prompt] = await Promise.all([
    stores.organisations.read(organisationId),
    stores.workspaces.find(organisationId, workspaceId),
    record.configId === null ? undefined : stores.configs.find(reach, record.configId),
    record.promptId === null ? undefined : stores.prompts.find(reach, record.promptId),
  ])
  const [ofConfig, ofPrompt] = await Promise.all([
    config && configVersion !== null ? stores.configs.findVersion(config.id, String(configVersion)) : undefined,
    prompt && promptVersion !== null ? stores.prompts.findVersion(prompt.id, String(promptVersion)) : undefined,
  ])
  return {
    organisation: organisation.name,
    workspaceSlug: workspace?.slug ?? null,
    configId: config?.id ?? null,
    configVersionId: ofConfig?.id ?? null,
    promptId: prompt?.id ?? null,
    promptVersionId: ofPrompt?.id ?? null,
  }
}

/** `gatewayMs`: time spent in the gateway itself. */
export function metricsOf(record: RequestRecord, gatewayMs: number | null, names: LogNames) {
  const last = record.attempts.at(-1)
  const index = /\[(\d+)\]$/.exec(record.target ?? '')?.[1]
  return {
    id: record.id,
    organisation_id: record.organisationId,
    organisation_name: names.organisation,
    workspace_slug: names.workspaceSlug,
    api_key_id: record.keyId,
    created_at: new Date(record.startedAtMs).toISOString(),
    is_success: isSuccess(record.status, record.ending),
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
    config_id: names.configId ?? record.configId,
    config_version_id: names.configVersionId,
    prompt_id: names.promptId ?? record.promptId,
    prompt_slug: record.promptId,
    prompt_version_id: names.promptVersionId,
    // A record contains the config path of the target, but not the strategy of its group.
    mode: record.target === null || record.target.includes('.targets[') ? null : ('single' as const),
    runtime: null,
    runtime_version: null,
    sdk_version: null,
    log_store_file_path_format: null,
    request_parsing_time: null,
    pre_processing_time: null,
    cache_processing_time: null,
    response_parsing_time: null,
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

/** Parses a JSON body. Other bodies are returned as logged. */
export function bodyValue(body: string | null): unknown {
  if (body === null) return null
  try {
    return JSON.parse(body) as unknown
  } catch {
    return body
  }
}
