import { expect, test } from 'bun:test'
import type { EndpointName } from '../core/endpoints.ts'
import { Secret } from '../core/secret.ts'
import type { Outgoing, Settings } from './adapter.ts'
import { findProvider } from './registry.ts'

type Row = {
  readonly slug: string
  readonly path: string
  readonly url: string
  readonly endpoint?: EndpointName
  readonly search?: string
  readonly settings?: Settings
  readonly customHost?: string
  readonly model?: string
}

const AZURE: Settings = {
  cloud_a_resource_name: 'res',
  cloud_a_deployment_id: 'dep',
  cloud_a_api_version: '2024-10-21',
}
const AZURE_V1: Settings = { cloud_a_resource_name: 'res', cloud_a_api_version: 'v1' }
const AZURE_UNVERSIONED: Settings = { cloud_a_resource_name: 'res', cloud_a_deployment_id: 'dep' }
const VERTEX: Settings = { cloud_b_project_id: 'proj', cloud_b_region: 'us-central1' }

const FOUNDRY: Settings = { cloud_a_foundry_url: 'https://res.services.ai.azure.com/models/' }
const CLOUDFLARE: Settings = { workers_ai_account_id: 'acc' }
const PREDIBASE: Settings = { predibase_tenant_id: 'ten' }

const ROWS: readonly Row[] = [
  { slug: 'openai', path: '/chat/completions', url: 'https://api.openai.com/v1/chat/completions' },
  { slug: 'openai', path: '/files', search: '?limit=2', url: 'https://api.openai.com/v1/files?limit=2' },
  { slug: 'openai', path: '/a', customHost: 'http://10.0.0.1:8000/v1', url: 'http://10.0.0.1:8000/v1/a' },
  { slug: 'openai-compatible', path: '/x', search: '?y=1', customHost: 'http://h/v1', url: 'http://h/v1/x?y=1' },
  { slug: 'anyscale', path: '/embeddings', url: 'https://api.endpoints.anyscale.com/v1/embeddings' },
  { slug: 'anthropic', path: '/messages', url: 'https://api.anthropic.com/v1/messages' },
  { slug: 'anthropic', path: '/v1/messages', url: 'https://api.anthropic.com/v1/messages' },
  { slug: 'cohere', path: '/rerank', url: 'https://api.cohere.com/v2/rerank' },
  { slug: 'voyage', path: '/rerank', endpoint: 'proxy', url: 'https://api.voyageai.com/v1/rerank' },
  { slug: 'jina', path: '/rerank', endpoint: 'proxy', url: 'https://api.jina.ai/v1/rerank' },
  { slug: 'together-ai', path: '/rerank', endpoint: 'proxy', url: 'https://api.together.ai/v1/rerank' },
  { slug: 'siliconflow', path: '/rerank', endpoint: 'proxy', url: 'https://api.siliconflow.com/v1/rerank' },
  { slug: 'novita-ai', path: '/rerank', endpoint: 'proxy', url: 'https://api.novita.ai/openai/v1/rerank' },
  { slug: 'fireworks-ai', path: '/rerank', endpoint: 'proxy', url: 'https://api.fireworks.ai/inference/v1/rerank' },
  { slug: 'zhipu', path: '/rerank', endpoint: 'proxy', url: 'https://open.bigmodel.cn/api/paas/v4/rerank' },
  { slug: 'cohere', path: '/v1/rerank', url: 'https://api.cohere.com/v1/rerank' },
  { slug: 'cohere', path: '/v2/rerank', url: 'https://api.cohere.com/v2/rerank' },
  { slug: 'cohere', path: '/rerank', customHost: 'https://own.example/v2', url: 'https://own.example/v2/rerank' },
  {
    slug: 'azure-openai',
    path: '/chat/completions',
    settings: AZURE,
    url: 'https://res.openai.azure.com/openai/deployments/dep/chat/completions?api-version=2024-10-21',
  },
  {
    slug: 'azure-openai',
    path: '/audio/speech',
    endpoint: 'audio.speech',
    search: '?a=b',
    settings: AZURE,
    url: 'https://res.openai.azure.com/openai/deployments/dep/audio/speech?a=b&api-version=2024-10-21',
  },
  {
    slug: 'azure-openai',
    path: '/chat/completions',
    search: '?api-version=mine',
    model: 'gpt 4',
    settings: { cloud_a_resource_name: 'res', cloud_a_api_version: '2024-10-21' },
    url: 'https://res.openai.azure.com/openai/deployments/gpt%204/chat/completions?api-version=mine',
  },
  {
    slug: 'azure-openai',
    path: '/files',
    endpoint: 'files',
    settings: AZURE,
    url: 'https://res.openai.azure.com/openai/files?api-version=2024-10-21',
  },
  {
    slug: 'azure-openai',
    path: '/openai/deployments/other/rerank',
    endpoint: 'proxy',
    settings: AZURE,
    url: 'https://res.openai.azure.com/openai/deployments/other/rerank?api-version=2024-10-21',
  },
  {
    slug: 'azure-openai',
    path: '/chat/completions',
    settings: AZURE_V1,
    url: 'https://res.openai.azure.com/openai/v1/chat/completions',
  },
  {
    slug: 'azure-openai',
    path: '/chat/completions',
    settings: AZURE,
    customHost: 'https://own.example/openai',
    url: 'https://own.example/openai/deployments/dep/chat/completions?api-version=2024-10-21',
  },
  {
    slug: 'azure-openai',
    path: '/chat/completions',
    customHost: 'https://own.example/v1',
    url: 'https://own.example/v1/chat/completions',
  },
  ...(['embeddings', 'audio.transcriptions', 'images.generations', 'images.edits'] as const).map((endpoint) => ({
    slug: 'azure-openai',
    path: `/${endpoint.replace('.', '/')}`,
    endpoint,
    settings: AZURE,
    url: `https://res.openai.azure.com/openai/deployments/dep/${endpoint.replace('.', '/')}?api-version=2024-10-21`,
  })),
  {
    slug: 'azure-openai',
    path: '/chat/completions',
    settings: AZURE_UNVERSIONED,
    url: 'https://res.openai.azure.com/openai/deployments/dep/chat/completions?api-version=2024-10-21',
  },
  {
    slug: 'azure-openai',
    path: '/chat/completions',
    settings: { cloud_a_resource_name: 'res' },
    url: 'https://res.openai.azure.com/openai/v1/chat/completions',
  },
  {
    slug: 'azure-openai',
    path: '/responses',
    endpoint: 'responses',
    settings: AZURE_UNVERSIONED,
    url: 'https://res.openai.azure.com/openai/v1/responses',
  },
  {
    slug: 'azure-openai',
    path: '/responses/resp_1/cancel',
    endpoint: 'responses.cancel',
    settings: AZURE_UNVERSIONED,
    url: 'https://res.openai.azure.com/openai/v1/responses/resp_1/cancel',
  },
  {
    slug: 'azure-openai',
    path: '/responses',
    endpoint: 'responses',
    settings: { ...AZURE, cloud_a_api_version: '2025-04-01-preview' },
    url: 'https://res.openai.azure.com/openai/responses?api-version=2025-04-01-preview',
  },
  {
    slug: 'azure-openai',
    path: '/responses',
    endpoint: 'responses',
    settings: AZURE_UNVERSIONED,
    customHost: 'https://own.example/openai',
    url: 'https://own.example/openai/responses?api-version=2024-10-21',
  },
  {
    slug: 'azure-openai',
    path: '/batches/b/cancel',
    endpoint: 'batches.cancel',
    settings: AZURE,
    url: 'https://res.openai.azure.com/openai/batches/b/cancel?api-version=2024-10-21',
  },
  {
    slug: 'azure-openai',
    path: '/files',
    endpoint: 'files.create',
    settings: AZURE_V1,
    url: 'https://res.openai.azure.com/openai/v1/files',
  },
  {
    slug: 'azure-openai',
    path: '/chat/completions',
    settings: { cloud_a_resource_name: 'res', cloud_a_api_version: 'preview' },
    url: 'https://res.openai.azure.com/openai/v1/chat/completions?api-version=preview',
  },
  {
    slug: 'azure-openai',
    path: '/openai/deployments/other/chat/completions',
    endpoint: 'proxy',
    settings: AZURE_V1,
    url: 'https://res.openai.azure.com/openai/deployments/other/chat/completions?api-version=2024-10-21',
  },
  {
    slug: 'azure-openai',
    path: '/openai/v1/evals',
    endpoint: 'proxy',
    settings: AZURE_V1,
    url: 'https://res.openai.azure.com/openai/v1/evals',
  },
  {
    slug: 'vertex-ai',
    path: '/publishers/google/models/gemini:generateContent',
    settings: VERTEX,
    url: 'https://us-central1-aiplatform.googleapis.com/v1/projects/proj/locations/us-central1/publishers/google/models/gemini:generateContent',
  },
  {
    slug: 'vertex-ai',
    path: '/v1beta1/projects/p/x',
    settings: { cloud_b_region: 'global' },
    url: 'https://aiplatform.googleapis.com/v1beta1/projects/p/x',
  },
  {
    slug: 'bedrock',
    path: '/model/m/converse',
    url: 'https://bedrock-runtime.us-east-1.amazonaws.com/model/m/converse',
  },
  {
    slug: 'bedrock',
    path: '/model/m/invoke',
    settings: { cloud_c_region: 'eu-west-1' },
    url: 'https://bedrock-runtime.eu-west-1.amazonaws.com/model/m/invoke',
  },
  { slug: 'meshy', path: '/text-to-3d', endpoint: 'proxy', url: 'https://api.meshy.ai/openapi/v2/text-to-3d' },
  { slug: 'meshy', path: '/image-to-3d', endpoint: 'proxy', url: 'https://api.meshy.ai/openapi/v1/image-to-3d' },
  { slug: 'meshy', path: '/v2/text-to-3d/id', endpoint: 'proxy', url: 'https://api.meshy.ai/openapi/v2/text-to-3d/id' },
  {
    slug: 'meshy',
    path: '/text-to-3d',
    customHost: 'https://own.example/v2',
    url: 'https://own.example/v2/text-to-3d',
  },
  { slug: 'replicate', path: '/predictions', endpoint: 'proxy', url: 'https://api.replicate.com/v1/predictions' },
  { slug: 'tripo3d', path: '/task', endpoint: 'proxy', url: 'https://api.tripo3d.ai/v2/openapi/task' },
  { slug: 'palm', path: '/models', url: 'https://generativelanguage.googleapis.com/v1beta3/models' },
  {
    slug: 'qdrant',
    path: '/collections',
    customHost: 'https://q.example:6333',
    url: 'https://q.example:6333/collections',
  },
  { slug: 'milvus', path: '/v2/vectordb', customHost: 'http://m:19530', url: 'http://m:19530/v2/vectordb' },
  {
    slug: 'azure-ai',
    path: '/chat/completions',
    settings: FOUNDRY,
    url: 'https://res.services.ai.azure.com/models/chat/completions?api-version=2024-05-01-preview',
  },
  {
    slug: 'azure-ai',
    path: '/embeddings',
    search: '?api-version=mine',
    settings: FOUNDRY,
    url: 'https://res.services.ai.azure.com/models/embeddings?api-version=mine',
  },
  {
    slug: 'azure-ai',
    path: '/chat/completions',
    settings: { cloud_a_foundry_url: 'https://llama.eastus2.models.ai.azure.com' },
    url: 'https://llama.eastus2.models.ai.azure.com/chat/completions',
  },
  {
    slug: 'azure-ai',
    path: '/files',
    endpoint: 'files',
    settings: { ...FOUNDRY, cloud_a_api_version: '2024-10-21' },
    url: 'https://res.services.ai.azure.com/openai/files?api-version=2024-10-21',
  },
  {
    slug: 'azure-ai',
    path: '/files',
    endpoint: 'files',
    settings: FOUNDRY,
    customHost: 'https://own.example/v1',
    url: 'https://own.example/v1/files',
  },
  {
    slug: 'workers-ai',
    path: '/chat/completions',
    settings: CLOUDFLARE,
    url: 'https://api.cloudflare.com/client/v4/accounts/acc/ai/v1/chat/completions',
  },
  {
    slug: 'workers-ai',
    path: '/run/@cf/black-forest-labs/flux-1-schnell',
    endpoint: 'proxy',
    settings: CLOUDFLARE,
    url: 'https://api.cloudflare.com/client/v4/accounts/acc/ai/run/@cf/black-forest-labs/flux-1-schnell',
  },
  {
    slug: 'cortex',
    path: '/chat/completions',
    settings: { snowflake_account: 'org-account' },
    url: 'https://org-account.snowflakecomputing.com/api/v2/cortex/v1/chat/completions',
  },
  {
    slug: 'oracle',
    path: '/chat/completions',
    settings: { oracle_region: 'eu-frankfurt-1' },
    url: 'https://inference.generativeai.eu-frankfurt-1.oci.oraclecloud.com/openai/v1/chat/completions',
  },
  {
    slug: 'predibase',
    path: '/chat/completions',
    model: 'llama-3-8b:sentiment/1',
    settings: PREDIBASE,
    url: 'https://serving.app.predibase.com/ten/deployments/v2/llms/llama-3-8b/v1/chat/completions',
  },
  {
    slug: 'predibase',
    path: '/v2/deployments',
    endpoint: 'proxy',
    url: 'https://serving.app.predibase.com/v2/deployments',
  },
  { slug: 'nomic', path: '/embeddings', endpoint: 'embeddings', url: 'https://api-atlas.nomic.ai/v1/embedding/text' },
  { slug: 'nomic', path: '/embedding/image', endpoint: 'proxy', url: 'https://api-atlas.nomic.ai/v1/embedding/image' },
  {
    slug: 'segmind',
    path: '/images/generations',
    endpoint: 'images.generations',
    model: 'sdxl1.0-txt2img',
    url: 'https://api.segmind.com/v1/sdxl1.0-txt2img',
  },
  {
    slug: 'stability-ai',
    path: '/images/generations',
    endpoint: 'images.generations',
    model: 'stable-diffusion-v1-6',
    url: 'https://api.stability.ai/v1/generation/stable-diffusion-v1-6/text-to-image',
  },
  {
    slug: 'stability-ai',
    path: '/v2beta/stable-image/generate/core',
    endpoint: 'proxy',
    url: 'https://api.stability.ai/v2beta/stable-image/generate/core',
  },
  {
    slug: 'triton',
    path: '/completions',
    endpoint: 'completions',
    customHost: 'http://triton:8000/v2/models/llama',
    url: 'http://triton:8000/v2/models/llama/generate',
  },
  {
    slug: 'sagemaker',
    path: '/endpoints/my-endpoint/invocations',
    endpoint: 'proxy',
    settings: { cloud_c_region: 'eu-west-1' },
    url: 'https://runtime.sagemaker.eu-west-1.amazonaws.com/endpoints/my-endpoint/invocations',
  },
]

