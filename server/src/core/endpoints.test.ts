import { expect, test } from 'bun:test'
import { ENDPOINTS, findEndpoint, PROXY } from './endpoints.ts'

test.each(ENDPOINTS.map((row) => [row.method, row.path, row.name] as const))('%s %s is %s', (method, path, name) => {
  for (const id of ['abc', 'a.b-c_d', '%2F', 'é', '@x', '{id}', ' ', '%', 'gpt-4o:beta']) {
    expect<string>(findEndpoint(method, path.replace('{id}', id)).name).toBe(name)
  }
})

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
  ['GET', ''],
])('%s %s is pass-through', (method, path) => {
  expect(findEndpoint(method, path)).toBe(PROXY)
})
