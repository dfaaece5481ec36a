import { afterAll, expect, test } from 'bun:test'
import OpenAI, { toFile } from 'openai'
import { startMock } from './listen.ts'
import { workspaceToken } from './workspace-token.ts'

const mock = startMock()
const tokenOf = (workspaceId: string) => workspaceToken(workspaceId).slice('Bearer '.length)
const client = new OpenAI({ apiKey: tokenOf('one'), baseURL: `${mock.origin}/v1`, maxRetries: 0 })
const messages = [{ role: 'user', content: 'hi there' }] as const
afterAll(() => mock.stop())

const headers = { authorization: workspaceToken('one') }

function post(path: string, body: unknown): Promise<Response> {
  return fetch(`${mock.origin}/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

test('chat responds with an echo and counted tokens', async () => {
  const answer = await client.chat.completions.create({ model: 'mock', messages: [...messages] })
  expect(answer.choices[0]!.message.content).toBe('Hello from the mock provider. You said: hi there')
  expect(answer.choices[0]!.finish_reason).toBe('stop')
  expect(answer.usage).toMatchObject({ prompt_tokens: 2, completion_tokens: 12, total_tokens: 14 })
})

test('max_tokens truncates the response and n repeats it', async () => {
  const answer = await client.chat.completions.create({ model: 'mock', messages: [...messages], max_tokens: 2, n: 3 })
  expect(answer.choices.map((choice) => choice.message.content)).toEqual(['Hello fr', 'Hello fr', 'Hello fr'])
  expect(answer.choices[2]!.finish_reason).toBe('length')
  expect(answer.usage!.completion_tokens).toBe(6)
})

test('a chat stream has a role, several deltas, a finish reason, usage if requested, and [DONE]', async () => {
  const body = { model: 'mock', messages, stream: true, stream_options: { include_usage: true } }
  const response = await post('/chat/completions', body)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const lines = (await response.text()).trim().split('\n\n')
  expect(lines.at(-1)).toBe('data: [DONE]')
  const chunks = lines.slice(0, -1).map((line) => JSON.parse(line.slice(6)))
  expect(chunks[0].choices[0].delta).toEqual({ role: 'assistant', content: '' })
  expect(chunks.length).toBeGreaterThan(6)
  expect(chunks.at(-2).choices[0].finish_reason).toBe('stop')
  expect(chunks.at(-1).choices).toEqual([])
  expect(chunks.at(-1).usage.total_tokens).toBe(14)
  const silent = await (await post('/chat/completions', { model: 'mock', messages, stream: true })).text()
  expect(silent).not.toContain('usage')
})

test('mock:tool in the text causes a tool call, plain and streamed', async () => {
  const parameters = { type: 'object', properties: { city: { type: 'string' }, days: { type: 'integer' } } }
  const body = {
    model: 'mock',
    messages: [{ role: 'user' as const, content: 'mock:tool' }],
    tools: [{ type: 'function' as const, function: { name: 'weather', parameters } }],
  }
  const plain = await client.chat.completions.create(body)
  const streamed = await client.chat.completions.stream(body).finalChatCompletion()
  for (const { choices } of [plain, streamed]) {
    const call = choices[0]!.message.tool_calls![0]!
    expect(choices[0]!.finish_reason).toBe('tool_calls')
    expect(call).toMatchObject({ function: { name: 'weather', arguments: '{"city":"mock","days":1}' } })
  }
})

test('completions return the same text plain and streamed', async () => {
  const plain = await client.completions.create({ model: 'mock', prompt: 'abc' })
  let text = ''
  for await (const chunk of await client.completions.create({ model: 'mock', prompt: 'abc', stream: true })) {
    text += chunk.choices[0]!.text
  }
  expect(text).toBe(plain.choices[0]!.text)
})

test('embeddings depend only on the text and are equal as floats and as base64', async () => {
  const ask = async (format: 'float' | 'base64') => {
    const body = { model: 'e', input: ['a', 'b', 'a'], dimensions: 16, encoding_format: format }
    return client.embeddings.create(body)
  }
  const floats = (await ask('float')).data.map((row) => row.embedding)
  // Without a format the SDK requests base64 and decodes it.
  const decoded = (await client.embeddings.create({ model: 'e', input: ['a', 'b', 'a'], dimensions: 16 })).data
  expect(decoded.map((row) => Array.from(row.embedding))).toEqual(floats)
  expect(typeof (await ask('base64')).data[0]!.embedding).toBe('string')
  expect(floats[0]).toEqual(floats[2]!)
  expect(floats[0]).not.toEqual(floats[1]!)
  expect(floats[0]!.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 5)
})

test('responses can be created, streamed, read, listed and deleted', async () => {
  const made = await client.responses.create({ model: 'mock', input: 'hey' })
  expect(made.output_text).toBe('Hello from the mock provider. You said: hey')
  const streamed = await client.responses.stream({ model: 'mock', input: 'hey' }).finalResponse()
  expect(streamed.output_text).toBe(made.output_text)
  expect((await client.responses.retrieve(made.id)).usage).toEqual(made.usage!)
  expect((await client.responses.inputItems.list(made.id)).data.length).toBe(1)
  await client.responses.delete(made.id)
  expect(await client.responses.retrieve(made.id).catch((error: unknown) => error)).toMatchObject({ status: 404 })
})

test('images, speech, transcriptions, moderations and models respond in their own format', async () => {
  const image = (await client.images.generate({ model: 'm', prompt: 'x' })).data![0]!
  expect(Buffer.from(image.b64_json!, 'base64').subarray(1, 4).toString()).toBe('PNG')
  const speech = await client.audio.speech.create({ model: 'm', input: 'x', voice: 'alloy' })
  expect(
    Buffer.from(await speech.arrayBuffer())
      .subarray(0, 4)
      .toString(),
  ).toBe('RIFF')
  const file = await toFile(new Uint8Array(10), 'a.wav')
  const heard = await client.audio.transcriptions.create({ model: 'm', file })
  expect(heard.text).toBe('Mock transcription of a.wav with 10 bytes.')
  expect((await client.moderations.create({ input: ['fine', 'mock:flag'] })).results.map((row) => row.flagged)).toEqual(
    [false, true],
  )
  expect((await client.models.list()).data.map((row) => row.id)).toContain('mock')
  expect((await client.models.retrieve('mock')).id).toBe('mock')
})

test('a batch over an uploaded file creates an output file', async () => {
  const line = { custom_id: 'one', method: 'POST', url: '/v1/chat/completions', body: { model: 'mock', messages } }
  const text = `${JSON.stringify(line)}\nnonsense\n`
  const file = await client.files.create({ purpose: 'batch', file: await toFile(Buffer.from(text), 'in.jsonl') })
  expect(await (await client.files.content(file.id)).text()).toBe(text)
  const wanted = { input_file_id: file.id, endpoint: '/v1/chat/completions', completion_window: '24h' } as const
  const batch = await client.batches.create(wanted)
  expect((await client.batches.retrieve(batch.id)).status).toBe('completed')
  const output = await (await client.files.content(batch.output_file_id!)).text()
  const rows = output.split('\n').map((row) => JSON.parse(row))
  expect(rows[0]).toMatchObject({
    custom_id: 'one',
    response: { status_code: 200, body: { object: 'chat.completion' } },
  })
  expect(rows[1].response.status_code).toBe(400)
  await client.files.delete(file.id)
  expect(await client.files.retrieve(file.id).catch((error: unknown) => error)).toMatchObject({ status: 404 })
})

test.each([
  ['mock-error-400', 400, null],
  ['mock-error-429', 429, null],
  ['mock-error-429-after-2', 429, '2'],
  ['mock-error-599', 599, null],
] as const)('the model %s answers %i with Retry-After %s', async (model, status, retryAfter) => {
  const response = await post('/chat/completions', { model, messages, stream: true })
  expect(response.status).toBe(status)
  expect(response.headers.get('retry-after')).toBe(retryAfter)
  expect(await response.json()).toMatchObject({ error: { code: 'mock_error' } })
})

test('mock-slow responds after its delay', async () => {
  const startMs = performance.now()
  expect((await post('/embeddings', { model: 'mock-slow-120', input: 'x' })).status).toBe(200)
  expect(performance.now() - startMs).toBeGreaterThanOrEqual(119)
})

test('mock-cut disconnects after some events, or in the middle of a plain body', async () => {
  for (const stream of [true, false]) {
    const response = await post('/chat/completions', { model: 'mock-cut', messages, stream })
    expect(response.status).toBe(200)
    const reader = response.body!.getReader()
    let received = 0
    const readAll = async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read()) received += part.value.length
    }
    await expect(readAll()).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(received).toBeGreaterThan(100)
  }
})

test('mock-stream-error sends an error event inside a 200 stream', async () => {
  const response = await post('/chat/completions', { model: 'mock-stream-error', messages, stream: true })
  const text = await response.text()
  expect(response.status).toBe(200)
  expect(text).toContain('"code":"mock_stream_error"')
  expect(text).not.toContain('[DONE]')
})

test('unknown paths and malformed bodies get an error in OpenAI’s format', async () => {
  for (const [path, status] of [
    ['/nope', 404],
    ['/chat/completions', 400],
    ['/files', 400],
    ['/embeddings', 400],
  ] as const) {
    const response = await post(path, [])
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error', param: null } })
  }
  for (const path of ['/files/x', '/batches/x', '/responses/x', '/models/x', '/models/x/y', '/models/%ff']) {
    expect((await fetch(`${mock.origin}/v1${path}`, { headers })).status).toBe(404)
  }
})

test('stored objects are visible only to their workspace and only with a valid token', async () => {
  const file = await client.files.create({ purpose: 'batch', file: await toFile(Buffer.from('own'), 'in.jsonl') })
  const batch = await client.batches.create({
    input_file_id: file.id,
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
  })
  const response = await client.responses.create({ model: 'mock', input: 'own' })
  const items = [`/files/${file.id}`, `/files/${file.id}/content`, `/batches/${batch.id}`, `/responses/${response.id}`]
  const ask = (path: string, authorization: string, method = 'GET') =>
    fetch(`${mock.origin}/v1${path}`, { method, headers: { authorization } })
  const own = workspaceToken('one')
  const forged = ['Bearer none', '', 'Bearer mock.one.', `Bearer mock.one.${workspaceToken('two').split('.').at(-1)}`]
  for (const path of items) {
    expect((await ask(path, own)).status).toBe(200)
    expect((await ask(path, workspaceToken('two'))).status).toBe(404)
    for (const token of forged) expect((await ask(path, token)).status).toBe(401)
  }
  for (const path of ['/files', '/batches']) {
    expect(((await (await ask(path, own)).json()) as { data: unknown[] }).data.length).toBeGreaterThan(0)
    expect(await (await ask(path, workspaceToken('two'))).json()).toMatchObject({ data: [] })
    for (const token of forged) expect((await ask(path, token)).status).toBe(401)
  }
  await ask(`/files/${file.id}`, workspaceToken('two'), 'DELETE')
  expect((await ask(`/files/${file.id}`, own)).status).toBe(200)
})

test('a body over the limit is rejected before it is read', async () => {
  const chunk = new Uint8Array(1024 * 1024)
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    async pull(controller) {
      sent++
      if (sent > 500) controller.close()
      else controller.enqueue(chunk)
      await Bun.sleep(1)
    },
  })
  const upload = { method: 'POST', headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' } }
  const streamed = await fetch(`${mock.origin}/v1/files`, { ...upload, body: endless })
  expect(streamed.status).toBe(413)
  await streamed.text()
  expect(sent).toBeLessThan(500)
  const declared = await fetch(`${mock.origin}/v1/files`, { ...upload, body: new Uint8Array(6 * 1024 * 1024) })
  expect(declared.status).toBe(413)
})

test('a file of up to 4 MiB is stored, a larger one is rejected', async () => {
  const upload = async (bytes: number) =>
    client.files
      .create({ purpose: 'user_data', file: await toFile(new Uint8Array(bytes), 'a.bin') })
      .then((file) => file.bytes)
      .catch((error: { status: number }) => error.status)
  expect(await upload(4 * 1024 * 1024)).toBe(4 * 1024 * 1024)
  expect(await upload(4 * 1024 * 1024 + 1)).toBe(413)
})

test('the number of dimensions per request is limited', async () => {
  const input = Array.from({ length: 2048 }, (_, i) => `text ${i}`)
  expect((await post('/embeddings', { model: 'm', input, dimensions: 4096 })).status).toBe(400)
  expect((await post('/embeddings', { model: 'm', input, dimensions: 128 })).status).toBe(200)
})
