import { expect, test } from 'bun:test'
import { createEgress } from '../../egress/send.ts'
import { LOCAL_POLICY } from '../../egress/test-policy.ts'
import { sampleRecord } from '../../records/testing/sample-record.ts'
import { otlpDestination } from './otlp.ts'

type Seen = { readonly path: string; readonly headers: Headers; readonly body: string }

function collector(respond: (path: string) => Response = () => Response.json({})) {
  const seen: Seen[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      seen.push({ path: pathname, headers: new Headers(request.headers), body: await request.text() })
      return respond(pathname)
    },
  })
  const services = { egress: createEgress(LOCAL_POLICY), version: '1.2.3', systemOf: (name: string) => `x.${name}` }
  return {
    seen,
    endpoint: `http://127.0.0.1:${server.port}/`,
    services,
    async [Symbol.asyncDispose]() {
      services.egress.close()
      await server.stop(true)
    },
  }
}

const record = sampleRecord({ traceId: '0af7651916cd43dd8448eb211c80319c', status: 502, errorCode: null })
const batch = { id: 'batch-1', logs: [{ record, line: JSON.stringify({ id: record.id }) }] }
const signal = () => AbortSignal.timeout(60_000)

test('logs and spans of a request share their ids and follow the GenAI conventions', async () => {
  await using scene = collector()
  const settings = { type: 'otlp', endpoint: scene.endpoint, signals: ['logs', 'spans'] } as const
  const destination = otlpDestination(settings, { headers: { Authorization: 'Bearer x' } }, scene.services)
  expect(await destination.deliver(batch, signal())).toEqual({ kind: 'delivered' })
  expect(scene.seen.map(({ path }) => path)).toEqual(['/v1/logs', '/v1/traces'])
  expect(scene.seen[0]!.headers.get('authorization')).toBe('Bearer x')
  const [log] = JSON.parse(scene.seen[0]!.body).resourceLogs[0].scopeLogs[0].logRecords
  const [root, attempt] = JSON.parse(scene.seen[1]!.body).resourceSpans[0].scopeSpans[0].spans
  expect(log).toMatchObject({
    eventName: 'gen_ai.client.inference.operation.details',
    severityText: 'ERROR',
    traceId: record.traceId,
    spanId: root.spanId,
    body: { stringValue: batch.logs[0]!.line },
  })
  expect(log.attributes).toContainEqual({ key: 'gatehouse.log_id', value: { stringValue: record.id } })
  expect(root.attributes).toContainEqual({ key: 'gen_ai.provider.name', value: { stringValue: 'x.openai' } })
  expect(root.attributes).toContainEqual({ key: 'gen_ai.usage.input_tokens', value: { intValue: '120' } })
  expect(attempt.parentSpanId).toBe(root.spanId)
})

test('records that the collector rejects from an accepted request are counted as dropped', async () => {
  const partialSuccess = { rejectedLogRecords: '1', errorMessage: 'too old' }
  await using scene = collector(() => Response.json({ partialSuccess }))
  const settings = { type: 'otlp', endpoint: scene.endpoint, signals: ['logs'] } as const
  expect(await otlpDestination(settings, {}, scene.services).deliver(batch, signal())).toEqual({
    kind: 'delivered',
    dropped: { logs: 1, message: 'The collector rejected 1 logs: too old' },
  })
})

test('a collector that asks to wait is asked again later', async () => {
  await using scene = collector(() => new Response(null, { status: 429, headers: { 'retry-after': '7' } }))
  const settings = { type: 'otlp', endpoint: scene.endpoint, signals: ['spans'] } as const
  const outcome = await otlpDestination(settings, {}, scene.services).deliver(batch, signal())
  expect(outcome).toEqual({ kind: 'failed', message: 'HTTP status 429', retryAfterMs: 7_000 })
})

test.each([200, 500])('of a response with status %d that does not end, only the start is read', async (status) => {
  const left = Promise.withResolvers<void>()
  const endless = () =>
    new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024).fill(120)),
      cancel: () => left.resolve(),
    })
  await using scene = collector(() => new Response(endless(), { status }))
  const settings = { type: 'otlp', endpoint: scene.endpoint, signals: ['logs'] } as const
  const outcome = await otlpDestination(settings, {}, scene.services).deliver(batch, signal())
  // The connection is closed although the collector would send more.
  await left.promise
  if (status === 200) expect(outcome).toEqual({ kind: 'delivered' })
  else expect(outcome).toMatchObject({ kind: 'failed', message: `HTTP status 500: ${'x'.repeat(200)}` })
})
