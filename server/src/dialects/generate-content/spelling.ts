/** Reads members of Google's JSON, which accepts every name in camelCase and in snake_case. */

import type { JsonObject } from '../dialect.ts'
import { isAbsent } from '../json.ts'

/** The member with this camelCase name, in either spelling; camelCase wins. */
export function memberOf(source: JsonObject, name: string): unknown {
  const value = source[name]
  return isAbsent(value) ? source[snakeCase(name)] : value
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
