/**
 * The requests of the integration suite `tryPost` of Portkey-AI/gateway: the same headers, configs and bodies, against
 * a simulated provider.
 */

import { describe, expect, test } from 'bun:test'
import type { Answer } from '../../simulators/answer.ts'
import { type Simulator, startSimulator } from '../../simulators/simulator.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()

const MODEL = 'claude-3-5-sonnet-20240620'
const HELLO = { model: MODEL, messages: [{ role: 'user', content: 'Hey' }], max_tokens: 10 }

type Sent = {
  readonly path?: string
  readonly provider?: string
  readonly providerKey?: string
  readonly config?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object | FormData
  readonly method?: 'GET' | 'POST'
}

/** Sends what the suite's request builder sends, plus the address of the simulator. */
function send(simulator: Simulator, sent: Sent = {}): Promise<Response> {
  const { path = 'chat/completions', provider = 'anthropic', providerKey = 'provider-key', method = 'POST' } = sent
  const isForm = sent.body instanceof FormData
  const headers = {
    ...(!isForm && { 'Content-Type': 'application/json' }),
    'x-portkey-provider': provider,
    ...(providerKey !== '' && { Authorization: `Bearer ${providerKey}` }),
    'x-portkey-api-key': gateway.workspaceKey,
    'x-portkey-custom-host': simulator.url,
    ...(sent.config && { 'x-portkey-config': JSON.stringify(sent.config) }),
    ...sent.headers,
  }
  const body = sent.body instanceof FormData ? sent.body : JSON.stringify(sent.body ?? HELLO)
  return fetch(`${gateway.baseURL}/${path}`, { method, headers, ...(method === 'POST' && { body }) })
}

function upstream(...answers: Answer[]): Promise<Simulator> {
  return startSimulator({ answers })
}

function form(parts: Readonly<Record<string, string>>, file: string): FormData {
  const data = new FormData()
  data.append('file', new Blob(['The content of the file.']), file)
  for (const [name, value] of Object.entries(parts)) data.append(name, value)
  return data
}

describe('core functionality', () => {
  test('a chat completion', async () => {
    await using simulator = await upstream('Hello')
    const response = await send(simulator)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ choices: [{ message: { content: 'Hello' } }] })
    expect(simulator.requests[0]?.headers['x-api-key']).toBe('provider-key')
  })

  test('a chat completion as a stream', async () => {
    await using simulator = await upstream('Hello')
    const response = await send(simulator, { body: { ...HELLO, stream: true } })
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(text).toContain('"content":"Hello"')
    expect(text).toEndWith('data: [DONE]\n\n')
  })

  test('an upload of a file', async () => {
    await using simulator = await upstream({ body: { object: 'file', id: 'file-1', purpose: 'assistants' } })
    const body = form({ purpose: 'assistants' }, 'test.txt')
    const response = await send(simulator, { path: 'files', provider: 'openai', body })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ object: 'file', purpose: 'assistants' })
    expect(simulator.requests[0]?.text).toContain('The content of the file.')
  })

  test('a transcription', async () => {
    await using simulator = await upstream({ body: { text: 'Today is a wonderful day to play.' } })
    const body = form({ model: 'gpt-4o-transcribe' }, 'speech.mp3')
    const response = await send(simulator, { path: 'audio/transcriptions', provider: 'openai', body })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ text: 'Today is a wonderful day to play.' })
  })

  test('an image', async () => {
    await using simulator = await upstream({ body: { created: 1, data: [{ url: 'https://images.example/1.png' }] } })
    const body = { prompt: 'A sunset', n: 1, size: '1024x1024', model: 'dall-e-3' }
    const response = await send(simulator, { path: 'images/generations', provider: 'openai', body })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ data: [{ url: 'https://images.example/1.png' }] })
    expect(simulator.requests[0]?.json).toEqual(body)
  })

  test('any other path', async () => {
    await using simulator = await upstream({ body: { object: 'list', data: [] } })
    const response = await send(simulator, { path: 'models', provider: 'openai', method: 'GET' })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ object: 'list' })
  })
})

describe('specific providers', () => {
  test('Azure OpenAI with resource name and deployment id', async () => {
    await using simulator = await upstream('Hello')
    const headers = {
      'x-portkey-resource-name': 'portkey',
      'x-portkey-deployment-id': 'turbo-16k',
      'x-portkey-api-version': '2023-03-15-preview',
    }
    const response = await send(simulator, { provider: 'azure-openai', headers })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ choices: [{ message: { content: 'Hello' } }] })
    const { target } = simulator.requests[0]!
    expect(target).toContain('/deployments/turbo-16k/chat/completions?api-version=2023-03-15-preview')
    expect(simulator.requests[0]?.headers['api-key']).toBe('provider-key')
  })

  test('Bedrock with an access key', async () => {
    const answer = {
      output: { message: { role: 'assistant', content: [{ text: 'Hello' }] } },
      stopReason: 'end_turn',
      usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
    }
    await using simulator = await upstream({ body: answer })
    const headers = {
      'x-portkey-aws-access-key-id': 'AKIA',
      'x-portkey-aws-secret-access-key': 's',
      'x-portkey-aws-region': 'us-east-1',
    }
    const body = { ...HELLO, model: 'cohere.command-r-v1:0' }
    const response = await send(simulator, { provider: 'bedrock', providerKey: '', headers, body })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ choices: [{ message: { content: 'Hello' } }] })
    expect(simulator.requests[0]?.headers['authorization']).toStartWith('AWS4-HMAC-SHA256 Credential=AKIA/')
  })

  test('a provider that does not exist', async () => {
    await using simulator = await upstream('Hello')
    const response = await send(simulator, { provider: 'non-existent-provider', providerKey: 'some-key' })
    expect(response.status).toBe(400)
    const body = (await response.json()) as { status: string; message: string }
    expect(body.status).toBe('failure')
    expect(body.message).toMatch(/invalid provider/i)
    expect(simulator.requests).toHaveLength(0)
  })
})

