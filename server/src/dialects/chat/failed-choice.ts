/** Recognises choices whose generation failed. Formats other than chat report an error instead of a finish reason. */

import type { JsonObject } from '../dialect.ts'
import { isObject, objectOf, objectsIn, textOf } from '../json.ts'
import { errorText, streamError } from './error-text.ts'

const MESSAGE = 'The provider ended its response with an error.'

/** Null if the choice did not fail. Mistral and OpenRouter send `finish_reason: "error"`; OpenRouter adds the error. */
export function choiceError({ finish_reason: reason, error }: JsonObject): JsonObject | null {
  if (reason !== 'error' && !isObject(error)) return null
  const { type, code } = objectOf(error)
  return {
    message: errorText(error) || MESSAGE,
    type: textOf(type) || null,
    code: typeof code === 'number' ? String(code) : textOf(code) || null,
    param: null,
  }
}

/** The error of a chat completion that has status 200 but no usable choice. Null if at least one choice succeeded. */
export function completionError(completion: JsonObject): JsonObject | null {
  const choices = objectsIn(completion['choices'])
  if (choices.length === 0) return streamError(completion) ?? { message: 'The provider’s response has no choices.' }
  const errors = choices.map(choiceError)
  return errors.every((error) => error !== null) ? (errors[0] ?? null) : null
}
