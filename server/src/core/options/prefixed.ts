/** The names of a gateway header under our prefix and its aliases, put together once for all requests. */

const known = new WeakMap<readonly string[], Map<string, readonly string[]>>()

/** `prefixes` are the deployment's: few lists, each living as long as the process. */
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

/** The prefix a header's name begins with. */
export function prefixOf(header: string, prefixes: readonly string[]): string | null {
  for (const prefix of prefixes) if (header.startsWith(prefix)) return prefix
  return null
}
