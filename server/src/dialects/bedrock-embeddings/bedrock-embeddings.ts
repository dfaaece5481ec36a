/** Embedding models behind cloud C's InvokeModel: each family has its own body, and the model's id says which. */

import { decodeEmbed, encodeEmbed } from '../cohere/embed-format.ts'
import { decodeError } from '../converse/decode-error.ts'
import type { Dialect, JsonObject } from '../dialect.ts'
import { checkEncoding, embeddingList, embeddingRest, inputTexts } from '../framing/embedding-list.ts'
import { countOf, numberOf, unsayable } from '../framing/json-shape.ts'

export const bedrockEmbeddings: Dialect = {
  name: 'bedrock-embeddings',
  framing: 'sse',
  encode(body, context) {
    if (context.model.includes('cohere.embed')) return encodeEmbed(body)
    if (context.model.includes('amazon.titan-embed')) return encodeTitan(body, context.model)
    throw unsayable(
      'model',
      'only the families cohere.embed and amazon.titan-embed give embeddings here.',
      'Name the model by its id, not by the ARN of a profile; other models are reached at /v1/proxy/model/<id>/invoke.',
    )
  },
  decode(answer, context) {
    if (answer['embedding'] === undefined) return decodeEmbed(answer, context)
    // Not counted reads 0, as with Cohere: clients read the member without asking whether it is there.
    return embeddingList([answer['embedding']], countOf(answer['inputTextTokenCount']) ?? 0, context)
  },
  decodeError,
}

/** https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-titan-embed-text.html */
function encodeTitan(body: JsonObject, model: string): JsonObject {
  checkEncoding(body['encoding_format'])
  const texts = inputTexts(body['input'])
  if (texts.length > 1) {
    throw unsayable('input', 'this model takes one text per request.', 'Send one request per text.')
  }
  const dimensions = numberOf(body, 'dimensions')
  return {
    inputText: texts[0],
    ...(dimensions === undefined ? {} : titanSize(model, dimensions)),
    ...embeddingRest(body),
  }
}

/** The image model says its size in another place; the first text model has one size only, and refuses the member itself. */
function titanSize(model: string, dimensions: number): JsonObject {
  return model.includes('titan-embed-image')
    ? { embeddingConfig: { outputEmbeddingLength: dimensions } }
    : { dimensions }
}
