import { afterAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { partOf, propertyRuns } from '../../../../tests/harness/property-runs.ts'
import type { Prompt, PromptContent, PromptVersion } from '../../core/prompts/prompts.ts'
import { eventFrame } from '../../dialects/framing/test-frames.ts'
import { handle } from '../pipeline.ts'
import { StoredPrompts } from '../prompts/stored-prompts.ts'
import { type Answer, json, testGateway } from '../test-gateway.ts'
import { BodyWorkers, LARGE_BYTES } from './body-workers.ts'

const small = new BodyWorkers(Number.POSITIVE_INFINITY)
const large = new BodyWorkers(-1)
const usual = new BodyWorkers()

afterAll(() => {
  for (const workers of [small, large, usual]) workers.close()
})

const MESSAGE = {
  id: 'm',
  type: 'message',
  role: 'assistant',
  model: 'claude',
  content: [{ type: 'text', text: 'ok' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 3, output_tokens: 4 },
}
const COMPLETION = {
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'gpt',
  choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
}
const GENERATED = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'ok' }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4, totalTokenCount: 7 },
}
const COHERE = {
  id: 'c',
  finish_reason: 'COMPLETE',
  message: { role: 'assistant', content: [{ type: 'text', text: 'ok' }] },
  usage: { tokens: { input_tokens: 3, output_tokens: 4 } },
}
const CONVERSE = {
  output: { message: { role: 'assistant', content: [{ text: 'ok' }] } },
  stopReason: 'end_turn',
  usage: { inputTokens: 3, outputTokens: 4, totalTokens: 7 },
}

/** The response of each provider to a chat or an embeddings request. */
const PROVIDERS = {
  openai: COMPLETION,
  'azure-openai': COMPLETION,
  groq: COMPLETION,
  'mistral-ai': COMPLETION,
  anthropic: MESSAGE,
  google: GENERATED,
  cohere: COHERE,
  bedrock: CONVERSE,
} as const
type Provider = keyof typeof PROVIDERS

const SETTINGS: Partial<Record<Provider, object>> = { 'azure-openai': { cloud_a_resource_name: 'r' } }

type Sent = {
  readonly provider: Provider
  readonly path: string
  readonly body: string
  readonly changes?: object
  readonly answer?: Answer
  readonly prompts?: StoredPrompts
}

/** Everything that the caller, the provider and a reader of the log see of one request. */
async function outcomeOf(bodies: BodyWorkers, { provider, path, body, changes = {}, answer, prompts }: Sent) {
  const { ports, records, sent } = testGateway([answer ?? json(200, PROVIDERS[provider])])
  const config = { provider, api_key: 'sk-1', ...SETTINGS[provider], ...changes }
  const response = await handle(
    new Request(`http://g${path}`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'x-gateway-api-key': 'KEY',
        'x-gateway-trace-id': 't',
        'x-gateway-config': JSON.stringify(config),
      },
    }),
    {
      ...ports,
      bodies,
      isSetting: (key) => key.startsWith('cloud_'),
      maxBodyBytes: 30_000_000,
      ...(prompts && { prompts }),
    },
  )
  const text = await response.text().catch(() => 'broken')
  const [record] = records
  return {
    status: response.status,
    text: text.replaceAll(/"(id|created|created_at|completed_at)":("[^"]*"|\d+)/g, '"$1":0'),
    sent: sent.map(({ method, url, headers, body: bytes }) => ({
      method,
      url,
      headers,
      body: bytes instanceof Uint8Array ? Buffer.from(bytes).toString('utf8') : null,
    })),
    record: record && {
      model: record.model,
      usage: record.usage,
      errorCode: record.errorCode,
      requestBytes: record.requestBytes,
      warnings: record.warnings,
      attempts: record.attempts.map(({ target, status, error, sent: body }) => ({ target, status, error, body })),
    },
  }
}