for (const row of ROWS) {
  test(`${row.slug} sends ${row.path}${row.search ?? ''} to ${row.url}`, () => {
    const { endpoint = 'chat.completions', search = '', customHost = null, model = null, settings = {} } = row
    const url = findProvider(row.slug)!.locate(
      { endpoint, path: row.path, search, customHost, model, isStream: false, body: null },
      settings,
    )
    expect(url).toBe(row.url)
  })
}

const CALL = {
  endpoint: 'chat.completions',
  path: '/x',
  search: '',
  model: null,
  isStream: false,
  body: null,
  customHost: null,
} as const

test.each([
  ['openai-compatible', {}, 'custom_host'],
  ['milvus', {}, 'custom_host'],
  ['triton', {}, 'custom_host'],
  ['sagemaker', { cloud_c_access_key_id: 'AKIA' }, 'cloud_c_access_key_id'],
  ['azure-ai', {}, 'cloud_a_foundry_url'],
  ['workers-ai', {}, 'workers_ai_account_id'],
  ['cortex', {}, 'snowflake_account'],
  ['oracle', {}, 'oracle_region'],
  ['qdrant', {}, 'custom_host'],
  ['azure-openai', {}, 'cloud_a_resource_name'],
  ['azure-openai', { cloud_a_resource_name: 'r', cloud_a_api_version: '2024-10-21' }, 'cloud_a_deployment_id'],
  ['vertex-ai', {}, 'cloud_b_region'],
  ['vertex-ai', { cloud_b_region: 'global' }, 'cloud_b_project_id'],
  ['bedrock', { cloud_c_access_key_id: 'AKIA' }, 'cloud_c_access_key_id'],
] as const)('%s with %o says that %s is the problem', (slug, settings, param) => {
  expect(() => findProvider(slug)!.locate(CALL, settings as Settings)).toThrow(
    expect.objectContaining({ code: 'provider_settings_invalid', param }),
  )
})

