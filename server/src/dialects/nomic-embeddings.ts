/** Translates Nomic's text embeddings (https://docs.nomic.ai/reference/api/embed-text-v-1-embedding-text-post). */

import type { Dialect } from './dialect.ts'
import {
  checkEncoding,
  decodeVariantError,
  embeddingsResponse,
  extraEmbeddingsMembers,
  inputTexts,
} from './embeddings.ts'
import { countOf, numberMember, objectOf, unreadableResponse } from './json.ts'

export const nomicEmbeddings: Dialect = {
  name: 'nomic-embeddings',
  framing: 'sse',
  encode(body, { model }) {
    checkEncoding(body['encoding_format'])
    const dimensions = numberMember(body, 'dimensions')
    return {
      model,
      texts: inputTexts(body['input']),
      ...(dimensions !== undefined && { dimensionality: dimensions }),
      ...extraEmbeddingsMembers(body),
    }
  },
  decode({ embeddings, usage }, context) {
    if (!Array.isArray(embeddings)) throw unreadableResponse(context.provider)
    const { prompt_tokens: prompt, total_tokens: total } = objectOf(usage)
    return embeddingsResponse(embeddings, countOf(prompt) ?? countOf(total) ?? 0, context)
  },
  decodeError: decodeVariantError,
}
