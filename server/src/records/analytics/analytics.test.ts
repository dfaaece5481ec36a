import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import type {
  AnalyticsSummary,
  Graph,
  Group,
  GroupBy,
  GroupPage,
  GroupSeries,
  ProviderAttemptsPage,
  Totals,
} from '../../core/logs/analytics.ts'
import { outcomesText, readOutcomes } from '../../core/logs/attempt-outcomes.ts'
import type { Feedback } from '../../core/logs/feedback.ts'
import { overheadMs } from '../../core/logs/gateway-overhead.ts'
import type { LogFacets, LogHistogram } from '../../core/logs/log-reader.ts'
import type { RequestRecord } from '../../core/record.ts'
import { matchesFilter } from '../read/matches-filter.ts'
import { runQuery } from '../read/queries.ts'
import type { ReadFilter } from '../read/read-filter.ts'
import { sampleRecord, sampleUsage } from '../testing/sample-record.ts'
import { forEachLogEngine, type TestLogs } from '../testing/test-log-engines.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const WIDTH_MS = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS }

const of = <T>(...values: T[]) => fc.constantFrom(...values)
const count = of(null, 0, 7, 1_000_003)

/**
 * Ages that cover every rollup table: unfolded minutes, today's hours, days, and days whose label hours are thinned.
 */
const age = fc.oneof(
  fc.integer({ min: 0, max: 20 * MINUTE_MS }),
  fc.integer({ min: 0, max: 8 * HOUR_MS }),
  fc.integer({ min: 0, max: 25 * DAY_MS }),
)

type Changes = Partial<RequestRecord> & { readonly ageMs: number }

const changes: fc.Arbitrary<Changes> = fc.record({
  ageMs: age,
  workspaceId: of('ws_1', 'ws_1', 'ws_2'),
  source: of('gateway' as const, 'gateway' as const, 'external' as const),
  traceId: of('t1', 't2', 't3', 't4', 't5'),
  keyId: of('key_1', 'key_2'),
  provider: of('openai', 'cohere', null),
  model: of('small', 'large', null),
  status: of(200, 200, 404, 503),
  ending: of('complete' as const, 'broken' as const),
  configId: of('c1', 'c2', null),
  virtualKey: of('v1', null),
  promptId: of('p1', null),
  promptVersion: of(1, 2),
  costNanoUsd: count,
  cacheStatus: of('HIT' as const, 'SEMANTIC HIT' as const, 'MISS' as const),
  cacheSavedMs: of(null, 12.5),
  cacheSavedNanoUsd: of(null, 900),
  durationMs: fc.double({ min: 0.01, max: 90_000, noNaN: true }).map((value) => Math.round(value * 1000) / 1000),
  retries: of(0, 0, 1, 7),
  usage: fc.option(
    fc.record({ totalTokens: count, inputTokens: count, cachedWriteTokens: count }).map((given) => sampleUsage(given)),
    { nil: null },
  ),
  metadata: of(
    null,
    { _user: 'ann', team: 'x' },
    { _user: 'bob' },
    { team: 'y', _user: '' },
    { team: 'x', [`k${'k'.repeat(300)}`]: 'v' },
  ),
})

const oneOrTwo = <T>(...values: T[]) => fc.subarray(values, { minLength: 1, maxLength: Math.min(2, values.length) })
const filters: fc.Arbitrary<Partial<ReadFilter>> = fc.oneof(
  fc.constant({}),
  fc.record({ statuses: oneOrTwo(200, 404, 503, 418) }),
  fc.record({ models: oneOrTwo('small', 'large', 'none') }),
  fc.record({ providers: oneOrTwo('openai', 'none') }),
  fc.record({
    providerModels: oneOrTwo({ provider: 'openai', model: 'small' }, { provider: 'cohere', model: 'large' }),
  }),
  fc.record({ keyIds: oneOrTwo('key_1', 'key_2') }),
  fc.record({ configs: oneOrTwo('c1', 'c3') }),
  fc.record({ prompts: oneOrTwo('p1', 'p2') }),
  fc.record({
    metadata: of({ team: 'x' }, { _user: 'ann' }, { _user: 'ann', team: 'x' }, { [`k${'k'.repeat(300)}`]: 'v' }),
  }),
  fc.record({ models: oneOrTwo('small', 'large'), statuses: oneOrTwo(200, 404) }),
  fc.record({ costNanoUsd: fc.record({ min: of(0, 5) }) }),
  fc.record({ weightedFeedback: fc.record({ min: of(-10, 0), max: of(3, 10) }) }),
  fc.record({ traceIds: oneOrTwo('t1', 't2'), virtualKeys: oneOrTwo('v1') }),
  fc.record({ totalTokens: fc.record({ max: of(0, 10) }), sources: of(['gateway'], ['external']) }),
)

