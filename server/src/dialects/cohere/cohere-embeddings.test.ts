// Bodies follow https://docs.cohere.com/reference/embed.
import { expect, test } from 'bun:test'
import { contextOf } from '../chat/test-assembled.ts'
import { cohereEmbeddings } from './cohere-embeddings.ts'

const ANSWER = {
  id: 'x',
  embeddings: {
    float: [
      [0.5, -1],
      [2, 3],
    ],
  },
  texts: ['a', 'b'],
  meta: { billed_units: { input_tokens: 7 } },
}
const BASE = { model: 'm', input_type: 'search_document', embedding_types: ['float'] }

test('encodes one or several texts, dimensions and Cohere’s own members', () => {
  const encode = (body: Record<string, unknown>) => cohereEmbeddings.encode(body, contextOf())
  expect(encode({ model: 'x', input: 'a', user: 'u' })).toEqual({ ...BASE, texts: ['a'] })
  const body = { input: ['a', 'b'], dimensions: 256, input_type: 'search_query', truncate: 'END' }
  expect(encode(body)).toEqual({
    ...BASE,
    texts: ['a', 'b'],
    output_dimension: 256,
    input_type: 'search_query',
    truncate: 'END',
  })
})

test('returns floats, or base64 if requested', () => {
  expect(cohereEmbeddings.decode(ANSWER, contextOf({ request: { input: ['a', 'b'] } }))).toEqual({
    object: 'list',
    data: [
      { object: 'embedding', index: 0, embedding: [0.5, -1] },
      { object: 'embedding', index: 1, embedding: [2, 3] },
    ],
    model: 'm',
    usage: { prompt_tokens: 7, total_tokens: 7 },
  })
  const packed = contextOf({ request: { input: ['a', 'b'], encoding_format: 'base64' } })
  const { data } = cohereEmbeddings.decode(ANSWER, packed) as { data: { embedding: string }[] }
  const bytes = Uint8Array.from(Buffer.from(data[0]!.embedding, 'base64'))
  expect([...new Float32Array(bytes.buffer)]).toEqual([0.5, -1])
})

test.each([
  ['input', { input: [[1, 2]] }],
  ['input', { input: [] }],
  ['input', {}],
  ['encoding_format', { input: 'a', encoding_format: 'int8' }],
  ['dimensions', { input: 'a', dimensions: '9' }],
])('rejects an unsupported %s by name', (param, body) => {
  expect(() => cohereEmbeddings.encode(body, contextOf())).toThrow(
    expect.objectContaining({ code: 'invalid_body', param }),
  )
})

test('a response without vectors is upstream_broken', () => {
  for (const response of [{}, { embeddings: { int8: [[1]] } }, { embeddings: 'x' }]) {
    expect(() => cohereEmbeddings.decode(response, contextOf())).toThrow(
      expect.objectContaining({ code: 'upstream_broken' }),
    )
  }
})
