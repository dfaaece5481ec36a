import { expect, test } from 'bun:test'
import { shareSimulator } from '../harness/share-simulator.ts'
import { startGateway } from '../harness/start-gateway.ts'

const collector = await shareSimulator({ answers: [{ status: 200, body: {} }] })

const CHAT = { model: 'mock-1', messages: [{ role: 'user', content: 'Hello' }] }
const MOCK = { 'x-gateway-provider': 'mock' }

type Span = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, string>> }[]
}

test('metrics count served requests, for Admin keys only', async () => {
  await using gateway = await startGateway()
  for (let i = 0; i < 3; i++)
    await gateway
      .fetch('/v1/chat/completions', { method: 'POST', body: CHAT, headers: MOCK })
      .then((reply) => reply.text())
  const read = (key: string | null) => gateway.fetch('/metrics', { key })
  expect((await read(null)).status).toBe(401)
  expect((await read(gateway.workspaceKey)).status).toBe(403)
  const reply = await read(gateway.adminKey)
  expect(reply.headers.get('content-type')).toStartWith('text/plain; version=0.0.4')
  const text = await reply.text()
  expect(text).toContain(
    'gatehouse_requests_total{endpoint="chat.completions",provider="mock",status="200",ending="complete"} 3',
  )
  expect(text).toContain('gatehouse_request_duration_seconds_count{endpoint="chat.completions"} 3')
  expect(text).toMatch(/gatehouse_tokens_total\{provider="mock",model="mock-1",kind="input"\} [1-9]/)
  expect(text).toContain('gatehouse_requests_running 0')
  expect(text).not.toContain(gateway.adminKey)
})

test('spans of a request and its upstream calls reach the collector under the caller’s trace', async () => {
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: 'x-token=a%20b' }
  const gateway = await startGateway({ environment })
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  await gateway
    .fetch('/v1/chat/completions', { method: 'POST', body: CHAT, headers: { ...MOCK, traceparent } })
    .then((reply) => reply.text())
  // The gateway sends queued spans before the process exits.
  await gateway.stop()
  const sent = collector.requests.at(-1)
  expect(sent?.path).toBe('/v1/traces')
  expect(sent?.headers['x-token']).toBe('a b')
  const body = sent?.json as unknown as {
    resourceSpans: { scopeSpans: { spans: Span[] }[]; resource: unknown }[]
  }
  const spans = body.resourceSpans[0]?.scopeSpans[0]?.spans ?? []
  const [root, call] = spans
  expect(spans.map(({ name, traceId }) => [name, traceId])).toEqual([
    ['chat mock-1', '4bf92f3577b34da6a3ce929d0e0e4736'],
    ['chat mock', '4bf92f3577b34da6a3ce929d0e0e4736'],
  ])
  expect(root?.parentSpanId).toBe('00f067aa0ba902b7')
  expect(call?.parentSpanId).toBe(root?.spanId)
  const attributes = Object.fromEntries(
    (root?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]),
  )
  expect(attributes).toMatchObject({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'mock',
    'gen_ai.request.model': 'mock-1',
    'http.response.status_code': '200',
  })
  expect(JSON.stringify(body)).not.toContain('Hello')
})

test('an unreachable collector does not affect callers', async () => {
  await using gateway = await startGateway({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' } })
  const reply = await gateway.fetch('/v1/chat/completions', { method: 'POST', body: CHAT, headers: MOCK })
  expect(reply.status).toBe(200)
})
