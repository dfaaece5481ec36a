import { expect, test } from 'bun:test'
import { Secret } from '../../core/secret.ts'
import type { DialectContext, JsonObject } from '../../dialects/dialect.ts'
import type { Call, Outgoing, Settings } from '../adapter.ts'
import { createProviderServices } from '../provider-services.ts'
import type { ServiceAccount } from './account-key.ts'
import { testKeyFile } from './test-key-file.ts'
import { vertexAi } from './vertex-ai.ts'

const SETTINGS: Settings = { cloud_b_project_id: 'proj', cloud_b_region: 'europe-west4' }
const AT = 'projects/proj/locations/europe-west4'
const HOST = 'https://europe-west4-aiplatform.googleapis.com'
const CALL: Call = {
  endpoint: 'chat.completions',
  path: '/chat/completions',
  search: '',
  model: 'gemini-2.5-flash',
  isStream: false,
  body: null,
  customHost: null,
}
const CONTEXT: DialectContext = { model: '', provider: 'vertex-ai', isStream: true, includeUsage: true, nowSeconds: 1 }

test.each([
  ['gemini-2.5-flash', false, `${HOST}/v1/${AT}/publishers/google/models/gemini-2.5-flash:generateContent`],
  [
    'gemini-2.5-flash',
    true,
    `${HOST}/v1/${AT}/publishers/google/models/gemini-2.5-flash:streamGenerateContent?alt=sse`,
  ],
  ['google/gemini-2.5-pro', false, `${HOST}/v1/${AT}/publishers/google/models/gemini-2.5-pro:generateContent`],
  ['models/gemini-2.5-pro', false, `${HOST}/v1/${AT}/publishers/google/models/gemini-2.5-pro:generateContent`],
  [
    'anthropic.claude-sonnet-4-5@20250929',
    false,
    `${HOST}/v1/${AT}/publishers/anthropic/models/claude-sonnet-4-5%4020250929:rawPredict`,
  ],
  ['claude-sonnet-4-5', true, `${HOST}/v1/${AT}/publishers/anthropic/models/claude-sonnet-4-5:streamRawPredict`],
  ['mistralai.mistral-large', true, `${HOST}/v1/${AT}/publishers/mistralai/models/mistral-large:streamRawPredict`],
  ['meta.llama-4-scout', false, `${HOST}/v1beta1/${AT}/endpoints/openapi/chat/completions`],
  ['deepseek-ai/deepseek-v3', false, `${HOST}/v1beta1/${AT}/endpoints/openapi/chat/completions`],
  ['endpoints.12345', false, `${HOST}/v1beta1/${AT}/endpoints/12345/chat/completions`],
] as const)('vertex-ai finds %s (stream: %s)', (model, isStream, url) => {
  expect(vertexAi.locate({ ...CALL, model, isStream }, SETTINGS)).toBe(url)
})

test('a model with encoded dot segments is rejected', () => {
  expect(() => vertexAi.locate({ ...CALL, model: 'x/../../y' }, SETTINGS)).toThrow(/dot segment/)
})

test.each([
  ['global', 'https://aiplatform.googleapis.com/'],
  ['us', 'https://aiplatform.us.rep.googleapis.com/'],
  ['us-central1', 'https://us-central1-aiplatform.googleapis.com/'],
])('the region %s is at %s', (region, origin) => {
  expect(vertexAi.locate(CALL, { ...SETTINGS, cloud_b_region: region })).toStartWith(
    `${origin}v1/projects/proj/locations/${region}/`,
  )
})

test('embeddings use :predict', () => {
  const url = vertexAi.locate({ ...CALL, endpoint: 'embeddings', model: 'text-embedding-005' }, SETTINGS)
  expect(url).toBe(`${HOST}/v1/${AT}/publishers/google/models/text-embedding-005:predict`)
})

test('a custom host replaces the versioned origin, with or without projects', () => {
  const customHost = 'http://127.0.0.1:9/v1'
  const path = 'publishers/google/models/gemini-2.5-flash:generateContent'
  expect(vertexAi.locate({ ...CALL, customHost }, SETTINGS)).toBe(`${customHost}/${AT}/${path}`)
  expect(vertexAi.locate({ ...CALL, customHost }, {})).toBe(`${customHost}/${path}`)
})

test('the project defaults to that of the key file', async () => {
  const cloud_b_service_account_json = await testKeyFile({ project_id: 'from-file' })
  const url = vertexAi.locate(CALL, { cloud_b_region: 'global', cloud_b_service_account_json })
  expect(url).toStartWith('https://aiplatform.googleapis.com/v1/projects/from-file/locations/global/')
})

