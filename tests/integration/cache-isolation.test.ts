import { expect, test } from 'bun:test'
import { type Simulator, startSimulator } from '../../simulators/simulator.ts'
import { addKey } from '../harness/add-key.ts'
import { atOwnPath as at } from '../harness/at-own-path.ts'
import type { CallOptions } from '../harness/call-options.ts'
import { contentOf } from '../harness/error-of.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { startGateway } from '../harness/start-gateway.ts'

const gateway = await shareGateway()
const SIMPLE = { cache: { mode: 'simple' } }

async function cacheOf(reply: Response | Promise<Response>): Promise<string | null> {
  const answered = await reply
  await answered.bytes()
  return answered.headers.get('x-gateway-cache-status')
}

function ask(upstream: Simulator, options: CallOptions = {}, more: object = {}): Promise<string | null> {
  return cacheOf(gateway.chat({ ...at(upstream, SIMPLE), ...more }, options))
}

/** Both responses are cached, each under its own key. */
async function areApart(one: () => Promise<string | null>, other: () => Promise<string | null>): Promise<void> {
  expect([await one(), await other()]).toEqual(['MISS', 'MISS'])
  expect([await one(), await other()]).toEqual(['HIT', 'HIT'])
}

const labelled = (metadata: object) => ({ headers: { 'x-gateway-metadata': JSON.stringify(metadata) } })

test.each<[string, CallOptions, object]>([
  ['credential', {}, { api_key: 'sk-other' }],
  ['model', { body: { model: 'other-model' } }, {}],
  ['byte of the body', { body: '{"model":"sim-model","messages":[{"role":"user","content":"hi"}] }' }, {}],
  ['override_params', {}, { override_params: { temperature: 0.5 } }],
  ['default_params', {}, { default_params: { top_p: 0.5 } }],
  ['drop_params', {}, { drop_params: ['model'] }],
  ['metadata', labelled({ user: 'a' }), {}],
  ['namespace', { headers: { 'x-gateway-cache-namespace': 'a' } }, {}],
])('the %s is part of the cache key', async (_, options, more) => {
  await using upstream = await startSimulator({ answers: ['said'] })
  await areApart(
    () => ask(upstream),
    () => ask(upstream, options, more),
  )
})

test('the query is part of the cache key', async () => {
  await using upstream = await startSimulator({ answers: ['said'] })
  const withQuery = (query: string) => () =>
    cacheOf(
      gateway.fetch(`/v1/chat/completions${query}`, {
        method: 'POST',
        headers: { 'x-gateway-config': JSON.stringify(at(upstream, SIMPLE)) },
        body: { model: 'sim-model', messages: [] },
      }),
    )
  await areApart(withQuery(''), withQuery('?version=2'))
})

test('the origin is part of the cache key', async () => {
  await using one = await startSimulator({ answers: ['one'] })
  await using two = await startSimulator({ answers: ['two'] })
  await areApart(
    () => ask(one),
    () => ask(two),
  )
})

test('the endpoint is part of the cache key, even for the same body', async () => {
  await using upstream = await startSimulator({ answers: ['said'] })
  const through = (path: string) => () =>
    cacheOf(
      gateway.fetch(path, {
        method: 'POST',
        headers: { 'x-gateway-config': JSON.stringify(at(upstream, SIMPLE)) },
        body: { model: 'sim-model', input: 'hi' },
      }),
    )
  await areApart(through('/v1/embeddings'), through('/v1/moderations'))
  await areApart(through('/v1/chat/completions'), through('/v1/proxy/chat/completions'))
})

test('the workspace is part of the cache key, the API key is not', async () => {
  const stranger = await addKey(gateway, { scopes: [], newWorkspace: 'stranger' })
  const colleague = await addKey(gateway, { scopes: [] })
  await using upstream = await startSimulator({ answers: ['said'] })
  await areApart(
    () => ask(upstream),
    () => ask(upstream, { key: stranger }),
  )
  expect(await ask(upstream, { key: colleague })).toBe('HIT')
})

