import { expect, test } from 'bun:test'
import { joinUrl } from './join-url.ts'

test.each([
  '/files/../models',
  '/files/%2E%2e/models',
  '/files%2f..%5cmodels',
  '/files/..;/models',
  '/files/..%3Bx=1/models',
  '/..',
])('a path that a server may resolve to another one is refused: %s', (path) => {
  expect(() => joinUrl('https://h.example/v1', path, '')).toThrow(
    expect.objectContaining({ code: 'endpoint_unsupported' }),
  )
})

test('other dots and semicolons pass', () => {
  for (const path of ['/models/gemini-2.5-pro:x', '/a;b/c', '/.well-known/x', '/...', '/a..;b'])
    expect(joinUrl('https://h.example', path, '?a=b')).toBe(`https://h.example${path}?a=b`)
})
