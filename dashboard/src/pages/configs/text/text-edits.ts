/** Minimal text edits of a config that preserve formatting. */

import { nodeAt, plainValue } from './json-paths.ts'
import type { JsonNode, Path } from './json-tree.ts'
import type { TextEdit } from './problem.ts'

const INDENT = '  '

/** Replaces a value, or adds the member; null if its parent cannot hold it. */
export function setValue(text: string, root: JsonNode, path: Path, value: unknown): TextEdit | null {
  const node = nodeAt(root, path)
  if (node && path.length > 0) return { from: node.from, to: node.to, insert: written(text, node.from, value) }
  const key = path.at(-1)
  const parent = nodeAt(root, path.slice(0, -1))
  if (parent?.kind !== 'object' || typeof key !== 'string') return null
  const last = parent.members.at(-1)
  const outer = indentOf(text, parent.from)
  const member = `${JSON.stringify(key)}: ${JSON.stringify(value, null, 2).replaceAll('\n', `\n${outer}${INDENT}`)}`
  if (!last) return { from: parent.from, to: parent.to, insert: `{\n${outer}${INDENT}${member}\n${outer}}` }
  const isOneLine = !text.slice(parent.from, parent.to).includes('\n')
  const gap = isOneLine ? ' ' : `\n${outer}${INDENT}`
  return { from: last.value.to, to: last.value.to, insert: `,${gap}${member}` }
}

export function renameKey(root: JsonNode, path: Path, name: string): TextEdit | null {
  const member = memberAt(root, path)
  return member && { from: member.keyFrom, to: member.keyTo, insert: JSON.stringify(name) }
}

/** Also removes the comma of the member. */
export function removeMember(text: string, root: JsonNode, path: Path): TextEdit | null {
  const parent = nodeAt(root, path.slice(0, -1))
  const member = memberAt(root, path)
  if (parent?.kind !== 'object' || !member) return null
  const index = parent.members.indexOf(member)
  const next = parent.members[index + 1]
  if (next) return { from: member.keyFrom, to: next.keyFrom, insert: '' }
  const before = parent.members[index - 1]
  if (before) return { from: before.value.to, to: member.value.to, insert: '' }
  return { from: parent.from, to: parent.to, insert: text[parent.from] === '{' ? '{}' : '' }
}

/** `{strategy, provider, ...}` without targets becomes `{strategy, targets: [{provider, ...}]}`. */
export function wrapInTargets(text: string, root: JsonNode, path: Path): TextEdit | null {
  const node = nodeAt(root, path)
  if (node?.kind !== 'object') return null
  const { strategy, ...rest } = plainValue(node) as Record<string, unknown>
  const insert = written(text, node.from, { strategy, targets: [rest] })
  return { from: node.from, to: node.to, insert }
}

function memberAt(root: JsonNode, path: Path) {
  const parent = nodeAt(root, path.slice(0, -1))
  return parent?.kind === 'object' ? (parent.members.findLast((one) => one.key === path.at(-1)) ?? null) : null
}

function written(text: string, from: number, value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${indentOf(text, from)}`)
}

function indentOf(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1)
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}
