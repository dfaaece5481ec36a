/** Lists the differences between two JSON values by path. */

import { isObject } from './remote.ts'

export type Difference = { readonly path: string; readonly before: unknown; readonly after: unknown }

/** `undefined` means that the value is absent on that side. Ignores the order of members, but not of list items. */
export function differences(
  before: unknown,
  after: unknown,
  path = '',
  isSame: (before: unknown, after: unknown) => boolean = isSameOrMasked,
): readonly Difference[] {
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return names.flatMap((name) =>
      differences(before[name], after[name], path === '' ? name : `${path}.${name}`, isSame),
    )
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length)
    return Array.from({ length }, (_, i) => differences(before[i], after[i], `${path}[${i}]`, isSame)).flat()
  }
  return isSame(before, after) ? [] : [{ path, before, after }]
}

function isSameOrMasked(before: unknown, after: unknown): boolean {
  return Object.is(before, after) || isMaskedSecret(before, after)
}

/** The API masks saved secrets, so they cannot be compared and are not reported as differences. */
function isMaskedSecret(before: unknown, after: unknown): boolean {
  return typeof before === 'string' && typeof after === 'string' && (isMask(before) || isMask(after))
}

function isMask(text: string): boolean {
  return /\*{3,}|…|•{3,}/.test(text)
}

/** For example `~ targets[1].weight  0.3 → 0.5`. */
export function differenceLine({ path, before, after }: Difference): string {
  const label = path === '' ? '(all)' : path
  if (before === undefined) return `+ ${label}  ${short(after)}`
  if (after === undefined) return `- ${label}  ${short(before)}`
  return `~ ${label}  ${short(before)} → ${short(after)}`
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? ''
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
