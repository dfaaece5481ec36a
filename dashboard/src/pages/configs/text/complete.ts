/** Completions at a position in a config: field names, values, and names from the workspace. */

import { resolve, type Schema, schemaAt, typeWords } from './config-schema.ts'
import { memberOf, spotAt } from './json-paths.ts'
import { type JsonNode, type Path, readJson } from './json-tree.ts'
import { starterFor } from './quick-fixes.ts'

export type Completion = {
  readonly label: string
  readonly detail: string
  readonly info: string
  /** Replaces the range `from`..`to`. */
  readonly apply: string
  /** Cursor offset from the start of `apply`. */
  readonly cursor: number
}

export type Completions = { readonly from: number; readonly to: number; readonly options: readonly Completion[] }

/** Existing names: virtual keys and prompts of the workspace. */
export type KnownNames = { readonly virtualKeys: readonly string[]; readonly prompts: readonly string[] }

export function complete(text: string, offset: number, schema: Schema, names: KnownNames): Completions | null {
  const { root } = readJson(text)
  const spot = spotAt(root, offset)
  if (spot.on === 'name' || (spot.on === 'inside' && spot.node.kind === 'object')) {
    const said = schemaAt(schema, spot.path)
    if (!said?.properties || spot.node.kind !== 'object') return null
    const range = spot.on === 'name' && spot.member ? keyRange(spot.member) : wordRange(text, offset)
    const hasValue = spot.on === 'name' && spot.member !== null && spot.member.value.kind !== 'missing'
    const others = spot.node.members.filter((member) => member !== spot.member).map((member) => member.key)
    const options = nameOptions(said, schema, others, hasValue, needsComma(text, spot.node, range))
    return { ...range, options }
  }
  const path = spot.on === 'inside' ? [...spot.path, 0] : spot.path
  const said = schemaAt(schema, path)
  if (!said) return null
  const isRead = spot.on === 'value' && spot.node.kind !== 'missing'
  const range = isRead ? { from: spot.node.from, to: spot.node.to } : wordRange(text, offset)
  const options = valueOptions(path, said, root, names).map((value) => valueOption(value, said))
  return options.length === 0 ? null : { ...range, options }
}

function nameOptions(
  said: Schema,
  root: Schema,
  others: readonly string[],
  hasValue: boolean,
  commaAfter: boolean,
): Completion[] {
  return Object.entries(said.properties ?? {})
    .filter(([name]) => !others.includes(name))
    .map(([name, given]) => {
      const inner = resolve(root, given)
      const starter = given.$ref === '#' ? {} : starterFor(inner, root)
      const value = starter === undefined ? '""' : JSON.stringify(starter)
      const apply = hasValue ? JSON.stringify(name) : `${JSON.stringify(name)}: ${value}${commaAfter ? ',' : ''}`
      const isOpen = value === '""' || value === '[]' || value === '{}'
      const cursor = hasValue ? apply.length : JSON.stringify(name).length + 2 + (isOpen ? 1 : value.length)
      const isRequired = said.required?.includes(name) === true
      return { label: name, detail: isRequired ? 'required' : '', info: docs(inner), apply, cursor }
    })
}

function valueOptions(path: Path, said: Schema, root: JsonNode, names: KnownNames): unknown[] {
  if (said.enum) return [...said.enum]
  if (said.type === 'boolean') return [true, false]
  const key = path.findLast((step) => typeof step === 'string')
  if (key === 'virtual_key') return [...names.virtualKeys]
  if (key === 'prompt_id') return [...names.prompts]
  if (key === 'provider') return [...names.virtualKeys.map((slug) => `@${slug}`), ...(said.examples ?? [])]
  if (key === 'then' || key === 'default') return targetNames(root, path)
  if (key === 'on_status_codes' || key === 'failure_status_codes') return [429, 500, 502, 503, 504, 529, '5xx']
  return [...(said.examples ?? [])]
}

/** Names of the sibling targets of the enclosing strategy. */
function targetNames(root: JsonNode, path: Path): string[] {
  const at = path.lastIndexOf('strategy')
  let node: JsonNode | null = root
  for (const step of path.slice(0, Math.max(0, at))) {
    node =
      node?.kind === 'array' && typeof step === 'number' ? (node.items[step] ?? null) : memberOf(node, String(step))
  }
  const targets = memberOf(node, 'targets')
  if (targets?.kind !== 'array') return []
  return targets.items.flatMap((target) => {
    const name = memberOf(target, 'name')
    return name?.kind === 'string' ? [name.value] : []
  })
}

function valueOption(value: unknown, said: Schema): Completion {
  const apply = JSON.stringify(value)
  return { label: apply, detail: '', info: said.description ?? '', apply, cursor: apply.length }
}

/** The description and type of a field, for hovers and completions. */
function docs(schema: Schema): string {
  return [schema.description, typeWords(schema)].filter(Boolean).join('\n')
}

export type Hover = { readonly from: number; readonly to: number; readonly title: string; readonly text: string }

export function hoverAt(text: string, offset: number, schema: Schema): Hover | null {
  const { root } = readJson(text)
  const spot = spotAt(root, offset)
  if (spot.on === 'inside' || !spot.member) return null
  const path = spot.on === 'name' ? [...spot.path, spot.member.key] : spot.path
  const said = schemaAt(schema, path)
  if (!said) return null
  const range = spot.on === 'name' ? keyRange(spot.member) : { from: spot.node.from, to: spot.node.to }
  return { ...range, title: spot.member.key, text: docs(said) }
}

function keyRange(member: { readonly keyFrom: number; readonly keyTo: number }) {
  return { from: member.keyFrom, to: member.keyTo }
}

function wordRange(text: string, offset: number) {
  const from = offset - (/[\w"]*$/.exec(text.slice(0, offset))?.[0].length ?? 0)
  return { from, to: offset }
}

/** True if a member follows without a comma in between. */
function needsComma(text: string, node: JsonNode, { to }: { readonly to: number }): boolean {
  if (node.kind !== 'object') return false
  return node.members.some((member) => member.keyFrom > to) && /^\s*"/.test(text.slice(to))
}
