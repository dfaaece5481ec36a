import { beforeAll, expect, test } from 'bun:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { eventFrame } from '../../../simulators/wire/converse/event-frames.ts'
import { eventually } from '../../harness/eventually.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { DONE, data, named, type Scripted, scriptedProvider } from './scripted-provider.ts'

const gateway = await shareGateway()
const JSON_TYPE = 'application/json'

async function pass(provider: string, answer: Scripted, path: string, body: object = {}) {
  await using upstream = scriptedProvider(answer)
  const trace = crypto.randomUUID()
  const target = {
    provider,
    custom_host: upstream.url,
    ...(provider === 'bedrock'
      ? { cloud_c_region: 'r', cloud_c_access_key_id: 'a', cloud_c_secret_access_key: 's' }
      : { api_key: 'sk' }),
  }
  const reply = await gateway.fetch(`/v1/proxy${path}`, {
    method: 'POST',
    headers: {
      'x-gateway-config': JSON.stringify(target),
      'x-gateway-trace-id': trace,
      'accept-encoding': 'gzip, br, zstd, deflate',
    },
    body,
    decompress: false,
  } as Parameters<typeof gateway.fetch>[1])
  const bytes = Buffer.from(await reply.arrayBuffer())
  return { bytes, log: await gateway.waitForLog(trace) }
}

const COUNTED = { input_tokens: 40, output_tokens: 9, total_tokens: 49, is_estimate: false }
const openai = { model: 'gpt-4o', choices: [], usage: { prompt_tokens: 40, completion_tokens: 9, total_tokens: 49 } }
const anthropic = {
  type: 'message',
  model: 'claude-sonnet-4-5',
  content: [],
  usage: { input_tokens: 40, output_tokens: 9 },
}
const gemini = {
  candidates: [],
  usageMetadata: { promptTokenCount: 40, candidatesTokenCount: 4, thoughtsTokenCount: 5, totalTokenCount: 49 },
  modelVersion: 'gemini-2.5-pro',
}
const cohere = {
  message: {},
  usage: { billed_units: { input_tokens: 40, output_tokens: 9 }, tokens: { input_tokens: 99 } },
}
const converse = { output: {}, usage: { inputTokens: 40, outputTokens: 9, totalTokens: 49 } }
const whole = (body: object): Scripted => ({ type: JSON_TYPE, pieces: [JSON.stringify(body)] })

const FORMATS: readonly (readonly [string, string, string, Scripted])[] = [
  ['OpenAI’s chat', 'openai', '/chat/completions', whole(openai)],
  [
    'OpenAI’s stream',
    'openai',
    '/chat/completions',
    { pieces: [data({ choices: [], usage: null }), data(openai), DONE] },
  ],
  ['Anthropic’s message', 'anthropic', '/messages', whole(anthropic)],
  [
    'Anthropic’s stream',
    'anthropic',
    '/messages',
    {
      pieces: [
        named({ type: 'message_start', message: { ...anthropic, usage: { input_tokens: 40, output_tokens: 1 } } }),
        named({ type: 'message_delta', delta: {}, usage: { output_tokens: 9 } }),
      ],
    },
  ],
  ['Gemini’s response', 'google', '/models/gemini-2.5-pro:generateContent', whole(gemini)],
  ['Gemini’s stream', 'google', '/models/gemini-2.5-pro:streamGenerateContent?alt=sse', { pieces: [data(gemini)] }],
  [
    'Gemini’s stream as a list',
    'google',
    '/models/gemini-2.5-pro:streamGenerateContent',
    { type: JSON_TYPE, pieces: ['[', JSON.stringify({ candidates: [] }), ',\n', JSON.stringify(gemini), ']'] },
  ],
  ['Cohere’s response', 'cohere', '/chat', whole(cohere)],
  ['Converse', 'bedrock', '/model/amazon.nova-pro-v1:0/converse', whole(converse)],
  [
    'Converse’s frames',
    'bedrock',
    '/model/amazon.nova-pro-v1:0/converse-stream',
    {
      type: 'application/vnd.amazon.eventstream',
      pieces: [eventFrame('messageStart', { role: 'assistant' }), eventFrame('metadata', { usage: converse.usage })],
    },
  ],
]

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InvokeModelWithResponseStream.html */
function invoked(...events: readonly object[]): Scripted {
  const frame = (event: object) =>
    eventFrame('chunk', { bytes: Buffer.from(JSON.stringify(event)).toString('base64'), p: 'abcdefgh' })
  return { type: 'application/vnd.amazon.eventstream', pieces: events.map(frame) }
}

