import { expect, test } from 'bun:test'
import type { StreamItem } from '../../simulators/answer.ts'
import { eventChannel } from '../../simulators/event-channel.ts'
import { startRefusal } from '../../simulators/refusal.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { connectRaw, rawChat } from '../harness/raw-client.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()
const STREAM = { body: { stream: true } }

const event = (data: object, name?: string) => `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`
const chunk = (delta: object) =>
  event({ object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: null }] })
const typed = (data: { readonly type: string; readonly [member: string]: unknown }) => event(data, data.type)

const ROLE = chunk({ role: 'assistant', content: '' })
const ERROR = event({ error: { message: 'busy', type: 'overloaded_error' } })

/** The events before the first content, in each wire format. */
const HEADS = {
  chat: `: comment\n\n${ROLE}${event({ object: 'chat.completion.chunk', choices: [] })}`,
  responses:
    typed({ type: 'response.created', response: { id: 'r', error: null } }) +
    typed({ type: 'response.in_progress', response: { id: 'r' } }),
  messages:
    typed({ type: 'message_start', message: { id: 'm', content: [] } }) +
    typed({ type: 'ping' }) +
    typed({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
}
const PATHS = { chat: '/v1/chat/completions', responses: '/v1/responses', messages: '/v1/proxy/messages' }

function answer(...raw: readonly string[]) {
  return { stream: raw.map((text) => ({ raw: text })), withoutDone: true }
}

function fallback(targets: readonly object[], codes?: readonly number[]): object {
  return { strategy: { mode: 'fallback', ...(codes && { on_status_codes: codes }) }, targets }
}

function send(path: string, config: object): Promise<Response> {
  const headers = { 'x-gateway-config': JSON.stringify(config) }
  return gateway.fetch(path, { method: 'POST', headers, body: { model: 'sim-model', stream: true } })
}

const failed = (code: string) =>
  typed({ type: 'response.failed', response: { id: 'r', error: { code, message: 'no' } } })
const anthropic = (type: string) => typed({ type: 'error', error: { type, message: 'no' } })

test.each([
  ['chat', event({ error: { message: 'slow', type: 'requests', code: 'rate_limit_exceeded' } }), 429],
  ['chat', ERROR, 529],
  ['chat', event({ error: { message: 'no', type: 'server_error', code: null } }), 502],
  ['chat', event({ id: 'x', choices: [], error: { message: 'no', code: 429 } }), 429],
  ['responses', typed({ type: 'error', code: 'rate_limit_exceeded', message: 'slow' }), 429],
  ['responses', failed('rate_limit_exceeded'), 429],
  ['responses', failed('server_error'), 502],
  ['messages', anthropic('rate_limit_error'), 429],
  ['messages', anthropic('overloaded_error'), 529],
  ['messages', anthropic('api_error'), 502],
] as const)('%s: the event %j before content counts as %d', async (format, error, status) => {
  const others = [429, 502, 529].filter((code) => code !== status)
  await using first = await startSimulator({ answers: [answer(HEADS[format], error)] })
  await using second = await startSimulator({ answers: [answer('data: {"from":"second"}\n\n')] })

  const moved = await send(PATHS[format], fallback([at(first), at(second)], [status]))
  expect(await moved.text()).toBe('data: {"from":"second"}\n\n')
  const log = await gateway.waitForLog(moved.headers.get('x-gateway-trace-id'))
  expect(log.decisions).toContainEqual(
    expect.objectContaining({
      kind: 'attempt',
      target: 'config.targets[0]',
      reason: expect.stringContaining(`counts as ${status}`),
    }),
  )

  const stayed = await send(PATHS[format], fallback([at(first), at(second)], others))
  expect([stayed.status, await stayed.text()]).toEqual([200, HEADS[format] + error])
  expect(second.requests).toHaveLength(1)
})

test('an error inside a stream before content is retried on the same target', async () => {
  const busy = { ...answer(ROLE, ERROR), headers: { 'retry-after-ms': '1' } }
  await using upstream = await startSimulator({ answers: [busy, busy, 'hello'] })
  const config = at(upstream, { retry: { attempts: 2, use_retry_after_headers: true } })
  const reply = await gateway.chat(config, STREAM)
  const text = await reply.text()
  expect([text.includes('busy'), text.includes('"content":"hello"')]).toEqual([false, true])
  expect(reply.headers.get('x-gateway-retry-attempt-count')).toBe('2')
  expect(upstream.requests).toHaveLength(3)
})

test('an in-band error whose status is not in the retry set is forwarded unchanged', async () => {
  await using upstream = await startSimulator({ answers: [answer(ROLE, ERROR), 'never'] })
  const reply = await gateway.chat(at(upstream, { retry: { attempts: 2, on_status_codes: [429] } }), STREAM)
  expect(await reply.text()).toBe(ROLE + ERROR)
  expect(upstream.requests).toHaveLength(1)
})

test.each([
  ['chat', 'a word', chunk({ content: 'a' })],
  ['chat', 'a tool call', chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: '' } }] })],
  ['chat', 'a refusal', chunk({ refusal: 'no' })],
  ['chat', 'a finish reason', event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })],
  ['chat', 'an unknown event', event({ something: 'else' })],
  ['chat', 'the end', 'data: [DONE]\n\n'],
  ['responses', 'a text delta', typed({ type: 'response.output_text.delta', delta: 'a' })],
  [
    'messages',
    'a block delta',
    typed({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'a' } }),
  ],
] as const)('%s: after %s an error is forwarded unchanged, without a fallback', async (format, _, content) => {
  await using first = await startSimulator({ answers: [answer(HEADS[format] + content, ERROR)] })
  await using second = await startSimulator({ answers: ['never'] })
  const reply = await send(PATHS[format], fallback([at(first), at(second)]))
  expect([reply.status, await reply.text()]).toEqual([200, HEADS[format] + content + ERROR])
  expect(second.requests).toHaveLength(0)
})

