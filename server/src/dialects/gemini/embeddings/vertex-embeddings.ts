/** Vertex's text embeddings (`:predict` with instances) for the embeddings endpoint. */

import type { Dialect, JsonObject } from '../../dialect.ts'
import { decodeError } from '../answer/errors.ts'
import { isGiven, listOf, objectOf } from '../members.ts'
import { type EmbeddingContext, embeddingList, noVectors, sumTokens } from './embedding-list.ts'
import { readEmbeddingRequest } from './embedding-request.ts'

export const vertexEmbeddings: Dialect = {
  name: 'vertex-embeddings',
  framing: 'sse',
  encode,
  decode,
  decodeError,
}

function encode(body: JsonObject): JsonObject {
  const { texts, dimensions, taskType, title, rest } = readEmbeddingRequest(body)
  const instances = texts.map((content) => ({
    content,
    ...(isGiven(taskType) && { task_type: taskType }),
    ...(isGiven(title) && { title }),
  }))
  const parameters = {
    ...(isGiven(dimensions) && { outputDimensionality: dimensions }),
    ...objectOf(rest['parameters']),
  }
  return { ...rest, instances, ...(Object.keys(parameters).length > 0 && { parameters }) }
}

function decode(answer: JsonObject, context: EmbeddingContext): JsonObject {
  const predictions = listOf(answer['predictions']).map((row) => objectOf(objectOf(row)?.['embeddings']) ?? {})
  if (predictions.length === 0) throw noVectors(context.provider)
  return embeddingList(
    predictions.map((embedding) => embedding['values']),
    sumTokens(predictions.map((embedding) => objectOf(embedding['statistics'])?.['token_count'])),
    context,
  )
}
