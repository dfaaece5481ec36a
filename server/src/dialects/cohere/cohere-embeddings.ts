/** Cohere's v2 embed. https://docs.cohere.com/reference/embed */

import type { Dialect } from '../dialect.ts'
import { decodeError } from './decode-error.ts'
import { decodeEmbed, encodeEmbed } from './embed-format.ts'

export const cohereEmbeddings: Dialect = {
  name: 'cohere-embeddings',
  framing: 'sse',
  encode: (body, context) => ({ model: context.model, ...encodeEmbed(body) }),
  decode: decodeEmbed,
  decodeError,
}
