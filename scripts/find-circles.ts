/** Finds files that import each other in a circle. */

/** One circle through each file that a depth-first search meets again, with that file at both ends. */
export function findCircles(imported: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = []
  const isFinished = new Map<string, boolean>()
  const trail: string[] = []
  const visit = (path: string) => {
    if (isFinished.get(path) === false) circles.push([...trail.slice(trail.indexOf(path)), path])
    if (isFinished.has(path)) return
    isFinished.set(path, false)
    trail.push(path)
    for (const target of imported.get(path) ?? []) visit(target)
    trail.pop()
    isFinished.set(path, true)
  }
  for (const path of imported.keys()) visit(path)
  return circles
}
