import { expect, test } from 'bun:test'
import type { RawAnswer } from '../../simulators/answer.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { errorOf } from '../harness/error-of.ts'
import { connectRaw, rawChat } from '../harness/raw-client.ts'
import { shareGatewayProcess } from '../harness/share-gateway.ts'

const gateway = await shareGatewayProcess()

const LAST_CHUNK = '0\r\n\r\n'
const BODY = '{"id":"x","choices":[{"index":0,"message":{"role":"assistant","content":"hello"}}]}'
const WHOLE = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`
const CHUNKED = [
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
  ...[BODY.slice(0, 30), BODY.slice(30)].map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`),
  LAST_CHUNK,
].join('')
const EVENTS = ['role', 'one', 'two', 'three'].map(
  (word) => `data: {"choices":[{"index":0,"delta":{"content":"${word}"}}]}\n\n`,
)
const STREAM = [
  'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n',
  ...[...EVENTS, 'data: [DONE]\n\n'].map((event) => `${event.length.toString(16)}\r\n${event}\r\n`),
  LAST_CHUNK,
].join('')

/** Twenty offsets spread over the text, including the first and the last at which something is missing. */
function cuts(text: string): number[] {
  // Once the last chunk has started, the body is complete.
  const last = text.endsWith(LAST_CHUNK) ? text.length - LAST_CHUNK.length : text.length - 1
  return Array.from({ length: 20 }, (_, i) => Math.round((i * last) / 19))
}

test.each<[string, 'end' | 'reset', string]>([
  ['with a length', 'end', WHOLE],
  ['with a length', 'reset', WHOLE],
  ['in chunks', 'end', CHUNKED],
  ['in chunks', 'reset', CHUNKED],
])(
  'a non-streamed response %s that ends with %s at any byte is a 502, never a short 200',
  async (_name, ending, whole) => {
    for (const offset of cuts(whole)) {
      const answer: RawAnswer = { raw: whole.slice(0, offset), ending }
      await using simulator = await startSimulator({ answers: [answer] })
      const refused = await errorOf(await gateway.chat(at(simulator)))
      expect([offset, refused.status, refused.type]).toEqual([offset, 502, 'upstream_error'])
    }
  },
)

test.each(['end', 'reset'] as const)('a stream that ends with %s at any byte has no clean end', async (ending) => {
  for (const offset of cuts(STREAM)) {
    await using simulator = await startSimulator({ answers: [{ raw: STREAM.slice(0, offset), ending }] })
    const client = await connectRaw(gateway.url)
    client.send(rawChat(gateway.workspaceKey, at(simulator), { stream: true }))
    await Promise.race([client.closed, client.until('"upstream_broken"'), client.until('"upstream_unreachable"')])
    const isRefusal = client.text.startsWith('HTTP/1.1 502')
    if (!isRefusal) await client.closed
    expect([offset, !isRefusal && client.text.endsWith('\r\n0\r\n\r\n')]).toEqual([offset, false])
    client.leave()
  }
})