async function authorized(slug: string, settings: Settings, headers: Record<string, string> = {}) {
  const request: Outgoing = { method: 'POST', url: 'https://x.example', headers, body: null }
  await findProvider(slug)!.authorize(request, { secret: new Secret('key') }, settings)
  return request.headers
}

test('each provider gets the credential in its own header', async () => {
  expect(await authorized('openai', { openai_organization: 'o', openai_project: 'p', openai_beta: 'b' })).toEqual({
    authorization: 'Bearer key',
    'openai-organization': 'o',
    'openai-project': 'p',
    'openai-beta': 'b',
  })
  expect(await authorized('anthropic', { anthropic_beta: 'b' }, { authorization: 'Bearer key' })).toEqual({
    'x-api-key': 'key',
    'anthropic-version': '2023-06-01',
    'anthropic-beta': 'b',
  })
  expect(await authorized('azure-openai', {})).toEqual({ 'api-key': 'key' })
  expect(await authorized('azure-openai', { cloud_a_auth_mode: 'ad_token' })).toEqual({ authorization: 'Bearer key' })
  expect(await authorized('azure-openai', { cloud_a_ad_token: 'ad' })).toEqual({ authorization: 'Bearer ad' })
  expect(await authorized('cohere', {})).toEqual({ authorization: 'Bearer key' })
  expect(await authorized('qdrant', {})).toEqual({ 'api-key': 'key' })
  expect(await authorized('segmind', {})).toEqual({ 'x-api-key': 'key' })
  expect(await authorized('palm', {})).toEqual({ 'x-goog-api-key': 'key' })
  expect(await authorized('azure-ai', { cloud_a_deployment_name: 'dep' })).toEqual({
    authorization: 'Bearer key',
    'extra-parameters': 'drop',
    'azureml-model-deployment': 'dep',
  })
  expect(await authorized('azure-ai', { cloud_a_ad_token: 'ad', cloud_a_extra_parameters: 'error' })).toEqual({
    authorization: 'Bearer ad',
    'extra-parameters': 'error',
  })
  expect(await authorized('oracle', { oracle_compartment_id: 'ocid1' })).toEqual({
    authorization: 'Bearer key',
    'opc-compartment-id': 'ocid1',
  })
  expect(await authorized('modal', { modal_key: 'id', modal_secret: 'secret' })).toEqual({
    authorization: 'Bearer key',
    'modal-key': 'id',
    'modal-secret': 'secret',
  })
})

