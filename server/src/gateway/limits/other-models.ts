/** Finds the models that a request names in addition to its main one. */

import type { JsonObject } from '../../core/body/json-text.ts'
import { isObject } from '../../core/json.ts'

/** No real request names more. */
const MAX_MODELS = 100

/**
 * Alternatives (`models`, `fallbacks`), models of tools and plugins (image generation, advisors), and the model of a
 * session. Other members are data of the caller, which may contain anything under the name "model". Null if there are
 * too many models.
 */
export function otherModels(params: JsonObject | null): readonly string[] | null {
  if (params === null) return []
  const found = new Set<string>()
  const add = (value: unknown) => typeof value === 'string' && found.add(value)
  for (const name of ['models', 'fallbacks', 'tools', 'plugins']) {
    for (const item of listIn(params[name])) {
      add(item)
      if (!isObject(item)) continue
      add(item['model'])
      for (const model of listIn(item['models'])) add(model)
      if (found.size > MAX_MODELS) return null
    }
  }
  const { session } = params
  if (isObject(session)) add(session['model'])
  return found.size > MAX_MODELS ? null : [...found]
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
