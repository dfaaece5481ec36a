import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PriceList } from '../../pricing/price-list.ts'
import { openRecords, type Records } from '../../records/records.ts'
import { sampleRecord } from '../../records/testing/sample-record.ts'
import { startControl, type TestResponse } from '../test-control.ts'
import { traceOperations } from '../traces.ts'
import { logDetailSchema } from './log-detail-wire.ts'
import { logSummarySchema } from './log-wire.ts'
import { logOperations } from './operations.ts'

let folder: string
let records: Records
let control: Awaited<ReturnType<typeof startControl>>
let ours: ReturnType<typeof sampleRecord>
let theirs: ReturnType<typeof sampleRecord>
let foreign: ReturnType<typeof sampleRecord>

const LINE = {
  unit: 'input_tokens',
  quantity: 120,
  rateNanoUsd: 208_334_000_000_000,
  rateUnits: 1_000_000_000,
  nanoUsd: 25_000_000,
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-logs-'))
  records = openRecords({ dataDirectory: folder, retentionDays: 30 })
  const { reader, tail, writer } = records
  const prices = new PriceList({ all: async () => [] })
  prices.refresh()
  await prices.settled()
  control = await startControl([
    ...logOperations({
      reader,
      tail,
      logBodies: true,
      writer,
      prices,
      vault: { seal: (text) => text, open: (text) => text, hash: (text) => text, derive: () => new Uint8Array(32) },
    }),
    ...traceOperations(reader),
  ])
  const { organisation_id: organisationId, id: workspaceId } = control.home
  const priced = { costNanoUsd: 25_000_000, costLines: [LINE] }
  ours = sampleRecord({ organisationId, workspaceId, status: 429, metadata: { _user: 'u1' }, ...priced })
  theirs = sampleRecord({ organisationId, workspaceId: 'w2', metadata: { _user: 'u2' } })
  foreign = sampleRecord({ organisationId: 'p', workspaceId })
  const bodies = { request: Buffer.from('{"model":"é"}'), response: Uint8Array.of(0xff, 0xfe) }
  for (const record of [ours, theirs, foreign]) writer.append(record, bodies)
  await records.drained()
})

