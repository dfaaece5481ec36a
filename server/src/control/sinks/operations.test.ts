import { afterEach, beforeEach, expect, test } from 'bun:test'
import {
  type Sink,
  type SinkDelivery,
  type SinkSecret,
  type SinkSettings,
  sinkContext,
} from '../../core/sinks/sinks.ts'
import { startControl } from '../test-control.ts'
import { sinkOperations } from './operations.ts'

type Control = Awaited<ReturnType<typeof startControl>>

const S3 = {
  name: 'Lake',
  type: 's3',
  region: 'eu-central-1',
  bucket: 'logs',
  access_key_id: 'AKIAEXAMPLE',
  secret_access_key: 'very-secret-key',
}
const WEBHOOK = {
  name: 'Hook',
  type: 'webhook',
  webhook_url: 'https://logs.example.com/token-in-path',
  signing_secret: 'a-signing-secret-of-24-c',
  headers: { authorization: 'Bearer header-secret' },
}
const OTLP = { name: 'Collector', type: 'otlp', endpoint: 'https://otel.example.com' }
const KAFKA = {
  name: 'Stream',
  type: 'kafka',
  brokers: ['k1.example.com:9093'],
  topic: 'logs',
  sasl: 'scram-sha-256',
  username: 'gateway',
  password: 'kafka-secret',
}

/** Seals in a readable format that still depends on the context. */
const vault = {
  seal: (text: string, context: string) => `${context}|${btoa(text)}`,
  open: (sealed: string, context: string) => {
    const [own, text = ''] = sealed.split('|')
    if (own !== context) throw new Error('moved')
    return atob(text)
  },
}

let control: Control
let tested: { settings: SinkSettings; secret: SinkSecret }[]
let delivery: SinkDelivery | null

async function open(): Promise<Control> {
  return startControl(sinkOperations({ vault, delivery }))
}

beforeEach(async () => {
  tested = []
  delivery = {
    async test(settings, secret) {
      tested.push({ settings, secret })
      return { isDelivered: true, message: 'HTTP status 200', durationMs: 12.4 }
    },
    refresh() {},
  }
  control = await open()
})
afterEach(() => control[Symbol.asyncDispose]())

const send = async (method: string, path: string, body?: unknown, as = control.principal()) =>
  (await control.ask({ method, path, as, ...(body !== undefined && { body: JSON.stringify(body) }) }))!

const made = async (body: object) => {
  const { status, body: sink, error } = await send('POST', '/sinks', body)
  expect({ status, error }).toEqual({ status: 200, error: undefined })
  return sink as Record<string, unknown> & { id: string }
}

const stored = async (id: string): Promise<{ sink: Sink; secret: SinkSecret }> => {
  const reach = { organisationId: control.home.organisation_id, workspaceId: null }
  const sink = (await control.store.stores.sinks.find(reach, id))!
  return {
    sink,
    secret: sink.sealed === null ? {} : (JSON.parse(vault.open(sink.sealed, sinkContext(sink))) as SinkSecret),
  }
}

test('each type is created with its defaults, and no secret is returned or audited', async () => {
  expect(await made(S3)).toMatchObject({
    object: 'sink',
    type: 's3',
    enabled: true,
    filter: null,
    sample_rate: 1,
    bodies: 'none',
    exclude_metadata: [],
    endpoint: null,
    region: 'eu-central-1',
    bucket: 'logs',
    prefix: '',
    format: 'jsonl',
    brokers: null,
    secrets: ['access_key_id', 'secret_access_key'],
    progress: null,
    workspace_id: null,
  })
  const hook = await made(WEBHOOK)
  expect(hook).toMatchObject({
    url_hint: 'https://logs.example.com/…',
    secrets: ['webhook_url', 'signing_secret', 'headers'],
  })
  expect(await made(OTLP)).toMatchObject({ signals: ['logs', 'spans'], secrets: [] })
  expect(await made(KAFKA)).toMatchObject({
    tls: true,
    sasl: 'scram-sha-256',
    message_key: 'trace_id',
    secrets: ['username', 'password'],
  })
  const list = await send('GET', '/sinks')
  const seen = JSON.stringify([list.body, hook, await control.entries()])
  for (const secret of ['very-secret', 'AKIA', 'token-in-path', 'a-signing', 'header-secret', 'kafka-secret'])
    expect(seen).not.toContain(secret)
  expect((list.body['data'] as { name: string }[]).map(({ name }) => name)).toEqual([
    'Collector',
    'Hook',
    'Lake',
    'Stream',
  ])
  expect((await control.entries()).map(({ action }) => action)).toEqual(Array(4).fill('sink.create'))
  expect(control.announced).toHaveLength(4)
  expect(control.announced[1]).toEqual({ kind: 'sink', sinkId: hook.id })
  expect((await stored(hook.id)).secret).toEqual({
    url: WEBHOOK.webhook_url,
    signingSecret: WEBHOOK.signing_secret,
    headers: WEBHOOK.headers,
  })
})

