import { expect, test } from 'bun:test'
import type { EndpointName } from '../core/endpoints.ts'
import type { Settings } from './adapter.ts'
import { azureOpenai } from './azure-openai.ts'

const DEPLOYMENT: Settings = { cloud_a_resource_name: 'r', cloud_a_deployment_id: 'dep' }

function modelFor(endpoint: EndpointName, settings: Settings, model: string | null = 'gpt'): unknown {
  const path = `/${endpoint.replaceAll('.', '/')}`
  const call = { endpoint, path, search: '', model, isStream: false, body: null, customHost: null }
  return azureOpenai.adapt!(call, settings)?.set.get('model')
}

test.each<EndpointName>(['chat.completions', 'embeddings', 'audio.transcriptions', 'images.edits', 'responses'])(
  'with version v1 the body of %s names the deployment as its model',
  (endpoint) => {
    expect(modelFor(endpoint, { ...DEPLOYMENT, cloud_a_api_version: 'v1' })).toBe('dep')
    expect(modelFor(endpoint, { ...DEPLOYMENT, cloud_a_api_version: 'preview' }, null)).toBe('dep')
  },
)

test('a deployment in the path leaves the body unchanged; responses have no deployment path', () => {
  const dated = { ...DEPLOYMENT, cloud_a_api_version: '2025-04-01-preview' }
  expect(modelFor('chat.completions', dated)).toBeUndefined()
  expect(modelFor('responses', dated)).toBe('dep')
  expect(modelFor('responses', DEPLOYMENT)).toBe('dep')
})

test.each<[string, EndpointName, Settings, string]>([
  ['no deployment is named', 'chat.completions', { cloud_a_api_version: 'v1' }, 'gpt'],
  ['the caller named it', 'chat.completions', { ...DEPLOYMENT, cloud_a_api_version: 'v1' }, 'dep'],
  ['a body has no model', 'batches.create', { ...DEPLOYMENT, cloud_a_api_version: 'v1' }, 'gpt'],
])('nothing changes when %s', (_name, endpoint, settings, model) => {
  expect(modelFor(endpoint, settings, model)).toBeUndefined()
})

test.each([
  ['2024-06-01', true],
  ['2024-08-01-preview', true],
  ['2023-05-15', true],
  ['2024-09-01-preview', false],
  ['2024-10-21', false],
  ['v1', false],
  ['preview', false],
])('a stream of version %s is requested without stream_options: %p', (version, isDropped) => {
  const settings = { ...DEPLOYMENT, cloud_a_api_version: version }
  const base = { path: '/chat/completions', search: '', model: 'dep', body: {}, customHost: null }
  const change = azureOpenai.adapt!({ ...base, endpoint: 'chat.completions', isStream: true }, settings)
  expect(change?.drop.has('stream_options') ?? false).toBe(isDropped)
  expect(azureOpenai.adapt!({ ...base, endpoint: 'chat.completions', isStream: false }, settings)).toBeNull()
})

test.each<[string, EndpointName, string, Settings, string | null]>([
  ['the deployment', 'chat.completions', '/chat/completions', DEPLOYMENT, 'dep'],
  ['the deployment', 'responses', '/responses', { ...DEPLOYMENT, cloud_a_api_version: 'v1' }, 'dep'],
  ['its model name', 'embeddings', '/embeddings', { ...DEPLOYMENT, cloud_a_model_name: 'gpt-4' }, 'gpt-4'],
  ['the path', 'proxy', '/openai/deployments/other/chat/completions', DEPLOYMENT, 'other'],
  ['the path', 'proxy', '/openai/%64eployments/other/chat/completions', {}, 'other'],
  ['the model name', 'proxy', '/deployments/dep/completions', { ...DEPLOYMENT, cloud_a_model_name: 'gpt-4' }, 'gpt-4'],
  ['the body', 'chat.completions', '/chat/completions', {}, null],
  ['the body', 'chat.completions', '/chat/completions', { cloud_a_model_name: 'gpt-4' }, null],
  ['the body', 'proxy', '/v1/chat/completions', DEPLOYMENT, null],
])('%s decides which model serves %s %s', (_name, endpoint, path, settings, expected) => {
  const call = { endpoint, path, search: '', model: 'cheap', isStream: false, body: null, customHost: null }
  expect(azureOpenai.modelOf!(call, settings)).toBe(expected)
})

test.each<[EndpointName, string, string | undefined, string]>([
  ['responses', '/responses', '2024-10-21', '/openai/v1/responses'],
  ['responses', '/responses', '2025-03-01-preview', '/openai/responses?api-version=2025-03-01-preview'],
  ['responses', '/responses', undefined, '/openai/v1/responses'],
  ['responses', '/responses', 'preview', '/openai/v1/responses?api-version=preview'],
  ['responses.read', '/responses/resp_1', '2024-06-01', '/openai/v1/responses/resp_1'],
  ['responses.cancel', '/responses/resp_1/cancel', '2024-10-21', '/openai/v1/responses/resp_1/cancel'],
  [
    'images.edits',
    '/images/edits',
    '2025-04-01-preview',
    '/openai/deployments/dep/images/edits?api-version=2025-04-01-preview',
  ],
  [
    'chat.completions',
    '/chat/completions',
    '2024-06-01',
    '/openai/deployments/dep/chat/completions?api-version=2024-06-01',
  ],
])('%s %s with version %p goes to a version that has it', (endpoint, path, version, expected) => {
  const settings = { ...DEPLOYMENT, ...(version !== undefined && { cloud_a_api_version: version }) }
  const call = { endpoint, path, search: '', model: 'gpt', isStream: false, body: null, customHost: null }
  expect(azureOpenai.locate(call, settings)).toBe(`https://r.openai.azure.com${expected}`)
  if (endpoint === 'responses') expect(azureOpenai.adapt!(call, settings)?.set.get('model')).toBe('dep')
})

test('a custom host keeps the version of its settings', () => {
  const settings = { ...DEPLOYMENT, cloud_a_api_version: '2024-10-21' }
  const call = {
    endpoint: 'responses',
    path: '/responses',
    search: '',
    model: 'gpt',
    isStream: false,
    body: null,
  } as const
  expect(azureOpenai.locate({ ...call, customHost: 'http://127.0.0.1:1/openai' }, settings)).toBe(
    'http://127.0.0.1:1/openai/responses?api-version=2024-10-21',
  )
})
