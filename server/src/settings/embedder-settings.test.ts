import { expect, test } from 'bun:test'
import { readEmbedder, readThreshold } from './embedder-settings.ts'

const refuse = (message: string): never => {
  throw new Error(message)
}

const from = (given: Record<string, string>) => (name: string) => given[name] ?? null

test('none, a virtual key, a server or a folder', () => {
  expect(readEmbedder(from({}), refuse)).toBeNull()
  const model = { GATEWAY_EMBEDDER_MODEL: 'm' }
  expect(readEmbedder(from({ GATEWAY_EMBEDDER_VIRTUAL_KEY: 'k', ...model }), refuse)).toEqual({
    kind: 'virtual_key',
    virtualKey: 'k',
    model: 'm',
  })
  const url = { GATEWAY_EMBEDDER_URL: 'http://localhost:1/v1/', GATEWAY_EMBEDDER_API_KEY: 's', ...model }
  expect(readEmbedder(from(url), refuse)).toEqual({
    kind: 'url',
    url: 'http://localhost:1/v1',
    model: 'm',
    apiKey: 's',
  })
  expect(readEmbedder(from({ GATEWAY_EMBEDDER_FOLDER: 'f' }), refuse)).toEqual({ kind: 'folder', folder: 'f' })
})

test.each([
  [{ GATEWAY_EMBEDDER_VIRTUAL_KEY: 'k', GATEWAY_EMBEDDER_FOLDER: 'f' }, 'Set only one of'],
  [{ GATEWAY_EMBEDDER_VIRTUAL_KEY: 'k' }, 'GATEWAY_EMBEDDER_MODEL'],
  [{ GATEWAY_EMBEDDER_URL: 'localhost', GATEWAY_EMBEDDER_MODEL: 'm' }, 'GATEWAY_EMBEDDER_URL'],
  [{ GATEWAY_EMBEDDER_URL: 'http://u:p@h', GATEWAY_EMBEDDER_MODEL: 'm' }, 'GATEWAY_EMBEDDER_URL'],
])('%p is refused', (given, message) => {
  expect(() => readEmbedder(from(given), refuse)).toThrow(message)
})

test('a threshold is a number from 0.5 to 1', () => {
  const read = (value?: string) =>
    readThreshold(from(value === undefined ? {} : { GATEWAY_CACHE_THRESHOLD: value }), refuse)
  expect([read(), read('0.9'), read('1')]).toEqual([0.95, 0.9, 1])
  for (const wrong of ['0.4', '1.1', 'x', '-1', '.9e1']) expect(() => read(wrong)).toThrow('0.5 to 1')
})
