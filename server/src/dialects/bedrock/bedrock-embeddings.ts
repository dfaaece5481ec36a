/** Translates embeddings for Bedrock's InvokeModel. The format depends on the vendor, which the model id names. */

import { decodeEmbed, encodeEmbed } from '../cohere/cohere-embeddings.ts'
import type { EmbedResponse } from '../cohere/types.ts'
import type { Dialect, DialectContext, JsonObject } from '../dialect.ts'
import {
  checkEncoding,
  type EmbeddingsBody,
  type EmbeddingsResponse,
  embeddingsResponse,
  extraEmbeddingsMembers,
  inputTexts,
} from '../embeddings.ts'
import { countOf, invalidMember, isObject, numberMember, objectOf, type UncheckedObject } from '../json.ts'
import { decodeError } from './response.ts'
import type { NovaEmbedRequest, NovaEmbedResponse, TitanRequest, TitanResponse } from './types.ts'

// amazon.nova-2-multimodal-embeddings-v1:0
const NOVA = /amazon\.nova-[a-z0-9-]*embed/

export const bedrockEmbeddings: Dialect = {
  name: 'bedrock-embeddings',
  framing: 'sse',
  encode: encodeEmbeddings,
  decode: decodeEmbeddings,
  decodeError,
}

function encodeEmbeddings(body: EmbeddingsBody, { model }: DialectContext): JsonObject {
  if (model.includes('cohere.embed')) return encodeEmbed(body)
  if (model.includes('amazon.titan-embed')) return encodeTitan(body, model)
  if (NOVA.test(model)) return encodeNova(body)
  throw invalidMember(
    'model',
    'only cohere.embed, amazon.titan-embed and Nova’s multimodal-embeddings support embeddings here.',
    'Name the model by its id, not by the ARN of a profile; call other models at /v1/proxy/model/<id>/invoke.',
  )
}

/** A count that the response lacks is 0: OpenAI's clients read usage.prompt_tokens without a check. */
function decodeEmbeddings(
  response: UncheckedObject<TitanResponse | NovaEmbedResponse | EmbedResponse>,
  context: DialectContext,
): EmbeddingsResponse {
  if (response.embedding === undefined) {
    const vectors = novaVectors(response.embeddings)
    // Nova's response has no token count.
    return vectors ? embeddingsResponse(vectors, 0, context) : decodeEmbed(response, context)
  }
  return embeddingsResponse([response.embedding], countOf(response.inputTextTokenCount) ?? 0, context)
}

function encodeTitan(body: EmbeddingsBody, model: string): TitanRequest {
  const text = singleText(body)
  const dimensions = numberMember(body, 'dimensions')
  return {
    inputText: text,
    ...(dimensions === undefined ? {} : titanDimensions(model, dimensions)),
    ...extraEmbeddingsMembers(body),
  }
}

function singleText(body: EmbeddingsBody): string {
  checkEncoding(body.encoding_format)
  const [text = '', ...others] = inputTexts(body.input)
  if (others.length === 0) return text
  throw invalidMember('input', 'this model takes one text per request.', 'Send one request per text.')
}

/** The image model has a different member for the size. Titan v1 has a fixed size and rejects `dimensions`. */
function titanDimensions(model: string, dimensions: number): Partial<TitanRequest> {
  return model.includes('titan-embed-image')
    ? { embeddingConfig: { outputEmbeddingLength: dimensions } }
    : { dimensions }
}

/** The caller's own `singleEmbeddingParams` override the translated ones. */
function encodeNova(body: EmbeddingsBody): NovaEmbedRequest {
  const text = singleText(body)
  const dimensions = numberMember(body, 'dimensions')
  const { singleEmbeddingParams: own, ...extra } = extraEmbeddingsMembers(body)
  return {
    schemaVersion: 'nova-multimodal-embed-v1',
    taskType: 'SINGLE_EMBEDDING',
    singleEmbeddingParams: {
      // Required by Nova; OpenAI's format has no equivalent.
      embeddingPurpose: 'GENERIC_INDEX',
      ...(dimensions === undefined ? {} : { embeddingDimension: dimensions }),
      // OpenAI rejects a text that is too long, so Nova must not truncate it.
      text: { truncationMode: 'NONE', value: text },
      ...objectOf(own),
    },
    ...extra,
  }
}

/** Nova returns a list of objects, Cohere a list of vectors or an object. Null if the response is not Nova's. */
function novaVectors(embeddings: unknown): readonly unknown[] | null {
  if (!Array.isArray(embeddings) || embeddings.length === 0) return null
  const vectors = embeddings.map((item: unknown) => (isObject(item) ? item['embedding'] : null))
  return vectors.every(Array.isArray) ? vectors : null
}
