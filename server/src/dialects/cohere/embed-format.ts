/** Cohere's embedding format, which its own API and cloud C share but for the member that names the model. */

import type { DialectContext, JsonObject } from '../dialect.ts'
import { checkEncoding, embeddingList, embeddingRest, inputTexts } from '../framing/embedding-list.ts'
import { countOf, notAnAnswer, numberOf, objectOf } from '../framing/json-shape.ts'

/** The body without its model. */
export function encodeEmbed(body: JsonObject): JsonObject {
  checkEncoding(body['encoding_format'])
  const dimensions = numberOf(body, 'dimensions')
  return {
    texts: inputTexts(body['input']),
    // Required by Cohere, unknown to OpenAI; a caller who embeds queries says so with this member.
    input_type: 'search_document',
    embedding_types: ['float'],
    ...(dimensions === undefined ? {} : { output_dimension: dimensions }),
    ...embeddingRest(body),
  }
}

/** The embeddings are an object by type, or (cloud C, when no type was asked for) the list of vectors itself. */
export function decodeEmbed(answer: JsonObject, context: DialectContext): JsonObject {
  const { embeddings, meta } = answer
  const vectors = Array.isArray(embeddings) ? embeddings : objectOf(embeddings)['float']
  if (!Array.isArray(vectors)) throw notAnAnswer(context.provider)
  const { tokens, billed_units: billed } = objectOf(meta)
  const counted = countOf(objectOf(tokens)['input_tokens']) ?? countOf(objectOf(billed)['input_tokens'])
  // Cohere on cloud C counts nothing in the answer. OpenAI's clients read usage.prompt_tokens without asking whether it is there,
  // so the member is always given: 0 says "not counted" and nothing is estimated.
  return embeddingList(vectors, counted ?? 0, context)
}
