/** Writes JSON values so that equal values have equal texts, whatever the order of their members. */

import { isObject } from '../../core/json.ts'

/** `spend` gets the size of each value that is read, and throws if the total is too large. */
export function canonicalText(value: unknown, spend: (size: number) => void): string {
  spend(typeof value === 'string' ? 1 + (value.length >> 6) : 1)
  if (Array.isArray(value)) return `[${value.map((item) => canonicalText(item, spend)).join()}]`
  if (isObject(value)) {
    const members = Object.keys(value)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${canonicalText(value[key], spend)}`)
    return `{${members.join()}}`
  }
  // -0 and 0 are the same number.
  return value === 0 ? '0' : JSON.stringify(value)
}
