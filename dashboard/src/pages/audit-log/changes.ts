/** Field-by-field difference between two states of an object. */

export type Change = { readonly path: string; readonly before: unknown; readonly after: unknown }

/** Fields that change with every write. */
const NOISE = /(^|\.)(last_updated_at|updated_at|updated_by|revision|object|held|current_usage|next_usage_reset_at)$/

export function readState(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export function changesBetween(before: unknown, after: unknown, path = ''): readonly Change[] {
  if (JSON.stringify(before) === JSON.stringify(after) || NOISE.test(path)) return []
  if (!isRecord(before) || !isRecord(after)) return [{ path, before, after }]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => changesBetween(before[name], after[name], path === '' ? name : `${path}.${name}`))
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A budget is an object, or a list of at most one. */
export function budgetIn(state: unknown): Readonly<Record<string, unknown>> | null {
  const limits = isRecord(state) ? state['usage_limits'] : null
  const first: unknown = Array.isArray(limits) ? limits[0] : limits
  return isRecord(first) ? first : null
}
