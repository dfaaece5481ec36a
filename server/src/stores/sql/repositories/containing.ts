/** Finds rows by a text inside a JSON column. */

import { sql } from 'kysely'
import type { VirtualKeyName } from '../../../core/stores/virtual-keys.ts'
import { likeText } from '../like-text.ts'

/** Rows whose JSON may contain the text. The caller checks again, because SQLite's `like` ignores case. */
export function containing(column: string, text: string) {
  const pattern = `%${JSON.stringify(text).replace(/[!%_]/g, '!$&')}%`
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '!'`
}

/** Rows whose JSON may name the virtual key, also as `@slug`. The caller checks with `namesVirtualKey`. */
export function namingVirtualKey(column: string, { slug, id }: VirtualKeyName) {
  return sql<boolean>`(${likeText(column, slug)} or ${likeText(column, id)})`
}
