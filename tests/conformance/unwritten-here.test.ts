import { afterAll, expect, test } from 'bun:test'
import Anthropic from '@anthropic-ai/sdk'
import { LLMock } from '@copilotkit/aimock'
import OpenAI, { toFile } from 'openai'
import { shareGateway } from '../harness/share-gateway.ts'

/** Tests against aimock, a third-party mock: its formats are independent of this project's simulators. */
const mock = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' })
const HELLO = 'Hello from a stranger: ä€😀.'
const CALLS = [
  { id: 'call_a1', name: 'warmth', arguments: '{"city":"Paris"}' },
  { id: 'call_b2', name: 'warmth', arguments: '{"city":"Oslo"}' },
]
mock.on({ userMessage: 'use tools', hasToolResult: false }, { toolCalls: CALLS })
mock.on({ userMessage: 'use tools', hasToolResult: true }, { content: 'Both are cold.' })
mock.onEmbedding(/.*/, { embedding: [0.5, -0.25, 1] })
mock.onMessage('say hello', { content: HELLO })
mock.onImage(/.*/, { image: { b64Json: 'cGljdHVyZQ==' } })
mock.onSpeech(/.*/, { audio: Buffer.from('sound').toString('base64') })
mock.onTranscription({ transcription: { text: 'what was said' } })
mock.onModerate(/violent/, { flagged: true, categories: { violence: true } })
mock.onRerank(/.*/, [
  { index: 1, relevance_score: 0.9 },
  { index: 0, relevance_score: 0.1 },
])
const url = await mock.start()
afterAll(() => mock.stop())

const gateway = await shareGateway()

type Target = { readonly model: string; readonly embeddingModel?: string; readonly config: object }
const aws = { cloud_c_access_key_id: 'AKIA', cloud_c_secret_access_key: 'secret', cloud_c_region: 'us-east-1' }
const TARGETS: Readonly<Record<string, Target>> = {
  openai: {
    model: 'gpt-5.1',
    embeddingModel: 'text-embedding-3-small',
    config: { provider: 'openai', custom_host: `${url}/v1`, api_key: 'k' },
  },
  'azure-openai': {
    model: 'gpt-5.1',
    embeddingModel: 'text-embedding-3-small',
    config: { provider: 'azure-openai', custom_host: `${url}/openai`, api_key: 'k', cloud_a_deployment_id: 'gpt-5-1' },
  },
  anthropic: { model: 'claude-sonnet-4-5', config: { provider: 'anthropic', custom_host: `${url}/v1`, api_key: 'k' } },
  google: {
    model: 'gemini-2.5-flash',
    config: { provider: 'google', custom_host: `${url}/v1beta`, api_key: 'k' },
  },
  'vertex-ai': {
    model: 'gemini-2.5-flash',
    config: {
      provider: 'vertex-ai',
      custom_host: `${url}/v1`,
      api_key: 'ya29.token',
      cloud_b_project_id: 'my-project',
      cloud_b_region: 'us-central1',
    },
  },
  bedrock: {
    model: 'anthropic.claude-sonnet-4-5-20250929-v1:0',
    config: { provider: 'bedrock', custom_host: url, ...aws },
  },
  cohere: {
    model: 'command-a-03-2025',
    embeddingModel: 'embed-v4.0',
    config: { provider: 'cohere', custom_host: `${url}/v2`, api_key: 'k' },
  },
}

const TOOLS: OpenAI.ChatCompletionTool[] = [
  {
    type: 'function',
    function: { name: 'warmth', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
  },
]

function clientFor(name: string): OpenAI {
  const headers = { 'x-gateway-config': JSON.stringify(TARGETS[name]!.config) }
  return new OpenAI({ baseURL: gateway.baseURL, apiKey: gateway.workspaceKey, maxRetries: 0, defaultHeaders: headers })
}

const each = Object.entries(TARGETS)

test.each(each)('%s / chat/completions / plain and stream, with aimock', async (name, { model }) => {
  const request = { model, messages: [{ role: 'user' as const, content: 'say hello' }] }
  const plain = await clientFor(name).chat.completions.create(request)
  expect(plain.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: HELLO } })
  const streamed = await clientFor(name).chat.completions.stream(request).finalChatCompletion()
  expect(streamed.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: HELLO } })
})

