import { afterAll, beforeAll, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SignatureV4 } from '@smithy/signature-v4'
import { parquetReadObjects } from 'hyparquet'
import { eventually } from '../../../../tests/harness/eventually.ts'
import { type S3Server, startS3Server } from '../../../../tests/harness/s3-server.ts'
import type { S3SinkSettings } from '../../core/sinks/sinks.ts'
import { createEgress } from '../../egress/send.ts'
import { LOCAL_POLICY } from '../../egress/test-policy.ts'
import { sampleRecord } from '../../records/testing/sample-record.ts'
import { testFolder } from '../../records/testing/test-folder.ts'
import type { Batch } from '../destination.ts'
import { testDelivery, testSink } from '../test-delivery.ts'
import { s3Destination } from './s3.ts'
import { objectUrl, signPut } from './sign-put.ts'

let server: S3Server
const egress = createEgress(LOCAL_POLICY)
const secret = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

beforeAll(async () => {
  server = await startS3Server()
})
afterAll(async () => {
  egress.close()
  await server[Symbol.asyncDispose]()
})

function settingsOf(prefix: string, format: S3SinkSettings['format'] = 'jsonl'): S3SinkSettings {
  const endpoint = server.environment['AWS_ENDPOINT'] ?? ''
  return { type: 's3', endpoint, region: 'us-east-1', bucket: server.bucket, prefix, format }
}

async function keysIn(prefix: string): Promise<string[]> {
  const { contents = [] } = await server.client.list({ prefix: `${prefix}/`, maxKeys: 1_000 })
  return contents.map(({ key }) => key).sort()
}

async function idsIn(prefix: string): Promise<string[]> {
  const ids: string[] = []
  for (const key of await keysIn(prefix)) {
    const text = new TextDecoder().decode(Bun.gunzipSync(await server.client.file(key).bytes()))
    for (const line of text.split('\n')) if (line !== '') ids.push((JSON.parse(line) as { id: string }).id)
  }
  return ids
}

const DAY_MS = 86_400_000
const NOON_MS = Date.UTC(2026, 10, 17, 12)

function batch(): Batch {
  const records = [
    sampleRecord({ startedAtMs: NOON_MS, costNanoUsd: 25_000_000 }),
    sampleRecord({ startedAtMs: NOON_MS + DAY_MS, model: null, usage: null }),
    sampleRecord({ startedAtMs: NOON_MS, workspaceId: 'a b/c' }),
  ]
  return { id: 'batch-1', logs: records.map((record) => ({ record, line: JSON.stringify({ id: record.id }) })) }
}

test('a batch becomes one object per day and workspace, and a repeated one replaces them', async () => {
  const destination = s3Destination(settingsOf('/logs/a/'), secret, egress)
  const given = batch()
  for (let i = 0; i < 2; i++)
    expect(await destination.deliver(given, AbortSignal.timeout(60_000))).toEqual({ kind: 'delivered' })
  expect(await keysIn('logs/a')).toEqual([
    'logs/a/day=2026-11-17/workspace=a%20b%2Fc/batch-1.jsonl.gz',
    'logs/a/day=2026-11-17/workspace=ws_1/batch-1.jsonl.gz',
    'logs/a/day=2026-11-18/workspace=ws_1/batch-1.jsonl.gz',
  ])
  expect((await idsIn('logs/a')).sort()).toEqual(given.logs.map(({ record }) => record.id).sort())
})

test('a Parquet file has the columns and values of the logs', async () => {
  const destination = s3Destination(settingsOf('parquet', 'parquet'), secret, egress)
  const given = batch()
  expect(await destination.deliver(given, AbortSignal.timeout(60_000))).toEqual({ kind: 'delivered' })
  const key = 'parquet/day=2026-11-17/workspace=ws_1/batch-1.parquet'
  const file = await server.client.file(key).arrayBuffer()
  const rows = await parquetReadObjects({ file })
  const { record, line } = given.logs[0]!
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    id: record.id,
    created_at: new Date(NOON_MS),
    status_code: 200,
    ai_model: 'gpt-4o-mini',
    input_tokens: 120n,
    cached_tokens: null,
    cost: 2.5,
    is_stream: false,
    log: line,
  })
})

test('a bucket that does not exist keeps the batch', async () => {
  const destination = s3Destination({ ...settingsOf('x'), bucket: 'missing' }, secret, egress)
  const outcome = await destination.deliver(batch(), AbortSignal.timeout(60_000))
  expect(outcome).toMatchObject({ kind: 'failed' })
})

test('a part that is too large is written in several objects, and only a log that is too large alone is dropped', async () => {
  const objects = new Map<string, string>()
  await using small = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const text = new TextDecoder().decode(Bun.gunzipSync(await request.arrayBuffer()))
      if (text.length > 200) return new Response(null, { status: 413 })
      objects.set(new URL(request.url).pathname.split('/').at(-1)!, text)
      return new Response()
    },
  })
  const destination = s3Destination({ ...settingsOf('x'), endpoint: small.url.origin }, secret, egress)
  const lines = ['a', 'b', 'c'.repeat(300), 'd', 'e'].map((text) => JSON.stringify(text.padEnd(80)))
  const given = { id: 'batch', logs: lines.map((line) => ({ record: sampleRecord({ startedAtMs: NOON_MS }), line })) }
  const [first, second, , fourth, fifth] = lines.map((line) => `${line}\n`)
  for (let i = 0; i < 2; i++) {
    expect(await destination.deliver(given, AbortSignal.timeout(60_000))).toEqual({
      kind: 'delivered',
      dropped: { logs: 1, message: 'HTTP status 413' },
    })
    expect(Object.fromEntries(objects)).toEqual({
      'batch-1-1.jsonl.gz': `${first}${second}`,
      'batch-2.jsonl.gz': `${fourth}${fifth}`,
    })
  }
})

