/** The Gemini API's list of models, and one of them, in OpenAI's form; the request itself has no body. */

import type { Dialect, DialectContext, JsonObject } from '../dialect.ts'
import { decodeError } from './answer/errors.ts'
import { listOf, numberOf, objectOf, textOf } from './members.ts'

export const geminiModels: Dialect = {
  name: 'gemini-models',
  framing: 'sse',
  encode: (body) => body,
  decode(answer, context) {
    if (!Array.isArray(answer['models'])) return decodeModel(answer, context)
    const data = listOf(answer['models']).map((model) => decodeModel(objectOf(model) ?? {}, context))
    return { object: 'list', data }
  },
  decodeError,
}

/** Google does not say when a model was made; 0 keeps the member a number, as clients expect it. */
function decodeModel(model: JsonObject, context: DialectContext): JsonObject {
  const name = textOf(model['name']) ?? context.model
  const maxInput = numberOf(model['inputTokenLimit'])
  return {
    id: name.replace(/^models\//, ''),
    object: 'model',
    created: 0,
    owned_by: context.provider,
    ...(maxInput !== null && { context_length: maxInput }),
  }
}
