import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Caller } from '../../core/caller.ts'
import type { LogFilter, LogReader } from '../../core/ports.ts'
import { openRecords, type Records } from '../../records/records.ts'
import { sampleRecord } from '../../records/testing/sample-record.ts'
import { Control } from '../mount.ts'
import { logDetailSchema, logSummarySchema } from './log-wire.ts'
import { logOperations } from './operations.ts'

const ours = sampleRecord({ organisationId: 'o', workspaceId: 'w1', metadata: { _user: 'u1' }, status: 429 })
const theirs = sampleRecord({ organisationId: 'o', workspaceId: 'w2', metadata: { _user: 'u2' } })
const foreign = sampleRecord({ organisationId: 'p', workspaceId: 'w1' })

let folder: string
let records: Records
const asked: LogFilter[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-logs-'))
  records = openRecords({ dataDirectory: folder, retentionDays: 30 })
  const bodies = { request: Buffer.from('{"model":"é"}'), response: Uint8Array.of(0xff, 0xfe) }
  for (const record of [ours, theirs, foreign]) records.sink.append(record, bodies)
  await records.drained()
})

afterAll(async () => {
  await records.close()
  await rm(folder, { recursive: true })
})

function key(kind: Caller['kind'], workspaceId = 'w1'): Caller {
  return {
    keyId: 'k',
    keyName: 'n',
    kind,
    organisationId: 'o',
    workspaceId,
    scopes: new Set(['*']),
    allowInference: true,
    expiresAtMs: null,
  }
}

async function get(path: string, caller: Caller) {
  const reader: LogReader = {
    list: (filter) => {
      asked.push(filter)
      return records.reader.list(filter)
    },
    read: (scope, id) => records.reader.read(scope, id),
  }
  const control = new Control(logOperations(reader), {
    authenticate: async () => caller,
    prefixes: ['x-gateway-'],
    onDefect: (error) => expect(error).toBeUndefined(),
  })
  const request = new Request(`http://gateway.example/v1${path}`)
  const response = await control.answer(control.find('GET', new URL(request.url).pathname)!, request)
  return {
    status: response.status,
    body: (await response.json()) as { data?: { id: string }[]; id?: string; error?: { code: string; param: string } },
  }
}

const idsOf = (answer: Awaited<ReturnType<typeof get>>) => (answer.body.data ?? []).map((log) => log.id).sort()

test('a workspace key lists its own workspace, an Admin key all of its organisation, or the one it names', async () => {
  expect(idsOf(await get('/logs', key('workspace')))).toEqual([ours.id])
  expect(idsOf(await get('/logs', key('admin')))).toEqual([ours.id, theirs.id].sort())
  expect(idsOf(await get('/logs?workspace_id=w2', key('admin')))).toEqual([theirs.id])
})

test('a workspace key that names another workspace still sees only its own', async () => {
  expect(idsOf(await get('/logs?workspace_id=w2', key('workspace')))).toEqual([ours.id])
})

test('a log of another workspace or organisation answers exactly like one that does not exist', async () => {
  const missing = await get('/logs/none', key('workspace'))
  expect(missing).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
  const message = (answer: typeof missing) => ({ ...answer.body.error, trace_id: null })
  for (const record of [theirs, foreign]) {
    const answer = await get(`/logs/${record.id}`, key('workspace'))
    expect(answer.status).toBe(404)
    expect(message(answer)).toEqual(message(missing))
  }
  expect((await get(`/logs/${foreign.id}`, key('admin'))).status).toBe(404)
  expect((await get(`/logs/${theirs.id}`, key('admin'))).status).toBe(200)
})

test('list and detail are what the published schema says; bytes that are no text come as base64', async () => {
  const detail = await get(`/logs/${ours.id}`, key('workspace'))
  expect(logDetailSchema.strict().safeParse(detail.body).error).toBeUndefined()
  expect(detail.body).toMatchObject({
    id: ours.id,
    status_code: 429,
    request: { body: '{"model":"é"}', body_encoding: 'utf-8' },
    response: { body: '//4=', body_encoding: 'base64' },
  })
  const page = await get('/logs', key('workspace'))
  expect(logSummarySchema.strict().safeParse(page.body.data?.[0]).error).toBeUndefined()
})

test.each([
  ['status_code=429', { statuses: ['429'] }],
  ['status_code=4xx,503', { statuses: ['4xx', '503'] }],
  ['ai_model=a,b', { models: ['a', 'b'] }],
  ['provider=openai', { providers: ['openai'] }],
  ['endpoint=embeddings', { endpoints: ['embeddings'] }],
  ['trace_id=t', { traceId: 't' }],
  ['metadata=%7B%22_user%22%3A%22u1%22%7D', { metadata: { _user: 'u1' } }],
  ['time_of_generation_min=2026-01-02T03:04:05Z', { fromMs: Date.UTC(2026, 0, 2, 3, 4, 5) }],
  ['time_of_generation_max=1767323045000', { toMs: 1_767_323_045_000 }],
  ['page_size=100', { limit: 100 }],
  ['', { limit: 50 }],
] as [string, Partial<LogFilter>][])('?%s asks the store for %j', async (query, filter) => {
  expect((await get(`/logs?${query}`, key('workspace'))).status).toBe(200)
  expect(asked.at(-1)).toMatchObject({ organisationId: 'o', workspaceId: 'w1', ...filter })
})

test.each([
  ['status_code=600', 'status_code'],
  ['status_code=429,abc', 'status_code'],
  ['page_size=0', 'page_size'],
  ['page_size=101', 'page_size'],
  ['page_size=many', 'page_size'],
  ['time_of_generation_min=yesterday', 'time_of_generation_min'],
  ['metadata=%7B', 'metadata'],
  ['metadata=%7B%22n%22%3A1%7D', 'metadata'],
])('?%s is refused by name', async (query, param) => {
  expect(await get(`/logs?${query}`, key('workspace'))).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_parameter', param } },
  })
})
