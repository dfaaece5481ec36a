import { describe, expect, test } from 'bun:test'
import { ControlScene } from '../harness/control-scene.ts'
import { waitForLog } from '../harness/read-logs.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { shareSimulator } from '../harness/share-simulator.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)
const google = await shareSimulator({ answers: ['unused'] })
const openai = await shareSimulator({ answers: ['hello'] })

type Body = Record<string, unknown>

const ASK = { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }
const NATIVE = { provider: 'google', custom_host: `${google.url}/v1beta`, api_key: 'AIza-stored' }
const CHAT = { provider: 'openai-compatible', custom_host: `${openai.url}/v1`, api_key: 'sk-stored' }
/** Google writes its JSON over several lines. */
const ANSWER = `{\n  "candidates": [\n    {"content": {"parts": [{"text": "hello"}], "role": "model"}, "finishReason": "STOP", "avgLogprobs": -1.0}\n  ],\n  "usageMetadata": {"promptTokenCount": 8, "candidatesTokenCount": 2, "totalTokenCount": 10},\n  "modelVersion": "gemini-2.5-flash"\n}\n`
const JSON_TYPE = { 'content-type': 'application/json; charset=UTF-8' }

type Sent = { readonly headers?: Record<string, string>; readonly key?: string | null; readonly body?: string | object }

