/** Translates the Gemini API's list of models, or one model, to OpenAI's format. The request has no body. */

import type { Dialect, DialectContext, JsonObject } from '../dialect.ts'
import { finiteOf, objectOf, textOrNull, type UncheckedObject } from '../json.ts'
import { decodeError } from './response.ts'
import type { GeminiModel, GeminiModels } from './types.ts'

export const geminiModels: Dialect = {
  name: 'gemini-models',
  framing: 'sse',
  encode: (body) => body,
  decode: decodeModels,
  decodeError,
}

function decodeModels(response: UncheckedObject<GeminiModels | GeminiModel>, context: DialectContext): JsonObject {
  const { models } = response
  if (!Array.isArray(models)) return decodeModel(response, context)
  return { object: 'list', data: models.map((model) => decodeModel(objectOf(model), context)) }
}

/** Google does not report a creation time. `created` is 0, because clients expect a number. */
function decodeModel(model: UncheckedObject<GeminiModel>, context: DialectContext): JsonObject {
  const name = textOrNull(model.name) ?? context.model
  const maxInput = finiteOf(model.inputTokenLimit)
  return {
    id: name.replace(/^models\//, ''),
    object: 'model',
    created: 0,
    owned_by: context.provider,
    ...(maxInput !== null && { context_length: maxInput }),
  }
}
