import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { contentOf, errorOf } from '../harness/error-of.ts'
import { connectRaw, rawChat } from '../harness/raw-client.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { figure, milliseconds, timed, withSlack } from './figure.ts'

const IDLE_MS = 400

const gateway = await shareGateway({ environment: { GATEWAY_IDLE_TIMEOUT_MS: String(IDLE_MS) } })

test('F-03 a provider that takes the request and never answers is given up at request_timeout', async () => {
  await using simulator = await startSimulator({ answers: [{ fault: 'hang' }] })
  await (await gateway.chat({ provider: 'mock' })).text()
  const { result, ms } = await timed(() => gateway.chat(at(simulator, { request_timeout: 200 })))
  expect(await errorOf(result)).toMatchObject({ status: 408, code: 'request_timeout' })
  expect(result.headers.get('x-should-retry')).toBe('false')
  expect(await simulator.requests[0]!.ended).toBe('aborted')
  figure('F-03', 'given up with 408 after request_timeout of 200 ms', milliseconds(ms), '200..400 ms')
  expect(ms).toBeGreaterThan(195)
  expect(ms).toBeLessThan(withSlack(400))
})

test('F-04 a silence before the answer is 504, in a stream an error event, both at the idle limit', async () => {
  await using hanging = await startSimulator({ answers: [{ fault: 'hang' }, { fault: 'headers-then-silence' }] })
  for (const when of ['before any byte', 'after the headers']) {
    const { result, ms } = await timed(() => gateway.chat(at(hanging)))
    expect(await errorOf(result)).toMatchObject({ status: 504, code: 'upstream_idle' })
    figure('F-04', `silence ${when}, 504 after an idle limit of ${IDLE_MS} ms`, milliseconds(ms), `${IDLE_MS}..1400 ms`)
    expect(ms).toBeGreaterThan(IDLE_MS - 20)
    expect(ms).toBeLessThan(IDLE_MS + 1_000)
  }
  await using stalling = await startSimulator({ answers: [{ stream: ['one', 'two'], stallAfter: 1 }] })
  const client = await connectRaw(gateway.url)
  client.send(rawChat(gateway.workspaceKey, at(stalling), { stream: true }))
  await client.until('"content":"one"')
  const { ms } = await timed(() => client.closed)
  figure('F-04', 'silence in a stream, error event and close', milliseconds(ms), `${IDLE_MS}..1400 ms`)
  expect(client.text).toContain('event: error')
  expect(client.text).toContain('upstream_idle')
  expect(client.text).not.toContain('[DONE]')
  expect(ms).toBeLessThan(IDLE_MS + 1_000)
})

test('F-05 an answer byte by byte stays alive far beyond the idle limit', async () => {
  await using simulator = await startSimulator({ answers: [{ fault: 'drip', gapMs: 3, text: 'slow' }] })
  const { result, ms } = await timed(async () => contentOf(await gateway.chat(at(simulator))))
  expect(result).toBe('slow')
  figure(
    'F-05',
    `one byte every 3 ms, whole answer after`,
    milliseconds(ms),
    `more than the idle limit of ${IDLE_MS} ms`,
  )
  expect(ms).toBeGreaterThan(IDLE_MS)
})

test('F-05 a stream of tiny events outlives the idle limit as long as bytes flow', async () => {
  const words = Array.from({ length: 12 }, (_, i) => ` w${i}`)
  await using simulator = await startSimulator({ answers: [{ stream: words, gapMs: 60 }] })
  const reply = await gateway.chat(at(simulator), { body: { stream: true } })
  expect(await reply.text()).toEndWith('data: [DONE]\n\n')
})
