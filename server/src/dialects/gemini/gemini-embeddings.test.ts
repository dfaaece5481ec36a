import { expect, test } from 'bun:test'
import type { DialectContext } from '../dialect.ts'
import { geminiEmbeddings, isBatch, vertexEmbeddings } from './gemini-embeddings.ts'

const CONTEXT: DialectContext = {
  model: 'gemini-embedding-001',
  provider: 'google',
  isStream: false,
  includeUsage: false,
  nowSeconds: 1,
}

test('one text uses embedContent, several use batchEmbedContents', () => {
  const body = {
    model: 'x',
    input: 'a',
    dimensions: 256,
    task_type: 'RETRIEVAL_QUERY',
    user: 'u',
    encoding_format: 'float',
  }
  const one = {
    model: 'models/gemini-embedding-001',
    content: { parts: [{ text: 'a' }] },
    taskType: 'RETRIEVAL_QUERY',
    outputDimensionality: 256,
  }
  expect(geminiEmbeddings.encode(body, CONTEXT)).toEqual(one)
  expect(geminiEmbeddings.encode({ ...body, input: ['a'] }, CONTEXT)).toEqual(one)
  expect(geminiEmbeddings.encode({ ...body, input: ['a', 'b'] }, CONTEXT)).toEqual({
    requests: [one, { ...one, content: { parts: [{ text: 'b' }] } }],
  })
  expect([isBatch({ input: 'a' }), isBatch({ input: ['a'] }), isBatch({ input: ['a', 'b'] }), isBatch(null)]).toEqual([
    false,
    false,
    true,
    false,
  ])
})

test('decodes both response forms to a list', () => {
  const list = {
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: [0.5, -1] }],
    model: 'gemini-embedding-001',
  }
  const uncounted = { prompt_tokens: 0, total_tokens: 0 }
  expect(geminiEmbeddings.decode({ embedding: { values: [0.5, -1] } }, CONTEXT)).toEqual({ ...list, usage: uncounted })
  const batch = { embeddings: [{ values: [0.5, -1] }, { values: [2] }], usageMetadata: { promptTokenCount: 3 } }
  expect(geminiEmbeddings.decode(batch, CONTEXT)).toEqual({
    ...list,
    data: [...list.data, { object: 'embedding', index: 1, embedding: [2] }],
    usage: { prompt_tokens: 3, total_tokens: 3 },
  })
})

test('returns base64 if requested', () => {
  const context: DialectContext = { ...CONTEXT, request: { encoding_format: 'base64' } }
  const { data } = geminiEmbeddings.decode({ embedding: { values: [0.5, -1] } }, context) as {
    data: { embedding: string }[]
  }
  const bytes = Buffer.from(data[0]!.embedding, 'base64')
  expect([bytes.readFloatLE(0), bytes.readFloatLE(4), bytes.length]).toEqual([0.5, -1, 8])
})

test('Vertex uses instances and reports tokens per text', () => {
  const body = { input: ['a', 'b'], dimensions: 8, taskType: 'CLUSTERING', parameters: { autoTruncate: false } }
  expect(vertexEmbeddings.encode(body, CONTEXT)).toEqual({
    instances: [
      { content: 'a', task_type: 'CLUSTERING' },
      { content: 'b', task_type: 'CLUSTERING' },
    ],
    parameters: { outputDimensionality: 8, autoTruncate: false },
  })
  const embeddings = { values: [1], statistics: { token_count: 2, truncated: false } }
  expect(vertexEmbeddings.decode({ predictions: [{ embeddings }, { embeddings }] }, CONTEXT)).toMatchObject({
    data: [{ embedding: [1] }, { index: 1 }],
    usage: { prompt_tokens: 4, total_tokens: 4 },
  })
})

test.each([
  ['input', { input: 3 }],
  ['input', { input: [] }],
  ['input[0]', { input: [1, 2, 3] }],
  ['input[1]', { input: ['a', [1]] }],
  ['encoding_format', { input: 'a', encoding_format: 'int8' }],
])('rejects an unsupported %s by name', (param, body) => {
  expect(() => geminiEmbeddings.encode(body, CONTEXT)).toThrow(expect.objectContaining({ code: 'invalid_body', param }))
  expect(() => vertexEmbeddings.encode(body, CONTEXT)).toThrow(expect.objectContaining({ code: 'invalid_body', param }))
})

test.each([[{}], [{ embedding: { values: 'x' } }], [{ embeddings: [null] }]])(
  'a response without vectors (%o) is broken',
  (response) => {
    expect(() => geminiEmbeddings.decode(response, CONTEXT)).toThrow(
      expect.objectContaining({ code: 'upstream_broken' }),
    )
    expect(() => vertexEmbeddings.decode({ predictions: [response] }, CONTEXT)).toThrow(
      expect.objectContaining({ code: 'upstream_broken' }),
    )
  },
)
