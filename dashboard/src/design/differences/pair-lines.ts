/** Aligns the lines of two texts: a removed line is next to the line that replaced it. */

import { diffLines } from '../data/diff-lines.ts'

export type SidePair =
  | { readonly kind: 'same'; readonly before: string; readonly after: string }
  | { readonly kind: 'changed'; readonly before: string | null; readonly after: string | null }

export function pairLines(before: string, after: string): SidePair[] {
  const pairs: SidePair[] = []
  let removed: string[] = []
  let added: string[] = []
  const flush = () => {
    for (let index = 0; index < Math.max(removed.length, added.length); index++) {
      pairs.push({ kind: 'changed', before: removed[index] ?? null, after: added[index] ?? null })
    }
    removed = []
    added = []
  }
  for (const line of diffLines(before, after)) {
    if (line.kind === 'removed') removed.push(line.text)
    else if (line.kind === 'added') added.push(line.text)
    else {
      flush()
      pairs.push({ kind: 'same', before: line.text, after: line.text })
    }
  }
  flush()
  return pairs
}