type Story = {
  readonly logs: readonly Changes[]
  readonly feedback: readonly {
    readonly traceId: string
    readonly value: number
    readonly weight: number
    readonly atStart: boolean
  }[]
  readonly foldAfterMs: number
  readonly startMs: number
}

const story: fc.Arbitrary<Story> = fc.record({
  logs: fc.array(changes, { maxLength: 40 }),
  feedback: fc.array(
    fc.record({
      traceId: of('t1', 't2', 't9'),
      value: fc.integer({ min: -10, max: 10 }),
      weight: of(0, 0.25, 1),
      atStart: fc.boolean(),
    }),
    { maxLength: 5 },
  ),
  foldAfterMs: of(0, 30 * MINUTE_MS, 3 * HOUR_MS),
  startMs: fc.integer({ min: 1_763_000_000_000, max: 1_763_000_000_000 + 2 * DAY_MS }),
})

/** Writes a generated history to a store and returns functions to query it and to recount it. */
async function play(logs: TestLogs, { logs: told, feedback, foldAfterMs, startMs }: Story) {
  const records = told.map(({ ageMs, ...rest }) =>
    sampleRecord({
      ...rest,
      startedAtMs: startMs - ageMs,
      attempts: rest.status === 200 ? [...sampleRecord().attempts, ...sampleRecord().attempts] : [],
    }),
  )
  const said = feedback.map(
    (entry, i): Feedback => ({ ...entry, id: `f${i}`, metadata: null, createdAtMs: startMs, updatedAtMs: startMs }),
  )
  const scope = { organisationId: 'org_1', workspaceId: 'ws_1' }
  await logs.addFeedback(
    scope,
    said.filter((_, i) => feedback[i]!.atStart),
  )
  await logs.store(records)
  await logs.addFeedback(
    scope,
    said.filter((_, i) => !feedback[i]!.atStart),
  )
  const nowMs = startMs + foldAfterMs
  await logs.fold(nowMs)
  const weighted = (record: RequestRecord) => {
    const own = record.workspaceId === 'ws_1' ? said.filter((entry) => entry.traceId === record.traceId) : []
    const weight = own.reduce((sum, entry) => sum + entry.weight, 0)
    return { count: own.length, weight, sum: own.reduce((sum, entry) => sum + entry.value * entry.weight, 0) }
  }
  const meant = (filter: ReadFilter) =>
    records.filter((record) => {
      const { weight, sum } = weighted(record)
      return matchesFilter(filter, record, weight > 0 ? sum / weight : null)
    })
  const ask = async <Answer extends object>(query: Parameters<typeof runQuery>[1]) => {
    const answer = (await runQuery(logs.database, query, nowMs)) as Answer
    // A slow machine can hit the time limit for reading single logs; skip those cases.
    fc.pre(!('isPartial' in answer && answer.isPartial))
    return answer
  }
  return { nowMs, meant, weighted, ask }
}

