import { expect, test } from 'bun:test'
import OpenAI, { toFile } from 'openai'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()

/** The OpenAI client with base URL and gateway key; the provider is a header. */
const client = new OpenAI({
  baseURL: gateway.baseURL,
  apiKey: gateway.workspaceKey,
  defaultHeaders: { 'x-gateway-provider': 'mock' },
  maxRetries: 0,
})

const MESSAGES = [{ role: 'user' as const, content: 'Say something nice.' }]
const TOOLS = [
  {
    type: 'function' as const,
    function: {
      name: 'weather',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  },
]
const ASK_FOR_TOOL = [{ role: 'user' as const, content: 'mock:tool' }]

test('chat completions', async () => {
  const { data, response } = await client.chat.completions.create({ model: 'mock', messages: MESSAGES }).withResponse()
  expect(data.object).toBe('chat.completion')
  expect(data.choices[0]?.message.content?.length).toBeGreaterThan(0)
  expect(data.usage?.total_tokens).toBeGreaterThan(0)
  expect(response.headers.get('x-gateway-provider')).toBe('mock')
})

test('chat completions, streamed', async () => {
  const stream = await client.chat.completions.create({ model: 'mock', messages: MESSAGES, stream: true })
  let text = ''
  let finish: string | null | undefined
  for await (const chunk of stream) {
    text += chunk.choices[0]?.delta.content ?? ''
    finish ??= chunk.choices[0]?.finish_reason
  }
  expect(text.length).toBeGreaterThan(0)
  expect(finish).toBe('stop')
})

test('the stream helper, with usage', async () => {
  const stream = client.chat.completions.stream({
    model: 'mock',
    messages: MESSAGES,
    stream_options: { include_usage: true },
  })
  const deltas: string[] = []
  stream.on('content', (delta) => deltas.push(delta))
  const completion = await stream.finalChatCompletion()
  expect(completion.choices[0]?.message.content).toBe(deltas.join(''))
  expect(completion.usage?.completion_tokens).toBeGreaterThan(0)
})

test('tool calls, plain and streamed', async () => {
  const plain = await client.chat.completions.create({ model: 'mock', messages: ASK_FOR_TOOL, tools: TOOLS })
  const call = plain.choices[0]?.message.tool_calls?.[0]
  expect(plain.choices[0]?.finish_reason).toBe('tool_calls')
  expect(call?.type === 'function' && call.function.name).toBe('weather')
  const stream = client.chat.completions.stream({ model: 'mock', messages: ASK_FOR_TOOL, tools: TOOLS })
  const streamed = (await stream.finalChatCompletion()).choices[0]?.message.tool_calls?.[0]
  expect(streamed?.type === 'function' && typeof JSON.parse(streamed.function.arguments)).toBe('object')
})

test('completions, plain and streamed', async () => {
  const plain = await client.completions.create({ model: 'mock', prompt: 'Once' })
  expect(plain.choices[0]?.text.length).toBeGreaterThan(0)
  let text = ''
  for await (const chunk of await client.completions.create({ model: 'mock', prompt: 'Once', stream: true })) {
    text += chunk.choices[0]?.text ?? ''
  }
  expect(text.length).toBeGreaterThan(0)
})

test('embeddings', async () => {
  const { data } = await client.embeddings.create({ model: 'mock-embedding', input: ['a', 'b'], dimensions: 16 })
  expect(data.map((row) => row.embedding.length)).toEqual([16, 16])
  expect(data[0]?.embedding).not.toEqual(data[1]!.embedding)
})

test('audio: speech, transcription and translation of an uploaded file', async () => {
  const speech = await client.audio.speech.create({ model: 'mock-speech', voice: 'alloy', input: 'Hello' })
  const sound = Buffer.from(await speech.arrayBuffer())
  expect(sound.length).toBeGreaterThan(40)
  const file = await toFile(sound, 'hello.wav', { type: 'audio/wav' })
  expect((await client.audio.transcriptions.create({ model: 'mock-transcribe', file })).text.length).toBeGreaterThan(0)
  expect((await client.audio.translations.create({ model: 'mock-transcribe', file })).text.length).toBeGreaterThan(0)
})

test('images', async () => {
  const { data } = await client.images.generate({ model: 'mock-image', prompt: 'a cat', response_format: 'b64_json' })
  expect(
    Buffer.from(data?.[0]?.b64_json ?? '', 'base64')
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
})

test('moderations', async () => {
  const { results } = await client.moderations.create({ model: 'mock-moderation', input: 'be nice' })
  expect(results[0]?.flagged).toBe(false)
})

test('responses, plain and streamed', async () => {
  const plain = await client.responses.create({ model: 'mock', input: 'Hello' })
  expect(plain.output_text.length).toBeGreaterThan(0)
  const stream = client.responses.stream({ model: 'mock', input: 'Hello' })
  let text = ''
  stream.on('response.output_text.delta', (event) => {
    text += event.delta
  })
  const final = await stream.finalResponse()
  expect(final.status).toBe('completed')
  expect(final.output_text).toBe(text)
  expect((await client.responses.retrieve(plain.id)).id).toBe(plain.id)
})

test('models', async () => {
  const ids: string[] = []
  for await (const model of client.models.list()) ids.push(model.id)
  expect(ids).toContain('mock')
  expect((await client.models.retrieve('mock')).id).toBe('mock')
})

test('files: upload, list, read and delete', async () => {
  const content = `${JSON.stringify({ custom_id: 'ä-1' })}\n`
  const file = await client.files.create({ file: await toFile(Buffer.from(content), 'in.jsonl'), purpose: 'batch' })
  expect([file.object, file.bytes, file.purpose]).toEqual(['file', Buffer.byteLength(content), 'batch'])
  const ids: string[] = []
  for await (const row of client.files.list()) ids.push(row.id)
  expect(ids).toContain(file.id)
  expect(await (await client.files.content(file.id)).text()).toBe(content)
  expect((await client.files.delete(file.id)).deleted).toBe(true)
})

test('batches: create, read, list', async () => {
  const line = {
    custom_id: 'one',
    method: 'POST',
    url: '/v1/chat/completions',
    body: { model: 'mock', messages: MESSAGES },
  }
  const file = await client.files.create({
    file: await toFile(Buffer.from(`${JSON.stringify(line)}\n`), 'in.jsonl'),
    purpose: 'batch',
  })
  const batch = await client.batches.create({
    input_file_id: file.id,
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
  })
  expect((await client.batches.retrieve(batch.id)).id).toBe(batch.id)
  const ids: string[] = []
  for await (const row of client.batches.list()) ids.push(row.id)
  expect(ids).toContain(batch.id)
})
