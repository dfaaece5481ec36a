import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { BreakerView } from '../../core/ports.ts'
import type { RequestRecord } from '../../core/record.ts'
import { openRecords, type Records } from '../../records/records.ts'
import { sampleRecord } from '../../records/testing/sample-record.ts'
import type { Operation } from '../endpoint.ts'
import { TestSpending } from '../policies/test-spending.ts'
import { startControl } from '../test-control.ts'
import { analyticsOperations } from './operations.ts'

const HOUR_MS = 3_600_000
/** In the middle of an hour, so that rounding moves nothing into another hour. */
const NOON_MS = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 10 * HOUR_MS + HOUR_MS / 2
const RANGE = new URLSearchParams({
  time_of_generation_min: new Date(NOON_MS - HOUR_MS).toISOString(),
  time_of_generation_max: new Date(NOON_MS + HOUR_MS).toISOString(),
})

const openBreaker = {
  id: 'cb-1',
  workspaceId: 'w',
  provider: 'openai',
  origin: null,
  savedIn: null,
  target: 'targets[0]',
  state: 'open',
  failures: 3,
  failureThreshold: 3,
  failurePercentage: null,
  minimumRequests: null,
  cooldownMs: 60_000,
  retryAtMs: null,
} satisfies BreakerView

let folder: string
let records: Records
let operations: readonly Operation[]
let control: Awaited<ReturnType<typeof startControl>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-analytics-'))
  records = openRecords({ dataDirectory: folder, retentionDays: 30 })
  operations = analyticsOperations(records.analytics, records.reader, {
    spending: new TestSpending(),
    breakers: { list: () => [openBreaker], reset: () => false },
  })
  control = await startControl(operations)
  const { organisation_id: organisationId, id: workspaceId } = control.home
  const add = (changes: Partial<RequestRecord>) =>
    records.writer.append(sampleRecord({ organisationId, workspaceId, startedAtMs: NOON_MS, ...changes }), {
      request: null,
      response: null,
    })
  // 3 responses of 2.5 cents, one error without a price, two recovered, one from the cache, one in another workspace.
  const cost = { costNanoUsd: 25_000_000 }
  add({ ...cost, traceId: 'liked', durationMs: 100, metadata: { _user: 'ann', team: 'blue' } })
  const [served] = sampleRecord().attempts
  const attempts = [500, 500, 200].map((status, retry) => ({ ...served!, status, retry }))
  add({ ...cost, durationMs: 100, metadata: { _user: 'ann', team: 'red' }, retries: 2, attempts })
  add({
    ...cost,
    durationMs: 100,
    metadata: { _user: 'bob', team: 'blue' },
    cacheStatus: 'HIT',
    cacheSavedNanoUsd: 1e7,
  })
  add({ status: 503, durationMs: 100, model: 'other', usage: null, metadata: null, virtualKey: 'main' })
  add({ ...cost, workspaceId: 'w2', metadata: { _user: 'eve' } })
  await records.drained()
  const given = [
    { traceId: 'liked', value: 10, weight: 1, metadata: null },
    { traceId: 'liked', value: -5, weight: 0.5, metadata: null },
  ]
  await records.feedback.create({ organisationId, workspaceId }, given)
})

