/** Dry runs on the wire: what may be assumed, and what comes of it. */

import { z } from 'zod'
import type { DryOutcome, DryRequest, DryRun } from '../../core/configs/config-examiner.ts'
import { usdOf } from '../../core/money/nano-usd.ts'

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
      duration_ms: milliseconds.optional().describe('How long it takes; 0 when absent.'),
      retry_after_ms: milliseconds.optional().describe('What its Retry-After header asks for.'),
    }),
  ])
  .describe('A status, "timeout", "network" (no connection), "broken" (cut off), or an object with more detail.')

const place = z.string().min(1).max(256)

const cacheState = z.enum(['hit', 'miss'])

function fewOf<Value extends z.ZodType>(value: Value) {
  return z
    .record(place, value)
    .refine((map) => Object.keys(map).length <= MAX_TARGETS, `at most ${MAX_TARGETS} targets`)
}

/** What a dry run may be told beside the config. */
export const explainFields = {
  request: z
    .strictObject({
      model: z.string().max(512).optional(),
      params: z.record(z.string(), z.unknown()).optional().describe('The body, as far as conditions look at it.'),
      metadata: z.record(z.string(), z.unknown()).optional(),
      headers: z.record(z.string(), z.string()).optional(),
      path: z.string().startsWith('/').max(1024).optional().describe(`With /v1; ${PATH} when absent.`),
      provider: z.string().max(256).optional().describe('As in x-gateway-provider.'),
      virtual_key: z.string().max(256).optional().describe('As in x-gateway-virtual-key.'),
      custom_host: z.string().max(2048).optional().describe('As in x-gateway-custom-host.'),
      request_timeout: z.int().min(1).optional().describe('As in x-gateway-request-timeout.'),
      has_credential: z.boolean().optional().describe('Whether it brings a provider credential of its own.'),
    })
    .optional(),
  outcomes: fewOf(z.union([outcome, z.array(outcome).min(1).max(MAX_CALLS)]))
    .optional()
    .describe('By place ("targets[0]") or name: what each call of the target brings; the last repeats. Absent: 200.'),
  circuits: fewOf(z.enum(['closed', 'open', 'half_open']))
    .optional()
    .describe('By place or name: the state of a target’s circuit; closed when absent.'),
  cache: z
    .union([cacheState, fewOf(cacheState)])
    .optional()
    .describe(
      'Whether a target that has a cache finds the answer there: for all of them, or by place or name. Absent: miss.',
    ),
  random: z.number().min(0).lt(1).optional().describe('Decides every draw and wait; 0.5 when absent.'),
}

const fields = z.object(explainFields)

export const explanation = z.object({
  object: z.literal('config-explanation'),
  status: z.number().describe('What the caller would see.'),
  target: z.string().nullable().describe('Whose answer it would be; null when the gateway refuses.'),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  duration: z.number().describe('Milliseconds, in the time of the dry run.'),
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
    .describe('Every decision on the way, in order, as in a log.'),
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
      duration: z.number().nullable().describe('Milliseconds; null when a target has no request_timeout.'),
      wait: z.number().describe('Milliseconds of it that are waits between retries.'),
      cost: z
        .number()
        .nullable()
        .describe('US dollars, as much as would be set aside if every call were charged; null when one has no price.'),
      unpriced: z.array(z.string()).describe('Why cost is null, a line for each target.'),
    })
    .describe('The most that can happen, whatever the providers do.'),
  warnings: z.array(z.string()),
})

export function toDryRequest(wish: z.infer<typeof fields>, stickyId: string): DryRequest {
  const { request = {}, outcomes = {}, circuits = {}, cache = 'miss', random = 0.5 } = wish
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
    warnings: [...run.warnings],
  }
}