const text = fc.string({ unit: 'grapheme', maxLength: 20 })
const part = fc.oneof(
  fc.record({ type: fc.constant('text'), text }),
  fc.constant({ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }),
)
const content = fc.oneof(text, fc.array(part, { maxLength: 3 }))
const message = fc.record({ role: fc.constantFrom('user', 'assistant', 'system', 'developer'), content })
const tool = fc.record({ type: fc.constant('function'), function: fc.record({ name: fc.constantFrom('f', 'g') }) })
const shared = {
  model: fc.constantFrom('m', 'gpt-4o', '@other/m', ''),
  temperature: fc.constantFrom(0, 1.5, null),
  stream_options: fc.constantFrom({}, null, { include_usage: true }),
  metadata: fc.dictionary(text, fc.jsonValue(), { maxKeys: 3 }),
  anything: fc.jsonValue(),
}
const optional = { requiredKeys: [] }
const chat = fc.record(
  { ...shared, messages: fc.array(message, { maxLength: 4 }), tools: fc.array(tool, { maxLength: 2 }), n: fc.nat(3) },
  optional,
)
const messages = fc.record(
  { ...shared, messages: fc.array(message, { maxLength: 4 }), max_tokens: fc.nat(9), system: text },
  optional,
)
const responses = fc.record(
  { ...shared, input: fc.oneof(text, fc.array(message, { maxLength: 3 })), instructions: text },
  optional,
)
const embeddings = fc.record({ model: shared.model, input: fc.oneof(text, fc.array(text, { maxLength: 3 })) }, optional)
const request = fc.oneof(
  fc.record({ path: fc.constant('/v1/chat/completions'), body: chat }),
  fc.record({ path: fc.constant('/v1/messages'), body: messages }),
  fc.record({ path: fc.constant('/v1/responses'), body: responses }),
  fc.record({ path: fc.constant('/v1/embeddings'), body: embeddings }),
  fc.record({ path: fc.constant('/v1/proxy/anything'), body: chat }),
)
const changes = fc.constantFrom(
  {},
  { override_params: { temperature: 1, user: 'u' } },
  { default_params: { n: 2 }, drop_params: ['metadata', 'messages[*].name'] },
  { override_params: { model: 'other' } },
)

test('a large body has the same outcome as a small one: bytes sent, response, error, record', async () => {
  const provider = fc.constantFrom(...(Object.keys(PROVIDERS) as Provider[]))
  const seen = new Set<number>()
  await fc.assert(
    fc.asyncProperty(provider, request, changes, async (slug, { path, body }, changed) => {
      const sent = { provider: slug, path, body: JSON.stringify(body), changes: changed }
      const here = await outcomeOf(small, sent)
      expect(await outcomeOf(large, sent)).toEqual(here)
      seen.add(here.status)
    }),
    { numRuns: propertyRuns(150) },
  )
  expect(seen).toContain(200)
  expect(seen).toContain(400)
})

const NESTED = `${'['.repeat(70)}${']'.repeat(70)}`

test.each([
  '',
  '{',
  '[]',
  'null',
  '{"model":"a","model":"b","messages":[]}',
  '{"model":"a","user":"a","user":"b","messages":[]}',
  `{"model":"m","messages":${NESTED}}`,
  '{"model":"m","messages":[{"role":"user","content":"\ud800"}]}',
  `{"model":"${'m'.repeat(40_000)}","messages":[]}`,
  `{"__proto__":{"model":"x"},"model":"m","messages":[]}`,
  `{${Array.from({ length: 3_000 }, (_, i) => `"member${i}":"${'x'.repeat(50)}"`).join(',')},"model":"m","messages":[]}`,
  `{"model":"m","messages":[],"user":"${'u'.repeat(200_000)}"}`,
])('the invalid or unusual body %# has the same outcome in a worker and on the main thread', async (body) => {
  for (const provider of ['openai', 'anthropic', 'google'] as const) {
    for (const path of ['/v1/chat/completions', '/v1/proxy/anything']) {
      const sent = { provider, path, body }
      const [inWorker, here] = [await outcomeOf(large, sent), await outcomeOf(small, sent)]
      // The record of a large body has only the beginning of a very long model name.
      if (inWorker.record?.model && here.record?.model && here.record.model.length > 16_000) {
        expect(here.record.model).toStartWith(inWorker.record.model)
        expect({ ...inWorker, record: null }).toEqual({ ...here, record: null })
      } else expect(inWorker).toEqual(here)
    }
  }
})

const LONG = 'Some words, "quoted" and é. '.repeat(20_000)
const TOOLS = Array.from({ length: 1_500 }, (_, i) => ({
  type: 'function',
  name: `tool${i}`,
  description: 'x'.repeat(300),
  parameters: { type: 'object', properties: {} },
}))
const HELLO = { role: 'user', content: 'hello' }

