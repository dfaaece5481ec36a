import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { addKey } from '../harness/add-key.ts'
import { at } from '../harness/at.ts'
import { errorOf } from '../harness/error-of.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()
const fresh = () => crypto.randomUUID()

async function finished(config: object, headers: Record<string, string> = {}, body: object = {}): Promise<Response> {
  const reply = await gateway.chat(config, { headers, body })
  await reply.text()
  return reply
}

test('a record has the request, the provider and the usage', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const trace = fresh()
  const beforeMs = Date.now()
  // The organisation is a label of the gateway, which a caller cannot set.
  const metadata = JSON.stringify({ _user: 'ada', team: 'blue', _organisation: 'another' })
  await finished(at(simulator), { 'x-gateway-trace-id': trace, 'x-gateway-metadata': metadata }, { model: 'gpt-x' })
  const log = await gateway.waitForLog(trace)
  expect(log).toMatchObject({
    object: 'log',
    trace_id: trace,
    method: 'POST',
    path: '/v1/chat/completions',
    endpoint: 'chat.completions',
    ending: 'complete',
    status_code: 200,
    error_code: null,
    provider: 'openai-compatible',
    target: 'config',
    ai_model: 'gpt-x',
    response_model: 'gpt-x',
    is_stream: false,
    attempt_count: 1,
    retry_count: 0,
    usage: { input_tokens: 9, output_tokens: 2, total_tokens: 11, cached_tokens: 0, reasoning_tokens: 0 },
    metadata: { _user: 'ada', team: 'blue' },
  })
  expect(log.metadata['_organisation']).toBe(log.organisation_id)
  expect(Date.parse(log.created_at)).toBeWithin(beforeMs, Date.now() + 1)
})

test('bodies are stored unchanged, those of a stream as its events', async () => {
  await using simulator = await startSimulator({ answers: ['hello', 'one two'] })
  const body = '{ "model": "m", "messages": [], "n": 1.0, "ü": "\u00e9" }'
  const [plain, streamed] = [fresh(), fresh()]
  const first = await gateway.chat(at(simulator), { headers: { 'x-gateway-trace-id': plain }, body })
  const answered = await first.text()
  const whole = await gateway.waitForLog(plain)
  expect([whole.request.body, whole.response.body]).toEqual([body, answered])
  const second = await gateway.chat(at(simulator), {
    headers: { 'x-gateway-trace-id': streamed },
    body: { stream: true },
  })
  const events = await second.text()
  const log = await gateway.waitForLog(streamed)
  expect(log.is_stream).toBe(true)
  expect(log.response.body).toContain('"content":"one"')
  expect(log.response_bytes).toBe(Buffer.byteLength(events))
})

test('usage of a stream is read although the caller did not request it', async () => {
  await using simulator = await startSimulator({ answers: ['one two'] })
  const trace = fresh()
  // This provider is known to support `include_usage`; a generic host might reject the unknown member.
  const target = at(simulator, { provider: 'openai' })
  const reply = await gateway.chat(target, { headers: { 'x-gateway-trace-id': trace }, body: { stream: true } })
  const text = await reply.text()
  const log = await gateway.waitForLog(trace)
  expect(log.usage).toMatchObject({ input_tokens: 9, output_tokens: 2, total_tokens: 11 })
  expect(JSON.parse(simulator.requests[0]!.body.toString())).toHaveProperty('stream_options', { include_usage: true })
  expect(text).not.toContain('"usage":{')
  expect(text).toEndWith('data: [DONE]\n\n')
})

test('binary responses are stored as base64', async () => {
  const bytes = Uint8Array.from([0, 255, 254, 1])
  await using simulator = await startSimulator({ answers: [{ headers: { 'content-type': 'audio/wav' }, body: bytes }] })
  const trace = fresh()
  const headers = { 'x-gateway-config': JSON.stringify(at(simulator)), 'x-gateway-trace-id': trace }
  await (
    await gateway.fetch('/v1/audio/speech', { method: 'POST', headers, body: { model: 'm', input: 'x', voice: 'a' } })
  ).bytes()
  const log = await gateway.waitForLog(trace)
  expect([log.response.body, log.response.body_encoding]).toEqual([Buffer.from(bytes).toString('base64'), 'base64'])
})

