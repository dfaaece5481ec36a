/** Replaces values in JSON text by their paths, and leaves every other byte unchanged. */

import { applyEdits, type Edit, entriesOf, valueStart } from './json-text.ts'

/** The paths as a tree, so that each member is looked up once. `value` is the new JSON text. */
type Node = { readonly next: Map<string, Node>; value: string | null }

/** A name as a step of a path. Its dots, brackets and percent signs are escaped. */
export function pathStep(name: string): string {
  return name === '' ? '%' : name.replace(/[.[\]%]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
}

function nameOf(step: string): string {
  if (!step.includes('%')) return step
  return step === '%'
    ? ''
    : step.replace(/%([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/**
 * Paths are names joined by dots and indexes in brackets, such as `messages[2].content[0].text`; see `pathStep`. Paths
 * that do not exist are ignored.
 */
export function replaceValues(bytes: Uint8Array, values: ReadonlyMap<string, string>): Uint8Array {
  const root: Node = { next: new Map(), value: null }
  for (const [path, value] of values) nodeAt(root, path).value = value
  const edits: Edit[] = []
  collect(bytes, valueStart(bytes, 0), root, edits)
  return edits.length === 0 ? bytes : applyEdits(bytes, edits)
}

function nodeAt(root: Node, path: string): Node {
  let node = root
  for (const step of path.split(/[.[\]]+/)) {
    if (step === '') continue
    const name = nameOf(step)
    let child = node.next.get(name)
    if (!child) {
      child = { next: new Map(), value: null }
      node.next.set(name, child)
    }
    node = child
  }
  return node
}

function collect(bytes: Uint8Array, start: number, { next }: Node, edits: Edit[]): void {
  if (next.size === 0) return
  for (const { key, valueStart: from, valueEnd: end } of entriesOf(bytes, start)) {
    const node = next.get(key)
    if (!node) continue
    if (node.value === null) collect(bytes, from, node, edits)
    else edits.push({ start: from, end, text: node.value })
  }
}
