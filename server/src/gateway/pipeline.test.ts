import { expect, test } from 'bun:test'
import { readGatewayOptions } from '../core/options/gateway-options.ts'
import { suggest } from '../core/suggest.ts'
import type { AbortSource } from '../egress/outbound.ts'
import { readSettings } from '../settings.ts'
import { authenticate } from './admit/authenticate.ts'
import type { ClientConnection } from './client-connection.ts'
import { readUsage } from './meter/read-usage.ts'
import { Capture } from './relay/capture.ts'
import { ResponseBody } from './relay/response-body.ts'
import { json, sse, target, testGateway } from './test-gateway.ts'

const fallback = (...targets: object[]) => ({ strategy: { mode: 'fallback' }, targets })
const ERROR_EVENT = 'data: {"error":{"message":"slow","type":"rate_limit_error"}}\n\n'

test('readWithin returns chunks that were put back first', async () => {
  const body = ResponseBody.of(new Response('abc').body!)
  const first = (await body.read())!
  body.putBack([first])
  expect(await body.readWithin(1000)).toEqual(first)
})

test('an error event that we fell back from is sent unchanged if no later target answers', async () => {
  const { chat } = testGateway([sse(ERROR_EVENT)])
  const response = await chat(fallback(target(), target()))
  expect(await response.text()).toBe(ERROR_EVENT)
})

test('an error body over 256 KiB is not buffered for a fallback: the failure of the last target is sent', async () => {
  const big = JSON.stringify({ error: { message: 'x'.repeat(300_000) } })
  const chunked = async () =>
    new Response(
      new ReadableStream({
        start(controller) {
          for (let i = 0; i < big.length; i += 65_536) controller.enqueue(Buffer.from(big.slice(i, i + 65_536)))
          controller.close()
        },
      }),
      { status: 500, headers: { 'content-type': 'application/json' } },
    )
  const { chat } = testGateway([chunked])
  const response = await chat(fallback(target(), target()))
  expect([response.status, await response.json()]).toMatchObject([502, { error: { code: 'upstream_unreachable' } }])
})

/** The wait before a retry is the only operation of these requests without a clock. */
async function retryWait(connections: readonly ClientConnection[]): Promise<void> {
  while (connections[0]?.current?.clock !== null) await Bun.sleep(1)
}

test('a shutdown during a retry wait ends the request with shutting_down', async () => {
  const { chat, connections, records } = testGateway([json(503, {}), json(200, {})])
  const answer = chat(target({ retry: { attempts: 1 } }))
  await retryWait(connections)
  connections[0]!.terminate('shutting_down')
  expect((await answer).status).toBe(503)
  expect([records[0]?.ending, records[0]?.errorCode]).toEqual(['refused', 'shutting_down'])
})

test('the idle limit does not apply to a retry wait', async () => {
  const { chat, connections } = testGateway([json(503, {}), json(200, { ok: 1 })])
  const answer = chat(target({ retry: { attempts: 1 } }))
  await retryWait(connections)
  connections[0]!.interruptIdle()
  expect((await answer).status).toBe(200)
})

test('after a silent target, the failure of the next target is reported as its own', async () => {
  const hang = (_: unknown, signal: AbortSource) =>
    new Promise<Response>((_resolve, reject) =>
      signal.addEventListener('abort', { handleEvent: () => reject(signal.reason) }),
    )
  const { chat, connections } = testGateway([hang])
  const answer = chat(fallback(target(), target()))
  while (!connections[0]?.current) await Bun.sleep(5)
  connections[0]!.interruptIdle()
  const body = (await (await answer).json()) as { error: { code: string } }
  expect(body.error.code).toBe('upstream_unreachable')
})

test('a request that a shutdown ends is neither retried nor sent to a fallback', async () => {
  const hang = (_: unknown, signal: AbortSource) =>
    new Promise<Response>((_resolve, reject) =>
      signal.addEventListener('abort', { handleEvent: () => reject(signal.reason) }),
    )
  const { chat, connections, sent } = testGateway([hang, json(200, {})])
  const answer = chat(fallback(target(), target()))
  while (!connections[0]?.current) await Bun.sleep(5)
  connections[0]!.terminate('shutting_down')
  expect((await answer).status).toBe(503)
  expect(sent).toHaveLength(1)
})