test('x-gateway-debug: false stores the record without bodies', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const trace = fresh()
  await finished(at(simulator), { 'x-gateway-trace-id': trace, 'x-gateway-debug': 'false' })
  const log = await gateway.waitForLog(trace)
  expect([log.request.body, log.response.body, log.status_code]).toEqual([null, null, 200])
})

test('large bodies are truncated and marked', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const trace = fresh()
  await finished(at(simulator), { 'x-gateway-trace-id': trace }, { padding: 'x'.repeat(400_000) })
  const log = await gateway.waitForLog(trace)
  expect([log.request.body_cut, log.request.body?.length, log.response.body_cut]).toEqual([true, 256 * 1024, false])
  expect(log.request_bytes).toBeGreaterThan(400_000)
})

test('the timeline shows every attempt and decision in order', async () => {
  await using busy = await startSimulator({ answers: [{ status: 503, retryAfter: { ms: 5 } }] })
  await using free = await startSimulator({ answers: ['hello'] })
  const retry = { attempts: 1, use_retry_after_headers: true }
  const trace = fresh()
  const config = { strategy: { mode: 'fallback' }, targets: [at(busy, { retry }), at(free)] }
  await finished(config, { 'x-gateway-trace-id': trace })
  const log = await gateway.waitForLog(trace)
  expect(log.attempts.map(({ target, retry, status_code }) => [target, retry, status_code])).toEqual([
    ['config.targets[0]', 0, 503],
    ['config.targets[0]', 1, 503],
    ['config.targets[1]', 0, 200],
  ])
  const kinds = log.decisions.map((decision) => decision.kind)
  for (const kind of ['authenticated', 'planned', 'attempt', 'wait', 'fallback']) expect(kinds).toContain(kind)
  const times = log.decisions.map((decision) => decision.at)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(log.decisions.every((decision) => decision.reason.length > 3)).toBe(true)
  expect([log.target, log.attempt_count, log.retry_count]).toEqual(['config.targets[1]', 3, 1])
})

test('a rejected authenticated request has a record without attempts', async () => {
  const trace = fresh()
  const reply = await gateway.chat({ provider: 'no-such' }, { headers: { 'x-gateway-trace-id': trace } })
  expect(reply.status).toBe(400)
  const log = await gateway.waitForLog(trace)
  expect(log).toMatchObject({ ending: 'refused', status_code: 400, attempt_count: 0, attempts: [] })
  expect(log.decisions.map((decision) => decision.kind)).toContain('refused')
})

test('no record contains a secret', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const trace = fresh()
  const headers = { 'x-gateway-trace-id': trace, cookie: 'session=very-secret', 'x-custom-token': 'also-secret' }
  await finished(at(simulator, { forward_headers: ['cookie'] }), headers)
  const text = JSON.stringify(await gateway.waitForLog(trace))
  for (const secret of ['sk-sim', gateway.workspaceKey, 'very-secret', 'also-secret'])
    expect(text).not.toContain(secret)
})