const LARGE_REQUESTS: readonly (readonly [string, string, object])[] = [
  ['one long text', '/v1/chat/completions', { model: 'm', messages: [{ role: 'user', content: LONG }] }],
  ['many messages', '/v1/chat/completions', { model: 'm', messages: Array.from({ length: 20_000 }, () => HELLO) }],
  [
    'many parts',
    '/v1/chat/completions',
    {
      model: 'm',
      messages: [{ role: 'user', content: Array.from({ length: 20_000 }, () => ({ type: 'text', text: 'a' })) }],
    },
  ],
  [
    'many tools',
    '/v1/chat/completions',
    { model: 'm', messages: [HELLO], tools: TOOLS.map(({ type, ...rest }) => ({ type, function: rest })) },
  ],
  ['one long text', '/v1/messages', { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: LONG }] }],
  ['one long text', '/v1/responses', { model: 'm', input: LONG }],
  ['long instructions', '/v1/responses', { model: 'm', instructions: LONG, input: 'hello' }],
  ['many tools', '/v1/responses', { model: 'm', input: 'hello', tools: TOOLS }],
]

/** One provider of each wire format. The property test above tries all providers. */
const FORMATS = ['openai', 'anthropic', 'google', 'cohere', 'bedrock'] as const

describe.each(FORMATS.map((provider, turn) => [provider, turn] as const))('to %s', (provider, turn) => {
  test.each(partOf(LARGE_REQUESTS, turn))(
    '%s at %s: the main thread reads and writes no large JSON',
    async (_, path, body) => {
      const sent = { provider, path, body: JSON.stringify(body), changes: { override_params: { user: 'u' } } }
      expect(sent.body.length).toBeGreaterThan(2 * LARGE_BYTES)
      const here = await watching(() => outcomeOf(small, sent))
      const inWorker = await watching(() => outcomeOf(usual, sent))
      expect(inWorker.outcome).toEqual(here.outcome)
      expect(inWorker.longest).toBeLessThan(LARGE_BYTES)
      expect(here.longest).toBeGreaterThanOrEqual(sent.body.length)
    },
  )
})

/**
 * Runs `work` and measures the longest text that this thread parsed, serialized or decoded, and the longest it parsed.
 */
async function watching<Outcome>(
  work: () => Promise<Outcome>,
): Promise<{ outcome: Outcome; longest: number; longestParsed: number }> {
  let longest = 0
  let longestParsed = 0
  const { parse, stringify } = JSON
  const { decode } = TextDecoder.prototype
  JSON.parse = (value: string, ...rest: []) => {
    longestParsed = Math.max(longestParsed, value.length)
    return parse(value, ...rest)
  }
  JSON.stringify = ((...given: Parameters<typeof stringify>) => {
    const made = stringify(...given)
    longest = Math.max(longest, made?.length ?? 0)
    return made
  }) as typeof stringify
  TextDecoder.prototype.decode = function (this: TextDecoder, ...given: Parameters<typeof decode>) {
    const made = decode.apply(this, given)
    longest = Math.max(longest, made.length)
    return made
  }
  try {
    const outcome = await work()
    return { outcome, longest: Math.max(longest, longestParsed), longestParsed }
  } finally {
    Object.assign(JSON, { parse, stringify })
    TextDecoder.prototype.decode = decode
  }
}

test('a worker translates a large response to the same bytes', async () => {
  const answer = json(200, { ...MESSAGE, content: [{ type: 'text', text: LONG }] })
  const body = JSON.stringify({ model: 'm', messages: [HELLO] })
  const sent = { provider: 'anthropic', path: '/v1/chat/completions', body, answer } as const
  const here = await outcomeOf(small, sent)
  const inWorker = await outcomeOf(usual, sent)
  expect(here.text.length).toBeGreaterThan(LARGE_BYTES)
  expect(inWorker).toEqual(here)
  expect(here.record?.usage).toMatchObject({ inputTokens: 3, outputTokens: 4 })
})

