/** The TypeScript SDK against a running gateway: every resource, complete and streamed. */

import { expect, test } from 'bun:test'
import { createAdmin } from '../../sdk/typescript/src/admin.ts'
import { type Config, Gatehouse } from '../../sdk/typescript/src/index.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()
const gatehouse = new Gatehouse({ baseURL: gateway.baseURL, apiKey: gateway.workspaceKey, provider: 'mock' })
const admin = createAdmin({ baseURL: gateway.baseURL, apiKey: gateway.adminKey })
const messages = [{ role: 'user', content: 'Hi' }]
const SAID = 'Hello from the mock provider. You said: Hi'

test('a chat completion has the gateway’s metadata outside its body', async () => {
  const answer = await gatehouse.chat.completions.create({ model: 'mock', messages }, { traceId: 'order-17' })
  expect(answer.choices[0]?.message.content).toBe(SAID)
  expect(answer.usage?.total_tokens).toBeGreaterThan(0)
  expect(answer.gateway).toMatchObject({
    traceId: 'order-17',
    provider: 'mock',
    target: 'config',
    targetIndex: null,
    cacheStatus: 'DISABLED',
    attempts: 1,
    retryCount: 0,
    status: 200,
  })
  expect(Object.keys(answer)).not.toContain('gateway')
  expect(JSON.stringify(answer)).not.toContain('order-17')
})

test('a response has its target, the number of attempts and the cache status', async () => {
  const config: Config = {
    strategy: { mode: 'fallback' },
    cache: { mode: 'simple' },
    targets: [{ provider: 'mock', override_params: { model: 'mock-error-500' } }, { provider: 'mock' }],
  }
  const options = { config, provider: null, cacheNamespace: 'of-this-test' }
  const first = await gatehouse.chat.completions.create({ model: 'mock', messages }, options)
  const second = await gatehouse.chat.completions.create({ model: 'mock', messages }, options)
  expect(first.gateway).toMatchObject({ target: 'config.targets[1]', targetIndex: 1, cacheStatus: 'MISS' })
  expect(second.gateway.cacheStatus).toBe('HIT')
})

test('withResponse also returns the web response, asResponse only that', async () => {
  const call = gatehouse.chat.completions.create({ model: 'mock', messages })
  const { data, response, gateway: said } = await call.withResponse()
  expect(data.object).toBe('chat.completion')
  expect(response.headers.get('x-gateway-request-id')).toBe(said.requestId)
  const raw = await gatehouse.models.list().asResponse()
  expect(await raw.json()).toHaveProperty('object', 'list')
})

test('streams of all formats: chunks in order, and the final result', async () => {
  const chat = await gatehouse.chat.completions.create({ model: 'mock', messages, stream: true })
  let text = ''
  for await (const chunk of chat) text += chunk.choices[0]?.delta.content ?? ''
  expect(text).toBe(SAID)
  expect(chat.gateway.provider).toBe('mock')

  const completion = await gatehouse.completions.create({ model: 'mock', prompt: 'Hi', stream: true })
  expect(await completion.finalText()).toBe(SAID)
  const message = await gatehouse.messages.create({
    model: 'mock',
    max_tokens: 50,
    messages: [{ role: 'user', content: 'Hi' }],
    stream: true,
  })
  expect(await message.finalMessage()).toMatchObject({ content: SAID, finish_reason: 'end_turn' })
  const response = await gatehouse.responses.create({ model: 'mock', input: 'Hi', stream: true })
  const final = await response.finalMessage()
  expect(final).toMatchObject({ content: SAID, finish_reason: 'completed' })
  expect(final.usage).toHaveProperty('total_tokens')
})

test.each(['chat', 'messages'] as const)('tool calls of a %s stream are assembled', async (kind) => {
  const ask = [{ role: 'user' as const, content: 'mock:tool' }]
  const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
  const chatTools = [{ type: 'function', function: { name: 'weather', parameters: schema } }]
  const streams = {
    chat: () => gatehouse.chat.completions.create({ model: 'mock', messages: ask, tools: chatTools, stream: true }),
    messages: () =>
      gatehouse.messages.create({
        model: 'mock',
        max_tokens: 99,
        messages: ask,
        tools: [{ name: 'weather', input_schema: schema }],
        stream: true,
      }),
  }
  const stream = await streams[kind]()
  const { tool_calls: calls } = await stream.finalMessage()
  expect(calls).toHaveLength(1)
  expect(calls[0]?.id).not.toBe('')
  expect(calls[0]?.function.name).toBe('weather')
  expect(JSON.parse(calls[0]?.function.arguments ?? '')).toHaveProperty('city')
})

