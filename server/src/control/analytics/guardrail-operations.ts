/** Counts runs of guardrails by verdict, and reports what one guardrail did or would have done on real traffic. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { GuardrailResult } from '../../core/guardrails/guardrails.ts'
import type { Analytics, GuardrailCounts } from '../../core/logs/analytics.ts'
import { countedId, verdictOf } from '../../core/logs/guardrail-outcomes.ts'
import type { LogFilter } from '../../core/logs/log-filter.ts'
import type { LogDetail, LogReader } from '../../core/logs/log-reader.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { filterOf, filterShape, workspaceShape } from '../logs/log-filter-wire.ts'
import { count, measured, ratio } from './graph-definition.ts'
import { granularity, refuseTooMany, responseShape, responseToWire } from './graph-operations.ts'

/** Maximum number of logs that a report reads. */
const MAX_SAMPLE = 50
const MAX_MATCHES = 20
const MAX_NAME = 128
const REPORT_MS = 7 * 86_400_000
const NOT_FOUND = 'No guardrail with this slug or id exists, and none has run in this time.'

const countsShape = {
  runs: count.meta({ description: 'Sum of passed, failed, denied and would_deny.' }),
  passed: count,
  failed: count.meta({ description: 'Failed, and the request went on.' }),
  denied: count,
  would_deny: count.meta({ description: 'Would have denied the request, but the guardrail was in shadow mode.' }),
  errors: count.meta({ description: 'Runs in which a check could not be run.' }),
  transformed: count.meta({ description: 'Runs that changed the text, or would have in shadow mode.' }),
  skipped: count.meta({ description: 'Not run, because an earlier guardrail ended the run. Not part of runs.' }),
}

const durationsShape = {
  median_duration: measured.meta({ description: 'Milliseconds, rounded to steps of 19 %.' }),
  p99_duration: measured.meta({ description: 'Milliseconds, rounded to steps of 19 %.' }),
}

function countsToWire({ wouldDeny, runs, passed, failed, denied, errors, transformed, skipped }: GuardrailCounts) {
  return { runs, passed, failed, denied, would_deny: wouldDeny, errors, transformed, skipped }
}

export function guardrailOperations(analytics: Analytics, reader: LogReader): readonly Operation[] {
  return [runsOperation(analytics), reportOperation(analytics, reader)]
}

function runsOperation(analytics: Analytics): Operation {
  return endpoint({
    name: 'analytics.guardrails',
    method: 'GET',
    path: '/analytics/guardrails',
    summary: 'Count the runs of guardrails by verdict',
    permission: { scope: 'analytics.view' },
    query: z.object({ ...workspaceShape, ...filterShape, granularity }),
    reply: z.object({
      object: z.literal('analytics-guardrails'),
      total: count.meta({ description: 'Number of guardrails. Those with the most runs are listed.' }),
      data: z
        .array(
          z.object({
            guardrail: z
              .string()
              .meta({ description: 'Slug of a saved guardrail, or `inline.all` for all inline ones.' }),
            ...countsShape,
            ...durationsShape,
            data_points: z.array(
              z.object({ timestamp: z.string(), ...countsShape, is_partial: z.boolean() }).meta({
                description: 'One for each point in time.',
              }),
            ),
          }),
        )
        .meta({ description: 'Most runs first, at most 50.' }),
      granularity: z.enum(['minute', 'hour', 'day']),
      ...responseShape,
    }),
    example: { query: { guardrail: 'pii-redaction' } },
    async handle({ reach, query: { granularity: width = null, ...given }, nowMs }) {
      const filter = filterOf(reach, given)
      refuseTooMany(filter, width, nowMs)
      const found = await analytics.guardrails(filter, width)
      const data = found.guardrails.map((one) => ({
        guardrail: one.id,
        ...countsToWire(one),
        median_duration: one.p50Ms,
        p99_duration: one.p99Ms,
        data_points: one.points.map((counts, i) => ({
          timestamp: new Date(found.buckets[i]!.startMs).toISOString(),
          ...countsToWire(counts),
          is_partial: found.buckets[i]!.isPartial,
        })),
      }))
      return {
        object: 'analytics-guardrails' as const,
        total: found.total,
        data,
        granularity: found.width,
        ...responseToWire(found),
      }
    },
  })
}

const matchSchema = z.object({ check: z.string(), label: z.string(), masked: z.string(), where: z.string() })

const exampleSchema = z.object({
  log_id: z.string(),
  created_at: z.string(),
  direction: z.enum(['input', 'output']),
  verdict: z.enum(['passed', 'failed', 'denied', 'would_deny', 'skipped']),
  shadow: z.boolean(),
  transformed: z.boolean(),
  ai_model: z.string().nullable(),
  status_code: z.number(),
  failed_checks: z.array(z.string()),
  errors: z.array(z.object({ check: z.string(), message: z.string() })),
  matches: z.array(matchSchema).meta({ description: `Masked, at most ${MAX_MATCHES}.` }),
})