function recount(records: readonly RequestRecord[], weighted: Awaited<ReturnType<typeof play>>['weighted']) {
  const sum = (value: (record: RequestRecord) => number | null | undefined) =>
    records.reduce((total, record) => total + (value(record) ?? 0), 0)
  const isGood = (record: RequestRecord) => record.status < 300 && record.ending !== 'broken'
  const isHit = (record: RequestRecord) => record.cacheStatus.endsWith('HIT')
  const isFallback = (record: RequestRecord) => record.attempts.length - record.retries > 1
  const weight = sum((record) => weighted(record).weight)
  const served = records.filter(({ source }) => source === 'gateway')
  const own = served.reduce((total, record) => total + overheadMs(record), 0)
  const servedMs = served.reduce((total, { durationMs }) => total + durationMs, 0)
  return {
    requests: records.length,
    errors: sum((record) => Number(record.status >= 400 || record.ending === 'broken')),
    retries: sum((record) => record.retries),
    recoveredByFallback: sum((record) => Number(isGood(record) && isFallback(record))),
    recoveredByRetry: [1, 2, 3, 4, 5].map((times) =>
      sum((record) => Number(isGood(record) && !isFallback(record) && Math.min(record.retries, 5) === times)),
    ),
    cost: {
      nanoUsd: sum((record) => record.costNanoUsd),
      unpricedRequests: sum((record) => Number(record.costNanoUsd === null)),
    },
    tokens: {
      total: sum((record) => record.usage?.totalTokens),
      input: sum((record) => record.usage?.inputTokens),
      cachedWrite: sum((record) => record.usage?.cachedWriteTokens),
    },
    cache: {
      simpleHits: sum((record) => Number(record.cacheStatus === 'HIT')),
      semanticHits: sum((record) => Number(record.cacheStatus === 'SEMANTIC HIT')),
      savedMs: sum((record) => (isHit(record) ? record.cacheSavedMs : 0)),
    },
    own:
      served.length === 0
        ? { avgMs: null, share: null }
        : { avgMs: expect.closeTo(own / served.length, 2), share: expect.closeTo(own / servedMs, 3) },
    feedback: {
      requests: sum((record) => Number(weighted(record).count > 0)),
      count: sum((record) => weighted(record).count),
      avgWeighted: weight > 0 ? expect.closeTo(sum((record) => weighted(record).sum) / weight, 6) : null,
    },
  }
}

const NOTHING_TIMED = { avgMs: null, p50Ms: null, p90Ms: null, p95Ms: null, p99Ms: null }

function expectLatency({ latency }: Totals, records: readonly RequestRecord[]): void {
  const durations = records.map((record) => record.durationMs).sort((left, right) => left - right)
  if (durations.length === 0) return expect(latency).toEqual(NOTHING_TIMED)
  expect(latency.avgMs).toBeCloseTo(durations.reduce((sum, duration) => sum + duration, 0) / durations.length, 3)
  for (const [rank, found] of [
    [0.5, latency.p50Ms],
    [0.9, latency.p90Ms],
    [0.95, latency.p95Ms],
    [0.99, latency.p99Ms],
  ] as const) {
    const exact = durations[Math.ceil(durations.length * rank) - 1]!
    expect(Math.abs(found! - exact)).toBeLessThanOrEqual(exact * 0.032 + 0.07)
  }
}

const GROUPS: readonly [GroupBy, (record: RequestRecord) => string | null | undefined][] = [
  ['status', (record) => String(record.status)],
  ['provider', (record) => record.provider],
  ['model', (record) => record.model],
  [
    'providerModel',
    (record) => (record.provider || record.model ? `${record.provider ?? ''}__${record.model ?? ''}` : null),
  ],
  ['key', (record) => record.keyId],
  ['config', (record) => record.configId],
  ['virtualKey', (record) => record.virtualKey],
  ['prompt', (record) => record.promptId],
  ['promptVersion', (record) => record.promptId && `${record.promptId}@${record.promptVersion}`],
  ['user', (record) => record.metadata?.['_user']],
  ['workspace', (record) => record.workspaceId],
  [{ metadata: 'team' }, (record) => record.metadata?.['team']],
  [{ metadata: `k${'k'.repeat(300)}` }, (record) => record.metadata?.[`k${'k'.repeat(300)}`]],
]

function regroup(records: readonly RequestRecord[], nameOf: (record: RequestRecord) => string | null | undefined) {
  const found = new Map<string, RequestRecord[]>()
  for (const record of records) {
    const value = nameOf(record)
    if (value) found.set(value, [...(found.get(value) ?? []), record])
  }
  return [...found]
    .map(([value, own]) => ({
      value,
      requests: own.length,
      costNanoUsd: own.reduce((sum, record) => sum + (record.costNanoUsd ?? 0), 0),
      tokens: own.reduce((sum, record) => sum + (record.usage?.totalTokens ?? 0), 0),
      lastSeenMs: Math.max(...own.map((record) => record.startedAtMs)),
    }))
    .sort((left, right) => right.requests - left.requests || (left.value < right.value ? -1 : 1))
}