describe('errors', () => {
  test('retries on the given status', async () => {
    const refusal = { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } }
    await using simulator = await upstream({ status: 401, body: refusal })
    const config = { retry: { attempts: 2, on_status_codes: [401] } }
    const response = await send(simulator, { providerKey: 'wrong api key', config })
    expect(response.status).toBe(401)
    expect(response.headers.get('x-portkey-retry-attempt-count')).toBe('-1')
    const body = (await response.json()) as { error: { message: string } }
    expect(body.error.message).toMatch(/invalid/i)
    expect(simulator.requests).toHaveLength(3)
  })

  test('request_timeout', async () => {
    await using simulator = await upstream({ fault: 'hang' })
    const response = await send(simulator, { config: { request_timeout: 500 } })
    expect(response.status).toBe(408)
    const body = (await response.json()) as { error: { message: string } }
    expect(body.error.message).toMatch(/timeout/i)
  })
})

const GUARDRAIL = {
  id: 'guardrail-1',
  async: false,
  type: 'guardrail',
  deny: false,
  checks: [{ id: 'default.contains', parameters: { words: ['word1', 'word2'], operator: 'any', not: false } }],
}

/** The checks require a word that neither the request nor the response has. */
describe('guardrails', () => {
  const cases: readonly (readonly [name: string, config: object, status: number, requests: number])[] = [
    ['before_request_hooks that fail', { before_request_hooks: [GUARDRAIL] }, 246, 1],
    ['before_request_hooks that deny', { before_request_hooks: [{ ...GUARDRAIL, deny: true }] }, 446, 0],
    [
      'before_request_hooks of a partner',
      { before_request_hooks: [{ ...GUARDRAIL, checks: [{ id: 'exa.online', parameters: { numResults: 3 } }] }] },
      400,
      0,
    ],
    ['after_request_hooks', { after_request_hooks: [GUARDRAIL] }, 246, 1],
    [
      'after_request_hooks with retry',
      { after_request_hooks: [{ ...GUARDRAIL, deny: true }], retry: { attempts: 2, on_status_codes: [446] } },
      446,
      3,
    ],
    ['asynchronous before_request_hooks', { before_request_hooks: [{ ...GUARDRAIL, async: true }] }, 200, 1],
  ]
  for (const [name, config, status, requests] of cases)
    test(name, async () => {
      await using simulator = await upstream('Hello', 'Hello', 'Hello')
      const response = await send(simulator, { config })
      expect([response.status, simulator.requests.length]).toEqual([status, requests])
    })
})

describe('cache', () => {
  test('simple mode stores responses', async () => {
    await using simulator = await upstream('Hello')
    const sent = { config: { cache: { mode: 'simple' } }, body: asking('simple mode') }
    const first = await send(simulator, sent)
    expect([first.status, first.headers.get('x-portkey-cache-status')]).toEqual([200, 'MISS'])
    const second = await send(simulator, sent)
    expect([second.status, second.headers.get('x-portkey-cache-status')]).toEqual([200, 'HIT'])
    expect(await second.json()).toMatchObject({ choices: [{ message: { content: 'Hello' } }] })
    expect(simulator.requests).toHaveLength(1)
  })

  test('uploads are not stored', async () => {
    await using simulator = await upstream({ body: { object: 'file', id: 'file-1', purpose: 'assistants' } })
    const response = await send(simulator, {
      path: 'files',
      provider: 'openai',
      body: form({ purpose: 'assistants' }, 'test.txt'),
    })
    expect(response.headers.get('x-portkey-cache-status')).toBe('DISABLED')
  })

  // The suite treats maxAge 5000 as milliseconds, but the documentation of the same product says seconds.
  test('maxAge is accepted and counts seconds', async () => {
    await using simulator = await upstream('Hello')
    const sent = { config: { cache: { mode: 'simple', maxAge: 5000 } }, body: asking('maxAge') }
    await send(simulator, sent)
    const second = await send(simulator, sent)
    expect([second.status, second.headers.get('x-portkey-cache-status')]).toEqual([200, 'HIT'])
  })

  test('streams are stored', async () => {
    await using simulator = await upstream('Hello')
    const sent = { config: { cache: { mode: 'simple' } }, body: { ...asking('a stream'), stream: true } }
    const first = await send(simulator, sent)
    expect([first.status, first.headers.get('x-portkey-cache-status')]).toEqual([200, 'MISS'])
    const text = await first.text()
    const second = await send(simulator, sent)
    expect([second.status, second.headers.get('x-portkey-cache-status')]).toEqual([200, 'HIT'])
    expect(text).toContain('"content":"Hello"')
    expect(await second.text()).toContain('"content":"Hello"')
  })
})

function asking(content: string): object {
  return { ...HELLO, messages: [{ role: 'user', content }] }
}
