import { expect, test } from 'bun:test'
import { type Simulator, startSimulator } from '../../simulators/simulator.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()

const ODD =
  '{ "model" : "m", "seed": 12345678901234567890, "temperature": 1.0, "messages": [{"role":"user","content":"é"}] }'

function on(simulator: Simulator, provider: string, more: object = {}): object {
  return { provider, custom_host: `${simulator.url}/v1`, api_key: 'sk-host', ...more }
}

async function post(path: string, config: object, body: Bun.BodyInit | object): Promise<Response> {
  return gateway.fetch(path, { method: 'POST', headers: { 'x-gateway-config': JSON.stringify(config) }, body })
}

test('a chat request that every host supports is forwarded byte for byte', async () => {
  await using simulator = await startSimulator({ answers: ['ok'] })
  const reply = await gateway.chat(on(simulator, 'mistral-ai'), { body: ODD })
  expect([reply.status, simulator.requests[0]!.text]).toEqual([200, ODD])
})

test('newer members are converted to their older form, and no other byte changes', async () => {
  await using simulator = await startSimulator({ answers: ['ok'] })
  const body = ODD.replace('"seed"', '"max_completion_tokens":7, "seed"')
  await (await gateway.chat(on(simulator, 'deepseek'), { body })).text()
  expect(simulator.requests[0]!.text).toBe(ODD.replace('}] }', '}],"max_tokens":7 }'))
})

test('the same members are unchanged for a host that supports them', async () => {
  await using simulator = await startSimulator({ answers: ['ok'] })
  const body = ODD.replace('"seed"', '"max_completion_tokens":7, "seed"')
  await (await gateway.chat(on(simulator, 'groq'), { body })).text()
  expect(simulator.requests[0]!.text).toBe(body)
})

test('messages streamed through mistral have only members that it supports', async () => {
  await using simulator = await startSimulator({ answers: ['one two'] })
  const ask = { model: 'm', max_tokens: 5, stream: true, messages: [{ role: 'user', content: 'hi' }] }
  const reply = await post('/v1/messages', on(simulator, 'mistral-ai'), ask)
  expect(await reply.text()).toContain('message_stop')
  const sent = simulator.requests[0]!
  expect(sent.target).toBe('/v1/chat/completions')
  expect(sent.json).toEqual({ model: 'm', max_tokens: 5, stream: true, messages: ask.messages })
})

test('responses are translated to chat if the host has no responses endpoint', async () => {
  await using simulator = await startSimulator({ answers: ['ok'] })
  const reply = await post('/v1/responses', on(simulator, 'together-ai'), { model: 'm', input: 'hi' })
  expect((await reply.json()) as object).toMatchObject({ object: 'response' })
  expect(simulator.requests[0]!.target).toBe('/v1/chat/completions')
})

test('an endpoint that the host lacks is rejected with the list of its endpoints', async () => {
  await using simulator = await startSimulator({ answers: ['ok'] })
  const reply = await post('/v1/chat/completions', on(simulator, 'voyage'), { model: 'm', messages: [] })
  expect(reply.status).toBe(400)
  expect(await reply.text()).toContain('It supports POST /v1/embeddings.')
  expect(simulator.requests.length).toBe(0)
})

test('rerank is passed through unchanged, with the host’s credential', async () => {
  await using simulator = await startSimulator({ answers: [{ status: 200, body: { data: [] } }] })
  const ask = { model: 'rerank-2', query: 'q', documents: ['a'] }
  await (await post('/v1/rerank', on(simulator, 'jina'), ask)).text()
  const sent = simulator.requests[0]!
  expect([sent.target, sent.headers['authorization'], sent.json]).toEqual(['/v1/rerank', 'Bearer sk-host', ask])
})

test('ollama works without a credential', async () => {
  await using simulator = await startSimulator({ answers: ['ok'] })
  const reply = await gateway.chat({ provider: 'ollama', custom_host: `${simulator.url}/v1` })
  expect(reply.status).toBe(200)
  expect(simulator.requests[0]!.headers['authorization']).toBeUndefined()
})

const AZURE_V1 = { cloud_a_resource_name: 'res', cloud_a_api_version: 'v1', cloud_a_deployment_id: 'dep' }

test('azure v1 gets the deployment as model, in JSON and in a form that is too large to buffer', async () => {
  await using simulator = await startSimulator({ answers: ['ok'] })
  await (await gateway.chat(on(simulator, 'azure-openai', AZURE_V1), { body: ODD })).text()
  expect(simulator.requests[0]!.text).toBe(ODD.replace('"m"', '"dep"'))
  const form = new FormData()
  form.set('model', 'whisper-1')
  form.set('file', new Blob([new Uint8Array(3 * 1024 * 1024)]), 'a.wav')
  await (await post('/v1/audio/transcriptions', on(simulator, 'azure-openai', AZURE_V1), form)).text()
  const sent = simulator.requests[1]!
  expect(sent.target).toBe('/v1/audio/transcriptions')
  expect(sent.text).toContain('name="model"\r\n\r\ndep\r\n')
  expect(sent.text).not.toContain('whisper-1')
  expect(sent.bodyBytes).toBeGreaterThan(3 * 1024 * 1024)
})

test('azure accepts an access token without a key', async () => {
  await using simulator = await startSimulator({ answers: ['ok'] })
  const { api_key: _key, ...config } = on(simulator, 'azure-openai', { cloud_a_ad_token: 'ad' }) as { api_key: string }
  expect((await gateway.chat(config)).status).toBe(200)
  expect(simulator.requests[0]!.headers['authorization']).toBe('Bearer ad')
  expect(simulator.requests[0]!.headers['api-key']).toBeUndefined()
})
