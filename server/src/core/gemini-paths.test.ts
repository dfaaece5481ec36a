import { expect, test } from 'bun:test'
import { findGeminiCall, GEMINI_ENDPOINTS, geminiMethod } from './gemini-paths.ts'

test.each([
  ['POST', '/v1beta/models/gemini-2.5-flash:generateContent', 'gemini.generate', 'gemini-2.5-flash'],
  ['POST', '/v1/models/gemini-2.5-flash:streamGenerateContent', 'gemini.stream', 'gemini-2.5-flash'],
  ['POST', '/v1beta/models/@main/gpt-4o:countTokens', 'gemini.count', '@main/gpt-4o'],
  ['POST', '/v1beta/models/%40main%2Fllama3%3A8b:generateContent', 'gemini.generate', '@main/llama3:8b'],
  ['POST', '/v1beta/models/llama3:8b%3AgenerateContent', 'gemini.generate', 'llama3:8b'],
  ['POST', '/v1alpha/tunedModels/mine:embedContent', 'gemini.embed', 'tunedModels/mine'],
  ['POST', '/v1beta/models/e:batchEmbedContents', 'gemini.embedMany', 'e'],
  ['POST', '/v1beta1/publishers/@main/models/gpt-4o:generateContent', 'gemini.generate', '@main/gpt-4o'],
  ['POST', '/v1beta1/projects/p/locations/l/publishers/google/models/g:generateContent', 'gemini.generate', 'g'],
  ['GET', '/v1beta/models', 'gemini.models', null],
  ['GET', '/v1beta/models/@main/gpt-4o', 'gemini.models.read', '@main/gpt-4o'],
  ['POST', '/v1beta/models/g:predictLongRunning', 'proxy', null],
  ['POST', '/v1beta/models/g:toString', 'proxy', null],
  ['GET', '/v1beta/files', 'proxy', null],
  ['POST', '/upload/v1beta/files', 'proxy', null],
] as const)('%s %s is %s of %s', (method, path, name, model) => {
  expect(findGeminiCall(method, path, '')).toMatchObject({ endpoint: { name }, model })
})

test.each([
  ['GET', '/v1/models/gpt-4o'],
  ['GET', '/v1/models'],
  ['POST', '/v1/models/gpt-4o'],
  ['POST', '/v1/chat/completions'],
  ['POST', '/v1/models/x:unknown'],
  ['GET', '/docs/v1beta/models'],
])('%s %s is not one of Gemini’s paths', (method, path) => {
  expect(findGeminiCall(method, path, '')).toBeNull()
})

test('Google’s clients get model lists in their format under /v1 too', () => {
  expect(findGeminiCall('GET', '/v1/models', '', true)).toMatchObject({ endpoint: { name: 'gemini.models' } })
  expect(findGeminiCall('GET', '/v1/models/@main/gpt-4o', '', true)).toMatchObject({ model: '@main/gpt-4o' })
  expect(findGeminiCall('GET', '/v1/files', '', true)).toBeNull()
})

test('only a stream without alt=sse is an array', () => {
  const isArray = (path: string, search: string) => findGeminiCall('POST', path, search)?.isArray
  expect(isArray('/v1beta/models/m:streamGenerateContent', '?alt=sse')).toBe(false)
  expect(isArray('/v1beta/models/m:streamGenerateContent', '?x=1&alt=sse')).toBe(false)
  expect(isArray('/v1beta/models/m:streamGenerateContent', '')).toBe(true)
  expect(isArray('/v1beta/models/m:generateContent', '')).toBe(false)
})

test('every endpoint with a method in its path knows it', () => {
  for (const { name, path } of GEMINI_ENDPOINTS) expect(geminiMethod(name)).toBe(path.split(':')[1] ?? null)
})
