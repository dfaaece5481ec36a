/** Embeddings of hosts that nearly speak OpenAI's format: some members have other names, counts and errors another shape. */

import type { Dialect, DialectContext, JsonObject } from '../dialect.ts'
import { checkEncoding, embeddingList } from '../framing/embedding-list.ts'
import { countOf, isObject, listOf, notAnAnswer, objectOf, textOf } from '../framing/json-shape.ts'

/** `rename` says a checked body in the host's words. */
export function embeddingsVariant(name: string, rename: (body: JsonObject) => JsonObject): Dialect {
  return {
    name,
    framing: 'sse',
    encode(body, { model }) {
      checkEncoding(body['encoding_format'])
      return rename({ ...body, model })
    },
    decode: decodeList,
    decodeError,
  }
}

/** Vectors stay as they came: a host that was asked for base64 gives base64. */
function decodeList(answer: JsonObject, context: DialectContext): JsonObject {
  const rows = answer['data']
  if (!Array.isArray(rows)) throw notAnAnswer(context.provider)
  const vectors = rows.map((row) => objectOf(row)['embedding'])
  const counts = objectOf(answer['usage'])
  const tokens = countOf(counts['prompt_tokens']) ?? countOf(counts['total_tokens']) ?? 0
  if (vectors.every(Array.isArray)) return embeddingList(vectors, tokens, context)
  const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }))
  return { object: 'list', data, model: context.model, usage: { prompt_tokens: tokens, total_tokens: tokens } }
}

const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
}

/** `{"detail":"..."}`, or FastAPI's list of what is wrong where. */
function decodeError(status: number, body: unknown): JsonObject {
  const { detail, message, error } = objectOf(body)
  const listed = listOf(detail).filter(isObject).map(problemOf).join('; ')
  const plain = typeof body === 'string' ? body.slice(0, 1000).trim() : ''
  const words = [detail, objectOf(error)['message'], error, message, listed, plain].map(textOf)
  const type = TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error')
  const said = words.find((text) => text !== '') ?? `The provider answered ${status} without a message.`
  return { error: { message: said, type, param: null, code: null } }
}

function problemOf({ loc, msg }: JsonObject): string {
  const place = listOf(loc).map(String).join('.')
  return place === '' ? textOf(msg) : `${place}: ${textOf(msg)}`
}
