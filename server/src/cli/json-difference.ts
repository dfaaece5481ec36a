/** Where two JSON values differ, by place, for people. */

import { isObject } from './remote.ts'

export type Difference = { readonly path: string; readonly before: unknown; readonly after: unknown }

/** `undefined` on one side: it is not there. Order of members does not count, order in lists does. */
export function differences(before: unknown, after: unknown, path = ''): readonly Difference[] {
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return names.flatMap((name) => differences(before[name], after[name], path === '' ? name : `${path}.${name}`))
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length)
    return Array.from({ length }, (_, i) => differences(before[i], after[i], `${path}[${i}]`)).flat()
  }
  return Object.is(before, after) || isKeptSecret(before, after) ? [] : [{ path, before, after }]
}

/** A saved secret comes back masked, so whether it is the same cannot be seen; it is not called a difference. */
function isKeptSecret(before: unknown, after: unknown): boolean {
  return typeof before === 'string' && typeof after === 'string' && (isMask(before) || isMask(after))
}

function isMask(text: string): boolean {
  return /\*{3,}|…|•{3,}/.test(text)
}

/** `~ targets[1].weight  0.3 → 0.5` */
export function differenceLine({ path, before, after }: Difference): string {
  const place = path === '' ? '(all)' : path
  if (before === undefined) return `+ ${place}  ${short(after)}`
  if (after === undefined) return `- ${place}  ${short(before)}`
  return `~ ${place}  ${short(before)} → ${short(after)}`
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? ''
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
