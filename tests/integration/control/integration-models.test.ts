import { expect, test } from 'bun:test'
import { startSimulator } from '../../../simulators/simulator.ts'
import { startSocketSimulator } from '../../../simulators/socket-simulator.ts'
import { ControlScene } from '../../harness/control-scene.ts'
import { errorOf } from '../../harness/error-of.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { connectSocket } from '../../harness/socket-client.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)

type Access = { readonly allow_all_models: boolean; readonly models: readonly { slug: string; enabled: boolean }[] }

/** A workspace whose only provider is an integration with these models. */
async function restricted(url: string, access: Access, more: object = {}) {
  const id = await scene.workspace()
  const key = (await scene.workspaceKey(id, await scene.scopesOf('workspace'))).headers['x-gateway-api-key']!
  const body = { name: scene.uniqueName('I'), ai_provider_id: 'openai', key: 'sk-0123456789abcdef' }
  const given = { ...body, configurations: { custom_host: `${url}/v1` }, ...more }
  const slug = String((await scene.do('POST', '/integrations', given))['slug'])
  await scene.do('PUT', `/integrations/${slug}/workspaces`, { workspaces: [{ id, enabled: true }] })
  await scene.do('PUT', `/integrations/${slug}/models`, access)
  const headers = { 'x-gateway-virtual-key': slug }
  const post = (path: string, given: object | string, type = 'application/json') => {
    const text = typeof given === 'string' ? given : JSON.stringify(given)
    return gateway.fetch(path, { method: 'POST', key, headers: { ...headers, 'content-type': type }, body: text })
  }
  return { key, slug, post }
}

const only = (...models: string[]): Access => ({
  allow_all_models: false,
  models: models.map((slug) => ({ slug, enabled: true })),
})
const allBut = (...models: string[]): Access => ({
  allow_all_models: true,
  models: models.map((slug) => ({ slug, enabled: false })),
})
const messages = [{ role: 'user', content: 'hi' }]
const CHEAP = { model: 'cheap', messages }

test('a model that is not enabled cannot be reached beside an enabled one', async () => {
  await using upstream = await startSimulator({ answers: ['ok'] })
  const { post } = await restricted(upstream.url, only('cheap'))
  const attacks: [path: string, body: object | string, type?: string][] = [
    ['/v1/chat/completions', { ...CHEAP, models: ['cheap', 'dear'] }],
    ['/v1/chat/completions', { ...CHEAP, models: [{ model: 'dear' }] }],
    ['/v1/chat/completions', { ...CHEAP, fallbacks: [{ model: 'dear' }] }],
    ['/v1/chat/completions', { ...CHEAP, plugins: [{ id: 'web', models: ['dear'] }] }],
    ['/v1/responses', { model: 'cheap', input: 'hi', tools: [{ type: 'image_generation', model: 'dear' }] }],
    ['/v1/chat/completions', { model: ['dear'], messages }],
    ['/v1/chat/completions', { messages }],
    ['/v1/proxy/realtime/client_secrets', { model: 'cheap', session: { type: 'realtime', model: 'dear' } }],
    ['/v1/proxy/listen?model=dear', CHEAP],
    ['/v1/proxy/models/dear:generateContent', { model: 'cheap', contents: [] }],
    ['/v1/proxy/models/dear%3AgenerateContent', { model: 'cheap', contents: [] }],
    ['/v1/proxy/model/dear/converse', { model: 'cheap', messages: [] }],
    ['/v1/proxy/messages/batches', { model: 'cheap', requests: [{ custom_id: '1', params: { model: 'dear' } }] }],
    ['/v1/batches', { model: 'cheap', input_file_id: 'f', endpoint: '/v1/chat/completions' }],
    ['/v1/proxy/chat/completions', `{"model":"dear","model":"cheap","messages":${JSON.stringify(messages)}}`],
    ['/v1/proxy/chat/completions', JSON.stringify(CHEAP), 'text/plain'],
    ['/v1/chat/completions', { ...CHEAP, models: Array.from({ length: 200 }, (_, i) => `m${i}`) }],
    // A large body, which the gateway reads only in outline.
    [
      '/v1/chat/completions',
      {
        model: 'cheap',
        messages: [{ role: 'user', content: 'x'.repeat(300_000) }],
        tools: [
          { type: 'function', function: { name: 'f', description: 'y'.repeat(20_000) } },
          { type: 'image_generation', model: 'dear' },
        ],
      },
    ],
  ]
  for (const [path, body, type] of attacks) {
    const reply = await post(path, body, type)
    expect([path, JSON.stringify(body).slice(0, 100), (await errorOf(reply)).code]).toEqual([
      path,
      JSON.stringify(body).slice(0, 100),
      'model_not_allowed',
    ])
  }
  const repeated = `{"model":"dear","model":"cheap","messages":${JSON.stringify(messages)}}`
  expect((await errorOf(await post('/v1/chat/completions', repeated))).code).toBe('duplicate_member')
  expect(upstream.requests).toHaveLength(0)
  // What a caller sends as data is not a model.
  const data = { ...CHEAP, metadata: { model: 'dear' }, tools: [{ type: 'function', function: { name: 'model' } }] }
  expect((await post('/v1/chat/completions', data)).status).toBe(200)
})