test('azure-openai accepts an access token instead of a key, and sends no key with it', async () => {
  const request: Outgoing = { method: 'POST', url: 'https://x.example', headers: { 'api-key': 'caller' }, body: null }
  await findProvider('azure-openai')!.authorize(request, null, { cloud_a_ad_token: 'ad' })
  expect(request.headers).toEqual({ authorization: 'Bearer ad' })
})

test.each([
  ['a model of broken text', '\ud800', 'provider_settings_invalid'],
  ['a model that climbs', '..', 'endpoint_unsupported'],
])('azure-openai does not make a deployment of %s', (_name, model, code) => {
  const settings = { cloud_a_resource_name: 'r', cloud_a_api_version: '2024-10-21' }
  const call = { ...CALL, path: '/chat/completions', model }
  expect(() => findProvider('azure-openai')!.locate(call, settings)).toThrow(expect.objectContaining({ code }))
})

test.each([
  ['cloud_a_resource_name', 'res.evil.example'],
  ['cloud_a_resource_name', 'evil.example/'],
  ['cloud_a_resource_name', 'evil#'],
  ['cloud_a_resource_name', 'user@evil'],
  ['cloud_a_deployment_id', '../../x'],
  ['cloud_a_deployment_id', '..'],
  ['cloud_a_deployment_id', 'a?b=c'],
  ['cloud_a_api_version', 'v1&x=y'],
  ['cloud_a_api_version', '../v2'],
  ['cloud_a_auth_mode', 'none'],
])('azure-openai refuses %s %s', (key, value) => {
  expect(findProvider('azure-openai')!.settings.safeParse({ [key]: value }).success).toBe(false)
})

