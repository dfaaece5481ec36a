/** Duplicates x-gateway-* response headers under the alias prefixes that the caller used. */

import type { HeaderMap } from '../headers.ts'
import { PREFIX } from './option-table.ts'

/** The alias prefixes used in the request headers. */
export function aliasesIn(headers: HeaderMap, prefixes: readonly string[]): readonly string[] {
  const names = Object.keys(headers)
  return prefixes.filter((prefix) => prefix !== PREFIX && names.some((name) => name.startsWith(prefix)))
}

export function addAliasHeaders(headers: HeaderMap, aliases: readonly string[]): void {
  if (aliases.length === 0) return
  for (const name of Object.keys(headers)) {
    if (!name.startsWith(PREFIX)) continue
    for (const alias of aliases) headers[alias + name.slice(PREFIX.length)] = headers[name]!
  }
}
