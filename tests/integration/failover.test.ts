import { expect, test } from 'bun:test'
import type { Answer } from '../../simulators/answer.ts'
import { type Simulator, startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { ControlScene } from '../harness/control-scene.ts'
import { contentOf } from '../harness/error-of.ts'
import { eventually } from '../harness/eventually.ts'
import { connectRaw, rawChat } from '../harness/raw-client.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)

/** A failed response whose body never ends. */
const stalled = (status: string, head: string): Answer => ({
  raw: `HTTP/1.1 ${status}\r\n${head}\r\n\r\n`,
  ending: 'stay',
})
const WITH_LENGTH = stalled('503 Busy', 'content-type: application/json\r\ncontent-length: 100')
const CHUNKED_JSON = stalled('503 Busy', 'content-type: application/json\r\ntransfer-encoding: chunked')
const CHUNKED_TEXT = stalled('503 Busy', 'content-type: text/plain\r\ntransfer-encoding: chunked')

/** Responds, and records whether the response of `first` was still open at the time of the call. */
function takeover(first: Simulator, seen: boolean[]): Answer {
  return () => {
    seen.push(first.openConnections === 1)
    return 'from the second'
  }
}

test.each<[string, Answer, object]>([
  ['a length', WITH_LENGTH, {}],
  ['chunked JSON', CHUNKED_JSON, {}],
  ['chunked text', CHUNKED_TEXT, {}],
  ['a format to translate', WITH_LENGTH, { provider: 'anthropic' }],
])('a fallback does not wait for the body of a failed response with %s', async (_name, answer, more) => {
  await using first = await startSimulator({ answers: [answer] })
  const seen: boolean[] = []
  await using second = await startSimulator({ answers: [takeover(first, seen)] })
  const targets = [at(first, more), at(second)]
  const reply = await gateway.chat({ strategy: { mode: 'fallback' }, targets }, { body: { max_tokens: 5 } })
  expect(await contentOf(reply)).toBe('from the second')
  expect(seen).toEqual([true])
  // The gateway stops reading the first response.
  await eventually('the upstream connection is closed', () => first.openConnections === 0)
  const { attempts } = await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
  expect(attempts.map(({ status_code }) => status_code)).toEqual([503, 200])
})

test('neither a retry nor another credential waits for the failed body', async () => {
  await using first = await startSimulator({ answers: [WITH_LENGTH, 'from the retry'] })
  const retried = await gateway.chat(at(first, { retry: { attempts: 1, on_status_codes: [503] } }))
  expect(await contentOf(retried)).toBe('from the retry')

  await using limited = await startSimulator({
    answers: [stalled('429 Slow down', 'content-type: application/json\r\ncontent-length: 100'), 'from the other key'],
  })
  const made = await scene.do('POST', '/virtual-keys', {
    name: 'Two keys',
    provider: 'openai-compatible',
    custom_host: `${limited.url}/v1`,
    keys: [{ key: 'sk-one-0123456789' }, { key: 'sk-two-0123456789' }],
  })
  const rotated = await gateway.chat({ virtual_key: String(made['slug']) })
  expect(await contentOf(rotated)).toBe('from the other key')
  expect(new Set(limited.requests.map(({ headers }) => headers['authorization'])).size).toBe(2)
})

test('a buffered failure is sent complete if no later target responds', async () => {
  const secondFailed = Promise.withResolvers<void>()
  const body = JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'slow but whole' } }] })
  async function* slowBody() {
    yield { raw: body.slice(0, 20) }
    await secondFailed.promise
    yield { raw: body.slice(20) }
  }
  const headers = { 'content-type': 'application/json' }
  await using first = await startSimulator({ answers: [{ stream: slowBody(), headers, withoutDone: true }] })
  await using second = await startSimulator({
    answers: [
      (request) => {
        void request.ended.then(() => secondFailed.resolve())
        return { fault: 'reset' }
      },
    ],
  })
  const config = { strategy: { mode: 'fallback', on_status_codes: [200, 502] }, targets: [at(first), at(second)] }
  const reply = await gateway.chat(config)
  expect(await contentOf(reply)).toBe('slow but whole')
  const { decisions } = await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
  expect(decisions.map(({ kind }) => kind)).toContain('kept')
})

test('a failure without a fallback is sent complete', async () => {
  const answer: Answer = { status: 429, retryAfter: '3600', body: { error: { message: 'much later' } } }
  await using simulator = await startSimulator({ answers: [answer] })
  const retry = { attempts: 1, on_status_codes: [429], use_retry_after_headers: true }
  const reply = await gateway.chat(at(simulator, { retry }))
  expect([reply.status, await reply.text()]).toEqual([429, '{"error":{"message":"much later"}}'])
  expect(simulator.requests).toHaveLength(1)
})

test('a caller that disconnects aborts the current call and every response that is still being read', async () => {
  await using first = await startSimulator({ answers: [CHUNKED_TEXT] })
  await using second = await startSimulator({ answers: [{ fault: 'hang' }] })
  const client = await connectRaw(gateway.url)
  const config = { strategy: { mode: 'fallback' }, targets: [at(first), at(second)] }
  client.send(rawChat(gateway.workspaceKey, config, {}))
  await second.received(1)
  expect(first.openConnections).toBe(1)
  client.leave()
  expect(await second.requests[0]!.ended).toBe('aborted')
  await eventually('the upstream connection is closed', () => first.openConnections === 0)
})

test('a request makes at most 20 upstream calls, the last response is sent, and the record says why', async () => {
  await using simulator = await startSimulator({ answers: ['one', 'two'] })
  const targets = Array.from({ length: 100 }, () => at(simulator))
  const config = { strategy: { mode: 'fallback', on_status_codes: [200] }, targets }
  const reply = await gateway.chat(config)
  expect(reply.status).toBe(200)
  await reply.text()
  expect(simulator.requests).toHaveLength(20)
  const { decisions, attempts } = await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
  expect(attempts).toHaveLength(20)
  expect(decisions.filter(({ kind }) => kind === 'call_limit')).toHaveLength(1)
  const saved = await scene.do('POST', '/configs', { name: scene.uniqueName('Many'), config })
  expect(JSON.stringify(saved['warnings'])).toContain('one request can make 100 calls')
})

test('retries and credentials count as calls', async () => {
  await using simulator = await startSimulator({ answers: [{ status: 429, headers: { 'retry-after-ms': '1' } }] })
  const keys = Array.from({ length: 30 }, (_, i) => ({ key: `sk-${i}-0123456789` }))
  const made = await scene.do('POST', '/virtual-keys', {
    name: 'Thirty keys',
    provider: 'openai-compatible',
    custom_host: `${simulator.url}/v1`,
    keys,
  })
  const retry = { attempts: 5, on_status_codes: [429], use_retry_after_headers: true }
  const targets = Array.from({ length: 3 }, () => ({ virtual_key: String(made['slug']), retry }))
  const reply = await gateway.chat({ strategy: { mode: 'fallback' }, targets })
  expect(reply.status).toBe(429)
  await reply.text()
  expect(simulator.requests).toHaveLength(20)
})
