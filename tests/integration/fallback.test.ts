import { expect, test } from 'bun:test'
import type { StreamItem } from '../../simulators/answer.ts'
import { eventChannel } from '../../simulators/event-channel.ts'
import { startRefusal } from '../../simulators/refusal.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { contentOf, errorOf } from '../harness/error-of.ts'
import { connectRaw, rawChat } from '../harness/raw-client.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()

function fallback(targets: readonly object[], more: object = {}): object {
  return { strategy: { mode: 'fallback', ...more }, targets }
}

test.each([400, 401, 404, 408, 429, 500, 503, 529])('falls back when the first target returns %p', async (status) => {
  await using busy = await startSimulator({ answers: [status] })
  await using free = await startSimulator({ answers: ['hello'] })
  const reply = await gateway.chat(fallback([at(busy), at(free)]))
  expect(reply.headers.get('x-gateway-last-used-option-index')).toBe('config.targets[1]')
  expect(await contentOf(reply)).toBe('hello')
  expect(busy.requests).toHaveLength(1)
  expect(free.requests[0]?.text).toBe(busy.requests[0]!.text)
})

test('with listed codes, falls back only on those', async () => {
  await using first = await startSimulator({ answers: [429, 500] })
  await using second = await startSimulator({ answers: ['hello'] })
  const config = fallback([at(first), at(second)], { on_status_codes: [429] })
  expect(await contentOf(await gateway.chat(config))).toBe('hello')
  expect((await gateway.chat(config)).status).toBe(500)
  expect(second.requests).toHaveLength(1)
})

test('on_status_codes of the config is the trigger when the strategy has none', async () => {
  await using first = await startSimulator({ answers: [500, 418] })
  await using second = await startSimulator({ answers: ['hello'] })
  const config = { ...fallback([at(first), at(second)]), on_status_codes: ['5xx'] }
  expect((await gateway.chat(config)).status).toBe(200)
  expect((await gateway.chat(config)).status).toBe(418)
})

test('on_status_codes of a target replaces the trigger for that target', async () => {
  await using first = await startSimulator({ answers: [418] })
  await using second = await startSimulator({ answers: [429] })
  await using third = await startSimulator({ answers: ['hello'] })
  const config = fallback([at(first, { on_status_codes: ['418'] }), at(second), at(third)], { on_status_codes: [429] })
  expect(await contentOf(await gateway.chat(config))).toBe('hello')
})

test.each(['reset', 'close', 'not-http', 'short-body', 'cut'] as const)(
  'falls back when the connection fails with %s',
  async (fault) => {
    await using broken = await startSimulator({ answers: [{ fault }] })
    await using free = await startSimulator({ answers: ['hello'] })
    expect(await contentOf(await gateway.chat(fallback([at(broken), at(free)])))).toBe('hello')
  },
)

test('an unreachable target counts as 502 where codes are listed', async () => {
  await using refusal = await startRefusal()
  await using free = await startSimulator({ answers: ['hello'] })
  const config = (code: number) => fallback([at(refusal), at(free)], { on_status_codes: [code] })
  expect(await contentOf(await gateway.chat(config(502)))).toBe('hello')
  expect(await errorOf(await gateway.chat(config(429)))).toMatchObject({ status: 502, code: 'upstream_unreachable' })
})

test('an inner group passes its last response to the outer one', async () => {
  await using one = await startSimulator({ answers: [500] })
  await using two = await startSimulator({ answers: [503] })
  await using three = await startSimulator({ answers: ['hello'] })
  const reply = await gateway.chat(fallback([fallback([at(one), at(two)]), at(three)]))
  expect(reply.headers.get('x-gateway-last-used-option-index')).toBe('config.targets[1]')
  expect(await contentOf(reply)).toBe('hello')
  expect([one.requests.length, two.requests.length]).toEqual([1, 1])
})

test('if all targets fail, the last response is returned with its headers and bytes', async () => {
  const body = '{"error":   {"message": "zu viel \u00fc", "n": 1.0}}\n'
  await using first = await startSimulator({ answers: [500] })
  await using last = await startSimulator({
    answers: [{ status: 429, headers: { 'x-ratelimit-reset': '7', 'content-type': 'application/json; x=1' }, body }],
  })
  const reply = await gateway.chat(fallback([at(first), at(last)]))
  expect(reply.status).toBe(429)
  expect(reply.headers.get('x-ratelimit-reset')).toBe('7')
  expect(reply.headers.get('content-type')).toBe('application/json; x=1')
  expect(await reply.text()).toBe(body)
})

test('the last buffered response is returned even if the next target is unreachable', async () => {
  await using first = await startSimulator({ answers: [{ status: 503, body: 'kept' }] })
  await using refusal = await startRefusal()
  const reply = await gateway.chat(fallback([at(first), at(refusal)]))
  expect([reply.status, await reply.text()]).toEqual([503, 'kept'])
  expect(reply.headers.get('x-gateway-last-used-option-index')).toBe('config.targets[0]')
})

test('if no target is reachable, the response is 502', async () => {
  await using one = await startRefusal()
  await using two = await startRefusal()
  const refused = await errorOf(await gateway.chat(fallback([at(one), at(two)])))
  expect(refused).toMatchObject({ status: 502, code: 'upstream_unreachable', type: 'upstream_error' })
})

test('a single target that breaks off becomes a 502 with a clear message', async () => {
  await using broken = await startSimulator({ answers: [{ fault: 'reset' }] })
  expect(await errorOf(await gateway.chat(at(broken)))).toMatchObject({ status: 502, code: 'upstream_broken' })
})

test('an error inside a stream before any content triggers a fallback', async () => {
  await using first = await startSimulator({ answers: [{ fault: 'error-in-stream' }] })
  await using second = await startSimulator({ answers: ['hello you'] })
  const reply = await gateway.chat(fallback([at(first), at(second)]), { body: { stream: true } })
  const text = await reply.text()
  expect(text).not.toContain('overload')
  expect(text).toContain('"content":"hello"')
  expect(reply.headers.get('x-gateway-last-used-option-index')).toBe('config.targets[1]')
})

test('an error inside a stream from the last target is forwarded unchanged', async () => {
  await using only = await startSimulator({ answers: [{ fault: 'error-in-stream' }] })
  const reply = await gateway.chat(fallback([at(only)]), { body: { stream: true } })
  expect(reply.status).toBe(200)
  expect(await reply.text()).toContain('"type":"overloaded_error"')
})

test('a stream that breaks after its first content does not fall back', async () => {
  const channel = eventChannel<StreamItem>()
  await using first = await startSimulator({ answers: [{ stream: channel, cutAfter: 1 }] })
  await using second = await startSimulator({ answers: ['never'] })
  const client = await connectRaw(gateway.url)
  client.send(rawChat(gateway.workspaceKey, fallback([at(first), at(second)]), { stream: true }))
  channel.push('one')
  await client.until('"content":"one"')
  channel.push('cut now')
  await client.closed
  expect(client.text).not.toContain('[DONE]')
  expect(second.requests).toHaveLength(0)
})
