/** Request and response format of simulated requests (dry runs). */

import { z } from 'zod'
import type { DryOutcome, DryRequest, DryRun } from '../../core/configs/config-examiner.ts'
import { hookResults } from '../../core/guardrails/hook-results.ts'
import { usdOf } from '../../core/money/nano-usd.ts'
import { hookResultsSchema } from '../logs/hook-results-wire.ts'

const MAX_TARGETS = 256
const MAX_CALLS = 100
const MAX_MS = 86_400_000
const PATH = '/v1/chat/completions'

const status = z.int().min(100).max(599)
const failure = z.enum(['timeout', 'network', 'broken'])
const milliseconds = z.number().min(0).max(MAX_MS)

const outcome = z
  .union([
    status,
    failure,
    z.strictObject({
      status: status.optional(),
      error: failure.optional(),
      duration_ms: milliseconds.optional().describe('Duration of the attempt. Default 0.'),
      retry_after_ms: milliseconds.optional().describe('Delay in the Retry-After header of the response.'),
      text: z.string().max(65_536).optional().describe('Text of the response, which output guardrails check.'),
    }),
  ])
  .describe('A status, "timeout", "network" (no connection), "broken" (response interrupted), or an object.')

const targetName = z.string().min(1).max(256)

const cacheState = z.enum(['hit', 'miss'])

function fewOf<Value extends z.ZodType>(value: Value) {
  return z
    .record(targetName, value)
    .refine((map) => Object.keys(map).length <= MAX_TARGETS, `at most ${MAX_TARGETS} targets`)
}

/** The options of a dry run. */
export const explainFields = {
  request: z
    .strictObject({
      model: z.string().max(512).optional(),
      params: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('Body fields that the conditions of the config use.'),
      metadata: z.record(z.string(), z.unknown()).optional(),
      headers: z.record(z.string(), z.string()).optional(),
      path: z.string().startsWith('/').max(1024).optional().describe(`Request path including /v1. Default ${PATH}.`),
      provider: z.string().max(256).optional().describe('Value of x-gateway-provider.'),
      virtual_key: z.string().max(256).optional().describe('Value of x-gateway-virtual-key.'),
      custom_host: z.string().max(2048).optional().describe('Value of x-gateway-custom-host.'),
      request_timeout: z.int().min(1).optional().describe('Value of x-gateway-request-timeout.'),
      has_credential: z.boolean().optional().describe('Whether the request contains a provider credential.'),
    })
    .optional(),
  outcomes: fewOf(z.union([outcome, z.array(outcome).min(1).max(MAX_CALLS)]))
    .optional()
    .describe('Outcomes of the attempts by target path ("targets[0]") or name. The last one repeats. Default 200.'),
  circuits: fewOf(z.enum(['closed', 'open', 'half_open']))
    .optional()
    .describe('Circuit breaker states by target path or name. Default closed.'),
  cache: z
    .union([cacheState, fewOf(cacheState)])
    .optional()
    .describe('Cache result for all targets with a cache, or by target path or name. Default miss.'),
  random: z
    .number()
    .min(0)
    .lt(1)
    .optional()
    .describe('Replaces random numbers in load balancing and retry delays. Default 0.5.'),
}

const fields = z.object(explainFields)

export const explanation = z.object({
  object: z.literal('config-explanation'),
  status: z.number().describe('Status that the caller would receive.'),
  target: z
    .string()
    .nullable()
    .describe('Target whose response the caller would receive. Null if the gateway rejects the request.'),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  duration: z.number().describe('Simulated milliseconds.'),
  decisions: z
    .array(
      z.object({
        kind: z.string(),
        at: z.number(),
        duration: z.number(),
        target: z.string().nullable(),
        reason: z.string(),
      }),
    )
    .describe('Routing decisions in order, as in a request log.'),
  attempts: z.array(
    z.object({
      target: z.string(),
      provider: z.string(),
      virtual_key: z.string().nullable(),
      model: z.string().nullable(),
      retry: z.number(),
      start: z.number(),
      duration: z.number(),
      status_code: z.number().nullable(),
      error_code: z.string().nullable(),
    }),
  ),
  worst_case: z
    .object({
      calls: z.number(),
      duration: z.number().nullable().describe('Milliseconds. Null if a target has no request_timeout.'),
      wait: z.number().describe('Milliseconds of waiting between retries, included in duration.'),
      cost: z
        .number()
        .nullable()
        .describe('US dollars held if every attempt were charged. Null if a target has no price.'),
      unpriced: z.array(z.string()).describe('Why cost is null, one line per target.'),
    })
    .describe('Upper bounds for any provider behaviour.'),
  hook_results: hookResultsSchema.describe(
    'Verdicts of guardrails. Checks that call a service are not run; the decisions name them.',
  ),
  warnings: z.array(z.string()),
})

export function toDryRequest(options: z.infer<typeof fields>, stickyId: string): DryRequest {
  const { request = {}, outcomes = {}, circuits = {}, cache = 'miss', random = 0.5 } = options
  const { model, params = {}, headers = {} } = request
  return {
    provider: request.provider ?? null,
    virtualKey: request.virtual_key ?? null,
    hasCredential: request.has_credential ?? false,
    customHost: request.custom_host ?? null,
    timeoutMs: request.request_timeout ?? null,
    metadata: request.metadata ?? {},
    params: model === undefined ? params : { ...params, model },
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    pathname: request.path ?? PATH,
    stickyId,
    random,
    outcomes: new Map(
      Object.entries(outcomes).map(([name, given]) => [name, (Array.isArray(given) ? given : [given]).map(toOutcome)]),
    ),
    circuits: new Map(
      Object.entries(circuits).flatMap(([name, state]) => (state === 'closed' ? [] : [[name, state] as const])),
    ),
    cacheHits: cache === 'hit' ? 'everywhere' : hitsIn(cache === 'miss' ? {} : cache),
  }
}

function hitsIn(states: Readonly<Record<string, 'hit' | 'miss'>>): ReadonlyMap<string, 'hit'> {
  return new Map(Object.entries(states).flatMap(([name, state]) => (state === 'hit' ? [[name, state] as const] : [])))
}

function toOutcome(given: z.infer<typeof outcome>): DryOutcome {
  if (typeof given !== 'object') return { end: given, durationMs: 0, retryAfterMs: null }
  return {
    end: given.error ?? given.status ?? 200,
    durationMs: given.duration_ms ?? 0,
    retryAfterMs: given.retry_after_ms ?? null,
    ...(given.text !== undefined && { text: given.text }),
  }
}

export function toExplanation(run: DryRun): z.infer<typeof explanation> {
  return {
    object: 'config-explanation',
    status: run.status,
    target: run.target,
    error: run.error && { ...run.error },
    duration: run.durationMs,
    decisions: run.decisions.map(({ atMs, durationMs, ...rest }) => ({ ...rest, at: atMs, duration: durationMs })),
    attempts: run.attempts.map(({ virtualKey, startMs, durationMs, status: code, error, ...rest }) => ({
      ...rest,
      virtual_key: virtualKey,
      start: startMs,
      duration: durationMs,
      status_code: code,
      error_code: error,
    })),
    worst_case: {
      calls: run.worst.calls,
      duration: run.worst.durationMs,
      wait: run.worst.waitMs,
      cost: run.worst.costNanoUsd === null ? null : usdOf(run.worst.costNanoUsd),
      unpriced: [...run.unpriced],
    },
    hook_results: hookResults(run.guardrails),
    warnings: [...run.warnings],
  }
}
