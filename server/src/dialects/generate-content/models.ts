/** Converts model lists and single models between OpenAI's and Gemini's format. */

import type { InboundFormat, JsonObject } from '../dialect.ts'
import type { GeminiModel } from '../gemini/types.ts'
import { countOf, isObject, objectsIn, textOf } from '../json.ts'
import { RequestEcho } from '../request-echo.ts'
import { fromError } from './response.ts'

/** The request has no body. */
export const modelsInbound: InboundFormat = {
  name: 'gemini-models-caller',
  toChat: (body) => body,
  echoOf: () => new RequestEcho({}, []),
  fromChat: (response) => (Array.isArray(response['data']) ? toModels(objectsIn(response['data'])) : toModel(response)),
  fromError,
}

/** `models` are in OpenAI's format. */
export function toModels(models: readonly JsonObject[]): { models: GeminiModel[] } {
  return { models: models.map(toModel) }
}

export function toModel(model: JsonObject): GeminiModel {
  const id = textOf(model['id'])
  const maxInput = countOf(model['context_length'])
  const title = textOf(model['display_name'])
  return {
    name: `models/${id}`,
    displayName: title === '' ? id : title,
    ...(maxInput !== null && { inputTokenLimit: maxInput }),
    supportedGenerationMethods: /embed/i.test(id)
      ? ['embedContent', 'batchEmbedContents']
      : ['generateContent', 'streamGenerateContent', 'countTokens'],
  }
}

/** Converts a list in Gemini's format to models in OpenAI's. Null if the body is not a list in Gemini's format. */
export function modelsIn(list: JsonObject): JsonObject[] | null {
  const { models } = list
  if (!Array.isArray(models)) return null
  return models.filter(isObject).map((model) => ({
    id: textOf(model['name']).replace(/^models\//, ''),
    object: 'model',
    created: 0,
    owned_by: 'gatehouse',
  }))
}
