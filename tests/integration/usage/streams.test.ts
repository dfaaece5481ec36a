import { expect, test } from 'bun:test'
import { eventFrame } from '../../../simulators/wire/converse/event-frames.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { DONE, data, named, type Scripted, scriptedProvider } from './scripted-provider.ts'

const gateway = await shareGateway()
const USAGE = { prompt_tokens: 40, completion_tokens: 9, total_tokens: 49 }

const chunk = (choices: readonly object[], more: object = {}) =>
  data({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices, ...more })
const delta = (member: object, index = 0) => chunk([{ index, delta: member, finish_reason: null }])
const stop = (reason = 'stop') => chunk([{ index: 0, delta: {}, finish_reason: reason }])
const COUNTED = chunk([], { usage: USAGE })

const CLOUD_C = { cloud_c_region: 'r', cloud_c_access_key_id: 'a', cloud_c_secret_access_key: 's' }
const targetAt = (provider: string, url: string) => ({
  provider,
  custom_host: provider === 'bedrock' ? url : `${url}/v1`,
  ...(provider === 'bedrock' ? CLOUD_C : { api_key: 'sk' }),
})

async function call(provider: string, url: string, path: string, body: object, more: object = {}) {
  const trace = crypto.randomUUID()
  const reply = await gateway.fetch(path, {
    method: 'POST',
    headers: {
      'x-gateway-config': JSON.stringify({ ...targetAt(provider, url), ...more }),
      'x-gateway-trace-id': trace,
    },
    body,
  })
  const text = await reply.text()
  return { text, log: await gateway.waitForLog(trace) }
}

const SHAPES: readonly (readonly [string, readonly string[]])[] = [
  ['text', [delta({ role: 'assistant', content: '' }), delta({ content: 'one' }), stop()]],
  ['several choices', [delta({ content: 'one' }), delta({ content: 'two' }, 1), stop()]],
  [
    'tool calls only',
    [
      delta({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }] }),
      stop('tool_calls'),
    ],
  ],
  ['a refusal only', [delta({ refusal: 'no' }), stop()]],
  ['reasoning only', [delta({ reasoning_content: 'hm' }), stop('length')]],
  ['an empty list of choices first', [chunk([], { prompt_filter_results: [] }), delta({ content: 'one' }), stop()]],
]

test.each(SHAPES)('a stream of %s is counted without a change for its caller', async (_, pieces) => {
  await using provider = scriptedProvider({ pieces: [...pieces, COUNTED, DONE] })
  const { text, log } = await call('openai', provider.url, '/v1/chat/completions', {
    model: 'm',
    messages: [],
    stream: true,
  })
  expect(JSON.parse(provider.asked[0]!)).toHaveProperty('stream_options.include_usage', true)
  expect(text).toBe([...pieces, DONE].join(''))
  expect(log.usage).toMatchObject({ input_tokens: 40, output_tokens: 9, total_tokens: 49, is_estimate: false })
})

test('a caller that requests usage gets it, and other stream options stay', async () => {
  await using provider = scriptedProvider({ pieces: [delta({ content: 'one' }), COUNTED, DONE] })
  const body = { model: 'm', messages: [], stream: true }
  const asked = await call('openai', provider.url, '/v1/chat/completions', {
    ...body,
    stream_options: { include_usage: true },
  })
  expect(asked.text).toContain('"total_tokens":49')
  const other = await call('openai', provider.url, '/v1/chat/completions', {
    ...body,
    stream_options: { include_obfuscation: false },
  })
  expect(JSON.parse(provider.asked[1]!).stream_options).toEqual({ include_obfuscation: false, include_usage: true })
  expect(other.text).not.toContain('total_tokens')
  expect([asked.log.usage?.total_tokens, other.log.usage?.total_tokens]).toEqual([49, 49])
})

test.each<[string, object, object]>([
  ['include_usage: false', { stream_options: { include_usage: false } }, {}],
  ['include_usage: null', { stream_options: { include_usage: null } }, {}],
  ['override_params', {}, { override_params: { stream_options: { include_usage: false } } }],
])('a caller that requests no usage gets none, and the provider’s count is used: %s', async (_, options, more) => {
  const pieces = [delta({ content: 'one two three' }), stop()]
  const body = { model: 'm', stream: true, ...options }
  for (const [path, asked] of [
    ['/v1/chat/completions', { ...body, messages: [] }],
    ['/v1/completions', { ...body, prompt: 'hi' }],
  ] as const) {
    await using provider = scriptedProvider({ pieces: [...pieces, COUNTED, DONE] })
    const { text, log } = await call('openai', provider.url, path, asked, more)
    expect(JSON.parse(provider.asked[0]!).stream_options).toEqual({ include_usage: true })
    expect(text).toBe([...pieces, DONE].join(''))
    expect(log.usage).toMatchObject({ input_tokens: 40, output_tokens: 9, is_estimate: false })
  }
})

