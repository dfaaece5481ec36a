/** Field-by-field difference between two states of an object. */

import { isObject, jsonOrText } from '../../api/json.ts'

export type Change = { readonly path: string; readonly before: unknown; readonly after: unknown }

/** Fields that change with every write. */
const NOISE = /(^|\.)(last_updated_at|updated_at|updated_by|revision|object|held|current_usage|next_usage_reset_at)$/

export function readState(text: string | null): unknown {
  return text === null ? null : jsonOrText(text)
}

export function changesBetween(before: unknown, after: unknown, path = ''): readonly Change[] {
  if (JSON.stringify(before) === JSON.stringify(after) || NOISE.test(path)) return []
  if (!isObject(before) || !isObject(after)) return [{ path, before, after }]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => changesBetween(before[name], after[name], path === '' ? name : `${path}.${name}`))
}

/** `usage_limits` is one budget, or a list of at most one. */
export function budgetIn(state: unknown): Readonly<Record<string, unknown>> | null {
  const limits = isObject(state) ? state['usage_limits'] : null
  const first: unknown = Array.isArray(limits) ? limits[0] : limits
  return isObject(first) ? first : null
}