test.each(each)('%s / chat/completions / tools, plain and streamed, with aimock', async (name, { model }) => {
  const asked: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'use tools' }]
  const request = { model, tools: TOOLS, messages: asked }
  const client = clientFor(name)
  const plain = (await client.chat.completions.create(request)).choices[0]!
  const streamed = (await client.chat.completions.stream(request).finalChatCompletion()).choices[0]!
  for (const { message, finish_reason } of [plain, streamed]) {
    const calls = (message.tool_calls ?? []).filter((call) => call.type === 'function')
    expect(finish_reason).toBe('tool_calls')
    expect(calls.map((call) => JSON.parse(call.function.arguments))).toEqual([{ city: 'Paris' }, { city: 'Oslo' }])
    const results = calls.map((call) => ({ role: 'tool' as const, tool_call_id: call.id, content: '3' }))
    const second = await client.chat.completions.create({ ...request, messages: [...asked, message, ...results] })
    expect(second.choices[0]?.message.content).toBe('Both are cold.')
  }
})

test.each(each)('%s / responses / plain and stream, with aimock', async (name, { model }) => {
  const client = clientFor(name)
  const plain = await client.responses.create({ model, input: 'say hello' })
  expect(plain.output_text).toBe(HELLO)
  const streamed = await client.responses.stream({ model, input: 'say hello' }).finalResponse()
  expect(streamed.output_text).toBe(HELLO)
})

const embedders = each.filter(([, { embeddingModel }]) => embeddingModel !== undefined)
test.each(embedders)('%s / embeddings / plain, with aimock', async (name, { embeddingModel }) => {
  // aimock always returns numbers.
  const request = { model: embeddingModel!, input: 'warm', encoding_format: 'float' as const }
  const { data } = await clientFor(name).embeddings.create(request)
  expect(data[0]?.embedding).toEqual([0.5, -0.25, 1])
})

test.each(each)('%s / messages / plain, stream and tools, with aimock', async (_name, { model, config }) => {
  const headers = { 'x-gateway-config': JSON.stringify(config) }
  const client = new Anthropic({
    baseURL: gateway.url,
    apiKey: gateway.workspaceKey,
    maxRetries: 0,
    defaultHeaders: headers,
  })
  const ask = (content: string) => ({ model, max_tokens: 500, messages: [{ role: 'user' as const, content }] })
  const plain = await client.messages.create(ask('say hello'))
  const streamed = await client.messages.stream(ask('say hello')).finalMessage()
  for (const { content } of [plain, streamed]) expect(content).toMatchObject([{ type: 'text', text: HELLO }])
  const tools = [
    { name: 'warmth', input_schema: { type: 'object' as const, properties: { city: { type: 'string' } } } },
  ]
  const called = await client.messages.stream({ ...ask('use tools'), tools }).finalMessage()
  const calls = called.content.filter((block) => block.type === 'tool_use')
  expect([called.stop_reason, calls.map(({ input }) => input)]).toEqual([
    'tool_use',
    [{ city: 'Paris' }, { city: 'Oslo' }],
  ])
})

const media = each.filter(([name]) => name === 'openai' || name === 'azure-openai')
test.each(media)('%s / images, audio and moderations, with aimock', async (name, { model }) => {
  const client = clientFor(name)
  const { data } = await client.images.generate({ model, prompt: 'a gate' })
  expect(data?.[0]?.b64_json).toBe('cGljdHVyZQ==')
  const speech = await client.audio.speech.create({ model, input: 'say it', voice: 'alloy' })
  expect(Buffer.from(await speech.arrayBuffer()).toString()).toBe('sound')
  const file = await toFile(Buffer.from('RIFF'), 'a.wav')
  expect((await client.audio.transcriptions.create({ model, file })).text).toBe('what was said')
  // Azure has no moderations endpoint.
  if (name === 'azure-openai') return
  const { results } = await client.moderations.create({ input: 'a violent word' })
  expect(results[0]?.flagged).toBe(true)
})

test('cohere / rerank / plain, with aimock', async () => {
  const body = { model: 'rerank-v4.0', query: 'which gate?', documents: ['a', 'b'] }
  const { results } = await clientFor('cohere').post<{ results: { index: number }[] }>('/rerank', { body })
  expect(results.map(({ index }) => index)).toEqual([1, 0])
})
