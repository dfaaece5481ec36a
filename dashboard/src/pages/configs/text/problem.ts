/** An error or warning in a config, with its text range and optional quick fix. */

import type { Path, Range } from './json-tree.ts'

export type TextEdit = Range & { readonly insert: string }

export type Fix =
  | { readonly label: string; readonly edits: readonly TextEdit[] }
  | { readonly label: string; readonly href: string }

export type Problem = Range & {
  readonly severity: 'error' | 'warning'
  readonly path: Path
  readonly message: string
  readonly hint?: string
  readonly fixes: readonly Fix[]
}

export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((left, right) => right.from - left.from)
    .reduce((changed, edit) => changed.slice(0, edit.from) + edit.insert + changed.slice(edit.to), text)
}