const plain = ({ value, requests, costNanoUsd, tokens, lastSeenMs }: Group) => ({
  value,
  requests,
  costNanoUsd,
  tokens,
  lastSeenMs,
})

type Within = (range: { fromMs: number; toMs: number }) => readonly RequestRecord[]

/**
 * Checks that the returned series are the largest groups and that series plus `others` equal the total in every bucket.
 */
function expectSeries(
  answer: GroupSeries,
  within: Within,
  nameOf: (record: RequestRecord) => string | null | undefined,
  measure: 'requests' | 'cost',
): void {
  const widthMs = WIDTH_MS[answer.width]
  const size = ({ requests, costNanoUsd }: { requests: number; costNanoUsd: number }) =>
    measure === 'cost' ? costNanoUsd : requests
  const expected = regroup(within(answer), nameOf)
  expect(answer.total).toBe(expected.length)
  const sizes = expected.map(size).sort((left, right) => right - left)
  const shown = answer.series.map(({ points }) => points.reduce((sum, point) => sum + size(point), 0))
  expect(shown).toEqual(sizes.slice(0, 2))
  const names = new Set(answer.series.map(({ value }) => value))
  for (const [i, { startMs }] of answer.buckets.entries()) {
    const own = within({ fromMs: startMs, toMs: startMs + widthMs })
    for (const { value, points } of answer.series)
      expect(points[i]).toEqual(amount(own.filter((record) => nameOf(record) === value)))
    expect(answer.others[i]).toEqual(amount(own.filter((record) => !names.has(nameOf(record) ?? ''))))
  }
}

function attemptsOf(records: readonly RequestRecord[]) {
  const all = records.flatMap((record) => readOutcomes(outcomesText(record)))
  const times = (provider: string, outcome: string) =>
    all.filter((one) => one.provider === provider && one.outcome === outcome).length
  return [...new Set(all.map(({ provider }) => provider))]
    .map((provider) => ({
      provider,
      attempts: all.filter((one) => one.provider === provider).length,
      successes: times(provider, 'success'),
      failures: times(provider, 'failure'),
      recovered: times(provider, 'recovered'),
    }))
    .sort((left, right) => right.attempts - left.attempts || (left.provider < right.provider ? -1 : 1))
}

function amount(records: readonly RequestRecord[]) {
  return {
    requests: records.length,
    costNanoUsd: records.reduce((sum, record) => sum + (record.costNanoUsd ?? 0), 0),
    unpricedRequests: records.filter((record) => record.costNanoUsd === null).length,
  }
}