test('logs are filtered by status, model, provider, endpoint, metadata and time', async () => {
  await using simulator = await startSimulator({ answers: ['a', 429, 500] })
  const user = fresh()
  const metadata = JSON.stringify({ _user: user, shade: 'dark' })
  const startMs = Date.now()
  for (const model of ['m-1', 'm-2', 'm-3']) {
    const trace = fresh()
    await finished(at(simulator), { 'x-gateway-trace-id': trace, 'x-gateway-metadata': metadata }, { model })
    await gateway.waitForLog(trace)
  }
  const count = async (query: Record<string, string>) => {
    const all = { metadata: JSON.stringify({ _user: user }), ...query }
    return (await gateway.logs(all)).data.map((log) => log.ai_model)
  }
  expect(await count({})).toEqual(['m-3', 'm-2', 'm-1'])
  expect(await count({ status_code: '429' })).toEqual(['m-2'])
  expect(await count({ status_code: '5xx,200' })).toEqual(['m-3', 'm-1'])
  expect(await count({ ai_model: 'm-1,m-2' })).toEqual(['m-2', 'm-1'])
  expect(await count({ provider: 'mock' })).toEqual([])
  expect(await count({ endpoint: 'chat.completions' })).toHaveLength(3)
  expect(await count({ metadata: JSON.stringify({ _user: user, shade: 'light' }) })).toEqual([])
  expect(await count({ metadata: JSON.stringify({ shade: 'dark', _user: user }) })).toHaveLength(3)
  expect(await count({ time_of_generation_min: String(startMs) })).toHaveLength(3)
  expect(await count({ time_of_generation_max: new Date(startMs - 1).toISOString() })).toEqual([])
})

test('pages have no gaps or duplicates, newest first', async () => {
  const user = fresh()
  const metadata = { 'x-gateway-metadata': JSON.stringify({ _user: user }) }
  const traces = Array.from({ length: 25 }, fresh)
  await Promise.all(traces.map((trace) => finished({ provider: 'mock' }, { ...metadata, 'x-gateway-trace-id': trace })))
  for (const trace of traces) await gateway.waitForLog(trace)
  const seen: string[] = []
  let cursor: string | null = null
  const filter = { metadata: JSON.stringify({ _user: user }), page_size: '10' }
  const sizes: number[] = []
  do {
    const page = await gateway.logs({ ...filter, ...(cursor !== null && { cursor }) })
    seen.push(...page.data.map((log) => log.trace_id))
    sizes.push(page.data.length)
    expect(page.has_more).toBe(page.next_cursor !== null)
    cursor = page.next_cursor
  } while (cursor !== null)
  expect(sizes).toEqual([10, 10, 5])
  expect(seen.toSorted()).toEqual(traces.toSorted())
})

test.each<[string, Record<string, string>]>([
  ['status_code', { status_code: 'ok' }],
  ['page_size', { page_size: '0' }],
  ['page_size', { page_size: '101' }],
  ['cursor', { cursor: 'tampered' }],
  ['metadata', { metadata: 'x' }],
  ['time_of_generation_min', { time_of_generation_min: 'yesterday' }],
])('an invalid %s is rejected by name', async (param, query) => {
  const reply = await gateway.fetch(`/v1/logs?${new URLSearchParams(query)}`)
  expect(await errorOf(reply)).toMatchObject({ status: 400, code: 'invalid_parameter', param })
})

test('a key without the scope may not read logs', async () => {
  const none = await addKey(gateway, { scopes: [] })
  const refused = await errorOf(await gateway.fetch('/v1/logs', { key: none }))
  expect(refused).toMatchObject({ status: 403, code: 'scope_missing' })
  expect(refused.message).toContain('logs.list')
  const lister = await addKey(gateway, { scopes: ['logs.list'] })
  expect((await gateway.fetch('/v1/logs', { key: lister })).status).toBe(200)
  expect((await gateway.fetch('/v1/logs/any', { key: lister })).status).toBe(403)
  expect((await gateway.chat({ provider: 'mock' }, { key: none })).status).toBe(200)
})

test('a workspace key cannot read another workspace’s record, an Admin key can', async () => {
  const trace = fresh()
  await finished({ provider: 'mock' }, { 'x-gateway-trace-id': trace })
  const { id } = await gateway.waitForLog(trace)
  const stranger = await addKey(gateway, {
    scopes: ['logs.list', 'logs.view'],
    newWorkspace: 'elsewhere',
  })
  expect(await errorOf(await gateway.fetch(`/v1/logs/${id}`, { key: stranger }))).toMatchObject({ status: 404 })
  const list = (await (await gateway.fetch('/v1/logs', { key: stranger })).json()) as { data: unknown[] }
  expect(list.data).toEqual([])
  expect((await gateway.fetch(`/v1/logs/${id}`, { key: gateway.adminKey })).status).toBe(200)
})
