/** The checks `jsonKeys` and `jsonSchema`. */

import { z } from 'zod'
import { memberOf } from '../../core/json.ts'
import type { Check } from '../check.ts'
import type { CompileContext } from '../compile-context.ts'
import { compileSchema } from '../json-schema/compile-schema.ts'
import { findJson } from './find-json.ts'
import { jsonObject, not, operator, texts } from './parameter-schemas.ts'
import { combine } from './request-checks.ts'
import { type Finding, requireOfTexts } from './whole-check.ts'

const NO_JSON: Finding = { isMet: false, data: { explanation: 'The text has no valid JSON.' } }

export const jsonKeysParameters = z.strictObject({
  keys: texts(256, 256).describe('Names of members of a JSON object in the text.'),
  operator: operator.default('any').describe('How many of them the object must have: at least one, all, or none.'),
})

/** `any` and `all` must hold for one JSON value of the text, `none` for every value. A text without JSON fails. */
export function compileJsonKeys(id: string, parameters: z.output<typeof jsonKeysParameters>): Check {
  return requireOfTexts(id, false, (text) => {
    let last = NO_JSON
    for (const value of findJson(text)) {
      last = combine(parameters.operator, parameters.keys, (key) => memberOf(value, key) !== undefined)
      if (last.isMet === (parameters.operator !== 'none')) return last
    }
    return last
  })
}

export const jsonSchemaParameters = z.strictObject({
  schema: jsonObject.describe('The JSON schema that a JSON value in the text must match.'),
  not,
})

/** At least one JSON value of the text must be valid. `violated` is a path in the schema, not a part of the text. */
export function compileJsonSchema(
  id: string,
  parameters: z.output<typeof jsonSchemaParameters>,
  { refuse, patterns }: CompileContext,
): Check {
  const validate = compileSchema(parameters.schema, {
    patterns,
    refuse: (path, reason) => refuse('schema', `${path}: ${reason}`),
  })
  return requireOfTexts(id, parameters.not, (text) => {
    let last = NO_JSON
    for (const value of findJson(text)) {
      const violated = validate(value)
      if (violated === null)
        return { isMet: true, data: { explanation: 'The text has JSON that is valid by the schema.' } }
      last = { isMet: false, data: { explanation: 'No JSON of the text is valid by the schema.', violated } }
    }
    return last
  })
}
