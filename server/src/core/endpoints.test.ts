import { expect, test } from 'bun:test'
import { ENDPOINTS, findEndpoint, PROXY } from './endpoints.ts'

test.each(ENDPOINTS.map((row) => [row.method, row.path, row.name] as const))('%s %s is %s', (method, path, name) => {
  for (const id of ['abc', 'a.b-c_d', '%2F', 'é', '@x', '{id}', ' ', '%', 'gpt-4o:beta']) {
    expect<string>(findEndpoint(method, path.replace('{id}', id)).name).toBe(name)
  }
})

test.each(['/prompts/p1/completions', '/prompts/p1/generate', '/v1/prompts/p1/generate'])(
  'POST %s runs a prompt',
  (path) => {
    expect(findEndpoint('POST', path).name).toBe('prompts.completions')
  },
)

test('names and method with path are unique', () => {
  expect(new Set(ENDPOINTS.map((row) => row.name)).size).toBe(ENDPOINTS.length)
  expect(new Set(ENDPOINTS.map((row) => `${row.method} ${row.path}`)).size).toBe(ENDPOINTS.length)
})

test.each([
  ['GET', '/chat/completions'],
  ['post', '/chat/completions'],
  ['POST', '/chat/completions/'],
  ['POST', '/chat/completions/x'],
  ['POST', '/CHAT/completions'],
  ['PUT', '/models'],
  ['GET', '/models/'],
  ['GET', '/models/meta/llama'],
  ['DELETE', '/responses'],
  ['GET', '/files//content'],
  ['GET', '/files/a/b/content'],
  ['POST', '/rerank'],
  ['POST', '/v1/prompts/p1/completions'],
  ['POST', '/v1/chat/completions'],
  ['GET', ''],
])('%s %s is pass-through', (method, path) => {
  expect(findEndpoint(method, path)).toBe(PROXY)
})
