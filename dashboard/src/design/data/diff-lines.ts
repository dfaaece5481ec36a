/** Line diff of two texts with the fewest added and removed lines (Myers), up to a limit. */

export type DiffLine = { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }

/** With more changes, the whole text is shown as replaced. */
const MAX_CHANGES = 2_000

export function diffLines(before: string, after: string): DiffLine[] {
  const old = linesOf(before)
  const now = linesOf(after)
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  const most = Math.min(old.length, now.length) - start
  while (end < most && old[old.length - 1 - end] === now[now.length - 1 - end]) end++
  return [
    ...lines('same', old.slice(0, start)),
    ...middle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...lines('same', old.slice(old.length - end)),
  ]
}

/** An empty text has no lines, not one empty line. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}

function middle(old: readonly string[], now: readonly string[]): DiffLine[] {
  const trace = search(old, now)
  return trace === null ? [...lines('removed', old), ...lines('added', now)] : backtrack(old, now, trace)
}

/** The furthest point per diagonal for each number of changes; null if there are too many changes. */
function search(old: readonly string[], now: readonly string[]): Map<number, number>[] | null {
  const reached = new Map([[1, 0]])
  const trace: Map<number, number>[] = []
  for (let changes = 0; changes <= Math.min(MAX_CHANGES, old.length + now.length); changes++) {
    trace.push(new Map(reached))
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let x = nextX(reached, diagonal, changes)
      while (x < old.length && x - diagonal < now.length && old[x] === now[x - diagonal]) x++
      reached.set(diagonal, x)
      if (x >= old.length && x - diagonal >= now.length) return trace
    }
  }
  return null
}

function nextX(reached: ReadonlyMap<number, number>, diagonal: number, changes: number): number {
  const fromBelow = reached.get(diagonal + 1) ?? 0
  const fromLeft = reached.get(diagonal - 1) ?? 0
  if (diagonal === -changes || (diagonal !== changes && fromLeft < fromBelow)) return fromBelow
  return fromLeft + 1
}

function backtrack(old: readonly string[], now: readonly string[], trace: readonly Map<number, number>[]): DiffLine[] {
  const found: DiffLine[] = []
  let x = old.length
  let y = now.length
  for (let changes = trace.length - 1; changes >= 0; changes--) {
    const reached = trace[changes] ?? new Map<number, number>()
    const diagonal = x - y
    const start = nextX(reached, diagonal, changes)
    // A step down adds a line of the new text; a step right removes one of the old.
    const isAdded = diagonal === -changes || (diagonal !== changes && start === (reached.get(diagonal + 1) ?? 0))
    while (x > start && y > start - diagonal) {
      found.push({ kind: 'same', text: old[--x] ?? '' })
      y--
    }
    if (changes === 0) break
    if (isAdded) found.push({ kind: 'added', text: now[--y] ?? '' })
    else found.push({ kind: 'removed', text: old[--x] ?? '' })
  }
  return found.reverse()
}

function lines(kind: DiffLine['kind'], texts: readonly string[]): DiffLine[] {
  return texts.map((text) => ({ kind, text }))
}
