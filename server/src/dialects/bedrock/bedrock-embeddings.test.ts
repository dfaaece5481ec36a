// Bodies follow the pages model-parameters-titan-embed-text and model-parameters-embed-v3 of
// https://docs.aws.amazon.com/bedrock/latest/userguide/.
import { expect, test } from 'bun:test'
import { contextOf } from '../chat/test-assembled.ts'
import type { JsonObject } from '../dialect.ts'
import { bedrockEmbeddings } from './bedrock-embeddings.ts'

const TITAN = 'amazon.titan-embed-text-v2:0'
const UNCOUNTED = { prompt_tokens: 0, total_tokens: 0 }

function encode(model: string, body: JsonObject): JsonObject {
  return bedrockEmbeddings.encode(body, contextOf({ model }))
}

test.each<[string, JsonObject, JsonObject]>([
  [TITAN, { input: 'a' }, { inputText: 'a' }],
  [TITAN, { input: ['a'], dimensions: 256, normalize: false }, { inputText: 'a', dimensions: 256, normalize: false }],
  [
    'amazon.titan-embed-image-v1',
    { input: 'a', dimensions: 256 },
    { inputText: 'a', embeddingConfig: { outputEmbeddingLength: 256 } },
  ],
  [
    'cohere.embed-english-v3',
    { input: ['a', 'b'] },
    { texts: ['a', 'b'], input_type: 'search_document', embedding_types: ['float'] },
  ],
  [
    'us.cohere.embed-v4:0',
    { input: 'a', dimensions: 512, input_type: 'search_query' },
    { texts: ['a'], input_type: 'search_query', embedding_types: ['float'], output_dimension: 512 },
  ],
  [
    'amazon.nova-2-multimodal-embeddings-v1:0',
    { input: ['a'], dimensions: 384, singleEmbeddingParams: { embeddingPurpose: 'TEXT_RETRIEVAL' } },
    {
      schemaVersion: 'nova-multimodal-embed-v1',
      taskType: 'SINGLE_EMBEDDING',
      singleEmbeddingParams: {
        embeddingPurpose: 'TEXT_RETRIEVAL',
        embeddingDimension: 384,
        text: { truncationMode: 'NONE', value: 'a' },
      },
    },
  ],
])('encodes for %s: %o', (model, body, encoded) => {
  expect(encode(model, body)).toEqual(encoded)
})

test.each<[string, string, JsonObject]>([
  ['input', TITAN, { input: ['a', 'b'] }],
  ['input', TITAN, { input: [1, 2] }],
  ['input', 'amazon.nova-2-multimodal-embeddings-v1:0', { input: ['a', 'b'] }],
  ['model', 'amazon.nova-2-lite-v1:0', { input: 'a' }],
  ['model', 'anthropic.claude-3-haiku-20240307-v1:0', { input: 'a' }],
])('rejects %s that %s does not support, by name', (param, model, body) => {
  expect(() => encode(model, body)).toThrow(expect.objectContaining({ code: 'invalid_body', param }))
})

test.each<[string, JsonObject, unknown, unknown]>([
  [
    'Titan',
    { embedding: [1, 2], inputTextTokenCount: 3, embeddingsByType: { float: [1, 2] } },
    [[1, 2]],
    { prompt_tokens: 3, total_tokens: 3 },
  ],
  [
    'Cohere by type',
    { embeddings: { float: [[1], [2]] }, id: 'x', response_type: 'embeddings_by_type' },
    [[1], [2]],
    UNCOUNTED,
  ],
  ['Cohere as a list', { embeddings: [[1], [2]], id: 'x', response_type: 'embeddings_floats' }, [[1], [2]], UNCOUNTED],
  ['Nova', { embeddings: [{ embeddingType: 'TEXT', embedding: [1, 2] }] }, [[1, 2]], UNCOUNTED],
  ['uncounted Titan', { embedding: [1] }, [[1]], UNCOUNTED],
])('%s vectors become a list', (_name, response, vectors, usage) => {
  const list = bedrockEmbeddings.decode(response, contextOf({ model: TITAN }))
  expect((list['data'] as JsonObject[]).map(({ embedding }) => embedding)).toEqual(vectors as unknown[])
  expect(list['usage']).toEqual(usage as JsonObject)
})

test('encodes base64 itself, because these models only return numbers', () => {
  const context = contextOf({ model: TITAN, request: { input: 'a', encoding_format: 'base64' } })
  const { data } = bedrockEmbeddings.decode({ embedding: [1] }, context) as { data: JsonObject[] }
  expect(data[0]!['embedding']).toBe('AACAPw==')
})

test('a body without vectors is upstream_broken', () => {
  expect(() => bedrockEmbeddings.decode({}, contextOf())).toThrow(expect.objectContaining({ code: 'upstream_broken' }))
})