test('a stream as a web stream has one line per chunk', async () => {
  const stream = await gatehouse.chat.completions.create({ model: 'mock', messages, stream: true })
  const lines = (await new Response(stream.toReadableStream()).text()).trim().split('\n')
  const texts = lines.map((line) => JSON.parse(line) as { choices: { delta: { content?: string } }[] })
  expect(texts.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).toBe(SAID)
})

test('completions, embeddings, moderations, images, models', async () => {
  expect((await gatehouse.completions.create({ model: 'mock', prompt: 'Hi' })).choices[0]?.text).toBe(SAID)
  const vectors = await gatehouse.embeddings.create({ model: 'mock-embedding', input: ['a', 'b'] })
  expect(vectors.data.map((row) => row.index)).toEqual([0, 1])
  expect((await gatehouse.moderations.create({ input: 'mock:flag' })).results[0]?.flagged).toBe(true)
  expect((await gatehouse.images.generate({ prompt: 'a cat', n: 2 })).data).toHaveLength(2)
  const image = new File([new Uint8Array([1, 2, 3])], 'cat.png', { type: 'image/png' })
  expect((await gatehouse.images.edit({ model: 'mock-image', prompt: 'a hat', image })).data).toHaveLength(1)
  expect((await gatehouse.models.list()).data.map((model) => model.id)).toContain('mock')
  expect((await gatehouse.models.retrieve('mock')).id).toBe('mock')
})

test('speech as bytes, transcriptions from a file, as JSON or as text', async () => {
  const speech = await gatehouse.audio.speech.create({ model: 'mock-speech', input: 'Hi', voice: 'alloy' })
  const sound = new Uint8Array(await speech.arrayBuffer())
  expect(new TextDecoder().decode(sound.slice(0, 4))).toBe('RIFF')
  const file = new File([sound], 'hi.wav', { type: 'audio/wav' })
  const spoken = await gatehouse.audio.transcriptions.create({ model: 'mock-transcribe', file })
  expect(spoken.text).toContain(`hi.wav with ${sound.length} bytes`)
  const plain = await gatehouse.audio.translations.create({
    model: 'mock',
    file: new Blob([sound]),
    response_format: 'text',
  })
  expect(String(plain)).toContain(`file with ${sound.length} bytes`)
})

test('files are uploaded and downloaded', async () => {
  const stored = await gatehouse.files.create({ file: new File(['{"a":1}\n'], 'rows.jsonl'), purpose: 'batch' })
  expect(stored).toMatchObject({ filename: 'rows.jsonl', bytes: 8 })
  expect((await gatehouse.files.list()).data.map((file) => file.id)).toContain(stored.id)
  expect((await gatehouse.files.retrieve(stored.id)).purpose).toBe('batch')
  expect(await (await gatehouse.files.content(stored.id)).text()).toBe('{"a":1}\n')
  expect((await gatehouse.files.delete(stored.id)).deleted).toBe(true)
})

test('messages and responses, complete', async () => {
  const params = { model: 'mock', max_tokens: 50, messages: [{ role: 'user' as const, content: 'Hi' }] }
  expect((await gatehouse.messages.create(params)).content[0]?.text).toBe(SAID)
  const response = await gatehouse.responses.create({ model: 'mock', input: 'Hi' })
  expect((await gatehouse.responses.retrieve(response.id)).id).toBe(response.id)
  expect((await gatehouse.responses.delete(response.id)).deleted).toBe(true)
})

test('a saved prompt runs, streams and renders; objects are sent as JSON', async () => {
  const saved = await gatehouse.post<{ slug: string }>('/prompts', {
    name: 'Greeting of the SDK',
    model: 'mock',
    string: [{ role: 'user', content: 'Greet {{person.name}} in {{language}}.' }],
  })
  const variables = { person: { name: 'Ada' }, language: 'French' }
  const answer = await gatehouse.prompts.completions.create(saved.slug, { variables, max_tokens: 50 })
  expect(answer.choices[0]?.message.content).toContain('Greet Ada in French.')
  const stream = await gatehouse.prompts.completions.create(`${saved.slug}@latest`, { variables, stream: true })
  expect(await stream.finalText()).toContain('Greet Ada in French.')
  const rendered = await gatehouse.prompts.render(`${saved.slug}@1`, { variables })
  expect(rendered.data.messages?.[0]?.content).toBe('Greet Ada in French.')
})

