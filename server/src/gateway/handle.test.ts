import { expect, test } from 'bun:test'
import { readGatewayOptions } from '../core/options/gateway-options.ts'
import { suggest } from '../core/suggest.ts'
import type { CallEnd } from '../egress/outbound.ts'
import { readSettings } from '../settings.ts'
import { ResponseBody } from './answer/answer-body.ts'
import { Capture } from './answer/capture.ts'
import { readUsage } from './answer/read-usage.ts'
import { authenticate } from './authenticate.ts'
import { json, sse, target, world } from './test-gateway.ts'

const fallback = (...targets: object[]) => ({ strategy: { mode: 'fallback' }, targets })
const ERROR_EVENT = 'data: {"error":{"message":"slow","type":"rate_limit_error"}}\n\n'

test('chunks given back are what readWithin gives first', async () => {
  const body = ResponseBody.of(new Response('abc').body!)
  const first = (await body.read())!
  body.hold([first])
  expect(await body.readWithin(1000)).toEqual(first)
})

test('a kept in-band error reaches the caller with its bytes when nothing later answers', async () => {
  const { chat } = world([sse(ERROR_EVENT)])
  const response = await chat(fallback(target(), target()))
  expect(await response.text()).toBe(ERROR_EVENT)
})

test('a kept error body over 256 KiB is never sent in part as if it were whole', async () => {
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
  const { chat } = world([chunked])
  const response = await chat(fallback(target(), target()))
  const text = await response.text()
  // The second target cannot be reached, so this is the gateway's own error.
  expect([response.status, text.includes('upstream_unreachable')]).toEqual([502, true])
})

test('a shutdown during a retry wait is told as shutting_down, not as a caller who left', async () => {
  const { chat, exchanges, records } = world([json(503, {}), json(200, {})])
  const answer = chat(target({ retry: { attempts: 1 } }))
  while (!exchanges[0]?.attempts.length) await Bun.sleep(5)
  await Bun.sleep(20)
  exchanges[0]!.endForShutdown()
  expect((await answer).status).toBe(503)
  expect(records[0]?.ending).not.toBe('abandoned')
})

test('the idle sweep during a retry wait does not end a request whose caller is there', async () => {
  const { chat, exchanges } = world([json(503, {}), json(200, { ok: 1 })])
  const answer = chat(target({ retry: { attempts: 1 } }))
  while (!exchanges[0]?.attempts.length) await Bun.sleep(5)
  await Bun.sleep(20)
  exchanges[0]!.endIdle()
  expect((await answer).status).toBe(200)
})

test('after one target fell silent, the next target’s own failure is named as what it is', async () => {
  const hang = (_: unknown, signal: CallEnd) =>
    new Promise<Response>((_resolve, reject) =>
      signal.addEventListener('abort', { handleEvent: () => reject(signal.reason) }),
    )
  const { chat, exchanges } = world([hang])
  const answer = chat(fallback(target(), target()))
  while (!exchanges[0]?.running) await Bun.sleep(5)
  await Bun.sleep(20)
  exchanges[0]!.endIdle()
  const body = (await (await answer).json()) as { error: { code: string } }
  expect(body.error.code).toBe('upstream_unreachable')
})

test('a request ended by shutdown is not retried or handed on', async () => {
  const hang = (_: unknown, signal: CallEnd) =>
    new Promise<Response>((_resolve, reject) =>
      signal.addEventListener('abort', { handleEvent: () => reject(signal.reason) }),
    )
  const { chat, exchanges, sent } = world([hang, json(200, {})])
  const answer = chat(fallback(target(), target()))
  while (!exchanges[0]?.running) await Bun.sleep(5)
  await Bun.sleep(20)
  exchanges[0]!.endForShutdown()
  expect((await answer).status).toBe(503)
  expect(sent).toHaveLength(1)
})

test('an answer of an uncached fallback target is not stored under the first target’s key', async () => {
  const done = { choices: [{ message: { content: 'from B' }, finish_reason: 'stop' }] }
  const { chat, stored } = world([json(500, {}), json(200, done)])
  await (await chat(fallback(target({ cache: { mode: 'simple' } }), target({ api_key: 'sk-2' })))).text()
  expect(stored.size).toBe(0)
})

test('a gateway key that is sent again in api-key does not travel to a provider', async () => {
  const { ports, sent, chat } = world([json(200, {})])
  const headers = { 'x-gateway-api-key': 'KEY', 'api-key': 'KEY' }
  await authenticate(headers, ['x-gateway-'], ports.directory)
  expect(headers).toEqual({ 'x-gateway-api-key': 'KEY' } as never)
  await chat({ provider: 'openai' }, { 'api-key': 'KEY' })
  expect(JSON.stringify(sent[0]?.headers ?? {})).not.toContain('KEY')
})

