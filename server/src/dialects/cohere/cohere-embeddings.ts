/** Translates embeddings for Cohere. Bedrock uses the same format, without the member `model`. */

import type { Dialect, DialectContext, JsonObject } from '../dialect.ts'
import {
  checkEncoding,
  type EmbeddingsBody,
  type EmbeddingsResponse,
  embeddingsResponse,
  extraEmbeddingsMembers,
  inputTexts,
} from '../embeddings.ts'
import { countOf, numberMember, objectOf, type UncheckedObject, unreadableResponse } from '../json.ts'
import { decodeError } from './response.ts'
import type { EmbedRequest, EmbedResponse } from './types.ts'

export const cohereEmbeddings: Dialect = {
  name: 'cohere-embeddings',
  framing: 'sse',
  encode: (body, context) => ({ model: context.model, ...encodeEmbed(body) }),
  decode: decodeEmbed,
  decodeError,
}

export function encodeEmbed(body: EmbeddingsBody): EmbedRequest & JsonObject {
  checkEncoding(body.encoding_format)
  const dimensions = numberMember(body, 'dimensions')
  return {
    texts: inputTexts(body.input),
    // Required by Cohere. Callers can override it to embed queries.
    input_type: 'search_document',
    embedding_types: ['float'],
    ...(dimensions === undefined ? {} : { output_dimension: dimensions }),
    ...extraEmbeddingsMembers(body),
  }
}

export function decodeEmbed(response: UncheckedObject<EmbedResponse>, context: DialectContext): EmbeddingsResponse {
  const { embeddings, meta } = response
  const vectors: unknown = Array.isArray(embeddings) ? embeddings : objectOf(embeddings).float
  if (!Array.isArray(vectors)) throw unreadableResponse(context.provider)
  const { tokens, billed_units: billed } = objectOf(meta)
  const counted = countOf(objectOf(tokens).input_tokens) ?? countOf(objectOf(billed).input_tokens)
  // Bedrock reports no counts. OpenAI's clients read usage.prompt_tokens without a check, so 0 stands for "not reported".
  return embeddingsResponse(vectors, counted ?? 0, context)
}