test('feedback on a request, and an imported log', async () => {
  const { gateway: said } = await gatehouse.chat.completions.create({ model: 'mock', messages })
  await gateway.waitForLog(said.traceId)
  const given = await gatehouse.feedback.create({ trace_id: said.traceId ?? '', value: 5, weight: 0.5 })
  expect(given.feedback_ids).toHaveLength(1)
  await gatehouse.feedback.update(given.feedback_ids[0] ?? '', { value: 7 })
  expect((await gateway.waitForLog(said.traceId)).weighted_feedback).not.toBeNull()
  await gatehouse.logs.create({
    request: {
      url: 'https://elsewhere.example.com/v1/chat/completions',
      method: 'POST',
      headers: {},
      body: { model: 'm' },
    },
    response: { status: 200, headers: {}, body: {}, response_time: 12 },
    metadata: { trace_id: 'told-from-outside' },
  } as Parameters<typeof gatehouse.logs.create>[0])
})

test('any endpoint with any method, as received', async () => {
  await using simulator = await startSimulator({
    answers: [
      { status: 200, headers: { 'content-type': 'application/json' }, body: '{"results":[1]}' },
      { status: 200, headers: { 'content-type': 'application/json' }, body: '[1,2]' },
      { status: 200, headers: { 'content-type': 'text/plain' }, body: 'as text' },
      { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: 'bytes' },
      { stream: ['one ', 'two'] },
    ],
  })
  const there = gatehouse.withOptions({ provider: null, config: at(simulator), xMyCustomHeader: 'mine' })
  const ranked = await there.post('/rerank', { query: 'q', documents: ['a'] })
  expect(ranked['results']).toEqual([1])
  const listed = await there.get<number[] & { gateway: object }>('/things', { of: ['a', 'b'], limit: 2 })
  expect([...listed]).toEqual([1, 2])
  expect(listed.gateway).toMatchObject({ provider: 'openai-compatible' })
  expect(await there.put<string>('/things/1', { a: 1 })).toBe('as text')
  expect(await (await there.delete<Response>('things/1')).text()).toBe('bytes')
  const stream = await there.post('/own/stream', { stream: true })
  expect(await stream.finalText()).toBe('one two')
  expect(simulator.requests.map((request) => `${request.method} ${request.target}`)).toEqual([
    'POST /v1/rerank',
    'GET /v1/things?of=a%2Cb&limit=2',
    'PUT /v1/things/1',
    'DELETE /v1/things/1',
    'POST /v1/own/stream',
  ])
  for (const request of simulator.requests) expect(request.headers['x-my-custom-header']).toBe('mine')
})

test('the admin API: typed calls, and a repeated creating call creates once', async () => {
  const workspaceId = (await admin.workspaces.list()).data.at(-1)?.id ?? ''
  const keyInput = { name: 'made by the SDK', provider: 'mock', key: 'unused', workspace_id: workspaceId }
  const headers = { 'idempotency-key': 'the same twice' }
  const [first, second] = [
    await admin.virtualKeys.create(keyInput, { headers }),
    await admin.virtualKeys.create(keyInput, { headers }),
  ]
  expect(second.slug).toBe(first.slug)
  const found = (await admin.virtualKeys.list({ workspace_id: workspaceId })).data.map((key) => key.slug)
  expect(found).toContain(first.slug)
  const other = await admin.virtualKeys.create({ ...keyInput, name: 'another' })
  expect(other.slug).not.toBe(first.slug)
  const answer = await gatehouse.chat.completions.create(
    { model: 'mock', messages },
    { provider: null, virtualKey: first.slug },
  )
  expect(answer.choices[0]?.message.content).toBe(SAID)
  expect((await admin.virtualKeys.read(first.slug)).masked_api_key).not.toBe('unused')
  await admin.virtualKeys.delete(other.slug)
  const gone: unknown = await admin.virtualKeys.read(other.slug).catch((error: unknown) => error)
  expect(gone).toMatchObject({ name: 'NotFoundError', status: 404 })
})

test('live logs: a stream of the admin API', async () => {
  const stream = await admin.logs.stream()
  const traceId = 'seen-as-it-happens'
  await gatehouse.chat.completions.create({ model: 'mock', messages }, { traceId })
  let found = false
  for await (const event of stream) {
    found = JSON.stringify(event).includes(traceId)
    if (found) break
  }
  expect(found).toBe(true)
})