test('an error event that arrives in pieces is one error event', async () => {
  const pieces = Array.from({ length: Math.ceil(ERROR.length / 7) }, (_, i) => ERROR.slice(i * 7, i * 7 + 7))
  await using first = await startSimulator({ answers: [{ ...answer(ROLE, ...pieces), gapMs: 1 }] })
  await using second = await startSimulator({ answers: ['hello'] })
  const text = await (await gateway.chat(fallback([at(first), at(second)]), STREAM)).text()
  expect([text.includes('busy'), text.includes('"content":"hello"')]).toEqual([false, true])
})

test('the last target’s bytes are forwarded unchanged, also if all previous targets failed the same way', async () => {
  const last = event({ error: { message: 'last', type: 'overloaded_error' } })
  await using first = await startSimulator({ answers: [answer(ROLE, ERROR)] })
  await using second = await startSimulator({ answers: [answer(ROLE, last)] })
  const reply = await gateway.chat(fallback([at(first), at(second)]), STREAM)
  expect([reply.status, await reply.text()]).toEqual([200, ROLE + last])
})

test('an in-band error that triggered a fallback is sent complete if no later target succeeds', async () => {
  await using first = await startSimulator({ answers: [{ ...answer(ROLE, ERROR), gapMs: 2 }] })
  await using refusal = await startRefusal()
  const reply = await gateway.chat(fallback([at(first), at(refusal)]), STREAM)
  expect([reply.status, await reply.text()]).toEqual([200, ROLE + ERROR])
  expect(reply.headers.get('content-type')).toBe('text/event-stream')
})

test('a cut before content falls back, and the record names it', async () => {
  await using first = await startSimulator({ answers: [{ stream: [{ raw: ROLE }, 'x'], cutAfter: 1 }] })
  await using second = await startSimulator({ answers: ['hello'] })
  const reply = await gateway.chat(fallback([at(first), at(second)], [502]), STREAM)
  const text = await reply.text()
  expect(text.match(/"role":"assistant"/g)).toHaveLength(1)
  expect(text).toContain('"content":"hello"')
  const { attempts } = await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
  expect(attempts).toMatchObject([
    { target: 'config.targets[0]', error_code: 'upstream_broken' },
    { target: 'config.targets[1]', error_code: null },
  ])
})

