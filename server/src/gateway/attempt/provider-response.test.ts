import { expect, test } from 'bun:test'
import type { Target } from '../../config/plan.ts'
import { ClientConnection } from '../client-connection.ts'
import { Journal } from '../journal.ts'
import { ResponseBody } from '../relay/response-body.ts'
import { Attempt } from './attempt.ts'
import { bufferEarlier, bufferResponse, type ProviderResponse, WHOLE_BYTES } from './provider-response.ts'

const TARGET = { timeoutMs: null, configPath: 'targets[0]', provider: { slug: 'openai' } } as Target

const connected = () => new ClientConnection(new Request('http://gateway/'))

function failed(connection: ClientConnection, body: ResponseBody, decode: ProviderResponse['decode'] = null) {
  const attempt = new Attempt(new Journal(), connection, { target: TARGET, retry: 0, url: 'http://127.0.0.1/' })
  const response: ProviderResponse = {
    target: TARGET,
    status: 500,
    headers: {},
    isEventStream: false,
    body,
    hasErrorEvent: false,
    isUnread: true,
    decode,
    attempt,
    firstByteMs: 0,
    reportResult: null,
  }
  return { attempt, response }
}

/** A body without an end. */
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

test('a response that has to be translated is read no further than the size that is buffered', async () => {
  const { body, read } = endless(64 * 1024)
  const decoded: number[] = []
  const { attempt, response } = failed(connected(), body, (bytes) => {
    decoded.push(bytes.length)
    return bytes
  })
  expect(await bufferEarlier(response)).toBe(false)
  expect(read.bytes).toBe(WHOLE_BYTES + 64 * 1024)
  expect([decoded, attempt.signal.aborted]).toEqual([[], true])
})

test('a response that we fall back from is translated when it is whole', async () => {
  const { response } = failed(connected(), text('no'), (bytes) => Buffer.from(`${bytes}, translated`))
  expect(await bufferEarlier(response)).toBe(true)
  expect(String(response.body)).toBe('no, translated')
})

test('only the newest response is read: an earlier one that is not whole yet is cancelled', async () => {
  const connection = connected()
  const [first, second, third] = [silent(), text('whole'), silent()].map((body) => failed(connection, body))
  void bufferEarlier(first!.response)
  expect(first!.attempt.signal.aborted).toBe(false)
  expect(await bufferEarlier(second!.response)).toBe(true)
  void bufferEarlier(third!.response)
  expect([first, second, third].map((one) => one!.attempt.signal.aborted)).toEqual([true, false, false])
  expect(String(second!.response.body)).toBe('whole')
  connection.stopBuffering()
  expect(third!.attempt.signal.aborted).toBe(true)
})

test('the response to a refused credential does not replace a response that we fell back from', () => {
  const connection = connected()
  const buffered = failed(connection, silent())
  const refused = failed(connection, silent())
  void bufferEarlier(buffered.response)
  void bufferResponse(refused.response)
  expect([buffered.attempt.signal.aborted, refused.attempt.signal.aborted]).toEqual([false, false])
  connection.stopBuffering()
})
