/** Sets and drops parameters of a JSON or form body without changing any other byte. */

import { dropPaths, setMembers } from './json-text.ts'
import { changeForm } from './multipart.ts'

/** `boundary`: the multipart boundary, null for JSON. Forms are flat, so longer drop paths are ignored there. */
export function changeBody(
  bytes: Uint8Array,
  boundary: string | null,
  values: ReadonlyMap<string, unknown>,
  drops: readonly (readonly (string | number)[])[],
): Uint8Array {
  if (boundary !== null) {
    const names = new Set(drops.filter((path) => path.length === 1).map((path) => String(path[0])))
    return changeForm(bytes, boundary, values, names) ?? bytes
  }
  const set = values.size > 0 ? setMembers(bytes, values) : bytes
  return drops.length > 0 ? dropPaths(set, drops) : set
}

export function withModel(bytes: Uint8Array, boundary: string | null, model: string): Uint8Array {
  return changeBody(bytes, boundary, new Map([['model', model]]), [])
}
