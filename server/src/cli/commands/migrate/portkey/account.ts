/** Types and helpers shared by the converters of Portkey resources. */

import type { JsonObject } from '../../../remote.ts'
import type { Conversion } from '../conversion.ts'
import type { Row, Rows } from './rows.ts'

export type Account = {
  readonly rows: Rows
  readonly conversion: Conversion
  /** The slug that the row's workspace has here, or null for the selected workspace. */
  readonly homeOf: (row: Row) => string | null
  /** Names a resource in a message. */
  readonly named: (kind: string, row: Row) => string
}

export type Places = {
  /** Maps the id or slug of a workspace in Portkey to its slug here. */
  readonly slugs: ReadonlyMap<string, string>
}

export function isDefault(content: JsonObject): boolean {
  return content['is_default'] === 1 || content['is_default'] === true
}