afterAll(async () => {
  await records.close()
  await control[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

type Graph = { summary: Record<string, unknown>; data_points: Record<string, unknown>[]; is_partial: boolean }

async function get(path: string, query = '', kind: 'admin' | 'workspace' = 'workspace') {
  const answer = await control.ask({ path: `/analytics/${path}?${RANGE}${query}`, as: control.principal({ kind }) })
  return answer!
}

/** The graph, with only those points for which `isBusy` is true. */
async function graph(path: string, isBusy: (point: Record<string, unknown>) => boolean, query = '') {
  const { body } = await get(`graphs/${path}`, query)
  const { summary, data_points } = body as Graph
  return { summary, points: data_points.filter(isBusy) }
}

test.each([
  ['requests', { total: 4 }, { total: 4 }],
  ['errors', { total: 1 }, { total: 1 }],
  ['errors/rate', { rate: 25 }, { rate: 25 }],
  ['cost', { total: 7.5, avg: 2.5, unpriced_requests: 1 }, { total: 7.5, avg: 2.5, unpriced_requests: 1 }],
  ['tokens', { total: 552, avg: 138 }, { total: 552, avg: 138, total_request_units: 360, total_response_units: 192 }],
  ['usage', { requests: 4, total: 552 }, { requests: 4, total: 552 }],
  [
    'latency',
    { avg: 100, p95: expect.closeTo(100, -1), gateway_avg: 0, gateway_share: 0 },
    { avg: 100, is_approximate: true },
  ],
  ['users', { total: 2 }, { total: 2 }],
  ['users/requests', { total: 3, unique: 2, avg: 1.5 }, { avg: 1.5 }],
  ['errors/stacks', { total: 1 }, { stats: [{ response_status_code: 503, count: 1 }] }],
  ['requests/rescued', { retry: 1 }, { retry: [{ retry_success_count: 2, count: 1 }] }],
  ['cache/hit-rate', { total: 1, rate: 25 }, { simple_hits: 1, rate: 25, cumulative_simple_cache_savings: 1 }],
  ['cache/latency', {}, { avg: 100 }],
])('the graph %s has its sums, in its units', async (path, summary, point) => {
  const found = await graph(path, ({ timestamp }) => timestamp === new Date(NOON_MS).toISOString())
  expect(found.summary).toMatchObject(summary)
  expect(found.points).toHaveLength(1)
  expect(found.points[0]).toMatchObject({ ...point, is_partial: false })
})

test('the overview has the totals, points, providers, increases and failures of one range', async () => {
  const { body } = await get('overview', '', 'admin')
  const overview = body as Record<string, unknown> & { data_points: Record<string, unknown>[] }
  expect(overview).toMatchObject({
    summary: { requests: 5, errors: 1 },
    previous_summary: { requests: 0 },
    recent_failures: [{ status_code: 503 }],
    last_request_at: new Date(NOON_MS).toISOString(),
  })
  const busy = overview.data_points.filter(({ requests }) => requests !== 0)
  expect(busy).toMatchObject([{ requests: 5, errors: 1, recovered: 1, cost: 10, cache_saved_cost: 1 }])
  expect(overview['cost_increases']).toContainEqual({
    group_by: 'users',
    value: 'ann',
    cost: 5,
    previous_cost: 0,
  })
  const { body: attempts } = await get('providers', '', 'admin')
  expect(attempts['data']).toMatchObject(overview['providers'] as object[])
  expect(attempts['data']).toMatchObject([{ p90_latency: expect.any(Number), p99_latency: expect.any(Number) }])
})

test('without the scope logs.list the overview has no logs', async () => {
  const path = `/analytics/overview?${RANGE}`
  const as = control.principal({ kind: 'workspace', scopes: ['analytics.view'] })
  expect((await control.ask({ path, as }))?.body).toMatchObject({ recent_failures: null, recent_recovered: null })
})

test('the overview has budgets and breakers only if the caller may list them', async () => {
  const path = `/analytics/overview?${RANGE}`
  const scopes = ['analytics.view']
  const without = await control.ask({ path, as: control.principal({ kind: 'workspace', scopes }) })
  expect(without?.body).toMatchObject({ virtual_keys: null, api_keys: null, breakers: null })
  scopes.push('virtual_keys.list', 'workspace_service_api_keys.list', 'breakers.list')
  const complete = await control.ask({ path, as: control.principal({ kind: 'workspace', scopes }) })
  expect(complete?.body).toMatchObject({ virtual_keys: [], breakers: [{ id: 'cb-1', state: 'open', config: null }] })
  expect(complete?.body['api_keys']).toBeArray()
})

test('graphs without time have bars', async () => {
  const codes = await graph('errors/status-codes', () => true)
  expect(codes.summary).toEqual({ total_errors: 1, unique_error_codes: 1 })
  expect(codes.points).toEqual([{ status_code: 503, count: 1 }])
})

test('feedback counts when it was given, by score and by model', async () => {
  const lately = async (path: string) => (await control.ask({ path: `/analytics/graphs/${path}` }))?.body as Graph
  expect((await lately('feedbacks')).summary).toEqual({ total: 2 })
  const { data_points: scores } = await lately('feedbacks/scores')
  const byScore = scores.toSorted((left, right) => Number(left['score']) - Number(right['score']))
  expect(byScore).toEqual([
    { score: -5, total: 1 },
    { score: 10, total: 1 },
  ])
  expect((await lately('feedbacks/weighted')).summary).toEqual({ avg: 5 })
  expect((await lately('feedbacks/ai-models')).data_points).toEqual([
    { ai_model: 'gpt-4o-mini', provider: 'openai', total: 2, avg_weighted_feedback: 5 },
  ])
})

test('where nothing has a price the cost is unknown, not 0', async () => {
  expect((await graph('cost', () => false, '&ai_model=other')).summary).toEqual({
    total: null,
    avg: null,
    unpriced_requests: 1,
  })
  const none = await graph('cost', () => false, '&ai_model=never-used')
  expect(none.summary).toEqual({ total: 0, avg: null, unpriced_requests: 0 })
})

test.each([
  ['users', 'user', ['ann', 'bob']],
  ['ai-models', 'ai_model', ['gpt-4o-mini', 'other']],
  ['provider', 'provider', ['openai']],
  ['api_key', 'api_key', ['key_1']],
  ['virtual_key', 'virtual_key', ['main']],
  ['status_code', 'status_code', ['200', '503']],
  ['ai-org-models', 'ai_org_model', ['openai__gpt-4o-mini', 'openai__other']],
  ['metadata/team', 'metadata_value', ['blue', 'red']],
  ['endpoint', 'endpoint', ['chat.completions']],
  ['config', 'config', []],
  ['prompt', 'prompt', []],
] as [string, string, string[]][])('groups by %s: %s, most requests first', async (path, field, expected) => {
  const { body } = await get(`groups/${path}`)
  expect((body['data'] as Record<string, unknown>[]).map((row) => row[field])).toEqual(expected)
  expect(body).toMatchObject({ object: 'list', total: expected.length })
})

test('a group has numbers as numbers, and its unpriced requests apart', async () => {
  const { body } = await get('groups/ai-models')
  const [priced, unpriced] = body['data'] as object[]
  expect(priced).toMatchObject({ requests: 3, cost: 7.5, avg_tokens: 184, object: 'analytics-group' })
  expect(priced).toMatchObject({ requests_with_feedback: 1, avg_weighted_feedback: 5 })
  expect(unpriced).toMatchObject({ requests: 1, cost: null, unpriced_requests: 1, errors: 1 })
})

test('groups come a page at a time', async () => {
  const { body } = await get('groups/users', '&page_size=1&current_page=1')
  expect(body).toMatchObject({ total: 2, data: [{ user: 'bob' }] })
})

test('the summaries add everything up', async () => {
  const { body } = await get('summary')
  expect(body['summary']).toMatchObject({
    requests: 4,
    errors: 1,
    users: 2,
    cost: { total: 7.5, unpriced_requests: 1 },
    tokens: { total: 552, input: 360, output: 192 },
    cache: { simple_hits: 1, saved_cost: 1 },
    feedback: { requests: 1, total: 2, avg_weighted: 5 },
  })
  const cache = await get('summary/cache')
  expect(cache.body['summary']).toEqual({ hits: 1, avg_latency: 100, total_requests: 4, cache_speedup: 1 })
})

test('an Admin key sees all workspaces together, a workspace key its own', async () => {
  expect((await get('graphs/requests', '', 'admin')).body['summary']).toEqual({ total: 5 })
  expect((await get('graphs/requests')).body['summary']).toEqual({ total: 4 })
})

test('only an Admin key can group by workspace; a workspace key sees its own only', async () => {
  const workspaces = async (kind: 'admin' | 'workspace', query = '') =>
    ((await get('groups/workspace', query, kind)).body['data'] as Record<string, unknown>[]).map((row) => [
      row['workspace'],
      row['requests'],
    ])
  const home = [control.home.id, 4]
  expect(await workspaces('admin')).toEqual([home, ['w2', 1]])
  expect(await workspaces('workspace')).toEqual([home])
  // This filter has to read the logs themselves.
  expect(await workspaces('admin', '&cost_min=1')).toEqual([
    [control.home.id, 3],
    ['w2', 1],
  ])
})

test('a series is the largest groups over time, and all else together', async () => {
  const { body } = await get('series', '&group_by=metadata/team&measure=cost&top=1&granularity=hour')
  const at = (body['data_points'] as { timestamp: string }[]).findIndex(
    ({ timestamp }) => Date.parse(timestamp) === NOON_MS - HOUR_MS / 2,
  )
  const amounts = (of: unknown) => {
    const { requests, cost, unpriced_requests } = of as Record<string, (number | null)[]>
    return [requests?.[at], cost?.[at], unpriced_requests?.[at]]
  }
  const [first, ...more] = body['series'] as { value: string }[]
  expect({ total: body['total'], granularity: body['granularity'] }).toEqual({ total: 2, granularity: 'hour' })
  expect(more).toEqual([])
  expect(first?.value).toBe('blue')
  expect(amounts(first)).toEqual([2, 5, 0])
  // One request of the team red, and one without a team and without a price.
  expect(amounts(body['others'])).toEqual([2, 2.5, 1])
})

test('every response matches its published schema exactly', async () => {
  for (const { path, reply } of operations.filter((one) => one.path.startsWith('/analytics/'))) {
    const query = path.endsWith('/series') ? '&group_by=users' : ''
    const { status, body } = await get(path.replace('/analytics/', '').replace('{key}', 'team'), query)
    expect(status).toBe(200)
    const parsed = (reply as z.ZodObject).safeParse(body)
    expect({ path, problems: parsed.error?.issues ?? [] }).toEqual({ path, problems: [] })
    // The parsed value lacks fields that are not in the schema.
    expect(parsed.data).toEqual(body)
  }
})

test.each([
  ['graphs/cost', '&granularity=second', 'granularity'],
  ['graphs/cost', '&cost_min=cheap', 'cost_min'],
  ['groups/users', '&order_by=cost', 'order_by'],
  ['series', '', 'group_by'],
  ['series', '&group_by=shoe-size', 'group_by'],
  ['series', '&group_by=users&top=21', 'top'],
  ['series', '&group_by=users&measure=joy', 'measure'],
])('%s?%s is refused by name', async (path, query, param) => {
  expect(await get(path, query)).toMatchObject({ status: 400, error: { code: 'invalid_parameter', param } })
})

test('a range with too many points is refused', async () => {
  const path = '/analytics/graphs/cost?granularity=minute&time_of_generation_min=2020-01-01'
  expect(await control.ask({ path })).toMatchObject({ status: 400, error: { param: 'granularity' } })
  expect(z.string().parse((await get('graphs/cost', '&granularity=minute')).body['granularity'])).toBe('minute')
})