test('the response of an uncached fallback target is not stored under the first target’s key', async () => {
  const done = { choices: [{ message: { content: 'from B' }, finish_reason: 'stop' }] }
  const { chat, stored } = testGateway([json(500, {}), json(200, done)])
  await (await chat(fallback(target({ cache: { mode: 'simple' } }), target({ api_key: 'sk-2' })))).text()
  expect(stored.size).toBe(0)
})

test('a gateway key that is also sent in api-key never reaches a provider', async () => {
  const { ports, sent, chat } = testGateway([json(200, {})])
  const headers = { 'x-gateway-api-key': 'KEY', 'api-key': 'KEY' }
  await authenticate(headers, ['x-gateway-'], ports.directory)
  expect(headers).toEqual({ 'x-gateway-api-key': 'KEY' } as never)
  await chat({ provider: 'openai' }, { 'api-key': 'KEY' })
  expect(JSON.stringify(sent[0]?.headers ?? {})).not.toContain('KEY')
})

test('gateway headers from a provider are dropped', async () => {
  const { chat } = testGateway([
    json(
      500,
      {},
      { 'x-gateway-gateway-exception': 'true', 'x-gateway-error-source': 'gateway', 'x-portkey-cache-status': 'HIT' },
    ),
  ])
  const response = await chat(target())
  expect(response.headers.get('x-gateway-gateway-exception')).toBeNull()
  expect(response.headers.get('x-gateway-error-source')).toBeNull()
})

test('forward_headers forwards only headers that the caller sent', async () => {
  const { chat, sent } = testGateway([json(200, {})])
  await chat(target({ forward_headers: ['constructor'] }))
  expect(Object.keys(sent[0]!.headers)).not.toContain('constructor')
})

test('a member named usage in a tool call does not change the counted usage', () => {
  const answer = {
    content: [
      {
        type: 'tool_use',
        input: { usage: { prompt_tokens: 9_999_999, completion_tokens: 9_999_999, total_tokens: 1 } },
      },
    ],
    usage: { input_tokens: 10, output_tokens: 5 },
  }
  const bytes = Buffer.from(JSON.stringify(answer))
  expect(readUsage(bytes, bytes)).toMatchObject({ inputTokens: 10, outputTokens: 5, totalTokens: 15 })
})

test('an alias that does not begin with x- is refused', () => {
  expect(() => readSettings({ GATEWAY_HEADER_ALIASES: 'acme' })).toThrow('must name prefixes such as x-portkey')
})

test('the alias x, which would make x-api-key a gateway header, is refused', () => {
  expect(() => readSettings({ GATEWAY_HEADER_ALIASES: 'x' })).toThrow()
})

test('strict-open-ai-compliance must be true or false like every boolean', () => {
  expect(() =>
    readGatewayOptions(
      { 'x-gateway-strict-open-ai-compliance': 'maybe' },
      { prefixes: ['x-gateway-'], isSetting: () => false },
    ),
  ).toThrow()
})

test('media types are case-insensitive', async () => {
  const { chat } = testGateway([json(200, {})])
  expect((await chat(target(), { 'content-type': 'Application/JSON' })).status).toBe(200)
})

test('Capture.of gives a tail in one piece', () => {
  const bytes = Uint8Array.from({ length: 60_000 }, (_, i) => (i * 31 + (i >> 8)) & 0xff)
  const tail = Buffer.from(Capture.of(bytes, 20_000).tail())
  expect(tail.equals(Buffer.from(bytes.subarray(bytes.length - tail.length)))).toBe(true)
})

test('a 401 carries the headers of the caller’s alias prefix too', async () => {
  const { chat } = testGateway([])
  const response = await chat(target(), { 'x-portkey-trace-id': 't', 'x-gateway-api-key': 'WRONG' })
  expect(response.status).toBe(401)
  expect(response.headers.get('x-portkey-trace-id')).toBe('t')
})