/** Prompts and partials by their slugs. */
function storedPrompts(prompts: Record<string, Partial<PromptContent>>, partials: Record<string, string>) {
  const store = (contents: Record<string, Partial<PromptContent>>) => ({
    find: async (_: unknown, slug: string): Promise<Prompt | undefined> =>
      Object.hasOwn(contents, slug) ? { ...PROMPT, id: slug, slug, name: slug } : undefined,
    findVersion: async (id: string): Promise<PromptVersion> => ({
      ...{ id, number: 1, description: null, partials: [], createdBy: 'a', createdAtMs: 1 },
      content: { ...CONTENT, ...contents[id] },
    }),
    labels: async () => [],
    list: async () => ({ rows: [], total: 0 }),
  })
  const texts = Object.fromEntries(Object.entries(partials).map(([slug, string]) => [slug, { string }]))
  const labels = { named: async () => new Map<string, string>() }
  return new StoredPrompts({ stores: { prompts: store(prompts), partials: store(texts), labels } })
}

const PROMPT = {
  ...{ organisationId: 'o', workspaceId: 'w', collectionId: null, latestNumber: 1, publishedNumber: 1 },
  ...{ createdBy: 'a', updatedBy: 'a', createdAtMs: 1, updatedAtMs: 1 },
}
const CONTENT: PromptContent = {
  ...{ string: '', parameters: { temperature: 0.5 }, model: 'm', virtualKey: null, functions: null, tools: null },
  ...{ toolChoice: null, templateMetadata: null, isRaw: false },
}
const PROMPTS = {
  chat: { string: '[{"role":"system","content":"{{> greeting}}"},{"role":"user","content":"{{text}} {{absent}}"}]' },
  raw: {
    string: '[{{#rows}}{"role":"user","content":"{{text}}{{>> which}}"},{{/rows}}{"role":"user","content":"x"}]',
    isRaw: true,
  },
  short: { string: '[{"role":"user","content":"{{> greeting}}{{> unused}}"}]' },
  broken: { string: '[{"role":"user","content":"{{> nowhere}}"}]' },
}
const PARTIALS = { greeting: 'Hello {{name}} {{> inner}}', inner: '({{name}})', chosen: '!', unused: '' }

const RENDERINGS = [
  { variables: { name: 'Ann', text: LONG, which: 'chosen', rows: [{ text: 'a' }, { text: 'b' }] }, top_p: 1 },
  { variables: { name: 'Ann', text: 'short', which: 'nowhere', filling: LONG } },
  { variables: [LONG] },
  { variables: { filling: LONG }, stream: 'yes' },
]

describe.each(Object.keys(PROMPTS))('the saved prompt %s', (slug) => {
  test.each(RENDERINGS)('a worker renders it with the large variables %#', async (request) => {
    const path = `/v1/prompts/${slug}/completions`
    const body = JSON.stringify(request).replace('"top_p":1', '"top_p":1.0')
    for (const provider of partOf(['openai', 'anthropic'] as const, 0)) {
      const sent = () => ({ provider, path, body, prompts: storedPrompts(PROMPTS, PARTIALS) })
      const here = await watching(() => outcomeOf(small, sent()))
      const inWorker = await watching(() => outcomeOf(usual, sent()))
      expect(inWorker.outcome).toEqual(here.outcome)
      expect(here.longest).toBeGreaterThan(LARGE_BYTES)
      expect(inWorker.longest).toBeLessThan(LARGE_BYTES)
    }
  })
})

/** A response in chunks that do not end where events end. */
function streamed(bytes: Uint8Array, type = 'text/event-stream'): Answer {
  const chunks = Array.from({ length: Math.ceil(bytes.length / 50_000) }, (_, i) =>
    bytes.slice(i * 50_000, (i + 1) * 50_000),
  )
  return async () =>
    new Response(
      new ReadableStream({
        start(controller) {
          for (const chunk of chunks) controller.enqueue(chunk)
          controller.close()
        },
      }),
      { headers: { 'content-type': type } },
    )
}

const sse = (...events: readonly object[]) =>
  streamed(Buffer.from(events.map((data) => `data: ${JSON.stringify(data)}\n\n`).join('')))

