/** Builds a whole response from the texts of a stream, for checks that need all of it. */

import { isObject, type JsonObject } from '../../../core/json.ts'
import { keptAs, rawOf, stringifyKept } from '../raw-values.ts'
import { define } from './loose-texts.ts'
import type { ResponseText, StreamFormat } from './stream-format.ts'

const STEP = /[^.[\]]+/g
const INDEX = /^\d{1,4}$/

/** The body that has these texts at their paths; null if two paths conflict. */
export function bytesOf(format: StreamFormat, texts: ReadonlyMap<string, ResponseText>): Buffer | null {
  const body: JsonObject = {}
  for (const [path, { text, isJson }] of texts)
    if (!put(body, path, isJson && format.hasJsonValues && isJsonText(text) ? keptAs(text) : text)) return null
  format.complete(body)
  return Buffer.from(stringifyKept(body))
}

function put(body: JsonObject, path: string, value: string): boolean {
  const steps = path.match(STEP) ?? []
  let holder: JsonObject = body
  for (const [i, step] of steps.entries()) {
    const known = Object.hasOwn(holder, step) ? holder[step] : undefined
    if (i === steps.length - 1) {
      if (known !== undefined) return false
      define(holder, step, value)
      return true
    }
    if (known === undefined) define(holder, step, INDEX.test(steps[i + 1]!) ? [] : {})
    else if (typeof known !== 'object') return false
    holder = holder[step] as JsonObject
  }
  return false
}

/** The text that a body has at the path; null if there is none. */
export function textIn(body: JsonObject, path: string): string | null {
  let value: unknown = body
  for (const step of path.match(STEP) ?? []) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return null
    value = (value as JsonObject)[step]
  }
  if (typeof value === 'string') return rawOf(value) ?? value
  return isObject(value) || Array.isArray(value) ? JSON.stringify(value) : null
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** A path that no other text has: increments the last index in it. */
export function freePath(path: string, isTaken: (path: string) => boolean): string {
  let free = path
  for (let i = 1; isTaken(free); i++) {
    const at = path.lastIndexOf('[')
    const end = path.indexOf(']', at)
    const index = at < 0 ? Number.NaN : Number(path.slice(at + 1, end))
    free = Number.isNaN(index) ? `${path}${i}` : `${path.slice(0, at + 1)}${index + i}${path.slice(end)}`
  }
  return free
}
