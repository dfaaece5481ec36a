/** Maps between paths, text offsets and values of a JSON tree. */

import type { JsonNode, Member, Path, Range, Step } from './json-tree.ts'

export function memberOf(node: JsonNode | null | undefined, key: string): JsonNode | null {
  if (node?.kind !== 'object') return null
  return node.members.findLast((member) => member.key === key)?.value ?? null
}

export function nodeAt(root: JsonNode, path: Path): JsonNode | null {
  let node: JsonNode | null = root
  for (const step of path) {
    if (node?.kind === 'array' && typeof step === 'number') node = node.items[step] ?? null
    else node = memberOf(node, String(step))
  }
  return node
}

/** The range to mark for a problem: the value (of an object or list, its key or bracket), else the nearest ancestor. */
export function rangeAt(root: JsonNode, path: Path): Range {
  let node = root
  let range: Range = { from: root.from, to: Math.min(root.to, root.from + 1) }
  for (const step of path) {
    const member = node.kind === 'object' ? node.members.findLast((one) => one.key === step) : undefined
    const next = node.kind === 'array' && typeof step === 'number' ? node.items[step] : member?.value
    if (!next) return range
    node = next
    range = member && next.kind !== 'string' ? { from: member.keyFrom, to: member.keyTo } : next
    if (next.kind === 'number' || next.kind === 'boolean' || next.kind === 'null') range = next
    if (!member && (next.kind === 'object' || next.kind === 'array')) range = { from: next.from, to: next.from + 1 }
  }
  return range
}

export type Spot = {
  /** Path of the enclosing object or list, or of the value itself if `on` is "value". */
  readonly path: Path
  readonly node: JsonNode
  readonly on: 'name' | 'value' | 'inside'
  readonly member: Member | null
}

/** The deepest node at an offset. */
export function spotAt(root: JsonNode, offset: number): Spot {
  return descend(root, [], null, offset)
}

function descend(node: JsonNode, path: Path, member: Member | null, offset: number): Spot {
  if (node.kind === 'object') {
    for (const one of node.members) {
      if (offset >= one.keyFrom && offset <= one.keyTo) return { path, node, on: 'name', member: one }
      const to = one.value.kind === 'missing' ? Number.POSITIVE_INFINITY : one.value.to
      if (offset > one.keyTo && offset <= to && isNext(node.members, one, offset)) {
        const inner = [...path, one.key]
        if (offset >= one.value.from && one.value.kind !== 'missing') return descend(one.value, inner, one, offset)
        return { path: inner, node: one.value, on: 'value', member: one }
      }
    }
    return { path, node, on: 'inside', member }
  }
  if (node.kind === 'array') {
    const index = node.items.findIndex((item) => offset >= item.from && offset <= item.to)
    const item = node.items[index]
    return item ? descend(item, [...path, index], null, offset) : { path, node, on: 'inside', member }
  }
  return { path, node, on: 'value', member }
}

function isNext(members: readonly Member[], one: Member, offset: number): boolean {
  const next = members[members.indexOf(one) + 1]
  return !next || offset < next.keyFrom
}

/** The value as plain JSON; missing members are omitted. */
export function plainValue(node: JsonNode): unknown {
  switch (node.kind) {
    case 'object': {
      const result: Record<string, unknown> = Object.create(null)
      for (const { key, value } of node.members) if (value.kind !== 'missing') result[key] = plainValue(value)
      return result
    }
    case 'array':
      return node.items.map(plainValue)
    case 'null':
    case 'missing':
      return null
    default:
      return node.value
  }
}

/** `targets[1].retry.attempts`, the gateway's path syntax; the root is `config`. */
export function pathText(path: Path): string {
  let text = ''
  for (const step of path) text += typeof step === 'number' ? `[${step}]` : text === '' ? step : `.${step}`
  return text === '' ? 'config' : text
}

/** The inverse of `pathText`; `config.targets[0]` equals `targets[0]`. */
export function readPath(text: string): Path {
  const steps: Step[] = []
  for (const [, index, name] of text.matchAll(/\[(\d+)\]|([^.[\]]+)/g)) {
    if (index !== undefined) steps.push(Number(index))
    else if (name !== undefined && !(steps.length === 0 && name === 'config')) steps.push(name)
  }
  return steps
}
