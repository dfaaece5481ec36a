/** The filters of logs, analytics and exports (contract 4.7): one set of names, in queries and in bodies. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { LogFilter, NumberRange } from '../../core/logs/log-filter.ts'
import { readStatus } from '../../core/status-set.ts'
import type { Reach } from '../../core/stores/reach.ts'

/** The admin interface speaks US cents, the store whole nano-dollars. */
const NANO_USD_PER_CENT = 10_000_000
const MOST_CENTS = 100_000_000
const MOST_TOKENS = 1_000_000_000_000
const MOST_VALUES = 100

const time = z
  .string()
  .max(64)
  .transform((text) => {
    if (/^\d{13}$/.test(text)) return Number(text)
    return /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  })
  .refine((ms) => !Number.isNaN(ms), 'must be an ISO 8601 time or epoch milliseconds')
  .transform((ms) => new Date(ms).toISOString())
  .meta({ description: 'ISO 8601, or epoch milliseconds.', examples: ['2026-01-31T00:00:00Z'] })

/** `a,b` in queries; bodies may also hold a real list. */
const list = z
  .union([z.string().max(4096), z.array(z.string().max(256)).max(MOST_VALUES)])
  .transform((given) => (typeof given === 'string' ? given.split(',') : given).map((one) => one.trim()))
  .transform((values) => values.filter((value) => value !== ''))
  .refine((values) => values.length <= MOST_VALUES, `must be at most ${MOST_VALUES} values`)

function values(about: string) {
  return list.optional().meta({ description: `${about} Any of several, with commas between.` })
}

function number(least: number, most: number, about: string) {
  return z
    .union([
      z.number(),
      z
        .string()
        .max(32)
        .regex(/^-?\d+(\.\d+)?([eE]-?\d+)?$/, 'must be a number')
        .transform(Number),
    ])
    .refine((value) => value >= least && value <= most, `must be from ${least} to ${most}`)
    .optional()
    .meta({ description: about })
}

const metadata = z
  .union([z.record(z.string(), z.unknown()), z.string().max(4096)])
  .transform((given, context) => {
    const pairs = z.record(z.string().max(256), z.string().max(1024)).safeParse(parsed(given))
    if (pairs.success) return pairs.data
    context.addIssue({ code: 'custom', message: 'must be a JSON object of strings, such as {"_user":"u-17"}' })
    return z.NEVER
  })
  .meta({ description: 'JSON object; every pair must match.', examples: ['{"_user":"u-17"}'] })

function parsed(given: unknown): unknown {
  if (typeof given !== 'string') return given
  try {
    return JSON.parse(given)
  } catch {
    return null
  }
}

const statuses = list.refine(
  (codes) => codes.every((code) => readStatus(code) !== null),
  'must be statuses such as 429 or classes such as 5xx',
)

const pairs = list.refine(
  (names) => names.every((name) => /^.+__.+$/.test(name)),
  'must be provider__model, such as openai__gpt-4o',
)

/** Of what is asked, not of where: that is `workspaceShape`. What comes out goes in again unchanged. */
export const filterShape = {
  time_of_generation_min: time.optional(),
  time_of_generation_max: time.optional(),
  total_units_min: number(0, MOST_TOKENS, 'Tokens in all.'),
  total_units_max: number(0, MOST_TOKENS, 'Tokens in all.'),
  cost_min: number(0, MOST_CENTS, 'US cents. A request of unknown cost is in no range.'),
  cost_max: number(0, MOST_CENTS, 'US cents.'),
  prompt_token_min: number(0, MOST_TOKENS, 'Input tokens.'),
  prompt_token_max: number(0, MOST_TOKENS, 'Input tokens.'),
  completion_token_min: number(0, MOST_TOKENS, 'Output tokens.'),
  completion_token_max: number(0, MOST_TOKENS, 'Output tokens.'),
  status_code: statuses.optional().meta({ description: 'Statuses or classes: 429,5xx.' }),
  weighted_feedback_min: number(-10, 10, 'Of the request’s feedback: value times weight, averaged.'),
  weighted_feedback_max: number(-10, 10, 'Of the request’s feedback.'),
  virtual_keys: values('Slugs of virtual keys.'),
  configs: values('Slugs of configs.'),
  api_key_ids: values('Ids of gateway keys.'),
  prompt_slug: values('Slugs of prompts.'),
  trace_id: values('Trace ids.'),
  span_id: values('Span ids.'),
  metadata: metadata.optional(),
  ai_org_model: pairs.optional().meta({ description: 'Pairs of provider and model: openai__gpt-4o.' }),
  ai_model: values('Models, as they were asked for.'),
  provider: values('Slugs of providers.'),
  endpoint: values('Such as chat.completions.'),
  cache_status: values('HIT, SEMANTIC HIT, MISS, SEMANTIC MISS, REFRESH or DISABLED.'),
  source: values('gateway: served here; external: inserted.'),
}

export const workspaceShape = {
  workspace_id: z.string().max(128).optional().meta({ description: 'Admin keys: one workspace instead of all.' }),
  workspace_slug: z.string().max(128).optional().meta({ description: 'The same by its slug.' }),
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
    prompts: given.prompt_slug,
    traceIds: given.trace_id,
    spanIds: given.span_id,
    cacheStatuses: given.cache_status?.map((status) => status.toUpperCase()),
    sources: given.source,
    metadata: given.metadata,
    costNanoUsd: range(given.cost_min, given.cost_max, NANO_USD_PER_CENT),
    inputTokens: range(given.prompt_token_min, given.prompt_token_max),
    outputTokens: range(given.completion_token_min, given.completion_token_max),
    totalTokens: range(given.total_units_min, given.total_units_max),
    weightedFeedback: range(given.weighted_feedback_min, given.weighted_feedback_max),
  }
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as LogFilter
}

/** Providers have no `__` in their slugs, models may. */
function providerModel(name: string): { provider: string; model: string } {
  const at = name.indexOf('__')
  return { provider: name.slice(0, at), model: name.slice(at + 2) }
}

function range(min: number | undefined, max: number | undefined, factor?: number): NumberRange | undefined {
  if (min === undefined && max === undefined) return undefined
  const scaled = (value: number) => (factor === undefined ? value : Math.round(value * factor))
  return { ...(min !== undefined && { min: scaled(min) }), ...(max !== undefined && { max: scaled(max) }) }
}

export function centsOf(nanoUsd: number): number {
  return nanoUsd / NANO_USD_PER_CENT
}