test('an object that is rejected is dropped after three attempts, also if other objects of the batch are accepted', async () => {
  using folder = testFolder()
  const attempts: Record<string, number> = {}
  await using storage = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const workspaceId = /workspace%3D(\w+)/.exec(request.url)?.[1] ?? ''
      const attempt = (attempts[workspaceId] ?? 0) + 1
      attempts[workspaceId] = attempt
      const isRejected = workspaceId === 'ws_rejected' || (workspaceId === 'ws_later' && attempt < 3)
      return new Response(null, { status: isRejected ? 400 : 200 })
    },
  })
  const settings = { ...settingsOf('x'), endpoint: storage.url.origin }
  await using scene = testDelivery(folder.path, [testSink({ id: 'one', settings, secret })], { maxAgeMs: 200 })
  await eventually('the sink has a cursor', () => scene.progressOf('one'))
  for (const workspaceId of ['ws_accepted', 'ws_later', 'ws_rejected'])
    scene.records.writer.append(sampleRecord({ workspaceId }), { request: null, response: null })
  await eventually('the batch is done', () => {
    const { deliveredLogs = 0, droppedLogs = 0 } = scene.progressOf('one') ?? {}
    return deliveredLogs + droppedLogs === 3
  })
  expect(attempts).toEqual({ ws_accepted: 3, ws_later: 3, ws_rejected: 3 })
  expect(scene.progressOf('one')).toMatchObject({ deliveredLogs: 2, droppedLogs: 1 })
  expect(scene.problems).toEqual(['Sink one rejected 1 logs, which are dropped: HTTP status 400'])
})

/** SHA-256 with the interface that the AWS signer expects. */
class Sha256 {
  readonly #hasher: Bun.CryptoHasher
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hasher = new Bun.CryptoHasher('sha256', secret as string | undefined)
  }
  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hasher.update(data as string)
  }
  async digest(): Promise<Uint8Array> {
    return this.#hasher.digest()
  }
}

test('the signature equals that of the signer of AWS', async () => {
  const keys = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret/+key', sessionToken: 'token' }
  const settings = { ...settingsOf(''), endpoint: null, region: 'eu-central-1' }
  const url = objectUrl(settings, "a/day=2026-11-17/workspace=x%20y/an object's name.jsonl")
  expect(url).toBe(
    'https://backups.s3.eu-central-1.amazonaws.com/a/day%3D2026-11-17/workspace%3Dx%2520y/an%20object%27s%20name.jsonl',
  )
  const [now, body] = [new Date(NOON_MS), Buffer.from('body')]
  const headers = { 'content-type': 'application/gzip' }
  const own = signPut({ url, body, headers, region: settings.region, keys, now })
  const { hostname, pathname } = new URL(url)
  const signer = new SignatureV4({
    service: 's3',
    region: settings.region,
    credentials: keys,
    sha256: Sha256,
    uriEscapePath: false,
  })
  const request = { method: 'PUT', protocol: 'https:', hostname, path: pathname, query: {}, body }
  const signed = await signer.sign({ ...request, headers: { ...headers, host: hostname } }, { signingDate: now })
  expect(own['authorization']).toBe(signed.headers['authorization'])
})

test('after SIGKILLs the objects have every log that was written exactly once', async () => {
  using folder = testFolder()
  const sink = { id: 'one', settings: settingsOf('killed'), secret }
  const script = join(folder.path, 'deliver.ts')
  const path = (file: string) => JSON.stringify(join(import.meta.dir, file))
  writeFileSync(
    script,
    `import { testDelivery, testSink } from ${path('../test-delivery.ts')}
    import { sampleRecord } from ${path('../../records/testing/sample-record.ts')}
    const scene = testDelivery(${JSON.stringify(folder.path)}, [testSink(${JSON.stringify(sink)})], { segmentBytes: 30_000 })
    while (!scene.progressOf('one')) await Bun.sleep(5)
    setInterval(() => {
      const record = sampleRecord()
      scene.records.writer.append(record, { request: null, response: null })
      process.stdout.write(record.id + '\\n')
    }, 2)`,
  )
  const written: string[] = []
  for (const lines of [100, 250, 600]) {
    const child = Bun.spawn([process.execPath, script], { stdout: 'pipe', stderr: 'inherit' })
    let printed = ''
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      printed += chunk
      if (printed.length > 37 * lines) child.kill('SIGKILL')
    }
    written.push(...printed.split('\n').filter((line) => line.length === 36))
  }
  await using _scene = testDelivery(folder.path, [testSink(sink)])
  await eventually('all logs are delivered', async () => new Set(await idsIn('killed')).size >= written.length)
  // A record can be in the journal without having been printed; no record may be there twice.
  const found = await idsIn('killed')
  expect(new Set(found).size).toBe(found.length)
  expect(written.filter((id) => !found.includes(id))).toEqual([])
})
