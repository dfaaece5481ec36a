import { expect, test } from 'bun:test'
import { Secret } from '../core/secret.ts'
import { geminiChat } from '../dialects/gemini/gemini-chat.ts'
import { geminiEmbeddings } from '../dialects/gemini/gemini-embeddings.ts'
import type { Call, Outgoing } from './adapter.ts'
import { google } from './google.ts'

const BASE = 'https://generativelanguage.googleapis.com/v1beta'
const CALL: Call = {
  endpoint: 'chat.completions',
  path: '/chat/completions',
  search: '',
  model: 'gemini-2.5-flash',
  isStream: false,
  body: null,
  customHost: null,
}

test.each([
  [{}, `${BASE}/models/gemini-2.5-flash:generateContent`],
  [{ isStream: true, search: '?alt=json&key=x' }, `${BASE}/models/gemini-2.5-flash:streamGenerateContent?alt=sse`],
  [{ model: 'tunedModels/mine' }, `${BASE}/tunedModels/mine:generateContent`],
  [{ model: 'models/gemini-2.5-pro' }, `${BASE}/models/gemini-2.5-pro:generateContent`],
  [{ model: 'a/b?y#z' }, `${BASE}/models/a%2Fb%3Fy%23z:generateContent`],
  [{ model: '\ud800' }, `${BASE}/models/%EF%BF%BD:generateContent`],
  [{ customHost: 'http://127.0.0.1:9/v1beta' }, 'http://127.0.0.1:9/v1beta/models/gemini-2.5-flash:generateContent'],
  [{ endpoint: 'embeddings', body: { input: 'a' } }, `${BASE}/models/gemini-2.5-flash:embedContent`],
  [{ endpoint: 'embeddings', body: { input: ['a', 'b'] } }, `${BASE}/models/gemini-2.5-flash:batchEmbedContents`],
  [{ endpoint: 'models', path: '/models' }, `${BASE}/models?pageSize=1000`],
  [{ endpoint: 'models.read', path: '/models/gemini-2.5-pro' }, `${BASE}/models/gemini-2.5-pro`],
  [{ endpoint: 'proxy', path: '/models/x:countTokens', search: '?a=b' }, `${BASE}/models/x:countTokens?a=b`],
  [{ endpoint: 'proxy', path: '/v1/models' }, 'https://generativelanguage.googleapis.com/v1/models'],
  [
    { endpoint: 'proxy', path: '/upload/v1beta/files' },
    'https://generativelanguage.googleapis.com/upload/v1beta/files',
  ],
] as const)('google finds %o', (change, url) => {
  expect(google.locate({ ...CALL, ...change }, {})).toBe(url)
})

test('google reports a missing model', () => {
  expect(() => google.locate({ ...CALL, model: null }, {})).toThrow(
    expect.objectContaining({ code: 'invalid_body', param: 'model' }),
  )
})

test('google gets the key in its own header and nowhere else', async () => {
  const outgoing: Outgoing = { method: 'POST', url: BASE, headers: { authorization: 'Bearer caller' }, body: null }
  await google.authorize(outgoing, { secret: new Secret('AIza-key') }, {})
  expect(outgoing).toEqual({
    method: 'POST',
    url: BASE,
    headers: { 'x-goog-api-key': 'AIza-key' },
    credentialHeaders: ['x-goog-api-key'],
    body: null,
  })
})

test('google uses the Gemini format where it has the endpoint', () => {
  expect(google.dialects!({ endpoint: 'chat.completions', model: 'x' })).toBe(geminiChat)
  expect(google.dialects!({ endpoint: 'embeddings', model: 'x' })).toBe(geminiEmbeddings)
  expect(google.dialects!({ endpoint: 'proxy', model: null })).toBeNull()
})

test('the list of models is returned in OpenAI’s format', () => {
  const dialect = google.dialects!({ endpoint: 'models', model: null })!
  const context = { model: '', provider: 'google', isStream: false, includeUsage: false, nowSeconds: 1 }
  const model = { name: 'models/gemini-2.5-pro', inputTokenLimit: 1_048_576, supportedGenerationMethods: [] }
  const decoded = { id: 'gemini-2.5-pro', object: 'model', created: 0, owned_by: 'google', context_length: 1_048_576 }
  expect(dialect.decode({ models: [model] }, context)).toEqual({ object: 'list', data: [decoded] })
  expect(dialect.decode(model, context)).toEqual(decoded)
})