test('a provider cannot speak in the gateway’s name', async () => {
  const { chat } = world([
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

test('forward_headers: constructor forwards nothing the caller did not send', async () => {
  const { chat, sent } = world([json(200, {})])
  await chat(target({ forward_headers: ['constructor'] }))
  expect(Object.keys(sent[0]!.headers)).not.toContain('constructor')
})

test('a tool call’s own member named usage does not change what was counted', () => {
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
  expect(() => readSettings({ GATEWAY_HEADER_ALIASES: 'acme' })).toThrow('GATEWAY_HEADER_ALIASES')
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
  const { chat } = world([json(200, {})])
  expect((await chat(target(), { 'content-type': 'Application/JSON' })).status).toBe(200)
})

test('Capture.of gives a tail in one piece', () => {
  const bytes = Uint8Array.from({ length: 60_000 }, (_, i) => (i * 31 + (i >> 8)) & 0xff)
  const tail = Buffer.from(Capture.of(bytes, 20_000).tail())
  expect(tail.equals(Buffer.from(bytes.subarray(bytes.length - tail.length)))).toBe(true)
})

test('a 401 to a caller that uses an alias carries the alias’ twins too', async () => {
  const { chat } = world([])
  const response = await chat(target(), { 'x-portkey-trace-id': 't', 'x-gateway-api-key': 'WRONG' })
  expect(response.status).toBe(401)
  expect(response.headers.get('x-portkey-trace-id')).toBe('t')
})

test('two swapped letters in a short word are a slip', () => {
  expect(suggest('strat', ['start'])).toBe('start')
})

test('a status no Response can carry is a broken answer, and the record agrees with what the caller saw', async () => {
  const odd = async () =>
    Object.defineProperty(new Response('{}', { headers: { 'content-length': '2' } }), 'status', { value: 999 })
  const { chat, records } = world([odd])
  const response = await chat(target())
  expect(records[0]?.status).toBe(response.status)
})

test('an Admin key’s x-gateway-workspace-id of an unknown workspace is refused, not ignored', async () => {
  const { chat, records, ports } = world([json(200, {})])
  const admin = await ports.directory.findKey('KEY')
  Object.assign(admin!, { kind: 'admin' })
  const response = await chat(target(), { 'x-gateway-workspace-id': 'w2' })
  expect([response.status, records[0]?.workspaceId]).toEqual([404, 'w'])
})

test('DATABASE_URL is used or refused, never ignored', () => {
  expect(() => readSettings({ DATABASE_URL: 'postgres://x' })).toThrow()
})

test('the real sweep: a silent first call is retried, and the retry’s wait is not taken for silence', async () => {
  const { Running } = await import('./running.ts')
  const hang = (_: unknown, signal: CallEnd) =>
    new Promise<Response>((_resolve, reject) =>
      signal.addEventListener('abort', { handleEvent: () => reject(signal.reason) }),
    )
  const { chat, ports } = world([hang, json(200, { ok: 1 })])
  const receive = { timeoutMs: 60_000, graceMs: 60_000, bytesPerSecond: 0 }
  const running = new Running({ idleTimeoutMs: 300, stallTimeoutMs: 60_000 }, receive, {
    disconnect: () => {},
    keepOpen: () => {},
    onSweep: () => {},
  })
  Object.assign(ports, { onOpened: (exchange: never) => running.add(exchange) })
  const response = await chat(target({ retry: { attempts: 1 } }))
  running.close()
  expect(response.status).toBe(200)
})

test('end to end: the provider never sees the gateway key', async () => {
  const { sent, chat } = world([json(200, {})])
  await chat({ provider: 'openai' }, { 'api-key': 'KEY' })
  expect(JSON.stringify(sent[0]?.headers ?? {})).not.toContain('KEY')
})

/** A stream of one event whose provider says nothing more, and whose tokens are counted when the test says so. */
async function endedWhileCounting() {
  const counted = Promise.withResolvers<null>()
  const open = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from('data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n')),
  })
  const { chat, ports, exchanges, records } = world([
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
  exchanges[0]!.endForShutdown()
  await asked.promise
  return { reader, records, counted }
}

test('a caller that reads on while its ended stream is counted gets the error event', async () => {
  const { reader, records, counted } = await endedWhileCounting()
  const reading = reader.read()
  await Bun.sleep(0)
  counted.resolve(null)
  expect(String(Buffer.from((await reading).value ?? []))).toContain('"shutting_down"')
  expect(await reader.read().catch(() => 'reset')).toBe('reset')
  expect(records[0]?.ending).toBe('broken')
})

test('a caller that leaves while its ended stream is counted gets nothing more', async () => {
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
