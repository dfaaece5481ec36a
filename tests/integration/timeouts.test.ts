import { expect, test } from 'bun:test'
import type { Answer } from '../../simulators/answer.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { contentOf, errorOf } from '../harness/error-of.ts'
import { REACHES_PROVIDER_MS } from '../harness/patience.ts'
import { connectRaw, rawChat } from '../harness/raw-client.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()
const impatient = await shareGateway({ environment: { GATEWAY_IDLE_TIMEOUT_MS: String(REACHES_PROVIDER_MS) } })

test.concurrent.each<[string, Answer]>([
  ['never responds', { fault: 'hang' }],
  ['sends headers and falls silent', { fault: 'headers-then-silence' }],
  ['drips', { fault: 'drip', gapMs: 100, text: 'slow' }],
])('a provider that %s is aborted after request_timeout with 408', async (_name, answer) => {
  await using simulator = await startSimulator({ answers: [answer] })
  const startMs = performance.now()
  const reply = await gateway.chat(at(simulator, { request_timeout: REACHES_PROVIDER_MS }))
  expect(performance.now() - startMs).toBeGreaterThanOrEqual(REACHES_PROVIDER_MS - 10)
  expect(reply.headers.get('x-should-retry')).toBe('false')
  const refused = await errorOf(reply)
  expect(refused).toMatchObject({ status: 408, code: 'request_timeout', type: 'timeout_error' })
  expect(refused.message).toContain(String(REACHES_PROVIDER_MS))
  expect(await simulator.requests[0]?.ended).toBe('aborted')
})

test.concurrent('the header takes precedence over the config', async () => {
  await using simulator = await startSimulator({ answers: [{ fault: 'hang' }] })
  const headers = { 'x-gateway-request-timeout': '100' }
  expect((await gateway.chat(at(simulator, { request_timeout: 600_000 }), { headers })).status).toBe(408)
})

test.concurrent('the timeout applies to each attempt, and a fallback follows', async () => {
  // All attempts together take longer than the limit, but no single attempt does.
  await using slow = await startSimulator({ answers: [{ fault: 'hang' }] })
  await using late = await startSimulator({ answers: [{ body: { late: true }, delayMs: 3_000 }] })
  const config = { strategy: { mode: 'fallback' }, request_timeout: 10_000, targets: [at(slow), at(late)] }
  const reply = await gateway.chat(config)
  expect([reply.status, await reply.json()]).toEqual([200, { late: true }])
})

test.concurrent('408 can be listed for retries', async () => {
  await using simulator = await startSimulator({ answers: [{ fault: 'hang' }, 'hello'] })
  const retry = { attempts: 1, on_status_codes: [408] }
  const reply = await gateway.chat(at(simulator, { request_timeout: 10_000, retry }))
  expect(await contentOf(reply)).toBe('hello')
  expect(simulator.requests).toHaveLength(2)
})

test.concurrent('request_timeout does not cut a stream after its first content', async () => {
  await using simulator = await startSimulator({ answers: [{ stream: ['a', 'b', 'c', 'd'], gapMs: 3_000 }] })
  const reply = await gateway.chat(at(simulator, { request_timeout: 8_000 }), { body: { stream: true } })
  expect(reply.status).toBe(200)
  expect(await reply.text()).toEndWith('data: [DONE]\n\n')
})

test.concurrent('a stream without content gets 408 if the response is not committed', async () => {
  const role = { choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] }
  await using silent = await startSimulator({ answers: [{ stream: [{ data: role }], stallAfter: 1 }] })
  await using free = await startSimulator({ answers: ['hello'] })
  const targets = [at(silent, { request_timeout: REACHES_PROVIDER_MS }), at(free)]
  const config = { strategy: { mode: 'fallback' }, targets }
  const reply = await gateway.chat(config, { body: { stream: true } })
  expect(reply.headers.get('x-gateway-last-used-option-index')).toBe('config.targets[1]')
  expect(await reply.text()).toContain('"content":"hello"')
  expect(await silent.requests[0]?.ended).toBe('aborted')
})

test.concurrent('an idle timeout before the response starts is 504', async () => {
  await using simulator = await startSimulator({ answers: [{ fault: 'hang' }] })
  expect(await errorOf(await impatient.chat(at(simulator)))).toMatchObject({ status: 504, code: 'upstream_idle' })
})

test.concurrent('an idle timeout in a stream ends it with an error event', async () => {
  await using simulator = await startSimulator({ answers: [{ stream: ['a', 'b'], stallAfter: 1 }] })
  // Uses a raw socket because fetch may drop the last bytes of a cut stream.
  const client = await connectRaw(impatient.url)
  client.send(rawChat(impatient.workspaceKey, at(simulator), { stream: true }))
  await client.closed
  expect(client.text).toContain('upstream_idle')
  expect(client.text).not.toContain('[DONE]')
  expect(await simulator.requests[0]?.ended).toBe('aborted')
})