const INVOKE = '/invoke-with-response-stream'
const METRICS = { inputTokenCount: 40, outputTokenCount: 9, invocationLatency: 900, firstByteLatency: 300 }
const claudeStart = {
  type: 'message_start',
  message: { ...anthropic, usage: { input_tokens: 40, output_tokens: 1, cache_read_input_tokens: 0 } },
}
const claudeText = (text: string) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })
const claudeEnd = [
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 9 } },
  { type: 'message_stop', 'amazon-bedrock-invocationMetrics': METRICS },
]

const INVOKED: readonly (readonly [string, string, Scripted])[] = [
  ['Claude', 'anthropic.claude-sonnet-4-5-20250929-v1:0', invoked(claudeStart, claudeText('Hi'), ...claudeEnd)],
  [
    'a long response of Claude',
    'anthropic.claude-sonnet-4-5-20250929-v1:0',
    invoked(claudeStart, ...Array.from({ length: 200 }, () => claudeText('x'.repeat(2_000))), ...claudeEnd),
  ],
  [
    'Claude that quotes metrics',
    'anthropic.claude-sonnet-4-5-20250929-v1:0',
    invoked(
      claudeStart,
      claudeText('"amazon-bedrock-invocationMetrics":{"inputTokenCount":1} "usage":{}'),
      ...claudeEnd,
    ),
  ],
  [
    'Titan',
    'amazon.titan-text-express-v1',
    invoked(
      { outputText: 'Hi', index: 0, totalOutputTextTokenCount: null, inputTextTokenCount: 40 },
      { outputText: '!', index: 0, totalOutputTextTokenCount: 9, 'amazon-bedrock-invocationMetrics': METRICS },
    ),
  ],
  [
    'Llama',
    'meta.llama3-70b-instruct-v1:0',
    invoked(
      { generation: 'Hi', prompt_token_count: 40, generation_token_count: 1, stop_reason: null },
      { generation: '', generation_token_count: 9, stop_reason: 'stop', 'amazon-bedrock-invocationMetrics': METRICS },
    ),
  ],
  [
    'Nova',
    'amazon.nova-pro-v1:0',
    invoked(
      { messageStart: { role: 'assistant' } },
      { contentBlockDelta: { delta: { text: 'Hi' }, contentBlockIndex: 0 } },
      { metadata: { usage: { inputTokens: 40, outputTokens: 9 } }, 'amazon-bedrock-invocationMetrics': METRICS },
    ),
  ],
]

test.each(INVOKED)('usage is read from the binary chunks of %s', async (_, model, answer) => {
  const { bytes, log } = await pass('bedrock', answer, `/model/${encodeURIComponent(model)}${INVOKE}`)
  expect(bytes).toEqual(Buffer.concat(answer.pieces.map((piece) => Buffer.from(piece))))
  expect(log).toMatchObject({ endpoint: 'proxy', is_stream: true, usage: COUNTED, warnings: [] })
  expect(log.cost).toBeGreaterThan(0)
})

test('binary chunks are counted wherever the network splits them', async () => {
  const whole = Buffer.concat(invoked(claudeStart, claudeText('Hi'), ...claudeEnd).pieces as Uint8Array[])
  const pieces = Array.from({ length: Math.ceil(whole.length / 7) }, (_, i) => whole.subarray(i * 7, i * 7 + 7))
  const answer = { type: 'application/vnd.amazon.eventstream', pieces }
  const { bytes, log } = await pass('bedrock', answer, `/model/anthropic.claude-3-haiku-20240307-v1%3A0${INVOKE}`)
  expect(bytes.equals(whole)).toBe(true)
  expect(log).toMatchObject({ is_stream: true, usage: COUNTED })
})

test('binary chunks without usage are estimated from their text', async () => {
  const text = 'one two three four five six seven eight nine ten. '
  const answer = invoked(claudeStart, ...Array.from({ length: 20 }, () => claudeText(text)))
  const body = { anthropic_version: 'bedrock-2023-05-31', messages: [{ role: 'user', content: 'count' }] }
  const { log } = await pass('bedrock', answer, `/model/anthropic.claude-3-haiku-20240307-v1%3A0${INVOKE}`, body)
  expect(log.usage).toMatchObject({ input_tokens: 40, is_estimate: true })
  expect(log.usage?.output_tokens).toBeGreaterThan(100)
})

