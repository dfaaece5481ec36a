/** Names of a gateway header under all prefixes. Cached, because every request looks them up. */

const known = new WeakMap<readonly string[], Map<string, readonly string[]>>()

/** `prefixes` must be the deployment's list: the cache is keyed by the array itself. */
export function prefixed(prefixes: readonly string[], name: string): readonly string[] {
  let names = known.get(prefixes)
  if (names === undefined) {
    names = new Map()
    known.set(prefixes, names)
  }
  let all = names.get(name)
  if (all === undefined) {
    all = prefixes.map((prefix) => prefix + name)
    names.set(name, all)
  }
  return all
}

export function prefixOf(header: string, prefixes: readonly string[]): string | null {
  for (const prefix of prefixes) if (header.startsWith(prefix)) return prefix
  return null
}