/** A stream in each format, with one text and one feature that only this format has. */
const STREAMS: Readonly<Record<string, (text: string) => Answer>> = {
  'mistral-ai': (text) =>
    sse(
      { id: 'c', model: 'g', choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] },
      { id: 'c', model: 'g', choices: [{ index: 0, delta: { content: text } }] },
      { id: 'c', model: 'g', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: COMPLETION.usage },
    ),
  anthropic: (text) =>
    sse(
      { type: 'message_start', message: { ...MESSAGE, content: [] } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 4 } },
      { type: 'message_stop' },
    ),
  google: (text) =>
    sse(
      { candidates: [{ content: { role: 'model', parts: [{ text: 'Look:' }] } }], responseId: 'r' },
      {
        candidates: [{ content: { role: 'model', parts: [{ inlineData: { mimeType: 'image/png', data: text } }] } }],
        responseId: 'r',
      },
      { candidates: [{ content: { parts: [] }, finishReason: 'STOP' }], usageMetadata: GENERATED.usageMetadata },
    ),
  bedrock: (text) =>
    streamed(
      Buffer.concat([
        eventFrame('messageStart', { role: 'assistant' }),
        eventFrame('contentBlockDelta', { contentBlockIndex: 0, delta: { text } }),
        eventFrame('contentBlockStop', { contentBlockIndex: 0 }),
        eventFrame('messageStop', { stopReason: 'end_turn' }),
        eventFrame('metadata', { usage: CONVERSE.usage }),
      ]),
      'application/vnd.amazon.eventstream',
    ),
}
const CALLERS: readonly (readonly [string, object])[] = [
  ['/v1/chat/completions', { model: 'm', stream: true, messages: [HELLO] }],
  ['/v1/messages', { model: 'm', stream: true, max_tokens: 9, messages: [HELLO] }],
  ['/v1/responses', { model: 'm', stream: true, input: 'hello', tools: TOOLS.slice(0, 2) }],
]

const STREAMED = (Object.keys(STREAMS) as Provider[]).map((provider, turn) => [provider, turn] as const)

describe.each(STREAMED)('a stream of %s', (provider, turn) => {
  const translated = CALLERS.filter(([path]) => provider !== 'mistral-ai' || path !== '/v1/chat/completions').filter(
    ([path]) => provider !== 'anthropic' || path !== '/v1/messages',
  )

  // In npm test one caller of each provider, in turn.
  const inTurn = translated.map((_, at) => translated[(at + turn) % translated.length]!)

  test.each(inTurn.slice(0, propertyRuns(inTurn.length)))(
    'at %s: a worker reads its large events, in their order',
    async (path, body) => {
      const answer = STREAMS[provider]!(LONG)
      const sent = { provider, path, body: JSON.stringify(body), answer }
      const here = await watching(() => outcomeOf(small, sent))
      const inWorker = await watching(() => outcomeOf(usual, sent))
      expect(here.longestParsed).toBeGreaterThan(LARGE_BYTES)
      expect(inWorker.longestParsed).toBeLessThan(LARGE_BYTES)
      expect(comparable(inWorker.outcome)).toEqual(comparable(here.outcome))
      expect(here.outcome.status).toBe(200)
      // The Messages format has no images in responses.
      if (provider !== 'google' || path !== '/v1/messages')
        expect(here.outcome.text.length).toBeGreaterThan(LONG.length)
      expect(here.outcome.record?.usage).toMatchObject({ inputTokens: 3, outputTokens: 4 })
      // Here a worker reads every event, however small.
      expect(comparable(await outcomeOf(large, sent))).toEqual(comparable(here.outcome))
    },
  )

  const repeated = LARGE_REQUESTS.filter(([, path]) => path === '/v1/responses')

  test.each(repeated.slice(0, propertyRuns(repeated.length)))(
    'repeats %s of a request without reading it again',
    async (_, path, request) => {
      const body = JSON.stringify({ ...request, stream: true, metadata: { a: 'b' }, reasoning: { effort: 'low' } })
      const sent = { provider, path, body, answer: STREAMS[provider]!('hello') }
      const here = await watching(() => outcomeOf(small, sent))
      const inWorker = await watching(() => outcomeOf(usual, sent))
      expect(here.outcome.status).toBe(200)
      expect(comparable(inWorker.outcome)).toEqual(comparable(here.outcome))
      expect(here.longest).toBeGreaterThan(LARGE_BYTES)
      expect(inWorker.longest).toBeLessThan(LARGE_BYTES)
    },
  )
})

/** Replaces the random ids of a response by numbered ones. */
function comparable<Outcome extends { readonly text: string }>(outcome: Outcome): Outcome {
  const names = new Map<string, string>()
  const named = (id: string) => names.get(id) ?? (names.set(id, `id${names.size}`).get(id) as string)
  return { ...outcome, text: outcome.text.replaceAll(/(?:resp|msg|rs|fc|ig)_[0-9a-f]{32}/g, named) }
}

