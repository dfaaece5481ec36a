/** Requests as clients of Azure OpenAI send them: the key in `api-key`, the deployment in the path. */

import { describe, expect, test } from 'bun:test'
import OpenAI, { AzureOpenAI } from 'openai'
import { at } from '../harness/at.ts'
import { ControlScene } from '../harness/control-scene.ts'
import { errorOf } from '../harness/error-of.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { shareSimulator } from '../harness/share-simulator.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)
const upstream = await shareSimulator({ answers: ['hello'] })

type Body = Record<string, unknown>

const MESSAGES = [{ role: 'user' as const, content: 'hi' }]
const VERSION = '2024-10-21'

/** A workspace with virtual keys for the simulator, as OpenAI's API and as Azure's, and a virtual model. */
const made = await (async () => {
  const id = await scene.workspace()
  const actor = await scene.workspaceKey(id, await scene.scopesOf('workspace'))
  const must = async (path: string, body: unknown): Promise<Body> => {
    const reply = await scene.call(actor, 'POST', path, body)
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text}`)
    return reply.body
  }
  const host = { key: 'sk-stored', custom_host: `${upstream.url}/v1` }
  const plain = await must('/virtual-keys', { name: 'Plain', provider: 'openai-compatible', ...host })
  const azure = await must('/virtual-keys', {
    name: 'Azure',
    provider: 'azure-openai',
    key: 'sk-azure',
    custom_host: `${upstream.url}/openai`,
    azureApiVersion: '2025-01-01-preview',
    azureDeploymentId: 'stored-deployment',
    azureModelName: 'gpt-4o',
    azureResourceName: 'unused',
  })
  const config = await must('/configs', {
    name: 'Virtual',
    config: { virtual_key: plain['slug'], override_params: { model: 'behind-the-name' } },
  })
  await must('/virtual-models', { name: 'chat', config: config['slug'] })
  return { key: actor.headers['x-gateway-api-key']!, plain: String(plain['slug']), azure: String(azure['slug']) }
})()

const config = { 'x-gateway-config': JSON.stringify(at(upstream)) }
/** A provider that has the Responses endpoint. */
const native = { defaultHeaders: { 'x-gateway-config': JSON.stringify({ ...at(upstream), provider: 'openai' }) } }

function azure(options: Partial<ConstructorParameters<typeof AzureOpenAI>[0]> = {}): AzureOpenAI {
  return new AzureOpenAI({
    endpoint: gateway.url,
    apiKey: gateway.workspaceKey,
    apiVersion: VERSION,
    maxRetries: 0,
    defaultHeaders: config,
    ...options,
  } as ConstructorParameters<typeof AzureOpenAI>[0])
}

const last = () => upstream.requests.at(-1)!
const lastBody = () => JSON.parse(last().text) as Body

function post(path: string, body: unknown, headers: Record<string, string> = config): Promise<Response> {
  const all = { 'api-key': gateway.workspaceKey, 'content-type': 'application/json', ...headers }
  return gateway.fetch(path, { key: null, method: 'POST', headers: all, body: JSON.stringify(body) })
}

describe('AzureOpenAI', () => {
  test('the deployment is the model, and neither the key nor the API version is forwarded', async () => {
    const reply = await azure({ deployment: 'my-deployment' }).chat.completions.create({
      model: 'my-deployment',
      messages: MESSAGES,
    })
    expect(reply.choices[0]?.message.content).toBe('hello')
    const { headers, target, text } = last()
    expect(target).toBe('/v1/chat/completions')
    expect(JSON.stringify([headers, text])).not.toContain(gateway.workspaceKey)
    expect(headers['api-key']).toBeUndefined()
    expect(headers['authorization']).toBe('Bearer sk-sim')
  })

  test('streams, and sends the key as an access token too', async () => {
    const client = azure({ apiKey: undefined, azureADTokenProvider: async () => gateway.workspaceKey })
    const stream = await client.chat.completions.create({ model: 'm', messages: MESSAGES, stream: true })
    let text = ''
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
    expect(text).toBe('hello')
    expect(last().headers['authorization']).toBe('Bearer sk-sim')
  })

  test('@slug/model and virtual models are chosen by the deployment', async () => {
    const client = azure({ apiKey: made.key, defaultHeaders: {} })
    await client.chat.completions.create({ model: `@${made.plain}/org/model-1`, messages: MESSAGES })
    expect(lastBody()['model']).toBe('org/model-1')
    expect(last().headers['authorization']).toBe('Bearer sk-stored')
    await client.chat.completions.create({ model: 'chat', messages: MESSAGES })
    expect(lastBody()['model']).toBe('behind-the-name')
  })

  test('the address of an Azure target comes from its credential', async () => {
    const client = azure({ apiKey: made.key, defaultHeaders: { 'x-gateway-virtual-key': made.azure } })
    await client.chat.completions.create({ model: 'my-deployment', messages: MESSAGES })
    expect(last().target).toBe('/openai/deployments/stored-deployment/chat/completions?api-version=2025-01-01-preview')
    expect(last().headers['api-key']).toBe('sk-azure')
  })

  test('every endpoint of the client works with a deployment', async () => {
    const audio = () => new File([new Uint8Array(8)], 'a.wav')
    const calls: [string, (client: AzureOpenAI) => Promise<unknown>][] = [
      ['/v1/completions', (client) => client.completions.create({ model: 'd', prompt: 'x' })],
      ['/v1/embeddings', (client) => client.embeddings.create({ model: 'd', input: 'x' })],
      ['/v1/images/generations', (client) => client.images.generate({ model: 'd', prompt: 'x' })],
      ['/v1/images/edits', (client) => client.images.edit({ model: 'd', prompt: 'x', image: audio() })],
      ['/v1/audio/speech', (client) => client.audio.speech.create({ model: 'd', input: 'x', voice: 'alloy' })],
      ['/v1/audio/transcriptions', (client) => client.audio.transcriptions.create({ model: 'd', file: audio() })],
      ['/v1/audio/translations', (client) => client.audio.translations.create({ model: 'd', file: audio() })],
      ['/v1/responses', (client) => client.responses.create({ model: 'd', input: 'x' })],
      ['/v1/responses/resp_1', (client) => client.responses.retrieve('resp_1')],
      ['/v1/responses/resp_1/cancel', (client) => client.responses.cancel('resp_1')],
      ['/v1/responses/resp_1/input_items', async (client) => client.responses.inputItems.list('resp_1')],
    ]
    for (const options of [{}, { deployment: 'd' }]) {
      for (const [target, call] of calls) {
        await call(azure({ ...options, ...native })).catch(() => {})
        expect([options, last().target]).toEqual([options, target])
        const { method, body, headers } = last()
        if (method !== 'POST' || target.includes('resp_1')) continue
        const isForm = headers['content-type']?.startsWith('multipart/')
        const model = isForm ? (await new Response(body, { headers }).formData()).get('model') : lastBody()['model']
        expect([target, model]).toEqual([target, 'd'])
      }
    }
  })

  test('responses of an Azure target are sent to the path of its version', async () => {
    const headers = { 'x-gateway-virtual-key': made.azure }
    const client = azure({ apiKey: made.key, defaultHeaders: headers })
    await client.responses.create({ model: 'my-deployment', input: 'x' }).catch(() => {})
    expect(last().target).toBe('/openai/responses?api-version=2025-01-01-preview')
    expect([lastBody()['model'], last().headers['api-key']]).toEqual(['stored-deployment', 'sk-azure'])
    const { baseURL, apiKey } = { baseURL: `${gateway.url}/openai/v1/`, apiKey: made.key }
    const plain = new OpenAI({ baseURL, apiKey, defaultHeaders: headers, maxRetries: 0 })
    await plain.responses.create({ model: 'my-deployment', input: 'x' }).catch(() => {})
    expect(last().target).toBe('/openai/responses?api-version=2025-01-01-preview')
  })

  test('lists models and reads them', async () => {
    const client = azure({ apiKey: made.key, defaultHeaders: {} })
    const ids: string[] = []
    for await (const model of client.models.list()) ids.push(model.id)
    expect(ids).toContain('chat')
    expect(ids).toContain('mock')
  })

  test('a base URL below /v1 works, and so does the v1 API of Azure', async () => {
    for (const baseURL of [`${gateway.url}/v1`, `${gateway.url}/v1/openai`, `${gateway.url}/openai`]) {
      const client = azure({ endpoint: undefined, baseURL })
      await client.embeddings.create({ model: 'e', input: 'x' }).catch(() => {})
      expect([baseURL, last().target]).toEqual([baseURL, '/v1/embeddings'])
    }
    const apiKey = gateway.workspaceKey
    const client = new OpenAI({ baseURL: `${gateway.url}/openai/v1/`, apiKey, defaultHeaders: config, maxRetries: 0 })
    await client.chat.completions.create({ model: 'm', messages: MESSAGES })
    expect(last().target).toBe('/v1/chat/completions')
  })
})

describe('the path of a deployment', () => {
  test('names the model of a body without one, and no other byte changes', async () => {
    const body = '{"messages":[{"role":"user","content":"h\\u0069"}], "n": 1.0}'
    await post('/openai/deployments/my-model/chat/completions?api-version=x&a=b', JSON.parse(body))
    const headers = { 'api-key': gateway.workspaceKey, 'content-type': 'application/json', ...config }
    await gateway.fetch('/openai/deployments/my-model/chat/completions', { key: null, method: 'POST', headers, body })
    expect(upstream.requests.at(-2)!.target).toBe('/v1/chat/completions?a=b')
    expect(last().text).toBe(`${body.slice(0, -1)},"model":"my-model"}`)
  })

  test('wins over the model in the body, as on Azure, and the log says so', async () => {
    const reply = await post('/openai/deployments/one/chat/completions', { model: 'two', messages: MESSAGES })
    expect(lastBody()['model']).toBe('one')
    const log = await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
    expect(log).toMatchObject({ path: '/openai/deployments/one/chat/completions', endpoint: 'chat.completions' })
    expect(JSON.stringify(log)).toContain('the deployment \\"one\\" in the path is used, not the model \\"two\\"')
  })

  test('is written with escapes or without', async () => {
    for (const written of [`@${made.plain}/m%201`, `%40${made.plain}%2Fm%201`]) {
      const headers = { 'api-key': made.key }
      await post(`/openai/deployments/${written}/chat/completions`, { messages: MESSAGES }, headers)
      expect(lastBody()['model']).toBe('m 1')
    }
  })

  test('applies to a body that a worker reads', async () => {
    const content = 'x'.repeat(400 * 1024)
    const messages = [{ role: 'user', content }]
    await post('/openai/deployments/large/chat/completions', { messages })
    expect(lastBody()).toEqual({ messages, model: 'large' })
    await post('/openai/deployments/large/chat/completions', { model: 'other', messages })
    expect(lastBody()).toEqual({ model: 'large', messages })
  })

  test.each([10, 2 * 1024 * 1024])('applies to a form with a file of %p bytes', async (size) => {
    const form = new FormData()
    form.append('model', 'whisper')
    form.append('file', new Blob([new Uint8Array(size)]), 'a.wav')
    const headers = { 'api-key': gateway.workspaceKey, ...config }
    const path = '/openai/deployments/speech/audio/transcriptions?api-version=x'
    await gateway.fetch(path, { key: null, method: 'POST', headers, body: form })
    const sent = await new Response(last().body, { headers: last().headers }).formData()
    expect(last().target).toBe('/v1/audio/transcriptions')
    expect(sent.getAll('model')).toEqual(['speech'])
    expect((sent.get('file') as File).size).toBe(size)
  })

  test('of batches only selects the virtual key', async () => {
    const body = { input_file_id: 'f', endpoint: '/v1/chat/completions', completion_window: '24h' }
    await post(`/openai/deployments/@${made.plain}/x/batches`, body, { 'api-key': made.key })
    expect(last().target).toBe('/v1/batches')
    expect(lastBody()).toEqual(body)
  })
})

describe('other paths below /openai', () => {
  test('are passed through', async () => {
    await post('/openai/fine_tuning/jobs?api-version=x', { a: 1 })
    expect(last().target).toBe('/v1/fine_tuning/jobs?api-version=x')
  })

  test('do not reach the admin API, nor a provider where they name a part of it', async () => {
    const count = upstream.requests.length
    for (const path of ['/openai/configs', '/openai/v1/virtual-keys', '/openai/prompts/x/completions']) {
      const reply = await post(path, { name: 'secret' })
      expect([path, reply.status, (await errorOf(reply)).code]).toEqual([path, 404, 'not_found'])
    }
    expect(upstream.requests).toHaveLength(count)
  })

  test('need a key', async () => {
    const reply = await post('/openai/deployments/m/chat/completions', {}, { 'api-key': 'wrong' })
    expect([reply.status, (await errorOf(reply)).code]).toEqual([401, 'api_key_invalid'])
  })
})
