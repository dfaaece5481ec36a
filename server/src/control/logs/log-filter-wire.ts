/** Filters of logs, traces, analytics and exports: the same fields in query parameters and bodies. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { LogExclusion, LogFilter, NumberRange, PromptVersion } from '../../core/logs/log-filter.ts'
import { READABLE_BYTES } from '../../core/logs/readable-text.ts'
import { NANO_USD_PER_CENT } from '../../core/money/nano-usd.ts'
import type { Reach } from '../../core/stores/reach.ts'
import { ENDINGS, flag, metadata, number, pairs, statuses, time, values, verdicts } from './filter-values.ts'

const MAX_CENTS = 100_000_000
const MAX_TOKENS = 1_000_000_000_000
const MAX_MS = 1_000_000_000
const MAX_ATTEMPTS = 100_000

/** All filters except the workspace (see `workspaceShape`). Exports store parsed values, which can be parsed again. */
export const filterShape = {
  time_of_generation_min: time.optional(),
  time_of_generation_max: time.optional(),
  total_units_min: number(0, MAX_TOKENS, 'Total tokens.'),
  total_units_max: number(0, MAX_TOKENS, 'Total tokens.'),
  cost_min: number(0, MAX_CENTS, 'US cents. Requests with unknown cost never match.'),
  cost_max: number(0, MAX_CENTS, 'US cents.'),
  prompt_token_min: number(0, MAX_TOKENS, 'Input tokens.'),
  prompt_token_max: number(0, MAX_TOKENS, 'Input tokens.'),
  completion_token_min: number(0, MAX_TOKENS, 'Output tokens.'),
  completion_token_max: number(0, MAX_TOKENS, 'Output tokens.'),
  status_code: statuses.optional().meta({ description: 'Status codes or classes: 429,5xx.' }),
  weighted_feedback_min: number(-10, 10, 'Average feedback of the request, weighted.'),
  weighted_feedback_max: number(-10, 10, 'Average feedback of the request, weighted.'),
  virtual_keys: values('Slugs of virtual keys.'),
  configs: values('Slugs of configs.'),
  api_key_ids: values('Ids of gateway keys.'),
  prompt_slug: values('Slugs of prompts. greeting@3 selects one version.'),
  trace_id: values('Trace ids.'),
  span_id: values('Span ids.'),
  metadata: metadata.optional(),
  ai_org_model: pairs
    .optional()
    .meta({ description: 'Provider and model: openai__gpt-4o. Separate alternatives with commas.' }),
  ai_model: values('Requested models.'),
  provider: values('Slugs of providers.'),
  endpoint: values('Endpoints, such as chat.completions.'),
  cache_status: values('HIT, SEMANTIC HIT, MISS, SEMANTIC MISS, REFRESH or DISABLED.'),
  source: values('gateway: sent through the gateway. external: inserted.'),
  guardrail: values('Slugs of guardrails that ran. `inline.all`: those written in configs and headers.'),
  guardrail_verdict: verdicts.optional().meta({
    description: `How a guardrail ended: ${ENDINGS.join(', ')}. With \`guardrail\`, one of those. Separate alternatives with commas.`,
  }),
  response_time_min: number(0, MAX_MS, 'Milliseconds.'),
  response_time_max: number(0, MAX_MS, 'Milliseconds.'),
  attempt_count_min: number(0, MAX_ATTEMPTS, 'Number of attempts.'),
  attempt_count_max: number(0, MAX_ATTEMPTS, 'Number of attempts.'),
  rescued: flag('Whether the request succeeded only after a retry or fallback.'),
  circuit_skip: flag('Whether a target was skipped because its circuit breaker was open.'),
  text: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(256)
    .optional()
    .meta({
      description: `Text in the first ${READABLE_BYTES / 1024} KiB of the request or response body, ignoring case. Only logged bodies are searched.`,
    }),
  not_status_code: statuses.optional().meta({ description: 'Exclude status codes or classes.' }),
  not_ai_model: values('Exclude models.'),
  not_provider: values('Exclude providers.'),
  not_endpoint: values('Exclude endpoints.'),
  not_api_key_ids: values('Exclude gateway keys.'),
  not_virtual_keys: values('Exclude virtual keys.'),
  not_configs: values('Exclude configs.'),
  not_prompt_slug: values('Exclude prompts. greeting@3 selects one version.'),
  not_trace_id: values('Exclude trace ids.'),
  not_span_id: values('Exclude span ids.'),
  not_cache_status: values('Exclude cache statuses.'),
  not_source: values('Exclude sources.'),
  not_guardrail: values('Exclude guardrails.'),
  not_guardrail_verdict: verdicts.optional().meta({ description: 'Exclude verdicts of guardrails.' }),
  not_metadata: metadata.optional().meta({ description: 'Exclude requests with any of these metadata pairs.' }),
}