test.each(['x', 1])('invalid include_usage %p is forwarded to the provider', async (wrong) => {
  await using provider = scriptedProvider({ pieces: [delta({ content: 'one' }), DONE] })
  const body = { model: 'm', messages: [], stream: true, stream_options: { include_usage: wrong } }
  await call('openai', provider.url, '/v1/chat/completions', body)
  expect(JSON.parse(provider.asked[0]!).stream_options).toEqual({ include_usage: wrong })
})

test('a pass-through stream without requested usage is estimated, and its request body is unchanged', async () => {
  await using provider = scriptedProvider({ pieces: [delta({ content: 'one two three' }), DONE] })
  const body = { model: 'm', messages: [], stream: true, stream_options: { include_usage: false } }
  const { log } = await call('openai', provider.url, '/v1/proxy/chat/completions', body)
  expect(provider.asked[0]).toBe(JSON.stringify(body))
  expect(log.usage).toMatchObject({ is_estimate: true })
  expect(log.usage?.output_tokens).toBeGreaterThan(0)
})

const gemini = (text: string, usage: object, finish: object = {}) =>
  data({ candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] }, ...finish }], usageMetadata: usage })

/** The same response as a stream in each provider's format: 40 input tokens, 10 of them cached, 9 output tokens. */
const STREAMS: Readonly<Record<string, Scripted>> = {
  openai: {
    pieces: [
      delta({ content: 'one' }),
      stop(),
      chunk([], { usage: { ...USAGE, prompt_tokens_details: { cached_tokens: 10 } } }),
      DONE,
    ],
  },
  anthropic: {
    pieces: [
      named({
        type: 'message_start',
        message: {
          id: 'msg_1',
          role: 'assistant',
          content: [],
          usage: { input_tokens: 30, cache_read_input_tokens: 10, output_tokens: 1 },
        },
      }),
      named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
      named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'one' } }),
      named({ type: 'content_block_stop', index: 0 }),
      named({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 9 } }),
      named({ type: 'message_stop' }),
    ],
  },
  google: {
    pieces: [
      gemini('one', { promptTokenCount: 40 }),
      gemini(
        '',
        {
          promptTokenCount: 40,
          cachedContentTokenCount: 10,
          candidatesTokenCount: 4,
          thoughtsTokenCount: 5,
          totalTokenCount: 49,
        },
        { finishReason: 'STOP' },
      ),
    ],
  },
  bedrock: {
    type: 'application/vnd.amazon.eventstream',
    pieces: [
      eventFrame('messageStart', { role: 'assistant' }),
      eventFrame('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'one' } }),
      eventFrame('contentBlockStop', { contentBlockIndex: 0 }),
      eventFrame('messageStop', { stopReason: 'end_turn' }),
      eventFrame('metadata', {
        usage: { inputTokens: 30, cacheReadInputTokens: 10, outputTokens: 9, totalTokens: 49 },
      }),
    ],
  },
  cohere: {
    pieces: [
      named({ type: 'message-start', id: 'c', delta: { message: { role: 'assistant' } } }),
      named({ type: 'content-delta', index: 0, delta: { message: { content: { text: 'one' } } } }),
      named({
        type: 'message-end',
        delta: { finish_reason: 'COMPLETE', usage: { billed_units: { input_tokens: 40, output_tokens: 9 } } },
      }),
    ],
  },
}

const INBOUND = [
  ['/v1/chat/completions', { messages: [{ role: 'user', content: 'hi' }] }],
  ['/v1/messages', { max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] }],
  ['/v1/responses', { input: 'hi' }],
] as const

const PAIRS = Object.keys(STREAMS)
  .flatMap((provider) => INBOUND.map(([path, body]) => [provider, path, body] as const))
  // OpenAI serves /v1/responses natively, so the gateway does not translate it to chat.
  .filter(([provider, path]) => provider !== 'openai' || path !== '/v1/responses')

test.each(PAIRS)('a stream of %s is counted exactly for a caller of %s', async (provider, path, body) => {
  await using upstream = scriptedProvider(STREAMS[provider]!)
  const { log } = await call(provider, upstream.url, path, { model: 'm', ...body, stream: true })
  expect(log).toMatchObject({
    ending: 'complete',
    usage: { input_tokens: 40, output_tokens: 9, total_tokens: 49, is_estimate: false },
  })
  if (provider !== 'cohere') expect(log.usage?.cached_tokens).toBe(10)
})

const DIALECTS = Object.keys(STREAMS).filter((provider) => provider !== 'openai')

test.each(DIALECTS)('a chat stream of %s shows usage only to callers that request it', async (provider) => {
  await using upstream = scriptedProvider(STREAMS[provider]!)
  for (const include of [undefined, false, true]) {
    const options = include === undefined ? {} : { stream_options: { include_usage: include } }
    const body = { model: 'm', messages: [{ role: 'user', content: 'hi' }], stream: true, ...options }
    const { text, log } = await call(provider, upstream.url, '/v1/chat/completions', body)
    expect(text.includes('"total_tokens":49')).toBe(include === true)
    expect(log.usage).toMatchObject({ total_tokens: 49, is_estimate: false })
  }
})