/** Headers that reach the provider, by default or through `forward_headers`. */
test.each<[string, object]>([
  ['x-session', { forward_headers: ['x-session'] }],
  ['cookie', { forward_headers: ['cookie'] }],
  ['x-api-key', { forward_headers: ['x-api-key'] }],
  ['x-forwarded-for', { forward_headers: ['x-forwarded-for'] }],
  ['x-session', {}],
  ['anthropic-beta', {}],
  ['openai-beta', {}],
  ['openai-organization', {}],
  ['accept-language', {}],
  ['x-amz-date', {}],
  ['content-type', {}],
])('callers with different %s, forwarded by the config %j, do not share responses', async (name, config) => {
  await using upstream = await startSimulator({ answers: [({ headers }) => `for ${headers[name] ?? 'nobody'}`] })
  const as = async (value: string | null) => {
    const reply = await gateway.chat(
      { ...at(upstream, SIMPLE), ...config },
      value === null ? {} : { headers: { [name]: value } },
    )
    return [reply.headers.get('x-gateway-cache-status'), await contentOf(reply)]
  }
  const [ada, eve] = name === 'content-type' ? ['application/json; a=1', 'application/json; a=2'] : ['ada', 'eve']
  expect([await as(ada), await as(eve)]).toEqual([
    ['MISS', `for ${ada}`],
    ['MISS', `for ${eve}`],
  ])
  expect((await as(null))[0]).toBe('MISS')
  expect([await as(ada), await as(eve)]).toEqual([
    ['HIT', `for ${ada}`],
    ['HIT', `for ${eve}`],
  ])
})

test('headers that cannot change a response are not part of the cache key', async () => {
  await using upstream = await startSimulator({ answers: ['said'] })
  expect(await ask(upstream)).toBe('MISS')
  for (const name of [
    'traceparent',
    'user-agent',
    'x-stainless-retry-count',
    'x-request-id',
    'idempotency-key',
    'b3',
  ]) {
    expect([name, await ask(upstream, { headers: { [name]: crypto.randomUUID() } })]).toEqual([name, 'HIT'])
  }
})

test('with a namespace, credentials and settings are part of the cache key, headers and metadata are not', async () => {
  await using upstream = await startSimulator({ answers: ['said'] })
  const as = (headers: Record<string, string>, more: object = {}) =>
    ask(upstream, { headers: { 'x-gateway-cache-namespace': 'team', ...headers } }, more)
  const forwarding = { forward_headers: ['x-session', 'x-api-key'] }
  expect(await as({ 'x-session': 'ada' }, forwarding)).toBe('MISS')
  expect(await as({ 'x-session': 'eve', 'openai-beta': 'b', 'x-gateway-metadata': '{"a":1}' }, forwarding)).toBe('HIT')
  expect(await as({})).toBe('HIT')
  expect(await as({ 'x-api-key': 'ada' }, forwarding)).toBe('MISS')
  expect(await as({}, { api_key: 'sk-other' })).toBe('MISS')
  const openai = { provider: 'openai', custom_host: at(upstream).custom_host }
  expect(await as({}, openai)).toBe('MISS')
  expect(await as({}, { ...openai, openai_organization: 'org-1' })).toBe('MISS')
  expect(await as({ 'openai-organization': 'org-2' }, openai)).toBe('HIT')
  expect(await as({ 'openai-organization': 'org-1' }, { ...openai, openai_organization: 'org-1' })).toBe('HIT')
})

test('a stream cached without its usage chunk is not served to a caller that requests usage', async () => {
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
  const chunk = { id: '1', object: 'chat.completion.chunk', choices: [], usage }
  await using upstream = await startSimulator({ answers: [{ stream: ['hi', { data: chunk }] }] })
  const config = { ...at(upstream, SIMPLE), provider: 'openai' }
  const stream = async (body: string) => {
    const reply = await gateway.chat(config, { body })
    return [reply.headers.get('x-gateway-cache-status'), (await reply.text()).includes('"usage":{')]
  }
  const silent = '{"model":"sim-model","messages":[],"stream":true}'
  expect(await stream(silent)).toEqual(['MISS', false])
  // The same bytes that the gateway sent upstream, now from a caller that requests usage.
  const asking = Buffer.from(upstream.requests[0]!.body).toString()
  expect(asking).toContain('include_usage')
  expect(await stream(asking)).toEqual(['MISS', true])
  expect([await stream(silent), await stream(asking)]).toEqual([
    ['HIT', false],
    ['HIT', true],
  ])
})

