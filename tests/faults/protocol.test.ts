import { expect, test } from 'bun:test'
import type { RawAnswer } from '../../simulators/answer.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { shareGatewayProcess } from '../harness/share-gateway.ts'

const gateway = await shareGatewayProcess()
const BODY = '{"choices":[]}'
const JSON_HEAD = 'content-type: application/json\r\n'
const WHOLE = `HTTP/1.1 200 OK\r\n${JSON_HEAD}content-length: ${BODY.length}\r\n\r\n${BODY}`
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

type Case = readonly [name: string, raw: string, ending: RawAnswer['ending'], expected: 'handled' | 'refused']

const CASES: readonly Case[] = [
  ['100 Continue before the answer', `HTTP/1.1 100 Continue\r\n\r\n${WHOLE}`, 'stay', 'handled'],
  ['two 100 Continue', `${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(2)}${WHOLE}`, 'stay', 'handled'],
  ['103 Early Hints before the answer', `HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n${WHOLE}`, 'stay', 'handled'],
  [
    '101 Switching Protocols',
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    'end',
    'refused',
  ],
  [
    'trailers',
    `HTTP/1.1 200 OK\r\n${JSON_HEAD}transfer-encoding: chunked\r\n\r\n${chunk(BODY)}0\r\nx-sum: 1\r\n\r\n`,
    'stay',
    'handled',
  ],
  [
    'chunk extensions',
    `HTTP/1.1 200 OK\r\n${JSON_HEAD}transfer-encoding: chunked\r\n\r\ne;a=b\r\n${BODY}\r\n0\r\n\r\n`,
    'stay',
    'handled',
  ],
  ['HTTP/1.0, ended by the close', `HTTP/1.0 200 OK\r\n${JSON_HEAD}\r\n${BODY}`, 'end', 'handled'],
  [
    'HTTP/1.1 without length, ended by the close',
    `HTTP/1.1 200 OK\r\n${JSON_HEAD}connection: close\r\n\r\n${BODY}`,
    'end',
    'handled',
  ],
  ['no reason phrase', WHOLE.replace('200 OK', '200'), 'stay', 'handled'],
  [
    'a bad chunk size',
    `HTTP/1.1 200 OK\r\n${JSON_HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n${BODY}\r\n0\r\n\r\n`,
    'end',
    'refused',
  ],
  ['an unknown version', WHOLE.replace('HTTP/1.1', 'HTTP/9.9'), 'end', 'refused'],
  ['a status of two digits', WHOLE.replace('200 OK', '20 OK'), 'end', 'refused'],
]

test.each(CASES)('%s', async (_name, raw, ending, expected) => {
  await using simulator = await startSimulator({ answers: [{ raw, ending }] })
  const reply = await gateway.chat(at(simulator, { request_timeout: 60_000 }))
  const text = await reply.text()
  const seen = reply.status === 200 && text === BODY ? 'handled' : reply.status === 502 ? 'refused' : `${reply.status}`
  expect(seen).toBe(expected)
})

test('a response that the provider sends during the upload is delivered before the upload ends', async () => {
  const early = { status: 413, body: { error: { message: 'too large' } }, early: true }
  await using simulator = await startSimulator({ answers: [early] })
  const UPLOAD_BYTES = 512 * 1024 * 1024
  let sentBytes = 0
  const source = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await Bun.sleep(1)
      sentBytes += 64 * 1024
      if (sentBytes > UPLOAD_BYTES) controller.close()
      else controller.enqueue(new Uint8Array(64 * 1024))
    },
  })
  const headers = { 'x-gateway-config': JSON.stringify(at(simulator)), 'content-type': 'application/octet-stream' }
  const stop = new AbortController()
  const reply = await gateway.fetch('/v1/proxy/upload', { method: 'POST', headers, body: source, signal: stop.signal })
  const text = await reply.text()
  stop.abort()
  expect([reply.status, text]).toEqual([413, '{"error":{"message":"too large"}}'])
  // The upload was still in progress when the response arrived.
  expect(sentBytes).toBeLessThan(UPLOAD_BYTES)
})