test.each([
  ['name', { ...S3, name: ' ' }],
  ['region', { ...S3, region: undefined }],
  ['region', { ...S3, region: 'evil.example.com/' }],
  ['bucket', { ...S3, bucket: 'Logs' }],
  ['bucket', { ...S3, bucket: 'a..b' }],
  ['prefix', { ...S3, prefix: '../other' }],
  ['prefix', { ...S3, prefix: '/logs' }],
  ['endpoint', { ...S3, endpoint: 'https://user:password@minio.example.com' }],
  ['endpoint', { ...S3, endpoint: 'ftp://minio.example.com' }],
  ['secret_access_key', { ...S3, secret_access_key: undefined }],
  ['access_key_id', { ...S3, access_key_id: 'with space' }],
  ['webhook_url', { ...WEBHOOK, webhook_url: undefined }],
  ['webhook_url', { ...WEBHOOK, webhook_url: 'logs.example.com' }],
  ['signing_secret', { ...WEBHOOK, signing_secret: 'short' }],
  ['headers', { ...WEBHOOK, headers: { Host: 'other' } }],
  ['headers.x', { ...WEBHOOK, headers: { x: 'a\r\nb: c' } }],
  ['headers', { ...WEBHOOK, headers: { 'x-a': '1', 'X-A': '2' } }],
  ['bucket', { ...WEBHOOK, bucket: 'logs' }],
  ['endpoint', { ...OTLP, endpoint: undefined }],
  ['endpoint', { ...OTLP, endpoint: null }],
  ['endpoint', { ...OTLP, endpoint: 'https://otel.example.com?x=1' }],
  ['signals', { ...OTLP, signals: [] }],
  ['signals', { ...OTLP, signals: ['logs', 'logs'] }],
  ['brokers[0]', { ...KAFKA, brokers: ['k1.example.com'] }],
  ['brokers[0]', { ...KAFKA, brokers: ['k1.example.com:70000'] }],
  ['brokers[0]', { ...KAFKA, brokers: ['k1.example.com:9092/x'] }],
  ['brokers', { ...KAFKA, brokers: [] }],
  ['brokers[0]', { ...KAFKA, brokers: ['[::1]:9092'] }],
  ['message_key', { ...KAFKA, message_key: 'id' }],
  ['topic', { ...KAFKA, topic: '..' }],
  ['topic', { ...KAFKA, topic: 'a/b' }],
  ['password', { ...KAFKA, password: undefined }],
  ['username', { ...KAFKA, sasl: 'none' }],
  ['sample_rate', { ...S3, sample_rate: 0 }],
  ['sample_rate', { ...S3, sample_rate: 1.5 }],
  ['filter', { ...S3, filter: 'satus:500' }],
  ['filter', { ...S3, filter: 'status:banana' }],
  ['filter', { ...S3, filter: 'since:7d' }],
  ['filter', { ...S3, filter: 'feedback:<0' }],
  ['filter', { ...S3, filter: `model:${'x'.repeat(1_000)}` }],
  ['type', { ...S3, type: 'ftp' }],
])('refuses a wrong %s', async (param, body) => {
  const { status, error } = await send('POST', '/sinks', body)
  expect([status, error?.code, error?.param]).toEqual([400, 'invalid_body', param])
  expect((await send('GET', '/sinks')).body['total']).toBe(0)
})

test('an update keeps what it leaves out', async () => {
  const { id } = await made({ ...WEBHOOK, filter: 'status:5xx', sample_rate: 0.5, exclude_metadata: ['_user'] })
  const { body } = await send('PUT', `/sinks/${id}`, { name: 'Renamed', enabled: false, bodies: 'masked' })
  expect(body).toMatchObject({
    name: 'Renamed',
    enabled: false,
    bodies: 'masked',
    filter: 'status:5xx',
    sample_rate: 0.5,
    exclude_metadata: ['_user'],
    secrets: ['webhook_url', 'signing_secret', 'headers'],
  })
  const { body: without } = await send('PUT', `/sinks/${id}`, { filter: '', signing_secret: null })
  expect(without).toMatchObject({ filter: null, secrets: ['webhook_url', 'headers'] })
  expect((await stored(id)).secret).toEqual({ url: WEBHOOK.webhook_url, headers: WEBHOOK.headers })
})

