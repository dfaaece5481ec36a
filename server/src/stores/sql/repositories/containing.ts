/** Finds rows by a text inside a JSON column. */

import { sql } from 'kysely'

/** Rows whose JSON may contain the text. The caller checks again, because SQLite's `like` ignores case. */
export function containing(column: string, text: string) {
  const pattern = `%${JSON.stringify(text).replace(/[!%_]/g, '!$&')}%`
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '!'`
}
