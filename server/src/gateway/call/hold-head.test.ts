import { expect, test } from 'bun:test'
import type { Target } from '../../config/plan.ts'
import { ResponseBody } from '../answer/answer-body.ts'
import { Exchange, type Incoming } from '../exchange.ts'
import { keep, readAside } from './hold-head.ts'
import { type UpstreamReply, WHOLE_BYTES } from './reply.ts'
import { UpstreamCall } from './upstream-call.ts'

const TARGET = { timeoutMs: null, configPath: 'targets[0]', provider: { slug: 'openai' } } as Target

function failed(exchange: Exchange, body: ResponseBody, decode: UpstreamReply['decode'] = null) {
  const call = new UpstreamCall(exchange, TARGET, 0, 'http://127.0.0.1/')
  const reply: UpstreamReply = {
    target: TARGET,
    status: 500,
    headers: {},
    isEventStream: false,
    body,
    hasError: false,
    isUnread: true,
    decode,
    call,
    firstByteMs: 0,
    settle: null,
  }
  return { call, reply }
}

/** A body that goes on until its reader stops. */
function endless(chunkBytes: number) {
  const read = { bytes: 0 }
  const body = new ResponseBody(() => {
    read.bytes += chunkBytes
    return Promise.resolve(new Uint8Array(chunkBytes))
  })
  return { body, read }
}

const silent = () => new ResponseBody(() => new Promise(() => {}))
const text = (value: string) => {
  const chunks = [Buffer.from(value)]
  return new ResponseBody(() => Promise.resolve(chunks.shift() ?? null))
}

test('a response that has to be translated is read no further than what is kept', async () => {
  const { body, read } = endless(64 * 1024)
  const decoded: number[] = []
  const { call, reply } = failed(new Exchange({} as Incoming), body, (bytes) => {
    decoded.push(bytes.length)
    return bytes
  })
  expect(await keep(reply)).toBe(false)
  expect(read.bytes).toBe(WHOLE_BYTES + 64 * 1024)
  expect([decoded, call.signal.aborted]).toEqual([[], true])
})

test('a response that is kept is translated when it is whole', async () => {
  const { reply } = failed(new Exchange({} as Incoming), text('no'), (bytes) => Buffer.from(`${bytes}, translated`))
  expect(await keep(reply)).toBe(true)
  expect(String(reply.body)).toBe('no, translated')
})

test('only the newest response is read: an earlier one that is not whole yet is cancelled', async () => {
  const exchange = new Exchange({} as Incoming)
  const [first, second, third] = [silent(), text('whole'), silent()].map((body) => failed(exchange, body))
  void keep(first!.reply)
  expect(first!.call.signal.aborted).toBe(false)
  expect(await keep(second!.reply)).toBe(true)
  void keep(third!.reply)
  expect([first, second, third].map((one) => one!.call.signal.aborted)).toEqual([true, false, false])
  expect(String(second!.reply.body)).toBe('whole')
  exchange.stopKeeping()
  expect(third!.call.signal.aborted).toBe(true)
})

test('the response to a credential that was refused takes no kept response’s place', () => {
  const exchange = new Exchange({} as Incoming)
  const kept = failed(exchange, silent())
  const refused = failed(exchange, silent())
  void keep(kept.reply)
  void readAside(refused.reply)
  expect([kept.call.signal.aborted, refused.call.signal.aborted]).toEqual([false, false])
  exchange.stopKeeping()
})