test.each([
  ['secret of S3', S3, { endpoint: 'https://evil.example.com' }, 'access_key_id'],
  [
    'secret of an S3 service',
    { ...S3, endpoint: 'https://minio.example.com' },
    { endpoint: 'https://minio.example.com:8443' },
    'access_key_id',
  ],
  [
    'secret of S3, sent in part',
    S3,
    { endpoint: 'https://evil.example.com', access_key_id: 'other' },
    'secret_access_key',
  ],
  ['signing secret and headers', WEBHOOK, { webhook_url: 'https://evil.example.com/' }, 'signing_secret'],
  [
    'headers of a webhook',
    WEBHOOK,
    { webhook_url: 'https://evil.example.com/', signing_secret: 'another-signing-secret' },
    'headers',
  ],
  ['headers over http', WEBHOOK, { webhook_url: 'http://logs.example.com/x' }, 'signing_secret'],
  [
    'headers of a collector',
    { ...OTLP, headers: { 'api-key': 'secret' } },
    { endpoint: 'https://evil.example.com' },
    'headers',
  ],
  ['password', KAFKA, { brokers: ['k1.example.com:9093', 'evil.example.com:9093'] }, 'username'],
  ['password without TLS', KAFKA, { tls: false }, 'username'],
  ['password in clear text', KAFKA, { sasl: 'plain' }, 'username'],
])('a stored %s never moves to another destination', async (_what, body, change, param) => {
  const { id } = await made(body)
  const before = await stored(id)
  const { status, error } = await send('PUT', `/sinks/${id}`, change)
  expect([status, error?.code, error?.param]).toEqual([400, 'invalid_body', param])
  expect(await stored(id)).toEqual(before)
})

test('a destination changes together with its secrets, or within its origin', async () => {
  const { id } = await made(WEBHOOK)
  const moved = { webhook_url: 'https://other.example.com/', signing_secret: null, headers: { 'x-key': 'new' } }
  expect((await send('PUT', `/sinks/${id}`, moved)).status).toBe(200)
  expect((await stored(id)).secret).toEqual({ url: 'https://other.example.com/', headers: { 'x-key': 'new' } })
  expect((await send('PUT', `/sinks/${id}`, { webhook_url: 'https://other.example.com/path' })).status).toBe(200)
  expect((await stored(id)).secret.headers).toEqual({ 'x-key': 'new' })
  const stream = await made({ ...KAFKA, brokers: ['k1.example.com:9093', 'k2.example.com:9093'] })
  const fewer = { brokers: ['k2.example.com:9093'], topic: 'other' }
  expect((await send('PUT', `/sinks/${stream.id}`, fewer)).status).toBe(200)
  expect((await stored(stream.id)).secret).toEqual({ username: 'gateway', password: 'kafka-secret' })
  expect((await send('PUT', `/sinks/${stream.id}`, { sasl: 'none', username: 'u', password: 'p' })).status).toBe(400)
  const lake = await made(S3)
  expect((await send('PUT', `/sinks/${lake.id}`, { region: 'us-east-1', prefix: 'a/b' })).body).toMatchObject({
    region: 'us-east-1',
    prefix: 'a/b',
    secrets: ['access_key_id', 'secret_access_key'],
  })
})

test('a workspace has its own sinks and sees no others', async () => {
  const all = await made(OTLP)
  const key = control.principal({ kind: 'workspace' })
  const { body: own } = await send('POST', '/sinks', { ...OTLP, name: 'Ours' }, key)
  expect(own['workspace_id']).toBe(control.home.id)
  const list = await send('GET', '/sinks', undefined, key)
  expect((list.body['data'] as { name: string }[]).map(({ name }) => name)).toEqual(['Ours'])
  for (const [method, path, body] of [
    ['GET', `/sinks/${all.id}`, undefined],
    ['GET', `/sinks/${all.id}/progress`, undefined],
    ['PUT', `/sinks/${all.id}`, { name: 'Mine' }],
    ['POST', `/sinks/${all.id}/test`, undefined],
    ['DELETE', `/sinks/${all.id}`, undefined],
  ] as const)
    expect((await send(method, path, body, key)).status).toBe(404)
  expect(tested).toEqual([])
})

