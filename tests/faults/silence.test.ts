import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { contentOf, errorOf } from '../harness/error-of.ts'
import { connectRaw, rawChat } from '../harness/raw-client.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const IDLE_MS = 400

const gateway = await shareGateway({ environment: { GATEWAY_IDLE_TIMEOUT_MS: String(IDLE_MS) } })

test('a provider that accepts the request and never responds is aborted at request_timeout', async () => {
  await using simulator = await startSimulator({ answers: [{ fault: 'hang' }] })
  await (await gateway.chat({ provider: 'mock' })).text()
  const startMs = performance.now()
  const result = await gateway.chat(at(simulator, { request_timeout: 200 }))
  expect(performance.now() - startMs).toBeGreaterThan(195)
  expect(await errorOf(result)).toMatchObject({ status: 408, code: 'request_timeout' })
  expect(result.headers.get('x-should-retry')).toBe('false')
  expect(await simulator.requests[0]!.ended).toBe('aborted')
})

test('a provider that stalls causes 504 before the response has started, and an error event in a stream', async () => {
  await using hanging = await startSimulator({ answers: [{ fault: 'hang' }, { fault: 'headers-then-silence' }] })
  for (const request of [0, 1]) {
    expect(await errorOf(await gateway.chat(at(hanging)))).toMatchObject({ status: 504, code: 'upstream_idle' })
    expect(await hanging.requests[request]!.ended).toBe('aborted')
  }
  await using stalling = await startSimulator({ answers: [{ stream: ['one', 'two'], stallAfter: 1 }] })
  const client = await connectRaw(gateway.url)
  client.send(rawChat(gateway.workspaceKey, at(stalling), { stream: true }))
  await client.until('"content":"one"')
  await client.closed
  expect(client.text).toContain('event: error')
  expect(client.text).toContain('upstream_idle')
  expect(client.text).not.toContain('[DONE]')
})

test('a response that arrives byte by byte may take longer than the idle limit', async () => {
  await using simulator = await startSimulator({ answers: [{ fault: 'drip', gapMs: 3, text: 'slow' }] })
  const startMs = performance.now()
  expect(await contentOf(await gateway.chat(at(simulator)))).toBe('slow')
  expect(performance.now() - startMs).toBeGreaterThan(IDLE_MS)
})

test('a stream may take longer than the idle limit as long as bytes arrive', async () => {
  const words = Array.from({ length: 12 }, (_, i) => ` w${i}`)
  await using simulator = await startSimulator({ answers: [{ stream: words, gapMs: 60 }] })
  const reply = await gateway.chat(at(simulator), { body: { stream: true } })
  expect(await reply.text()).toEndWith('data: [DONE]\n\n')
})