function reportOperation(analytics: Analytics, reader: LogReader): Operation {
  return endpoint({
    name: 'guardrails.report',
    method: 'GET',
    path: '/guardrails/{slug}/report',
    summary: 'Report what a guardrail did, or would have done in shadow mode',
    description:
      '`slug` is the slug or id of a saved guardrail, or `inline.all` for all inline ones. Default range: 7 days.',
    permission: { scope: 'logs.view' },
    query: z.object({
      ...workspaceShape,
      ...filterShape,
      examples: z.coerce
        .number('must be a whole number')
        .int('must be a whole number')
        .min(0, 'must be 0 or more')
        .max(MAX_SAMPLE, `must be ${MAX_SAMPLE} or less`)
        .default(20)
        .meta({ description: 'Number of examples.' }),
    }),
    reply: z.object({
      object: z.literal('guardrail-report'),
      guardrail: z.string(),
      ...countsShape,
      ...durationsShape,
      requests: count.meta({ description: 'All requests in the range, with and without this guardrail.' }),
      fail_share: measured.meta({ description: 'Share of the runs that did not pass, 0 to 1.' }),
      deny_share: measured.meta({ description: 'Share of the runs that denied or would have denied, 0 to 1.' }),
      checks: z
        .array(z.object({ check: z.string(), failed: count, errors: count, labels: z.record(z.string(), count) }))
        .meta({ description: 'Which checks failed and what they found, in the sampled logs.' }),
      sampled: count.meta({ description: `Logs read for checks and examples: the newest, at most ${MAX_SAMPLE}.` }),
      examples: z.array(exampleSchema).meta({ description: 'Newest first.' }),
      ...responseShape,
    }),
    async handle({ reach, stores, params: { slug = '' }, query: { examples: most, ...given }, nowMs }) {
      const saved = await stores.guardrails.find(reach, slug.slice(0, MAX_NAME))
      const id = saved?.slug ?? slug
      const requested = filterOf(reach, given)
      const filter = {
        ...requested,
        fromMs: requested.fromMs ?? (requested.toMs ?? nowMs) - REPORT_MS,
        guardrails: [id],
      }
      const { guardrails: _, ...all } = filter
      const [found, { requests }, sample] = await Promise.all([
        analytics.guardrails(filter, null),
        analytics.summary(all),
        sampleOf(reader, filter),
      ])
      const [runs] = found.guardrails
      if (!saved && !runs) throw new GatewayError('not_found', { param: 'slug', message: NOT_FOUND })
      const counts = runs ?? NONE
      const results = sample.flatMap(({ record }) =>
        (record.guardrails ?? []).filter((result) => countedId(result) === id).map((result) => ({ record, result })),
      )
      return {
        object: 'guardrail-report' as const,
        guardrail: id,
        ...countsToWire(counts),
        median_duration: runs?.p50Ms ?? null,
        p99_duration: runs?.p99Ms ?? null,
        requests,
        fail_share: ratio(counts.runs - counts.passed, counts.runs),
        deny_share: ratio(counts.denied + counts.wouldDeny, counts.runs),
        checks: checksOf(results.map(({ result }) => result)),
        sampled: sample.length,
        examples: results
          .filter(({ result }) => isNotable(result))
          .slice(0, most)
          .map(({ record, result }) => exampleOf(record, result)),
        ...responseToWire(found),
      }
    },
  })
}

const NONE: GuardrailCounts = {
  runs: 0,
  passed: 0,
  failed: 0,
  denied: 0,
  wouldDeny: 0,
  skipped: 0,
  errors: 0,
  transformed: 0,
}

/** The newest logs in which the guardrail found, changed or denied something, or failed with an error. */
async function sampleOf(reader: LogReader, filter: LogFilter): Promise<LogDetail[]> {
  const { guardrailVerdicts = ['failed', 'denied', 'would_deny', 'error', 'transformed'] } = filter
  const { logs } = await reader.list({ ...filter, guardrailVerdicts, limit: MAX_SAMPLE })
  const { organisationId, workspaceId } = filter
  const read = await Promise.all(logs.map(({ id }) => reader.read({ organisationId, workspaceId }, id)))
  return read.filter((log) => log !== null)
}

function isNotable(result: GuardrailResult): boolean {
  return !result.verdict || result.transformed || result.checks.some(({ error }) => error !== null)
}

function checksOf(results: readonly GuardrailResult[]) {
  const found = new Map<string, { failed: number; errors: number; labels: Map<string, number> }>()
  for (const check of results.flatMap(({ checks }) => checks)) {
    const one = found.get(check.id) ?? { failed: 0, errors: 0, labels: new Map<string, number>() }
    found.set(check.id, one)
    if (!check.verdict) one.failed++
    if (check.error) one.errors++
    for (const { label } of check.matches) one.labels.set(label, (one.labels.get(label) ?? 0) + 1)
  }
  return [...found]
    .map(([check, { labels, ...counts }]) => ({ check, ...counts, labels: Object.fromEntries(labels) }))
    .sort((one, other) => other.failed - one.failed || (one.check < other.check ? -1 : 1))
}

function exampleOf(record: LogDetail['record'], result: GuardrailResult): z.infer<typeof exampleSchema> {
  const matches = result.checks.flatMap(({ id: check, matches: own }) => own.map((match) => ({ check, ...match })))
  return {
    log_id: record.id,
    created_at: new Date(record.startedAtMs).toISOString(),
    direction: result.direction,
    verdict: verdictOf(result),
    shadow: result.shadow,
    transformed: result.transformed,
    ai_model: record.model,
    status_code: record.status,
    failed_checks: result.checks.filter(({ verdict }) => !verdict).map(({ id }) => id),
    errors: result.checks.flatMap(({ id: check, error }) => (error ? [{ check, message: error.message }] : [])),
    matches: matches.slice(0, MAX_MATCHES),
  }
}