test('deletes a sink', async () => {
  const { id } = await made(S3)
  expect((await send('DELETE', `/sinks/${id}`)).status).toBe(200)
  expect((await send('GET', `/sinks/${id}`)).status).toBe(404)
  expect(control.announced.at(-1)).toEqual({ kind: 'sink', sinkId: id })
})

test('a test sends to the stored destination with its secret', async () => {
  const { id } = await made(S3)
  const { body } = await send('POST', `/sinks/${id}/test`)
  expect(body).toEqual({
    object: 'sink_test',
    sink_id: id,
    sink_name: 'Lake',
    delivered: true,
    message: 'HTTP status 200',
    duration_ms: 12,
  })
  expect(tested).toEqual([
    {
      settings: { type: 's3', endpoint: null, region: 'eu-central-1', bucket: 'logs', prefix: '', format: 'jsonl' },
      secret: { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'very-secret-key' },
    },
  ])
  for (let i = 0; i < 4; i++) await send('POST', `/sinks/${id}/test`)
  expect((await send('POST', `/sinks/${id}/test`)).error?.code).toBe('rate_limited')
  expect(tested).toHaveLength(5)
})

test('without delivery a test says so', async () => {
  delivery = null
  await control[Symbol.asyncDispose]()
  control = await open()
  const { id } = await made(OTLP)
  const { body } = await send('POST', `/sinks/${id}/test`)
  expect(body).toMatchObject({ delivered: false, message: 'Delivery is not running in this process.' })
})

test('shows the progress of each node and of all together', async () => {
  const { id } = await made(OTLP)
  const nowMs = Date.now()
  const node = {
    sinkId: id,
    reportedAtMs: nowMs,
    waitingBytes: 100,
    oldestWaitingAtMs: nowMs - 60_000,
    deliveredLogs: 5,
    filteredLogs: 2,
    droppedLogs: 0,
    lastDeliveredAtMs: nowMs - 1_000,
    failures: 1,
    lastError: { atMs: nowMs - 2_000, message: 'HTTP status 503' },
  }
  await control.store.stores.sinkProgress.report([
    { ...node, nodeId: 'a' },
    {
      ...node,
      nodeId: 'b',
      reportedAtMs: nowMs - 10,
      oldestWaitingAtMs: null,
      lastDeliveredAtMs: null,
      droppedLogs: 3,
      lastError: { atMs: nowMs - 500, message: 'connection refused' },
    },
  ])
  const together = {
    reported_at: new Date(nowMs - 10).toISOString(),
    waiting_bytes: 200,
    oldest_waiting_at: new Date(nowMs - 60_000).toISOString(),
    delivered_logs: 10,
    filtered_logs: 4,
    dropped_logs: 3,
    last_delivered_at: new Date(nowMs - 1_000).toISOString(),
    failures: 2,
    last_error: { at: new Date(nowMs - 500).toISOString(), message: 'connection refused' },
  }
  expect((await send('GET', `/sinks/${id}`)).body['progress']).toEqual(together)
  expect((await send('GET', '/sinks')).body['data']).toMatchObject([{ progress: together }])
  expect((await send('PUT', `/sinks/${id}`, { name: 'New' })).body['progress']).toEqual(together)
  const { body } = await send('GET', `/sinks/${id}/progress`)
  expect(
    (body['data'] as { node_id: string; dropped_logs: number }[]).map((one) => [one.node_id, one.dropped_logs]),
  ).toEqual([
    ['a', 0],
    ['b', 3],
  ])
})

test('there is a limit', async () => {
  for (let i = 0; i < 50; i++) await made({ ...OTLP, name: `Collector ${i}` })
  const { status, error } = await send('POST', '/sinks', OTLP)
  expect([status, error?.message]).toEqual([409, 'The limit of 50 sinks is reached.'])
})

test('a sink whose secret cannot be decrypted is still listed', async () => {
  const { id } = await made(KAFKA)
  await made({ ...KAFKA, name: 'Good' })
  const { sink } = await stored(id)
  await control.store.stores.sinks.update({ ...sink, sealed: 'elsewhere|e30=' })
  const list = await send('GET', '/sinks')
  expect((list.body['data'] as { secrets: unknown }[]).map(({ secrets }) => secrets)).toEqual([
    ['username', 'password'],
    null,
  ])
})