test.each([
  ['cloud_b_region', 'evil.example#'],
  ['cloud_b_region', 'a/../b'],
  ['cloud_b_project_id', '..'],
  ['cloud_b_project_id', 'p/../../x'],
  ['cloud_b_service_account_json', '{}'],
  ['cloud_b_service_account_json', 'x\ny'],
])('the setting %s refuses %j', (key, value) => {
  expect(vertexAi.settings.safeParse({ [key]: value }).success).toBe(false)
})

test('a key file with line breaks is accepted', async () => {
  const pretty = JSON.stringify(JSON.parse(await testKeyFile({})), null, 2)
  expect(vertexAi.settings.safeParse({ cloud_b_service_account_json: pretty }).success).toBe(true)
})

test('an empty model name is rejected', () => {
  expect(() => vertexAi.locate({ ...CALL, model: null }, SETTINGS)).toThrow(expect.objectContaining({ param: 'model' }))
})

function encoded(model: string): JsonObject {
  const dialect = vertexAi.dialects!({ endpoint: 'chat.completions', model })!
  return dialect.encode({ model, max_tokens: 5, messages: [{ role: 'user', content: 'hi' }] }, { ...CONTEXT, model })
}

test('each publisher uses its own format', () => {
  expect(encoded('gemini-2.5-flash')).toMatchObject({
    contents: [{ role: 'user' }],
    generationConfig: { maxOutputTokens: 5 },
  })
  const claude = encoded('anthropic.claude-sonnet-4-5')
  expect(claude).toMatchObject({ anthropic_version: 'vertex-2023-10-16', max_tokens: 5, stream: true })
  expect(claude['model']).toBeUndefined()
  expect(encoded('meta.llama-4-scout')).toMatchObject({ model: 'meta/llama-4-scout', messages: [{ content: 'hi' }] })
  expect(encoded('mistralai.mistral-large')).toMatchObject({ model: 'mistral-large' })
  expect(vertexAi.dialects!({ endpoint: 'embeddings', model: 'x' })?.name).toBe('vertex-embeddings')
  expect(vertexAi.dialects!({ endpoint: 'proxy', model: null })).toBeNull()
})

test('a stream in OpenAI’s format passes unchanged, and its truncation is detected', () => {
  const stream = () => vertexAi.dialects!({ endpoint: 'chat.completions', model: 'meta.llama' })!.stream!(CONTEXT)
  const last = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
  const whole = stream()
  expect([whole.event('', last), whole.end()]).toEqual([[last], []])
  const cut = stream()
  cut.event('', { choices: [{ index: 0, delta: { content: 'x' }, finish_reason: null }] })
  expect(cut.end()).toMatchObject([{ error: { code: 'upstream_broken' } }])
})

async function authorized(secret: string | null, settings: Settings): Promise<Outgoing['headers']> {
  const outgoing: Outgoing = { method: 'POST', url: HOST, headers: { 'x-api-key': 'caller' }, body: null }
  const googleTokens = { tokenOf: (account: ServiceAccount) => `token-of-${account.clientEmail}`, discard: () => {} }
  const services = {
    ...createProviderServices('http://127.0.0.1:9', () => Promise.reject(new Error('not sent'))),
    googleTokens,
  }
  const credential = secret === null ? null : { secret: new Secret(secret) }
  await vertexAi.authorize(outgoing, credential, settings, { services, mayUseAmbientIdentity: false })
  return outgoing.headers
}

test('a service account is exchanged for a token, from the settings or from the credential', async () => {
  const keyFile = await testKeyFile({ client_email: 'a@p.iam.gserviceaccount.com' })
  const expected = { authorization: 'Bearer token-of-a@p.iam.gserviceaccount.com' }
  expect(await authorized(null, { cloud_b_service_account_json: keyFile })).toEqual(expected)
  expect(await authorized(keyFile, {})).toEqual(expected)
  expect(await authorized('ya29.token', {})).toEqual({ authorization: 'Bearer ya29.token' })
})

test('an invalid key file is rejected, and the error does not quote it', async () => {
  const error: unknown = await authorized('{"private_key":"-----BEGIN very secret', {}).catch(
    (thrown: unknown) => thrown,
  )
  expect(error).toMatchObject({ code: 'provider_settings_invalid', param: 'cloud_b_service_account_json' })
  expect(JSON.stringify(error) + String(error)).not.toContain('very secret')
})

test("the traffic class is sent in its documented header, and the client's header wins over the setting", async () => {
  const outgoing: Outgoing = {
    method: 'POST',
    url: HOST,
    headers: { 'x-cloud-b-llm-request-type': 'shared' },
    body: null,
  }
  await vertexAi.authorize(outgoing, { secret: new Secret('t') }, { cloud_b_llm_request_type: 'dedicated' })
  expect(outgoing.headers).toEqual({ authorization: 'Bearer t', 'x-vertex-ai-llm-request-type': 'shared' })
  expect(await authorized('t', { cloud_b_llm_request_type: 'dedicated' })).toMatchObject({
    'x-vertex-ai-llm-request-type': 'dedicated',
  })
})
