/** Finds rows by a part of a text column, in any case; the caller's % and _ mean themselves. */

import { sql } from 'kysely'

export function likeText(column: string, part: string) {
  const pattern = `%${part.toLowerCase().replace(/[!%_]/g, '!$&')}%`
  return sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '!'`
}
