/** Response format of one request log with attempts, decisions, headers, bodies, cost lines and feedback. */

import { z } from 'zod'
import { hookResults } from '../../core/guardrails/hook-results.ts'
import { outcomeOf } from '../../core/logs/guardrail-outcomes.ts'
import { attemptToWire, costLineToWire, decisionToWire, sideToWire, summaryToWire } from '../../core/logs/log-json.ts'
import { previewOf } from '../../core/logs/log-preview.ts'
import type { LogDetail } from '../../core/logs/log-reader.ts'
import { feedbackSchema, feedbackToWire } from '../feedback.ts'
import { hookResultsSchema } from './hook-results-wire.ts'
import { logSummarySchema, milliseconds } from './log-wire.ts'
import {
  bodyValue,
  type LogNames,
  metricsOf,
  portkeyHeadersOf,
  portkeyMembers,
  portkeyMetrics,
  portkeyRequest,
  portkeyResponse,
} from './portkey-log-wire.ts'

const decisionSchema = z.object({
  kind: z.string(),
  at: milliseconds,
  duration: milliseconds,
  target: z.string().nullable(),
  reason: z.string(),
})

const attemptSchema = z.object({
  target: z.string(),
  provider: z.string(),
  url: z.string(),
  retry: z.number(),
  start: milliseconds,
  first_byte: milliseconds.nullable(),
  duration: milliseconds,
  status_code: z.number().nullable(),
  error_code: z.string().nullable(),
  sent_body: z
    .string()
    .nullable()
    .meta({ description: 'Body sent to the provider, if it differs from the request body and was logged.' }),
  response_body: z.string().nullable().meta({
    description:
      'Start of the response that a retry or fallback followed, as the provider sent it: up to 16 KiB each, for the first four attempts. Null if the caller received this response, or if it was empty, not text or not logged.',
  }),
  response_body_cut: z.boolean().meta({ description: 'True if `response_body` is truncated.' }),
})

const sideSchema = z.object({
  headers: z.record(z.string(), z.string()),
  body: z
    .string()
    .nullable()
    .meta({ description: 'Text, or base64 if body_encoding is base64. Null if bodies are not logged.' }),
  body_encoding: z.enum(['utf-8', 'base64']),
  body_cut: z.boolean().meta({ description: 'True if the logged body is truncated.' }),
})

const costLineSchema = z.object({
  unit: z.string(),
  quantity: z.number(),
  price: z.number().meta({ description: 'US cents per `price_units` units.' }),
  price_units: z.number(),
  cost: z.number().meta({ description: 'US cents.' }),
})

/** The figures of a log under the names that existing clients of this API use. */
const metricsSchema = z.object({
  cost: z.number().nullable().meta({ description: 'US cents. Null if unknown.' }),
  cost_currency: z.literal('USD'),
  req_units: z.number().nullable(),
  res_units: z.number().nullable(),
  total_units: z.number().nullable(),
  cache_status: z.string(),
  retry_success_count: z.number().meta({ description: 'Number of retries before success. 0 if there were none.' }),
  response_status_code: z.number(),
  response_time: milliseconds,
  time_to_first_byte: milliseconds.nullable(),
  trace_id: z.string(),
  span_id: z.string().nullable(),
  parent_span_id: z.string().nullable(),
  ...portkeyMetrics,
})

export const logDetailSchema = logSummarySchema.extend({
  ...portkeyMembers,
  metrics: metricsSchema,
  cost_lines: z.array(costLineSchema),
  feedback: z.array(feedbackSchema),
  attempts: z.array(attemptSchema),
  hook_results: hookResultsSchema,
  decisions: z.array(decisionSchema).meta({ description: 'Routing decisions in order.' }),
  bodies_expired: z.boolean().meta({
    description: 'True if bodies were logged, but their retention has ended. The rest of the log is kept.',
  }),
  bodies_unavailable: z.enum(['missing', 'unreachable']).nullable().meta({
    description:
      'Why logged bodies are not in this response: their object is missing in the storage, or the storage does not respond. Null otherwise.',
  }),
  request: sideSchema.extend(portkeyRequest),
  response: sideSchema.extend(portkeyResponse),
})

export function detailToWire(
  { record, bodies, areBodiesExpired, bodiesUnavailable, feedback }: LogDetail,
  names: LogNames,
): z.infer<typeof logDetailSchema> {
  const weights = feedback.reduce((sum, { weight }) => sum + weight, 0)
  const weighted = feedback.reduce((sum, { value, weight }) => sum + value * weight, 0)
  const summary = summaryToWire({
    ...record,
    attemptCount: record.attempts.length,
    guardrailOutcomes: (record.guardrails ?? []).map(outcomeOf),
    feedbackCount: feedback.length,
    weightedFeedback: weights > 0 ? weighted / weights : null,
    preview: previewOf(record, bodies.request),
  })
  const { method } = record
  const url = record.attempts.at(-1)?.url ?? null
  const request = sideToWire(record.requestHeaders, bodies.request, record.requestBodyCut)
  const attempts = record.attempts.map((attempt) => attemptToWire(attempt, bodies.request))
  const sent = attempts.at(-1)?.sent_body ?? null
  return {
    ...summary,
    _id: record.id,
    organisation_id: record.organisationId,
    finalUntransformedRequest: {
      url: record.path,
      method,
      headers: request.headers,
      body: bodyValue(request.body),
    },
    transformedRequest: sent === null ? null : { url, method, body: bodyValue(sent) },
    originalResponse: null,
    metrics: {
      ...metricsOf(record, summary.gateway_time, names),
      cost: summary.cost,
      cost_currency: 'USD',
      req_units: record.usage?.inputTokens ?? null,
      res_units: record.usage?.outputTokens ?? null,
      total_units: record.usage?.totalTokens ?? null,
      cache_status: record.cacheStatus,
      retry_success_count: record.status < 400 ? record.retries : 0,
      response_status_code: record.status,
      response_time: record.durationMs,
      time_to_first_byte: record.firstByteMs,
      trace_id: record.traceId,
      span_id: record.spanId,
      parent_span_id: record.parentSpanId,
    },
    cost_lines: record.costLines.map(costLineToWire),
    feedback: feedback.map(feedbackToWire),
    attempts,
    bodies_expired: areBodiesExpired,
    bodies_unavailable: bodiesUnavailable,
    hook_results: hookResults(record.guardrails ?? []),
    decisions: record.decisions.map(decisionToWire),
    request: { ...request, url, method, portkeyHeaders: portkeyHeadersOf(record.requestHeaders) },
    response: {
      ...sideToWire(record.responseHeaders, bodies.response, record.responseBodyCut),
      status: record.status,
      responseTime: record.durationMs,
      lastUsedOptionJsonPath: record.target ?? '',
    },
  }
}