test('a form that names two models is refused, with and without quotes', async () => {
  await using upstream = await startSimulator({ answers: ['ok'] })
  const { post } = await restricted(upstream.url, only('cheap'))
  const part = (name: string, value: string) => `--b\r\ncontent-disposition: form-data; ${name}\r\n\r\n${value}\r\n`
  const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\nRIFF\r\n--b--\r\n'
  const send = (fields: string) => post('/v1/audio/transcriptions', fields + file, 'multipart/form-data; boundary=b')
  for (const other of ['name="model"', 'name=model']) {
    for (const pair of [
      part(other, 'dear') + part('name="model"', 'cheap'),
      part('name="model"', 'cheap') + part(other, 'dear'),
    ])
      expect([other, (await errorOf(await send(pair))).code]).toEqual([other, 'model_not_allowed'])
  }
  expect(upstream.requests).toHaveLength(0)
  expect((await send(part('name=model', 'cheap'))).status).toBe(200)
})

test('a disabled model is disabled in every spelling', async () => {
  await using upstream = await startSimulator({ answers: ['ok'] })
  const { post, slug, key } = await restricted(upstream.url, allBut('gpt-dear', 'vendor/dear', 'anthropic.dear-v1:0'))
  const spellings = [
    'gpt-dear',
    'GPT-Dear',
    ' gpt-dear ',
    'models/gpt-dear',
    'publishers/google/models/gpt-dear',
    'gpt-dear-2024-08-06',
    'gpt-dear-20241022',
    'gpt-dear@20241022',
    'gpt-dear:nitro',
    'vendor/dear:online',
    'us.anthropic.dear-v1:0',
    'anthropic.dear-v1:0:200k',
    'arn:aws:bedrock:us-east-1::foundation-model/anthropic.dear-v1:0',
  ]
  for (const model of spellings)
    expect([model, (await errorOf(await post('/v1/chat/completions', { model, messages }))).code]).toEqual([
      model,
      'model_not_allowed',
    ])
  const body = { model: `@${slug}/GPT-dear`, messages }
  const byName = await gateway.fetch('/v1/chat/completions', { method: 'POST', key, body })
  expect((await errorOf(byName)).code).toBe('model_not_allowed')
  expect(upstream.requests).toHaveLength(0)
  for (const model of ['gpt-dear-mini', 'gpt', 'dear', 'other/dear'])
    expect([model, (await post('/v1/chat/completions', { model, messages })).status]).toEqual([model, 200])
})

test('a deployment in the path counts as its model', async () => {
  await using upstream = await startSimulator({ answers: ['ok'] })
  const azure = {
    ai_provider_id: 'azure-openai',
    configurations: {
      custom_host: `${upstream.url}/openai`,
      azure_deployment_config: [
        { azure_deployment_name: 'prod-1', azure_model_slug: 'dear' },
        { azure_deployment_name: 'prod-2', azure_model_slug: 'cheap', alias: 'small', is_default: true },
      ],
    },
  }
  const { post } = await restricted(upstream.url, allBut('dear'), azure)
  for (const path of [
    '/v1/proxy/deployments/prod-1/chat/completions',
    '/v1/proxy/openai/deployments/PROD-1/chat/completions',
  ])
    for (const model of ['small', 'cheap'])
      expect([path, (await errorOf(await post(path, { model, messages }))).code]).toEqual([path, 'model_not_allowed'])
  expect((await errorOf(await post('/v1/chat/completions', { model: 'prod-1', messages }))).code).toBe(
    'model_not_allowed',
  )
  expect(upstream.requests).toHaveLength(0)
  expect((await post('/v1/proxy/deployments/prod-2/chat/completions', { model: 'x', messages })).status).toBe(200)
})

test.each([
  ['/v1/realtime?model=cheap', { type: 'session.update', session: { model: 'dear' } }],
  ['/v1/realtime?model=cheap', { type: 'response.create', response: { model: 'dear' } }],
  ['/v1/responses', { type: 'response.create', model: 'dear', input: 'hi' }],
  [
    '/v1/responses',
    { type: 'response.create', model: 'cheap', input: 'hi', tools: [{ type: 'image_generation', model: 'dear' }] },
  ],
])('a message at %s cannot name a model that is not enabled: %j', async (path, event) => {
  await using upstream = startSocketSimulator()
  const { key, slug } = await restricted(upstream.url, only('cheap'))
  const client = await connectSocket(`${gateway.url}${path}`, {
    headers: { authorization: `Bearer ${key}`, 'x-gateway-virtual-key': slug },
  })
  client.sendJson(event)
  const refused = await client.until((text) => text.includes('"error"'))
  expect(refused.at(-1)).toContain('model_not_allowed')
  expect((await upstream.peer(1)).received).toHaveLength(0)
})
