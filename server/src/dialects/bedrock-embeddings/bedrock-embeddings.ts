/** Embedding models behind cloud C's InvokeModel: each family has its own body, and the model's id says which. */

import { decodeEmbed, encodeEmbed } from '../cohere/embed-format.ts'
import { decodeError } from '../converse/decode-error.ts'
import type { Dialect, JsonObject } from '../dialect.ts'
import { checkEncoding, embeddingList, embeddingRest, inputTexts } from '../framing/embedding-list.ts'
import { countOf, isObject, numberOf, objectOf, unsayable } from '../framing/json-shape.ts'

// amazon.nova-2-multimodal-embeddings-v1:0
const NOVA = /amazon\.nova-[a-z0-9-]*embed/

export const bedrockEmbeddings: Dialect = {
  name: 'bedrock-embeddings',
  framing: 'sse',
  encode(body, context) {
    if (context.model.includes('cohere.embed')) return encodeEmbed(body)
    if (context.model.includes('amazon.titan-embed')) return encodeTitan(body, context.model)
    if (NOVA.test(context.model)) return encodeNova(body)
    throw unsayable(
      'model',
      'only cohere.embed, amazon.titan-embed and Nova’s multimodal-embeddings give embeddings here.',
      'Name the model by its id, not by the ARN of a profile; other models are reached at /v1/proxy/model/<id>/invoke.',
    )
  },
  decode(answer, context) {
    if (answer['embedding'] === undefined) {
      const vectors = novaVectors(answer['embeddings'])
      // Nova counts in no member of the answer.
      return vectors ? embeddingList(vectors, 0, context) : decodeEmbed(answer, context)
    }
    // Not counted reads 0, as with Cohere: clients read the member without asking whether it is there.
    return embeddingList([answer['embedding']], countOf(answer['inputTextTokenCount']) ?? 0, context)
  },
  decodeError,
}

/** https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-titan-embed-text.html */
function encodeTitan(body: JsonObject, model: string): JsonObject {
  const text = oneText(body)
  const dimensions = numberOf(body, 'dimensions')
  return {
    inputText: text,
    ...(dimensions === undefined ? {} : titanSize(model, dimensions)),
    ...embeddingRest(body),
  }
}

function oneText(body: JsonObject): string {
  checkEncoding(body['encoding_format'])
  const [text = '', ...others] = inputTexts(body['input'])
  if (others.length === 0) return text
  throw unsayable('input', 'this model takes one text per request.', 'Send one request per text.')
}

/** The image model says its size in another place; the first text model has one size only, and refuses the member itself. */
function titanSize(model: string, dimensions: number): JsonObject {
  return model.includes('titan-embed-image')
    ? { embeddingConfig: { outputEmbeddingLength: dimensions } }
    : { dimensions }
}

/** https://docs.aws.amazon.com/nova/latest/userguide/embeddings-schema.html; its own members stand where the caller puts them. */
function encodeNova(body: JsonObject): JsonObject {
  const text = oneText(body)
  const dimensions = numberOf(body, 'dimensions')
  const { singleEmbeddingParams: own, ...rest } = embeddingRest(body)
  return {
    schemaVersion: 'nova-multimodal-embed-v1',
    taskType: 'SINGLE_EMBEDDING',
    singleEmbeddingParams: {
      // Required by Nova, unknown to OpenAI.
      embeddingPurpose: 'GENERIC_INDEX',
      ...(dimensions === undefined ? {} : { embeddingDimension: dimensions }),
      // As with OpenAI, a text that is too long is refused and not cut in silence.
      text: { truncationMode: 'NONE', value: text },
      ...objectOf(own),
    },
    ...rest,
  }
}

/** A list of objects, where Cohere's is one of vectors; null when it is not Nova's. */
function novaVectors(embeddings: unknown): readonly unknown[] | null {
  if (!Array.isArray(embeddings) || !embeddings.every((one) => isObject(one) && Array.isArray(one['embedding'])))
    return null
  return embeddings.length === 0 ? null : embeddings.map((one) => objectOf(one)['embedding'])
}
