/** Configs in the admin API; only the fields this page reads. */

export type ConfigRow = {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly workspace_id: string
  readonly is_default: 0 | 1
  readonly status: 'active' | 'archived'
  readonly updated_by: string
  readonly created_at: string
  readonly last_updated_at: string
  readonly version_id: string
  readonly version: number
}

export type ConfigDetail = ConfigRow & {
  readonly updated_by_name: string | null
  readonly version_note: string | null
  /** JSON text, secrets masked. */
  readonly config: string
}

export type ConfigVersion = {
  readonly version_id: string
  readonly version: number
  readonly created_by: string
  /** Null: the user was deleted. */
  readonly created_by_name: string | null
  readonly note: string | null
  readonly created_at: string
  readonly config: string
}

export type List<Row> = { readonly data: readonly Row[]; readonly total: number }

export type Saved = {
  readonly slug: string
  readonly version_id: string
  readonly version: number
  readonly warnings: readonly string[]
}

/** Formats the JSON; short lists of plain values stay on one line. Invalid JSON is returned unchanged. */
export function pretty(config: string): string {
  try {
    return print(JSON.parse(config), '')
  } catch {
    return config
  }
}

const INDENT = '  '
const MAX_ON_A_LINE = 60

function print(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = indent + INDENT
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]'
    const line = `[${value.map((item) => JSON.stringify(item)).join(', ')}]`
    const isPlain = value.every((item) => typeof item !== 'object' || item === null)
    if (isPlain && line.length <= MAX_ON_A_LINE) return line
    return `[\n${value.map((item) => inner + print(item, inner)).join(',\n')}\n${indent}]`
  }
  const members = Object.entries(value).map(([key, one]) => `${inner}${JSON.stringify(key)}: ${print(one, inner)}`)
  return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n${indent}}`
}
