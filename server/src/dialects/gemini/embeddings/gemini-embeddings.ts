/** Gemini's embedContent and batchEmbedContents for the embeddings endpoint (https://ai.google.dev/api/embeddings). */

import type { Dialect, DialectContext, JsonObject } from '../../dialect.ts'
import { decodeError } from '../answer/errors.ts'
import { isGiven, listOf, objectOf } from '../members.ts'
import { type EmbeddingContext, embeddingList, noVectors, sumTokens } from './embedding-list.ts'
import { isBatch, readEmbeddingRequest } from './embedding-request.ts'

export const geminiEmbeddings: Dialect = {
  name: 'gemini-embeddings',
  framing: 'sse',
  encode,
  decode,
  decodeError,
}

function encode(body: JsonObject, context: DialectContext): JsonObject {
  const { texts, dimensions, taskType, title, rest } = readEmbeddingRequest(body)
  const model = /^(?:models|tunedModels)\//.test(context.model) ? context.model : `models/${context.model}`
  const requests = texts.map((text) => ({
    ...rest,
    model,
    content: { parts: [{ text }] },
    ...(isGiven(taskType) && { taskType }),
    ...(isGiven(title) && { title }),
    ...(isGiven(dimensions) && { outputDimensionality: dimensions }),
  }))
  return isBatch(body) ? { requests } : requests[0]!
}

function decode(answer: JsonObject, context: EmbeddingContext): JsonObject {
  const single = objectOf(answer['embedding'])
  const embeddings = (single ? [single] : listOf(answer['embeddings'])).map((embedding) => objectOf(embedding) ?? {})
  if (embeddings.length === 0) throw noVectors(context.provider)
  const total = objectOf(answer['usageMetadata'])?.['promptTokenCount']
  const each = embeddings.map((embedding) => objectOf(embedding['statistics'])?.['tokenCount'])
  const tokens = sumTokens([total]) ?? sumTokens(each)
  return embeddingList(
    embeddings.map((embedding) => embedding['values']),
    tokens,
    context,
  )
}
