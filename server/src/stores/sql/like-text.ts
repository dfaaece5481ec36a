/** Case-insensitive substring search in a text column. % and _ in the search text are literal. */

import { sql } from 'kysely'

export function likeText(column: string, part: string) {
  const pattern = `%${part.toLowerCase().replace(/[!%_]/g, '!$&')}%`
  return sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '!'`
}
