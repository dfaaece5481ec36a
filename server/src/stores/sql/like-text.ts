/**
 * Case-insensitive substring search in text columns. % and _ in the search text are literal. In SQLite, non-ASCII text
 * in mixed case, such as `éLÈVE`, is found only by the same spelling.
 */

import { type RawBuilder, sql } from 'kysely'

export function likeText(column: string, part: string): RawBuilder<boolean> {
  // `lower` in SQLite changes only ASCII letters, so the usual spellings of other letters are compared too.
  const spellings = [part, part.toLowerCase(), part.toUpperCase(), capitalised(part)]
  const texts = new Set(spellings.map(asciiLower))
  const matches = [...texts].map((text) => {
    const pattern = `%${text.replace(/[!%_]/g, '!$&')}%`
    return sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '!'`
  })
  return sql<boolean>`(${sql.join(matches, sql` or `)})`
}

/** True for rows in which one of the columns contains the text. */
export function likeAny(columns: readonly string[], part: string): RawBuilder<boolean> {
  const matches = columns.map((column) => likeText(column, part))
  return sql<boolean>`(${sql.join(matches, sql` or `)})`
}

/** Each word begins with a capital letter. */
function capitalised(text: string): string {
  return text.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
}

function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