test('a cached translated response echoes only its own caller’s values', async () => {
  const message = { id: 'm', type: 'message', role: 'assistant', model: 'claude', stop_reason: 'end_turn' }
  const content = [{ type: 'text', text: 'said' }]
  const usage = { input_tokens: 1, output_tokens: 1 }
  await using upstream = await startSimulator({ answers: [{ body: { ...message, content, usage } }] })
  const headers = { 'x-gateway-config': JSON.stringify({ ...at(upstream, SIMPLE), provider: 'anthropic' }) }
  const as = async (prompt_cache_key: string) => {
    const body = { model: 'claude', input: 'hi', prompt_cache_key }
    const reply = await gateway.fetch('/v1/responses', { method: 'POST', headers, body })
    const answer = (await reply.json()) as { readonly prompt_cache_key: string }
    return [reply.headers.get('x-gateway-cache-status'), answer.prompt_cache_key]
  }
  expect([await as('ada'), await as('eve'), await as('ada')]).toEqual([
    ['MISS', 'ada'],
    ['MISS', 'eve'],
    ['HIT', 'ada'],
  ])
  const [one, other] = upstream.requests
  expect(one!.bodySha256).toBe(other!.bodySha256)
})

test('callers with their own credentials do not share entries', async () => {
  await using upstream = await startSimulator({ answers: ['said'] })
  const config = { provider: 'openai-compatible', custom_host: at(upstream).custom_host, ...SIMPLE }
  const as = (authorization: string) => () => cacheOf(gateway.chat(config, { headers: { authorization } }))
  await areApart(as('Bearer sk-one'), as('Bearer sk-two'))
  await areApart(as('Basic b25l'), as('Basic dHdv'))
})

test('a namespace replaces the metadata in the cache key', async () => {
  await using upstream = await startSimulator({ answers: ['said'] })
  const named = (namespace: string, metadata: object) => ({
    headers: { 'x-gateway-cache-namespace': namespace, 'x-gateway-metadata': JSON.stringify(metadata) },
  })
  expect(await ask(upstream, named('team', { user: 'a' }))).toBe('MISS')
  expect(await ask(upstream, named('team', { user: 'b' }))).toBe('HIT')
  expect(await ask(upstream, named('other', { user: 'a' }))).toBe('MISS')
  expect(await ask(upstream, labelled({ user: 'a' }))).toBe('MISS')
})

test('the order of metadata and other headers are not part of the cache key', async () => {
  await using upstream = await startSimulator({ answers: ['said'] })
  expect(await ask(upstream, labelled({ user: 'a', plan: 'b' }))).toBe('MISS')
  expect(await ask(upstream, labelled({ plan: 'b', user: 'a' }))).toBe('HIT')
  expect(
    await ask(upstream, { headers: { ...labelled({ plan: 'b', user: 'a' }).headers, 'x-gateway-trace-id': 'one' } }),
  ).toBe('HIT')
})

test.each([
  ['GET', '/v1/models', null],
  ['POST', '/v1/audio/speech', { model: 'tts', input: 'hi', voice: 'x' }],
  ['POST', '/v1/batches', { input_file_id: 'f', endpoint: '/v1/chat/completions', completion_window: '24h' }],
] as const)('%s %s is never served from the cache', async (method, path, body) => {
  await using upstream = await startSimulator({ answers: ['said'] })
  const headers = { 'x-gateway-config': JSON.stringify(at(upstream, SIMPLE)) }
  for (let i = 0; i < 2; i++) expect(await cacheOf(gateway.fetch(path, { method, headers, body }))).toBe('DISABLED')
  expect(upstream.requests).toHaveLength(2)
})

test('compressed pass-through responses are not cached', async () => {
  await using upstream = await startSimulator({ answers: [{ body: { ok: true }, gzip: true }] })
  const headers = { 'x-gateway-config': JSON.stringify(at(upstream, SIMPLE)), 'accept-encoding': 'gzip' }
  for (let i = 0; i < 2; i++) {
    expect(await cacheOf(gateway.fetch('/v1/proxy/rerank', { method: 'POST', headers, body: { query: 'q' } }))).toBe(
      'MISS',
    )
  }
})

test('the cache is bounded by bytes: old entries are evicted, a response larger than the cache is not stored', async () => {
  await using small = await startGateway({ environment: { GATEWAY_CACHE_BYTES: '65536' } })
  await using upstream = await startSimulator({ answers: [(request) => 'x'.repeat(Number(request.json['size']))] })
  const config = at(upstream, SIMPLE)
  const get = (size: number, n = 0) => cacheOf(small.chat(config, { body: { size, n } }))
  for (let n = 0; n < 10; n++) await get(10_000, n)
  expect(await get(10_000, 9)).toBe('HIT')
  expect(await get(10_000, 0)).toBe('MISS')
  expect([await get(70_000), await get(70_000)]).toEqual(['MISS', 'MISS'])
  expect(await get(10_000, 9)).toBe('HIT')
})