function send(path: string, config: object | null, { headers = {}, key, body = ASK }: Sent = {}): Promise<Response> {
  return gateway.fetch(path, {
    method: 'POST',
    ...(key !== undefined && { key }),
    headers: {
      'content-type': 'application/json',
      ...(config && { 'x-gateway-config': JSON.stringify(config) }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

async function log(response: Response, key = gateway.workspaceKey): Promise<Body> {
  const call = (path: string) => gateway.fetch(path, { key })
  return (await waitForLog(call, response.headers.get('x-gateway-trace-id'))) as unknown as Body
}
const lastOf = (simulator: typeof google) => simulator.requests.at(-1)!

describe('a request to Google', () => {
  test.each([
    '{ "contents":[{"parts":[{"text":"hi"}]}],  "generationConfig": {"temperature":1.0, "topP": 0.10}\n}\n',
    '{}',
    ' {"contents" : [] , "unknownMember":12345678901234567890}',
    '{"model":"models/gemini-2.5-flash","contents":[]}',
  ])('passes unchanged, and so does its response: %j', async (body) => {
    google.script([{ body: ANSWER, headers: JSON_TYPE }])
    const response = await send('/v1beta/models/gemini-2.5-flash:generateContent', NATIVE, { body })
    expect(await response.text()).toBe(ANSWER)
    const request = lastOf(google)
    expect([request.target, request.text]).toEqual(['/v1beta/models/gemini-2.5-flash:generateContent', body])
    expect(request.headers['x-goog-api-key']).toBe('AIza-stored')
    const record = await log(response)
    expect(record).toMatchObject({ ai_model: 'gemini-2.5-flash', endpoint: 'gemini.generate', status_code: 200 })
    expect(record).toMatchObject({ request: { body } })
  })

  test('a stream passes unchanged, as events and as a JSON array', async () => {
    const events = `data: {"candidates":[{"content":{"parts":[{"text":"a"}]}}]}\r\n\r\ndata: {"candidates":[{"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":8,"candidatesTokenCount":2,"totalTokenCount":10}}\r\n\r\n`
    google.script([{ body: events, headers: { 'content-type': 'text/event-stream' } }])
    const streamed = await send('/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse', NATIVE)
    expect(await streamed.text()).toBe(events)
    expect(lastOf(google).target).toBe('/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse')
    expect(await log(streamed)).toMatchObject({ is_stream: true, usage: { total_tokens: 10 } })

    const array = `[${ANSWER},\r\n${ANSWER}]`
    google.script([{ body: array, headers: JSON_TYPE }])
    const whole = await send('/v1beta/models/gemini-2.5-flash:streamGenerateContent', NATIVE)
    expect(await whole.text()).toBe(array)
    expect(await log(whole)).toMatchObject({ is_stream: true, usage: { total_tokens: 10 } })
  })

  test('a changed model changes the path and nothing else', async () => {
    google.script([{ body: ANSWER, headers: JSON_TYPE }])
    const body = '{"contents":[{"parts":[{"text":"hi"}]}], "generationConfig":{"temperature":1.0}}'
    const config = { ...NATIVE, override_params: { model: 'gemini-2.5-pro' } }
    const response = await send('/v1beta/models/any:generateContent', config, { body })
    expect(response.status).toBe(200)
    expect(lastOf(google).target).toBe('/v1beta/models/gemini-2.5-pro:generateContent')
    expect(lastOf(google).text).toBe(body)
    expect(await log(response)).toMatchObject({ ai_model: 'gemini-2.5-pro' })
  })

  test('thinking of another provider is taken out, Google’s own signatures stay', async () => {
    openai.script([
      {
        body: {
          id: 'c',
          choices: [
            {
              index: 0,
              message: {
                role: 'assistant',
                content: null,
                reasoning_content: 'hm',
                tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }],
              },
              finish_reason: 'tool_calls',
            },
          ],
        },
      },
    ])
    const first = (await (await send('/v1beta/models/m:generateContent', CHAT)).json()) as {
      candidates: [{ content: { role: string; parts: Body[] } }]
    }
    const { content } = first.candidates[0]
    expect(content.parts).toEqual([
      { functionCall: { id: 'call_1', name: 'f', args: {} }, thoughtSignature: expect.any(String) },
    ])
    google.script([{ body: ANSWER, headers: JSON_TYPE }])
    const own = { role: 'model', parts: [{ text: 'x', thoughtSignature: 'R29vZ2xl' }] }
    const result = {
      role: 'user',
      parts: [{ functionResponse: { id: 'call_1', name: 'f', response: { output: '1' } } }],
    }
    const contents = [...ASK.contents, own, content, result]
    await send('/v1beta/models/gemini-3-pro-preview:generateContent', NATIVE, { body: { contents } })
    const sent = lastOf(google).json as { contents: { parts: Body[] }[] }
    expect(sent.contents[1]).toEqual(own)
    expect(sent.contents[2]?.parts[0]?.['thoughtSignature']).toBe('skip_thought_signature_validator')
    openai.script(['hello'])
    await send('/v1beta/models/m:generateContent', CHAT, { body: { contents } })
    const messages = (lastOf(openai).json as { messages: Body[] }).messages
    expect(messages.at(-1)).toEqual({ role: 'tool', tool_call_id: 'call_1', content: '1' })
  })
})

describe('the key', () => {
  test('is x-goog-api-key or ?key=, which neither the provider nor the record gets', async () => {
    google.script([{ body: ANSWER, headers: JSON_TYPE }])
    const byHeader = { key: null, headers: { 'x-goog-api-key': gateway.workspaceKey } }
    expect((await send('/v1beta/models/g:generateContent', NATIVE, byHeader)).status).toBe(200)
    const path = `/v1beta/models/g:generateContent?key=${gateway.workspaceKey}&$alt=json`
    const response = await send(path, NATIVE, { key: null })
    expect(response.status).toBe(200)
    expect(lastOf(google).target).toBe('/v1beta/models/g:generateContent?%24alt=json')
    expect(JSON.stringify([lastOf(google).headers, lastOf(google).target])).not.toContain(gateway.workspaceKey)
    expect(JSON.stringify(await log(response))).not.toContain(gateway.workspaceKey)
    const escaped = await send(`/v1beta/models/g:generateContent?%6Bey=${gateway.workspaceKey}&key=other`, NATIVE, {
      key: null,
    })
    expect([escaped.status, lastOf(google).target]).toEqual([200, '/v1beta/models/g:generateContent'])
  })

  test('the provider’s key in ?key= goes to the provider in its header', async () => {
    google.script([{ body: ANSWER, headers: JSON_TYPE }])
    const config = { provider: 'google', custom_host: `${google.url}/v1beta` }
    const response = await send('/v1beta/models/g:generateContent?key=AIza-mine', config)
    expect(response.status).toBe(200)
    expect(lastOf(google).headers['x-goog-api-key']).toBe('AIza-mine')
    expect(lastOf(google).target).not.toContain('AIza-mine')
  })

  test.each([
    ['without a key', { key: null }, 401, 'UNAUTHENTICATED', 'API_KEY_MISSING'],
    ['with another key', { key: 'wrong' }, 401, 'UNAUTHENTICATED', 'API_KEY_INVALID'],
    ['with a broken body', { body: '{' }, 400, 'INVALID_ARGUMENT', 'INVALID_JSON'],
    ['without contents', { body: '{}' }, 400, 'INVALID_ARGUMENT', 'INVALID_BODY'],
    ['with another model in the body', { body: '{"model":"b"}' }, 400, 'INVALID_ARGUMENT', 'INVALID_BODY'],
    ['with two models', { body: '{"model":"m","model":"m"}' }, 400, 'INVALID_ARGUMENT', 'DUPLICATE_MEMBER'],
    ['with stream in the body', { body: '{"contents":[],"stream":true}' }, 400, 'INVALID_ARGUMENT', 'INVALID_BODY'],
    [
      'with a cache of Google',
      { body: '{"contents":[],"cachedContent":"c"}' },
      400,
      'INVALID_ARGUMENT',
      'INVALID_BODY',
    ],
  ] as const)('a request %s gets an error in Google’s form', async (_name, sent, code, status, reason) => {
    const response = await send('/v1beta/models/m:generateContent', CHAT, sent)
    expect(response.status).toBe(code)
    const { error, ...rest } = (await response.json()) as { error: { details: Body[] } }
    expect(rest).toEqual({})
    expect(error).toMatchObject({ code, status, message: expect.any(String) })
    expect(error.details[0]).toMatchObject({ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason })
  })
})

describe('a request to another provider', () => {
  test.each([
    ['/v1beta/models/gpt:generateContent', 'gpt'],
    ['/v1/models/gpt:generateContent', 'gpt'],
    ['/v1alpha/models/meta%2Fllama-4%3Afree:generateContent', 'meta/llama-4:free'],
    ['/v1beta/models/meta/llama-4:free:generateContent', 'meta/llama-4:free'],
    ['/v1beta1/projects/p/locations/l/publishers/google/models/gpt:generateContent', 'gpt'],
    ['/v1beta1/publishers/meta/models/llama:generateContent', 'meta/llama'],
  ])('%s asks for the model %s', async (path, model) => {
    openai.script(['hello'])
    const response = await send(path, CHAT)
    expect(await response.json()).toMatchObject({
      candidates: [{ content: { role: 'model', parts: [{ text: 'hello' }] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { totalTokenCount: expect.any(Number) },
    })
    expect(lastOf(openai).target).toBe('/v1/chat/completions')
    expect(lastOf(openai).json).toEqual({ model, messages: [{ role: 'user', content: 'hi' }] })
    expect(await log(response)).toMatchObject({ ai_model: model, endpoint: 'gemini.generate' })
  })

  test('members without an equivalent are left out, with a warning in the record', async () => {
    openai.script(['hello'])
    const body = {
      ...ASK,
      safetySettings: [{ category: 'HARM_CATEGORY_HATE_SPEECH', threshold: 'BLOCK_NONE' }],
      tools: [{ googleSearch: {} }],
      generation_config: { max_output_tokens: 5, mediaResolution: 'MEDIA_RESOLUTION_LOW' },
    }
    const response = await send('/v1beta/models/gpt:generateContent', CHAT, { body })
    expect(lastOf(openai).json).toMatchObject({ max_completion_tokens: 5 })
    expect(lastOf(openai).json).not.toHaveProperty('tools')
    const { warnings } = (await log(response)) as { warnings: string[] }
    for (const name of ['safetySettings', 'tools[0].googleSearch', 'generationConfig.mediaResolution'])
      expect(warnings.join()).toContain(name)
  })

  test('a stream is events with alt=sse, and a JSON array without', async () => {
    openai.script([{ stream: ['one', ' two'] }])
    const streamed = await send('/v1beta/models/gpt:streamGenerateContent?alt=sse', CHAT)
    expect(streamed.headers.get('content-type')).toContain('text/event-stream')
    const events = (await streamed.text()).split('\r\n\r\n').filter((event) => event !== '')
    const texts = (elements: Body[]) =>
      elements.flatMap(
        (element) =>
          (element as { candidates: [{ content: { parts: { text?: string }[] } }] }).candidates[0].content.parts,
      )
    const parsed = events.map((event) => JSON.parse(event.replace(/^data: /, '')) as Body)
    expect(texts(parsed).map(({ text }) => text)).toEqual(['one', ' two', ''])
    expect(lastOf(openai).json).toMatchObject({ stream: true, stream_options: { include_usage: true } })
    expect(lastOf(openai).target).toBe('/v1/chat/completions')

    const array = await send('/v1beta/models/gpt:streamGenerateContent', CHAT)
    expect(array.headers.get('content-type')).toContain('application/json')
    expect(texts((await array.json()) as Body[]).map(({ text }) => text)).toEqual(['one', ' two', ''])
    expect(await log(array)).toMatchObject({ is_stream: true, status_code: 200 })
  })

  test.each(['?alt=sse', ''])('a stream that breaks off ends with an error of Google’s form (%s)', async (search) => {
    openai.script([{ stream: ['one', ' two'], cutAfter: 1 }])
    const response = await send(`/v1beta/models/gpt:streamGenerateContent${search}`, CHAT)
    const text = await response.text().catch(() => '')
    if (text !== '') expect(text).toContain('"status":"')
    openai.script([
      { stream: ['one', ' two'], errorAfter: 1, error: { error: { message: 'slow down', type: 'rate_limit_error' } } },
    ])
    const failed = await send(`/v1beta/models/gpt:streamGenerateContent${search}`, CHAT)
    expect(await failed.text()).toContain('"error":{"code":429,"message":"slow down","status":"RESOURCE_EXHAUSTED"')
    expect(await log(failed)).toMatchObject({ error_code: 'upstream_broken' })
  })

  test('an error that is not JSON gets Google’s form', async () => {
    openai.script([{ status: 502, body: '<html>Bad gateway</html>', headers: { 'content-type': 'text/html' } }])
    const response = await send('/v1beta/models/gpt:generateContent', CHAT)
    expect([response.status, await response.json()]).toEqual([
      502,
      { error: { code: 502, message: '<html>Bad gateway</html>', status: 'UNAVAILABLE' } },
    ])
  })

  test('a large body is translated, and sent to Google unchanged', async () => {
    const text = 'ä'.repeat(400_000)
    const body = JSON.stringify({ contents: [{ role: 'user', parts: [{ text }] }], generationConfig: { topK: 4 } })
    openai.script(['hello'])
    expect((await send('/v1beta/models/gpt:generateContent', CHAT, { body })).status).toBe(200)
    expect(lastOf(openai).json).toEqual({ model: 'gpt', messages: [{ role: 'user', content: text }] })
    google.script([{ body: ANSWER, headers: JSON_TYPE }])
    expect((await send('/v1beta/models/g:generateContent', NATIVE, { body })).status).toBe(200)
    expect(lastOf(google).text === body).toBe(true)
  })

  test('equal requests are served from the cache, whole and streamed', async () => {
    openai.script([{ stream: ['one'] }])
    const config = { ...CHAT, cache: { mode: 'simple' } }
    const body = { contents: [{ parts: [{ text: `cached ${Math.random()}` }] }] }
    const path = '/v1beta/models/gpt:streamGenerateContent?alt=sse'
    const first = await send(path, config, { body })
    const text = await first.text()
    const second = await send(path, config, { body })
    expect([second.headers.get('x-gateway-cache-status'), await second.text()]).toEqual(['HIT', text])
    const other = await send('/v1beta/models/other:streamGenerateContent?alt=sse', config, { body })
    expect(other.headers.get('x-gateway-cache-status')).toBe('MISS')
  })

  test('several texts become one request for embeddings', async () => {
    const data = [
      { object: 'embedding', index: 1, embedding: [2] },
      { object: 'embedding', index: 0, embedding: [1] },
    ]
    openai.script([{ body: { object: 'list', data, model: 'e', usage: { prompt_tokens: 4, total_tokens: 4 } } }])
    const requests = ['a', 'b'].map((text) => ({
      model: 'models/e',
      content: { parts: [{ text }] },
      outputDimensionality: 1,
    }))
    const response = await send('/v1beta/models/e:batchEmbedContents', CHAT, { body: { requests } })
    expect(await response.json()).toEqual({
      embeddings: [{ values: [1] }, { values: [2] }],
      usageMetadata: { promptTokenCount: 4 },
    })
    expect(lastOf(openai).json).toEqual({ model: 'e', input: ['a', 'b'], dimensions: 1 })
    expect(await log(response)).toMatchObject({ usage: { input_tokens: 4 } })
  })
})

describe('the model in the path', () => {
  async function workspace() {
    const id = await scene.workspace()
    const actor = await scene.workspaceKey(id, await scene.scopesOf('workspace'))
    const must = async (method: string, path: string, body?: unknown): Promise<Body> => {
      const reply = await scene.call(actor, method, path, body)
      if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`)
      return reply.body
    }
    const virtualKey = await must('POST', '/virtual-keys', {
      name: 'Main',
      provider: 'openai-compatible',
      key: 'sk-stored',
      custom_host: `${openai.url}/v1`,
    })
    return { must, slug: String(virtualKey['slug']), key: actor.headers['x-gateway-api-key']! }
  }

  test('names a virtual key, or a virtual model', async () => {
    const { must, slug, key } = await workspace()
    openai.script(['hello'])
    const named = await send(`/v1beta/models/@${slug}/gpt-4o:generateContent`, null, { key })
    expect(named.status).toBe(200)
    expect(lastOf(openai).json).toMatchObject({ model: 'gpt-4o' })
    expect(await log(named, key)).toMatchObject({ ai_model: 'gpt-4o', virtual_key: slug })
    const config = await must('POST', '/configs', {
      name: 'chat',
      config: { virtual_key: slug, override_params: { model: 'm-one' } },
    })
    await must('POST', '/virtual-models', { name: 'chat', config: config['slug'] })
    const response = await send('/v1beta/models/chat:generateContent', null, { key })
    expect(response.status).toBe(200)
    expect(lastOf(openai).json).toMatchObject({ model: 'm-one' })
    const list = await gateway.fetch('/v1beta/models?providers=false', { key })
    const { models } = (await list.json()) as { models: Body[] }
    expect(models[0]).toMatchObject({ name: 'models/chat', supportedGenerationMethods: expect.any(Array) })
    expect(models.map(({ name }) => name)).toContain(`models/@${slug}`)
  })

  test('unknown names are refused in Google’s form', async () => {
    const { key } = await workspace()
    const response = await send('/v1beta/models/nothing:generateContent', null, { key })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 400, status: 'INVALID_ARGUMENT' } })
  })
})

test('tokens are counted by Google, and estimated for a provider without a counter', async () => {
  const answer = '{ "totalTokens": 31 }'
  google.script([{ body: answer, headers: JSON_TYPE }])
  const native = await send('/v1beta/models/g:countTokens', NATIVE)
  expect([await native.text(), lastOf(google).target]).toEqual([answer, '/v1beta/models/g:countTokens'])
  const asked = openai.requests.length
  const counts: number[] = []
  for (const body of [
    ASK,
    { generateContentRequest: { ...ASK, systemInstruction: { parts: [{ text: 'Be very brief.' }] } } },
  ]) {
    const response = await send('/v1beta/models/gpt:countTokens', CHAT, { body })
    const { totalTokens, ...rest } = (await response.json()) as { totalTokens: number }
    expect(rest).toEqual({})
    counts.push(totalTokens)
    expect(JSON.stringify(await log(response))).toContain('estimate')
    expect(await log(response)).toMatchObject({ cost: 0, endpoint: 'gemini.count' })
  }
  expect(counts[0]).toBeGreaterThan(0)
  expect(counts[1]).toBeGreaterThan(counts[0]!)
  expect(openai.requests.length).toBe(asked)
})

test('the models of Google pass unchanged, those of others are translated', async () => {
  const list = '{ "models": [{"name":"models/gemini-2.5-flash", "thinking": true}] }'
  google.script([{ body: list, headers: JSON_TYPE }])
  const headers = (config: object) => ({ headers: { 'x-gateway-config': JSON.stringify(config) } })
  const native = await gateway.fetch('/v1beta/models?pageSize=5', headers(NATIVE))
  expect([await native.text(), lastOf(google).target]).toEqual([list, '/v1beta/models?pageSize=5'])
  const model = { id: 'gpt', object: 'model', created: 1, owned_by: 'x' }
  openai.script([{ body: { object: 'list', data: [model] } }, { body: model }])
  const translated = await gateway.fetch('/v1beta/models?pageSize=5', headers(CHAT))
  expect(await translated.json()).toMatchObject({ models: [{ name: 'models/gpt', displayName: 'gpt' }] })
  expect(lastOf(openai).target).toBe('/v1/models')
  const one = await gateway.fetch('/v1beta/models/gpt', headers(CHAT))
  expect([lastOf(openai).target, ((await one.json()) as Body)['name']]).toEqual(['/v1/models/gpt', 'models/gpt'])
})

test('other resources of Google’s API are passed through', async () => {
  google.script([{ body: '{}', headers: JSON_TYPE }])
  const headers = { 'x-gateway-config': JSON.stringify(NATIVE) }
  await gateway.fetch('/v1beta/cachedContents?pageSize=1', { headers })
  expect(lastOf(google).target).toBe('/v1beta/cachedContents?pageSize=1')
})
