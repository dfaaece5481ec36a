/**
 * Decides which modules of the dashboard share a file. The bundler makes one file for every set of pages that share
 * modules, which is dozens of small requests. Here, sets are merged until a page needs few of them.
 */

/** Every module with its minified size and its imports. */
export type ModuleGraph = ReadonlyMap<
  string,
  { readonly bytes: number; readonly imports: readonly string[]; readonly dynamicImports: readonly string[] }
>

type Chunk = { readonly pages: ReadonlySet<string>; readonly modules: readonly string[]; readonly bytes: number }

type Limits = {
  /** Static entry. Its imports are loaded before everything else. */
  readonly main: string
  /** Imported dynamically by main, before any page. */
  readonly shell: string
  /** Maximum number of files that a page may load besides main, the shell and its own file. */
  readonly maxShared: (page: string) => number
}

/**
 * For each dynamically imported module, the modules that it must import so that the bundler puts them into the same
 * file as the other modules of their chunk.
 */
export function chunkImports(graph: ModuleGraph, { main, shell, maxShared }: Limits): Map<string, readonly string[]> {
  const loadedByMain = reachable(graph, [main])
  const dynamic = new Set([...graph.values()].flatMap(({ dynamicImports }) => dynamicImports))
  const pages = [...dynamic].filter((path) => path !== shell && !loadedByMain.has(path))
  const users = new Map<string, Set<string>>()
  const use = (modules: Iterable<string>, by: Iterable<string>) => {
    for (const path of modules)
      if (!loadedByMain.has(path)) users.set(path, new Set([...(users.get(path) ?? []), ...by]))
  }
  for (const page of pages) use(reachable(graph, [page, shell]), [page])

  for (const page of pages) {
    for (;;) {
      const all = chunksOf(graph, users)
      const own = all.filter((chunk) => chunk.pages.has(page) && chunk.pages.size > 1)
      const isShell = (chunk: Chunk) => chunk.modules.includes(shell)
      if (own.filter((chunk) => !isShell(chunk)).length <= maxShared(page)) break
      const pairs = own.flatMap((one, index) => own.slice(index + 1).map((other) => [one, other] as const))
      const [cheapest] = pairs
        .filter((pair) => maxShared(page) > 0 || pair.some(isShell))
        .sort((one, other) => unusedSquares(one) - unusedSquares(other))
      if (!cheapest) break
      const [one, other] = cheapest
      use(reachable(graph, [...one.modules, ...other.modules]), new Set([...one.pages, ...other.pages]))
    }
  }
  const shared = chunksOf(graph, users).filter((chunk) => chunk.pages.size > 1)
  const needed = (entry: string) => (chunk: Chunk) =>
    entry === shell ? chunk.modules.includes(shell) : chunk.pages.has(entry)
  return new Map(
    [shell, ...pages].map((entry) => [
      entry,
      shared.filter(needed(entry)).flatMap(({ modules }) => modules.filter((path) => path !== entry)),
    ]),
  )
}

/**
 * Cost of merging two chunks: the sum, over pages, of the squared number of bytes that a page then loads without need.
 * Squared, because a little waste on many pages is better than much waste on one.
 */
function unusedSquares([one, other]: readonly [Chunk, Chunk]): number {
  const without = (chunk: Chunk, pages: Chunk['pages']) => [...pages].filter((page) => !chunk.pages.has(page)).length
  return one.bytes ** 2 * without(one, other.pages) + other.bytes ** 2 * without(other, one.pages)
}

function chunksOf(graph: ModuleGraph, users: ReadonlyMap<string, ReadonlySet<string>>): Chunk[] {
  const byPages = Map.groupBy(users, ([, pages]) => [...pages].sort().join())
  return [...byPages.values()].map((entries) => ({
    pages: new Set(entries[0]?.[1]),
    modules: entries.map(([path]) => path),
    bytes: entries.reduce((sum, [path]) => sum + (graph.get(path)?.bytes ?? 0), 0),
  }))
}

function reachable(graph: ModuleGraph, from: readonly string[]): Set<string> {
  const found = new Set<string>()
  const queue = [...from]
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (found.has(path)) continue
    found.add(path)
    queue.push(...(graph.get(path)?.imports ?? []))
  }
  return found
}