forEachLogEngine('analytics', (engine) => {
  test('every result equals a recount of the records, for any folding and any filter', async () => {
    const ranges = of(undefined, 2 * HOUR_MS, 7 * HOUR_MS, 3 * DAY_MS, 20 * DAY_MS)
    const measures = of('requests' as const, 'cost' as const)
    const scopes = of('ws_1', null)
    let readFromLogs = 0
    await fc.assert(
      fc.asyncProperty(
        story,
        filters,
        ranges,
        scopes,
        measures,
        async (played, given, rangeMs, workspaceId, measure) => {
          await using logs = await engine.open(played.startMs)
          const { nowMs, meant, weighted, ask } = await play(logs, played)
          const filter: ReadFilter = {
            organisationId: 'org_1',
            workspaceId,
            ...given,
            ...(rangeMs === undefined ? {} : { fromMs: nowMs - rangeMs }),
          }
          const within = ({ fromMs, toMs }: { fromMs: number; toMs: number }, more: Partial<ReadFilter> = {}) =>
            meant({ ...filter, ...more, fromMs, toMs })

          const summary = await ask<AnalyticsSummary>({ kind: 'summary', filter })
          expect(summary.isPartial).toBe(false)
          expect(summary.fromMs).toBeLessThanOrEqual(filter.fromMs ?? nowMs - 30 * DAY_MS)
          expect(summary).toMatchObject(recount(within(summary), weighted))
          expectLatency(summary, within(summary))
          const users = new Set(within(summary).flatMap((record) => record.metadata?.['_user'] || []))
          if (summary.users !== null) expect(summary.users).toBe(users.size)

          const graph = await ask<Graph<'totals'>>({ kind: 'graph', metric: 'totals', filter, width: null })
          expect(graph.summary).toMatchObject(recount(within(graph), weighted))
          const widthMs = WIDTH_MS[graph.width]
          for (const point of graph.points) {
            const own = within({ fromMs: point.startMs, toMs: point.startMs + widthMs })
            if (own.length > 0 || point.requests > 0) expect(point).toMatchObject(recount(own, weighted))
            expect(point.isPartial).toBe(point.startMs + widthMs > nowMs)
          }

          const perUser = await ask<Graph<'users'>>({ kind: 'graph', metric: 'users', filter, width: null })
          const named = within(perUser).filter((record) => record.metadata?.['_user'])
          expect(perUser.summary).toEqual({
            users: new Set(named.map((record) => record.metadata?.['_user'])).size,
            requests: named.length,
          })
          const userWidthMs = WIDTH_MS[perUser.width]
          for (const { startMs, users, requests } of perUser.points) {
            const own = named.filter(
              ({ startedAtMs }) => Math.floor(startedAtMs / userWidthMs) * userWidthMs === startMs,
            )
            const names = new Set(own.map((record) => record.metadata?.['_user']))
            expect([users, requests]).toEqual([names.size, own.length])
          }

          const errors = await ask<Graph<'error-statuses'>>({
            kind: 'graph',
            metric: 'error-statuses',
            filter,
            width: null,
          })
          const failed = within(errors).filter((record) => record.status >= 400)
          expect(errors.summary.total).toBe(failed.length)
          expect(Object.fromEntries(errors.summary.statuses.map(({ status, count }) => [status, count]))).toEqual(
            Object.fromEntries(
              [404, 503].flatMap((status) => {
                const times = failed.filter((record) => record.status === status).length
                return times > 0 ? [[status, times]] : []
              }),
            ),
          )

          for (const [by, nameOf] of GROUPS) {
            const page = { offset: 0, limit: 100 }
            const answer = await ask<GroupPage>({ kind: 'groups', by, filter, page })
            const expected = regroup(within(answer), nameOf)
            expect([by, answer.groups.map(plain)]).toEqual([by, expected])
            expect(answer.total).toBe(expected.length)
            const second = await ask<GroupPage>({ kind: 'groups', by, filter, page: { offset: 1, limit: 1 } })
            expect(second.groups.map(plain)).toEqual(expected.slice(1, 2))
          }
          for (const [by, nameOf] of GROUPS.filter(([by]) => ['model', 'user', 'workspace'].includes(String(by)))) {
            const top = { measure, limit: 2 }
            const answer = await ask<GroupSeries>({ kind: 'series', by, filter, top, width: null })
            expectSeries(answer, within, nameOf, measure)
          }

          const attempts = await ask<ProviderAttemptsPage>({ kind: 'attempts', filter })
          expect(attempts.providers).toEqual(attemptsOf(within(attempts)))

          const bars = await ask<LogHistogram>({ kind: 'histogram', filter, bars: 40 })
          expect(bars.toMs).toBeLessThanOrEqual(Math.max(nowMs + 1, bars.fromMs))
          const shown = within(bars)
          expect(bars.bars.reduce((sum, { ok, errors }) => sum + ok + errors, 0)).toBe(shown.length)
          const { facets, ...range } = await ask<LogFacets>({ kind: 'facets', filter })
          expect(facets.status.reduce((sum, { requests }) => sum + requests, 0)).toBe(within(range).length)
          if ('costNanoUsd' in given || 'traceIds' in given || 'totalTokens' in given) readFromLogs++
        },
      ),
      { numRuns: propertyRuns(engine.name === 'SQLite' ? 40 : 15), maxSkipsPerRun: 5 },
    )
    // At least some of the queries served from single logs must have completed.
    expect(readFromLogs).toBeGreaterThan(0)
  })
})