test.each(FORMATS)('usage is read from %s', async (_, provider, path, answer) => {
  // The other formats have the model in the path or in the response.
  const body = provider === 'cohere' ? { model: 'command-a-03-2025' } : {}
  const { bytes, log } = await pass(provider, answer, path, body)
  expect(bytes).toEqual(Buffer.concat(answer.pieces.map((piece) => Buffer.from(piece))))
  expect(log).toMatchObject({ endpoint: 'proxy', usage: COUNTED, warnings: [], is_stream: answer.type !== JSON_TYPE })
  expect(log.cost).toBeGreaterThan(0)
})

const PACKERS: readonly (readonly [string, (text: string) => Uint8Array])[] = [
  ['gzip', (text) => gzipSync(text)],
  ['deflate', (text) => deflateSync(text)],
  ['br', (text) => brotliCompressSync(text)],
  ['zstd', (text) => Bun.zstdCompressSync(text)],
]

/** The first compressed response starts the decompression thread, which may take too long on a busy machine. */
beforeAll(async () => {
  const body = gzipSync(JSON.stringify(openai))
  const answer = { type: JSON_TYPE, headers: { 'content-encoding': 'gzip' }, pieces: [body] }
  await eventually('the gateway decompresses in time', async () => {
    const { log } = await pass('openai', answer, '/chat/completions', { model: 'gpt-4o' })
    return log.usage
  })
})

test.each(PACKERS)('a response in %s is forwarded unchanged and counted', async (encoding, packed) => {
  for (const [type, text] of [
    [JSON_TYPE, JSON.stringify(openai)],
    ['text/event-stream', `${data(openai)}${DONE}`],
  ] as const) {
    const body = packed(text)
    const answer = { type, headers: { 'content-encoding': encoding }, pieces: [body] }
    const { bytes, log } = await pass('openai', answer, '/chat/completions', { model: 'gpt-4o' })
    expect(bytes.equals(body)).toBe(true)
    expect(log).toMatchObject({ usage: COUNTED, warnings: [] })
    expect(log.cost).toBeCloseTo((40 * 2_500 + 9 * 10_000) / 10_000_000, 12)
  }
})

test('a compressed response that cannot be decoded has an unknown cost with a reason', async () => {
  const nothing = { type: JSON_TYPE, headers: { 'content-encoding': 'gzip' }, pieces: ['not compressed at all'] }
  const broken = await pass('openai', nothing, '/chat/completions', { model: 'gpt-4o' })
  expect(broken.bytes.toString()).toBe('not compressed at all')
  expect(broken.log).toMatchObject({ cost: null, usage: null, warnings: [expect.stringContaining('compressed')] })
  const odd = { ...nothing, headers: { 'content-encoding': 'aes128gcm' } }
  expect((await pass('openai', odd, '/chat/completions', { model: 'gpt-4o' })).log.cost).toBeNull()
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString('hex')
  const long = gzipSync(
    JSON.stringify({
      text: Array(10)
        .fill(random)
        .map((part, i) => `${i}${part}`),
      ...openai,
    }),
    { level: 0 },
  )
  const cut = await pass('openai', { ...nothing, pieces: [long] }, '/chat/completions', { model: 'gpt-4o' })
  expect(cut.log.warnings).toEqual(expect.arrayContaining([expect.stringContaining('too long to be read to its end')]))
})

test('the gateway counts a pass-through stream without usage', async () => {
  const answer = {
    pieces: [data({ object: 'chat.completion.chunk', choices: [{ delta: { content: 'one two' } }] }), DONE],
  }
  const { log } = await pass('openai', answer, '/chat/completions', { model: 'gpt-4o', messages: [], stream: true })
  expect(log.usage).toMatchObject({ is_estimate: true })
  expect(log.usage?.output_tokens).toBeGreaterThan(0)
  expect(log.cost).toBeGreaterThan(0)
})

test('GET and DELETE cost nothing, whatever usage their response shows', async () => {
  await using upstream = scriptedProvider(whole({ id: 'r', object: 'response', model: 'gpt-4o', usage: openai.usage }))
  for (const method of ['GET', 'DELETE']) {
    const trace = crypto.randomUUID()
    const config = { provider: 'openai', custom_host: upstream.url, api_key: 'sk' }
    const headers = { 'x-gateway-config': JSON.stringify(config), 'x-gateway-trace-id': trace }
    await (await gateway.fetch('/v1/responses/r', { method, headers })).text()
    expect(await gateway.waitForLog(trace)).toMatchObject({ cost: 0, usage: null })
  }
})