test('two swapped letters in a short word count as a typo', () => {
  expect(suggest('strat', ['start'])).toBe('start')
})

test('an invalid HTTP status is an upstream failure, and the record has the status that the caller got', async () => {
  const odd = async () =>
    Object.defineProperty(new Response('{}', { headers: { 'content-length': '2' } }), 'status', { value: 999 })
  const { chat, records } = testGateway([odd])
  const response = await chat(target())
  expect(records[0]?.status).toBe(response.status)
})

test('an Admin key that names an unknown workspace is refused', async () => {
  const { chat, records, ports } = testGateway([json(200, {})])
  const admin = await ports.directory.findKey('KEY')
  Object.assign(admin!, { kind: 'admin' })
  const response = await chat(target(), { 'x-gateway-workspace-id': 'w2' })
  expect([response.status, records[0]?.errorCode]).toEqual([404, 'workspace_unknown'])
})

test('DATABASE_URL is used or refused, never ignored', () => {
  expect(() => readSettings({ DATABASE_URL: 'postgres://x' })).toThrow()
})

test('the sweep interrupts a silent first attempt, and not the wait before its retry', async () => {
  const { RequestsInFlight } = await import('./requests-in-flight.ts')
  const hang = (_: unknown, signal: AbortSource) =>
    new Promise<Response>((_resolve, reject) =>
      signal.addEventListener('abort', { handleEvent: () => reject(signal.reason) }),
    )
  const { chat, ports } = testGateway([hang, json(200, { ok: 1 })])
  const receive = { timeoutMs: 60_000, graceMs: 60_000, bytesPerSecond: 0 }
  const inFlight = new RequestsInFlight({ idleTimeoutMs: 300, stallTimeoutMs: 60_000 }, receive, {
    disconnect: () => {},
    keepOpen: () => {},
    onSweep: () => {},
  })
  Object.assign(ports, { onReceived: (connection: ClientConnection) => inFlight.add(connection) })
  const response = await chat(target({ retry: { attempts: 1 } }))
  inFlight.close()
  expect(response.status).toBe(200)
})

test('end to end: the provider never sees the gateway key', async () => {
  const { sent, chat } = testGateway([json(200, {})])
  await chat({ provider: 'openai' }, { 'api-key': 'KEY' })
  expect(JSON.stringify(sent[0]?.headers ?? {})).not.toContain('KEY')
})

/** A stream of one event from a provider that then stays silent. The test decides when its tokens are counted. */
async function endedWhileCounting() {
  const counted = Promise.withResolvers<null>()
  const open = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from('data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n')),
  })
  const { chat, ports, connections, records } = testGateway([
    async () => new Response(open, { headers: { 'content-type': 'text/event-stream' } }),
  ])
  const asked = Promise.withResolvers<void>()
  const count = () => {
    asked.resolve()
    return counted.promise
  }
  Object.assign(ports, { tokens: { ...ports.tokens, count } })
  const reader = (await chat(target())).body!.getReader()
  await reader.read()
  connections[0]!.terminate('shutting_down')
  await asked.promise
  return { reader, records, counted }
}

test('a caller that reads while the usage of its broken stream is counted gets the error event', async () => {
  const { reader, records, counted } = await endedWhileCounting()
  const reading = reader.read()
  await Bun.sleep(0)
  counted.resolve(null)
  expect(String(Buffer.from((await reading).value ?? []))).toContain('"shutting_down"')
  expect(await reader.read().catch(() => 'reset')).toBe('reset')
  expect(records[0]?.ending).toBe('broken')
})

test('a caller that leaves while the usage of its broken stream is counted gets nothing more', async () => {
  const rejections: unknown[] = []
  const note = (reason: unknown) => void rejections.push(reason)
  process.on('unhandledRejection', note)
  const { reader, records, counted } = await endedWhileCounting()
  await reader.cancel()
  counted.resolve(null)
  while (records.length === 0) await Bun.sleep(1)
  await Bun.sleep(1)
  process.off('unhandledRejection', note)
  expect(rejections).toEqual([])
  expect(records[0]?.ending).toBe('broken')
})