test('anthropic keeps a version that the caller sent', async () => {
  const headers = await authorized('anthropic', { anthropic_version: '2024-01-01' }, { 'anthropic-version': 'mine' })
  expect(headers['anthropic-version']).toBe('mine')
})

test('vertex-ai sends the request type in its documented header only', async () => {
  const headers = await authorized('vertex-ai', {}, { 'x-cloud-b-llm-request-type': 'shared' })
  expect(headers).toEqual({ authorization: 'Bearer key', 'x-vertex-ai-llm-request-type': 'shared' })
})

test('predibase takes the tenant from the user of the request, and sends the adapter as the model', () => {
  const predibase = findProvider('predibase')!
  const body = { model: 'llama:repo/2', user: 'ten', messages: [] }
  const call = { ...CALL, path: '/chat/completions', model: 'llama:repo/2', body }
  expect(predibase.locate(call, {})).toBe(
    'https://serving.app.predibase.com/ten/deployments/v2/llms/llama/v1/chat/completions',
  )
  const change = predibase.adapt?.(call, {})
  expect([[...(change?.set ?? [])], [...(change?.drop ?? [])]]).toEqual([[['model', 'repo/2']], ['user']])
  const kept = predibase.adapt?.({ ...call, model: 'llama' }, PREDIBASE)
  expect([[...(kept?.set ?? [])], [...(kept?.drop ?? [])]]).toEqual([[['model', '']], []])
  for (const user of ['../x', '..', 'a/b', 'a?b', '', 7]) {
    expect(() => predibase.locate({ ...call, body: { ...body, user } }, {})).toThrow(
      expect.objectContaining({ param: 'predibase_tenant_id' }),
    )
  }
})