test('custom tools of a large request are called as custom tools', async () => {
  const tools = [...TOOLS, { type: 'custom', name: 'patch' }]
  const body = JSON.stringify({ model: 'm', stream: true, input: 'hello', tools })
  const call = { index: 0, id: 'c1', type: 'function', function: { name: 'patch', arguments: '{"input":"abc"}' } }
  const answer = sse(
    { id: 'c', choices: [{ index: 0, delta: { tool_calls: [call] } }] },
    { id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
  )
  const { text } = await outcomeOf(usual, { provider: 'mistral-ai', path: '/v1/responses', body, answer })
  expect(text).toContain('"type":"custom_tool_call"')
})

test('a provider that sends an event of very many values breaks its own stream', async () => {
  const answer = sse({ id: 'c', choices: Array.from({ length: 100_001 }, () => 0) })
  const body = JSON.stringify({ model: 'm', stream: true, input: 'hello' })
  const { text, record } = await outcomeOf(large, { provider: 'mistral-ai', path: '/v1/responses', body, answer })
  expect(text).toBe('broken')
  expect(record?.errorCode).toBe('upstream_broken')
})

function asking(bodies: BodyWorkers, signal?: AbortSignal) {
  const one = testGateway([json(200, COMPLETION)])
  const defects: unknown[] = []
  const body = JSON.stringify({ model: 'm', messages: [HELLO] })
  const response = handle(
    new Request('http://g/v1/chat/completions', {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'content-length': String(body.length),
        'x-gateway-api-key': 'KEY',
        'x-gateway-config': JSON.stringify({ provider: 'openai', api_key: 'sk-1' }),
      },
      ...(signal && { signal }),
    }),
    { ...one.ports, bodies, onDefect: (error) => defects.push(error) },
  )
  return { ...one, response, defects }
}

test('a worker that exits fails its own request and no other', async () => {
  const exiting = new BodyWorkers(-1, new URL('./test-exiting-worker.ts', import.meta.url))
  const { response, sent, defects, records } = asking(exiting)
  const { status } = await response
  expect({ status, sent: sent.length, code: records[0]?.errorCode }).toEqual({
    status: 500,
    sent: 0,
    code: 'internal_error',
  })
  expect(String(defects[0])).toContain('The body worker')
  exiting.close()
  expect((await asking(large).response).status).toBe(200)
})

test('a caller who leaves is not waited for, whether its body is in a worker or in the queue', async () => {
  const silent = new BodyWorkers(-1, new URL('./test-silent-worker.ts', import.meta.url))
  const leave = new AbortController()
  const asked = Array.from({ length: 4 }, () => asking(silent, leave.signal))
  while (!asked.every(({ connections }) => connections[0]?.current)) await Bun.sleep(1)
  leave.abort()
  await Promise.all(asked.map(({ response }) => response))
  expect(asked.map(({ records }) => records[0]?.ending)).toEqual(Array(4).fill('abandoned'))
  expect(asked.map(({ sent }) => sent.length)).toEqual([0, 0, 0, 0])
  silent.close()
})

test('a body that waits for a worker at shutdown is refused', async () => {
  const silent = new BodyWorkers(-1, new URL('./test-silent-worker.ts', import.meta.url))
  const { response, connections, records } = asking(silent)
  while (!connections[0]?.current) await Bun.sleep(1)
  connections[0].terminate('shutting_down')
  expect((await response).status).toBe(503)
  expect(records[0]?.errorCode).toBe('shutting_down')
  silent.close()
})

const STICKY = {
  strategy: { mode: 'loadbalance', sticky: { enabled: true, hash_fields: ['params.messages.0.content'], ttl: 3600 } },
  targets: [1, 2, 3, 4].map((number) => ({ provider: 'openai', api_key: `sk-${number}` })),
}

test('sticky fields in a large body decide as those in a small one', async () => {
  const chosen = async (bodies: BodyWorkers, content: string) => {
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] })
    const sent = { provider: 'openai', path: '/v1/chat/completions', body, changes: STICKY } as const
    return (await outcomeOf(bodies, sent)).record?.attempts[0]?.target
  }
  const contents = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const here = await Promise.all(contents.map((content) => chosen(small, content)))
  expect(new Set(here).size).toBeGreaterThan(1)
  expect(await Promise.all(contents.map((content) => chosen(large, content)))).toEqual(here)
})