afterAll(async () => {
  await records.close()
  await control[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

async function get(path: string, kind: 'admin' | 'workspace' = 'workspace'): Promise<TestResponse> {
  return (await control.ask({ path, as: control.principal({ kind }) }))!
}

async function insert(body: unknown): Promise<TestResponse> {
  const headers = { 'content-type': 'application/json' }
  const as = control.principal({ kind: 'workspace', keyId: 'teller' })
  return (await control.ask({ method: 'POST', path: '/logs', body: JSON.stringify(body), headers, as }))!
}

const idsOf = ({ body }: TestResponse) => (body['data'] as { id: string }[]).map(({ id }) => id).sort()

test('a workspace key lists its own workspace, an Admin key all of its organisation', async () => {
  expect(idsOf(await get('/logs'))).toEqual([ours.id])
  expect(idsOf(await get('/logs', 'admin'))).toEqual([ours.id, theirs.id].sort())
})

test('the response for a log of another workspace or organisation is that for an unknown log', async () => {
  const missing = await get('/logs/none')
  expect(missing).toMatchObject({ status: 404, error: { code: 'not_found' } })
  const text = ({ status, error }: TestResponse) => ({ status, ...error, trace_id: null })
  for (const record of [theirs, foreign]) expect(text(await get(`/logs/${record.id}`))).toEqual(text(missing))
  expect((await get(`/logs/${foreign.id}`, 'admin')).status).toBe(404)
  expect((await get(`/logs/${theirs.id}`, 'admin')).status).toBe(200)
})

test('list and detail match the published schema; bytes that are not text are base64', async () => {
  const detail = await get(`/logs/${ours.id}`)
  expect(logDetailSchema.strict().safeParse(detail.body).error).toBeUndefined()
  expect(detail.body).toMatchObject({
    id: ours.id,
    status_code: 429,
    cost: 2.5,
    cost_lines: [{ unit: 'input_tokens', quantity: 120, price: 20_833_400, price_units: 1_000_000_000, cost: 2.5 }],
    metrics: { cost: 2.5, total_units: 184, response_status_code: 429 },
    request: { body: '{"model":"é"}', body_encoding: 'utf-8' },
    response: { body: '//4=', body_encoding: 'base64' },
  })
  // The field names of the Portkey API.
  expect(detail.body).toMatchObject({
    _id: ours.id,
    organisation_id: ours.organisationId,
    request: { method: ours.method, portkeyHeaders: {} },
    response: { status: 429, responseTime: ours.durationMs },
    metrics: { id: ours.id, is_success: false, ai_org: ours.provider, ai_model: ours.model, api_key_id: ours.keyId },
    finalUntransformedRequest: { url: ours.path, method: ours.method, body: { model: 'é' } },
  })
  const page = await get('/logs')
  const [row] = page.body['data'] as unknown[]
  expect(logSummarySchema.strict().safeParse(row).error).toBeUndefined()
  expect(page.body).toMatchObject({ has_more: false, next_cursor: null, is_partial: false })
})

test('an unknown cost is null, never 0', async () => {
  expect((await get(`/logs/${theirs.id}`, 'admin')).body).toMatchObject({ cost: null, metrics: { cost: null } })
})

test('facets and histogram count the rows of the list', async () => {
  const facets = await get('/logs/facets?status_code=429')
  expect(facets.body['facets']).toMatchObject({
    status_code: [{ value: '429', requests: 1 }],
    provider: [{ value: 'openai', requests: 1 }],
    ai_model: [{ value: 'gpt-4o-mini', requests: 1 }],
  })
  const histogram = await get('/logs/histogram?bars=10')
  const bars = histogram.body['data'] as { ok: number; errors: number }[]
  expect(bars.reduce((sum, bar) => sum + bar.errors, 0)).toBe(1)
  expect(bars.reduce((sum, bar) => sum + bar.ok, 0)).toBe(0)
})

test('a list has a preview of each request only if it is requested', async () => {
  const [row] = (await get('/logs?glance=true')).body['data'] as Record<string, unknown>[]
  expect(row).toMatchObject({ trail: [{ status_code: 200, error_code: null, retry: 0 }], first_words: null })
  expect(row?.['gateway_time']).toBeCloseTo(812.25 - 811, 6)
  expect(logSummarySchema.strict().safeParse(row).error).toBeUndefined()
  const [plain] = (await get('/logs')).body['data'] as Record<string, unknown>[]
  expect(plain).toMatchObject({ trail: null, gateway_time: null, first_words: null })
})

test('only traces that the caller may read are listed, and a filter matches any of their requests', async () => {
  const mine = await get('/traces?status_code=429')
  expect(mine.body).toMatchObject({
    data: [{ object: 'trace', trace_id: ours.traceId, requests: 1, errors: 1, worst_status_code: 429, cost: 2.5 }],
    has_more: false,
    next_cursor: null,
    is_partial: false,
  })
  const traceIds = ({ body }: TestResponse) => (body['data'] as { trace_id: string }[]).map((trace) => trace.trace_id)
  expect(traceIds(await get('/traces'))).toEqual([ours.traceId])
  expect(traceIds(await get('/traces', 'admin')).sort()).toEqual([ours.traceId, theirs.traceId].sort())
  expect(traceIds(await get('/traces?not_status_code=4xx'))).toEqual([])
  expect(traceIds(await get('/traces?requests_min=2', 'admin'))).toEqual([])
})

test.each([
  ['/traces?requests_min=0', 'requests_min'],
  ['/traces?cursor=x', 'cursor'],
  ['/logs?rescued=perhaps', 'rescued'],
  ['/logs?not_status_code=600', 'not_status_code'],
  ['/logs?status_code=600', 'status_code'],
  ['/logs?metadata=%7B', 'metadata'],
  ['/logs?satus_code=200', 'satus_code'],
  ['/logs?time_of_generation_min=2026-02-01&time_of_generation_max=2026-01-01', 'time_of_generation_max'],
  ['/logs/histogram?bars=501', 'bars'],
  ['/logs/stream?time_of_generation_min=2026-02-01', 'time_of_generation_min'],
])('%s is refused by name', async (path, param) => {
  expect(await get(path)).toMatchObject({ status: 400, error: { code: 'invalid_parameter', param } })
})

test('an invalid cursor is refused with a clear error', async () => {
  expect((await get('/logs?cursor=made-up')).status).toBe(400)
})

const TOLD = {
  request: {
    url: 'https://models.example/v1/generate?key=secret',
    provider: 'example',
    headers: { Authorization: 'Bearer very-secret', 'Content-Type': 'application/json' },
    body: { model: 'own-model', prompt: 'Hello' },
  },
  response: {
    status: 503,
    body: { text: 'Hi', usage: { prompt_tokens: 3, completion_tokens: 4 } },
    response_time: 120,
  },
  metadata: { trace_id: 'told-trace', spanId: 'span-1', span_name: 'generate', _user: 'u9', attempt: 2 },
}

test('an inserted log is a log of the caller’s workspace, with its trace and without its secrets', async () => {
  const { status, body } = await insert(TOLD)
  expect(status).toBe(200)
  await records.drained()
  const [id] = body['log_ids'] as string[]
  const detail = await get(`/logs/${id}`)
  expect(detail.body).toMatchObject({
    trace_id: 'told-trace',
    span_id: 'span-1',
    span_name: 'generate',
    source: 'external',
    api_key_id: 'teller',
    status_code: 503,
    provider: 'example',
    ai_model: 'own-model',
    response_time: 120,
    usage: { input_tokens: 3, output_tokens: 4, total_tokens: 7 },
    metadata: { _user: 'u9', attempt: '2' },
    request: { body: '{"model":"own-model","prompt":"Hello"}' },
  })
  expect(JSON.stringify(detail.body)).not.toContain('secret')
})

test('many are inserted at once, or none', async () => {
  const { status, body } = await insert([TOLD, { ...TOLD, metadata: { trace_id: 'second' } }])
  expect(status).toBe(200)
  expect(body['log_ids']).toHaveLength(2)
  const bad = await insert([TOLD, { request: { url: 'x', body: {} } }])
  expect(bad).toMatchObject({ status: 400, error: { code: 'invalid_body', param: '[1].response' } })
})

test('if bodies are not stored, an inserted log has none', async () => {
  const reach = control.home.organisation_id
  const workspace = (await control.store.stores.workspaces.find(reach, control.home.id))!
  await control.store.stores.workspaces.update({ ...workspace, logBodies: false })
  try {
    const { body } = await insert(TOLD)
    await records.drained()
    const [id] = body['log_ids'] as string[]
    expect((await get(`/logs/${id}`)).body).toMatchObject({ request: { body: null }, response: { body: null } })
  } finally {
    await control.store.stores.workspaces.update(workspace)
  }
})

test.each([
  [{ ...TOLD, request: { ...TOLD.request, url: undefined } }, 'request.url'],
  [{ ...TOLD, request: { url: 'x' } }, 'request.body'],
  [{ ...TOLD, response: { status: 99, body: {} } }, 'response.status'],
  [{ ...TOLD, response: { body: {}, response_time: -1 } }, 'response.response_time'],
  [{ ...TOLD, extra: 1 }, 'extra'],
  [[], 'body'],
  ['text', 'body'],
])('the log %j is refused by name', async (log, param) => {
  expect(await insert(log)).toMatchObject({ status: 400, error: { code: 'invalid_body', param } })
})

test('a key that may only read cannot insert', async () => {
  const as = control.principal({ kind: 'workspace', scopes: ['logs.list', 'logs.view'] })
  const answer = await control.ask({ method: 'POST', path: '/logs', body: JSON.stringify(TOLD), as })
  expect(answer).toMatchObject({ status: 403, error: { code: 'scope_missing' } })
})