export const workspaceShape = {
  workspace_id: z.string().max(128).optional().meta({ description: 'For Admin keys: id or slug of one workspace.' }),
  workspace_slug: z.string().max(128).optional().meta({ description: 'Same as workspace_id.' }),
}

const filterSchema = z.object(filterShape)
export type GivenFilter = z.infer<typeof filterSchema>

export function filterOf({ organisationId, workspaceId }: Reach, given: GivenFilter): LogFilter {
  const [fromMs, toMs] = [given.time_of_generation_min, given.time_of_generation_max].map(
    (text) => text && Date.parse(text),
  ) as [number | undefined, number | undefined]
  if (fromMs !== undefined && toMs !== undefined && fromMs >= toMs)
    throw new GatewayError('invalid_parameter', {
      param: 'time_of_generation_max',
      message: 'time_of_generation_max must be later than time_of_generation_min.',
    })
  const members: { readonly [Name in keyof LogFilter]: LogFilter[Name] | undefined } = {
    organisationId,
    workspaceId,
    fromMs,
    toMs,
    statuses: given.status_code,
    models: given.ai_model,
    providers: given.provider,
    providerModels: given.ai_org_model?.map(providerModel),
    endpoints: given.endpoint,
    keyIds: given.api_key_ids,
    virtualKeys: given.virtual_keys,
    configs: given.configs,
    ...promptsOf(given.prompt_slug),
    traceIds: given.trace_id,
    spanIds: given.span_id,
    cacheStatuses: given.cache_status?.map((status) => status.toUpperCase()),
    sources: given.source,
    guardrails: given.guardrail,
    guardrailVerdicts: given.guardrail_verdict,
    metadata: given.metadata,
    costNanoUsd: range(given.cost_min, given.cost_max, NANO_USD_PER_CENT),
    inputTokens: range(given.prompt_token_min, given.prompt_token_max),
    outputTokens: range(given.completion_token_min, given.completion_token_max),
    totalTokens: range(given.total_units_min, given.total_units_max),
    weightedFeedback: range(given.weighted_feedback_min, given.weighted_feedback_max),
    durationMs: range(given.response_time_min, given.response_time_max),
    attempts: range(given.attempt_count_min, given.attempt_count_max),
    isRecovered: given.rescued,
    hasCircuitSkip: given.circuit_skip,
    text: given.text,
    not: exclusionOf(given),
  }
  return defined(members) as LogFilter
}

function exclusionOf(given: GivenFilter): LogExclusion | undefined {
  const members: { readonly [Name in keyof LogExclusion]: LogExclusion[Name] | undefined } = {
    statuses: given.not_status_code,
    models: given.not_ai_model,
    providers: given.not_provider,
    endpoints: given.not_endpoint,
    keyIds: given.not_api_key_ids,
    virtualKeys: given.not_virtual_keys,
    configs: given.not_configs,
    ...promptsOf(given.not_prompt_slug),
    traceIds: given.not_trace_id,
    spanIds: given.not_span_id,
    cacheStatuses: given.not_cache_status?.map((status) => status.toUpperCase()),
    sources: given.not_source,
    guardrails: given.not_guardrail,
    guardrailVerdicts: given.not_guardrail_verdict,
    metadata: given.not_metadata,
  }
  const named = defined(members)
  return Object.keys(named).length === 0 ? undefined : named
}

function defined(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

/** `greeting@3` selects one version, `greeting` all versions. */
function promptsOf(names: readonly string[] | undefined): Pick<LogExclusion, 'prompts' | 'promptVersions'> {
  const prompts: string[] = []
  const promptVersions: PromptVersion[] = []
  for (const name of names ?? []) {
    const [, prompt, version] = /^(.+)@(\d{1,9})$/.exec(name) ?? []
    if (prompt === undefined) prompts.push(name)
    else promptVersions.push({ prompt, version: Number(version) })
  }
  return { ...(prompts.length > 0 && { prompts }), ...(promptVersions.length > 0 && { promptVersions }) }
}

/** Splits at the first `__`: provider slugs cannot contain it, model names can. */
function providerModel(name: string): { provider: string; model: string } {
  const at = name.indexOf('__')
  return { provider: name.slice(0, at), model: name.slice(at + 2) }
}

function range(min: number | undefined, max: number | undefined, factor?: number): NumberRange | undefined {
  if (min === undefined && max === undefined) return undefined
  const scaled = (value: number) => (factor === undefined ? value : Math.round(value * factor))
  return { ...(min !== undefined && { min: scaled(min) }), ...(max !== undefined && { max: scaled(max) }) }
}
