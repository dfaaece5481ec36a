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
])('a stream of version %s is asked without stream_options: %p', (version, isDropped) => {
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
