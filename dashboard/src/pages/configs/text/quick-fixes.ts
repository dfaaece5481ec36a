/** Quick fixes of a problem, as text edits. */

import { realMaximum, type Schema, schemaAt } from './config-schema.ts'
import { nodeAt, plainValue } from './json-paths.ts'
import type { JsonNode, Path } from './json-tree.ts'
import { nearest } from './nearest.ts'
import type { Fix, Problem, TextEdit } from './problem.ts'
import { removeMember, renameKey, setValue, wrapInTargets } from './text-edits.ts'

type Ground = { readonly text: string; readonly root: JsonNode; readonly schema: Schema }

export function withFixes(problem: Problem, ground: Ground): Problem {
  if (problem.fixes.length > 0) return problem
  return { ...problem, fixes: fixesFor(problem, ground) }
}

function fixesFor({ path, message }: Problem, ground: Ground): readonly Fix[] {
  const { text, root, schema } = ground
  const node = nodeAt(root, path)
  const key = path.at(-1)
  const parent = path.slice(0, -1)
  if (key === 'strategy' && !node) {
    return [fix('Add fallback strategy', setValue(text, root, path, { mode: 'fallback' }))].flat()
  }
  if (key === 'targets' && !node) return fix('Wrap in targets', wrapInTargets(text, root, parent))
  if (key === 'virtual_key' && /not both/.test(message)) {
    return [
      ...fix('Remove provider', removeMember(text, root, [...parent, 'provider'])),
      ...fix('Remove virtual_key', removeMember(text, root, path)),
    ]
  }
  if (key === 'cb_config' && /give one/.test(message)) return fix('Remove this key', removeMember(text, root, path))
  const said = schemaAt(schema, path)
  if (!said) return unknownKey(path, ground, message)
  if (!node) {
    const value = starterFor(said, schema)
    return value === undefined ? [] : fix(`Add ${String(key)}: ${short(value)}`, setValue(text, root, path, value))
  }
  const better = betterValue(plainValue(node), said)
  return better === undefined ? [] : fix(`Set ${short(better)}`, setValue(text, root, path, better))
}

function unknownKey(path: Path, { text, root, schema }: Ground, message: string): readonly Fix[] {
  const key = path.at(-1)
  if (typeof key !== 'string' || !/unknown key|not supported/.test(message)) return []
  const around = schemaAt(schema, path.slice(0, -1))
  const names = Object.keys(around?.properties ?? {})
  const owner = nodeAt(root, path.slice(0, -1))
  const free = names.filter((name) => owner?.kind === 'object' && !owner.members.some((one) => one.key === name))
  const meant = nearest(key, free)
  return [
    ...(meant === null ? [] : fix(`Rename to ${meant}`, renameKey(root, path, meant))),
    ...fix(`Remove ${key}`, removeMember(text, root, path)),
  ]
}

/** A valid replacement; undefined if none is obvious. */
function betterValue(value: unknown, schema: Schema): unknown {
  if (schema.enum) {
    const meant = typeof value === 'string' ? nearest(value, schema.enum.map(String)) : null
    return schema.enum.find((one) => String(one) === meant)
  }
  const isNumber = schema.type === 'number' || schema.type === 'integer'
  if (isNumber) {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    if (typeof number !== 'number' || !Number.isFinite(number)) return undefined
    const whole = schema.type === 'integer' ? Math.round(number) : number
    const fitting = Math.min(realMaximum(schema) ?? Number.POSITIVE_INFINITY, Math.max(schema.minimum ?? whole, whole))
    return fitting === value ? undefined : fitting
  }
  if (schema.type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  if (schema.type === 'array' && value !== null && typeof value !== 'object') return [value]
  return undefined
}

/** An initial value for a missing field. */
export function starterFor(schema: Schema, root: Schema): unknown {
  if (schema.$ref === '#') return {}
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (schema.type === 'array') return []
  if (schema.type !== 'object') return undefined
  if (schema.examples?.[0] !== undefined) return schema.examples[0]
  const required = schema.required ?? []
  return Object.fromEntries(required.map((name) => [name, starterFor(schema.properties?.[name] ?? {}, root) ?? '']))
}

function fix(label: string, edit: TextEdit | null): readonly Fix[] {
  return edit === null ? [] : [{ label, edits: [edit] }]
}

function short(value: unknown): string {
  return typeof value === 'object' ? '…' : JSON.stringify(value)
}