test.each<[string, string, string]>([
  ['HTTP/1.0 that ends with the connection', `HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n${BODY}`, BODY],
  ['HTTP/1.1 that ends with the connection', `HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${BODY}`, BODY],
  ['100 Continue before the answer', `HTTP/1.1 100 Continue\r\n\r\n${WHOLE}`, BODY],
  ['103 Early Hints before the answer', `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${WHOLE}`, BODY],
  [
    'trailers after the answer',
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\nX-Sum: 1\r\n\r\n`,
    BODY,
  ],
])('a response in the form of %s is accepted', async (_name, raw, expected) => {
  await using simulator = await startSimulator({ answers: [{ raw, ending: 'end' }] })
  const reply = await gateway.chat(at(simulator))
  expect([reply.status, await reply.text()]).toEqual([200, expected])
})

test.each<[string, string]>([
  ['a length that is no number', 'HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n{}'],
  ['two different lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
  [
    'a chunk size that is no number',
    'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
  ],
  ['a status that is no number', 'HTTP/1.1 OK\r\n\r\n'],
  ['another protocol', 'SSH-2.0-OpenSSH\r\n'],
  ['nothing', ''],
])('a response with %s is a 502', async (_name, raw) => {
  await using simulator = await startSimulator({ answers: [{ raw, ending: 'end' }] })
  const refused = await errorOf(await gateway.chat(at(simulator)))
  expect([refused.status, refused.type]).toEqual([502, 'upstream_error'])
})

test('a flood of headers is refused or passed on, and the gateway stays healthy', async () => {
  await using simulator = await startSimulator({ answers: [{ fault: 'header-flood', count: 10_000 }] })
  expect(await errorOf(await gateway.chat(at(simulator)))).toMatchObject({ status: 502, type: 'upstream_error' })
  expect((await gateway.chat({ provider: 'mock' })).status).toBe(200)
})

test("headers that would affect the gateway's own origin are not passed on", async () => {
  const headers = {
    'set-cookie': 'a=1',
    'strict-transport-security': 'max-age=1',
    'clear-site-data': '"*"',
    'access-control-allow-origin': '*',
    'alt-svc': 'h3=":443"',
    'x-gateway-trace-id': 'forged',
    'x-kept': 'yes',
  }
  await using simulator = await startSimulator({ answers: [{ headers, body: '{}' }] })
  const reply = await gateway.chat(at(simulator))
  expect(reply.headers.get('x-kept')).toBe('yes')
  expect(reply.headers.get('x-gateway-trace-id')).not.toBe('forged')
  const stripped = Object.keys(headers).filter((name) => !name.startsWith('x-'))
  for (const name of stripped) expect([name, reply.headers.get(name)]).toEqual([name, null])
})

test('a 200 whose body is an error is passed on unchanged', async () => {
  const body = '{"error":{"message":"no"}}'
  await using simulator = await startSimulator({ answers: [{ body }] })
  const reply = await gateway.chat(at(simulator))
  expect([reply.status, await reply.text()]).toEqual([200, body])
})

test('a slow provider stays connected while bytes arrive', async () => {
  await using simulator = await startSimulator({ answers: [{ fault: 'drip', gapMs: 2, text: 'slow but sure' }] })
  const reply = await gateway.chat(at(simulator))
  expect(await reply.text()).toContain('slow but sure')
})

test.each<[string, string]>([
  ['CRLF line ends', 'data: {"choices":[{"index":0,"delta":{"content":"x"}}]}\r\n\r\ndata: [DONE]\r\n\r\n'],
  ['no blank line at the end', 'data: {"choices":[{"index":0,"delta":{"content":"x"}}]}\n\ndata: [DONE]'],
  ['no [DONE]', 'data: {"choices":[{"index":0,"delta":{"content":"x"}}]}\n\n'],
  ['data that is no JSON', 'data: not json\n\ndata: [DONE]\n\n'],
  ['a byte order mark', '\ufeffdata: {"choices":[]}\n\ndata: [DONE]\n\n'],
  [
    'usage that makes no sense',
    'data: {"choices":[],"usage":{"prompt_tokens":-1,"completion_tokens":"many"}}\n\ndata: [DONE]\n\n',
  ],
  ['nothing at all', ''],
])('a stream with %s is passed on byte for byte', async (_name, raw) => {
  await using simulator = await startSimulator({
    answers: [{ stream: raw === '' ? [] : [{ raw }], withoutDone: true }],
  })
  const reply = await gateway.chat(at(simulator), { body: { stream: true, stream_options: { include_usage: true } } })
  expect(reply.status).toBe(200)
  expect(Buffer.from(await reply.bytes()).toString()).toBe(raw)
})

test('a hundred thousand empty events and comments are passed on', async () => {
  const noise = ':\n\ndata:\n\n: keep-alive\nretry: 1\n\n'.repeat(100_000)
  await using simulator = await startSimulator({ answers: [{ stream: [{ raw: noise }, 'end'] }] })
  const reply = await gateway.chat(at(simulator), { body: { stream: true } })
  expect((await reply.text()).length).toBeGreaterThan(noise.length)
})