test('a cut after content sends an error and closes the connection, without a fallback', async () => {
  const channel = eventChannel<StreamItem>()
  await using first = await startSimulator({ answers: [{ stream: channel, cutAfter: 1 }] })
  await using second = await startSimulator({ answers: ['never'] })
  const client = await connectRaw(gateway.url)
  client.send(rawChat(gateway.workspaceKey, fallback([at(first), at(second)]), { stream: true }))
  channel.push('one')
  await client.until('"content":"one"')
  channel.push('cut now')
  await client.closed
  expect(client.text).toContain('event: error\ndata: {"error":')
  expect(client.text).not.toEndWith('0\r\n\r\n')
  expect(second.requests).toHaveLength(0)
  const trace = /x-gateway-trace-id: (\S+)/i.exec(client.text)?.[1] ?? null
  const log = await gateway.waitForLog(trace)
  expect(log).toMatchObject({ ending: 'broken', error_code: 'upstream_broken' })
  expect(log.decisions.map(({ kind }) => kind)).toContain('broken')
})

test.each<[string, (target: object) => object, boolean]>([
  ['alone', (target) => target, false],
  ['on its last retry', (target) => ({ ...target, retry: { attempts: 1, use_retry_after_headers: true } }), true],
  ['as last of a fallback', (target) => fallback([target, target]), true],
])('a target %s is not buffered: the first bytes arrive at once', async (_, configOf, failsFirst) => {
  const channel = eventChannel<StreamItem>()
  const busy = { status: 503, retryAfter: { ms: 1 } }
  await using upstream = await startSimulator({ answers: [...(failsFirst ? [busy] : []), { stream: channel }] })
  const client = await connectRaw(gateway.url)
  client.send(rawChat(gateway.workspaceKey, configOf(at(upstream)), { stream: true }))
  channel.push({ raw: ROLE })
  await client.until('"role":"assistant"')
  channel.push({ raw: ERROR })
  channel.close()
  await client.until('\r\n0\r\n\r\n')
  expect(client.text).toContain('busy')
  client.leave()
})

const comments = (count: number) => Array.from({ length: count }, () => `: ${'x'.repeat(4090)}\n\n`)

test('a head of less than 64 KiB is buffered', async () => {
  await using first = await startSimulator({ answers: [answer(...comments(14), ERROR)] })
  await using second = await startSimulator({ answers: ['hello'] })
  const text = await (await gateway.chat(fallback([at(first), at(second)]), STREAM)).text()
  expect([text.includes('xxx'), text.includes('"content":"hello"')]).toEqual([false, true])
})

test('a head of 64 KiB is committed: a later error is forwarded', async () => {
  const channel = eventChannel<StreamItem>()
  await using first = await startSimulator({ answers: [{ stream: channel, withoutDone: true }] })
  await using second = await startSimulator({ answers: ['never'] })
  const client = await connectRaw(gateway.url)
  client.send(rawChat(gateway.workspaceKey, fallback([at(first), at(second)]), { stream: true }))
  for (const raw of comments(17)) channel.push({ raw })
  await client.until('xxx')
  channel.push({ raw: ERROR })
  channel.close()
  await client.until('\r\n0\r\n\r\n')
  expect(client.text).toContain('busy')
  expect(second.requests).toHaveLength(0)
  client.leave()
})

test('the buffered head is sent complete and in order at the first content', async () => {
  const items = [...comments(5), ROLE, chunk({ content: 'a' }), chunk({ content: 'b' }), 'data: [DONE]\n\n']
  await using first = await startSimulator({ answers: [{ ...answer(...items), gapMs: 1 }] })
  await using second = await startSimulator({ answers: ['never'] })
  expect(await (await gateway.chat(fallback([at(first), at(second)]), STREAM)).text()).toBe(items.join(''))
})
