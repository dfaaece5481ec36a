/** Expected outcomes shared by most cases. */

import type { Case, Expected } from '../case.ts'

export function refused(code: string, param?: string | null, status = 400): Expected {
  return { status, code, ...(param !== undefined && { param }), upstreamContacted: false }
}

export const INVALID_KEY: Expected = refused('api_key_invalid', null, 401)
export const FORWARDED: Expected = { status: 200, upstreamContacted: true }
export const UNCHANGED: Expected = { status: 200, upstreamContacted: true, bodyForwarded: true }

/** Cases that differ in one value only. */
export function each<Value>(
  values: readonly (readonly [what: string, value: Value])[],
  make: (what: string, value: Value) => Case,
): Case[] {
  return values.map(([what, value]) => make(what, value))
}
