import { expect, test } from 'bun:test'
import type { EndpointName } from '../core/endpoints.ts'
import { cohere } from './cohere.ts'

test.each<[EndpointName, string, string | null, string]>([
  ['chat.completions', '/chat/completions', null, 'https://api.cohere.com/v2/chat'],
  ['chat.completions', '/responses', null, 'https://api.cohere.com/v2/chat'],
  ['chat.completions', '/chat/completions', 'https://own.example/v2', 'https://own.example/v2/chat'],
  ['embeddings', '/embeddings', null, 'https://api.cohere.com/v2/embed'],
  ['proxy', '/rerank', null, 'https://api.cohere.com/v2/rerank'],
  ['proxy', '/v1/chat', null, 'https://api.cohere.com/v1/chat'],
  ['proxy', '/embeddings', null, 'https://api.cohere.com/v2/embeddings'],
])('%s at %s (host %s) is %s', (endpoint, path, customHost, url) => {
  expect(cohere.locate({ endpoint, path, customHost, search: '', model: 'm', isStream: false, body: null }, {})).toBe(
    url,
  )
})

test('chat and embeddings are translated, other endpoints use Cohere’s own format', () => {
  const nameOf = (endpoint: EndpointName) => cohere.dialects?.({ endpoint, model: 'm' })?.name
  expect(nameOf('chat.completions')).toBe('cohere')
  expect(nameOf('embeddings')).toBe('cohere-embeddings')
  expect(nameOf('proxy')).toBeUndefined()
})
