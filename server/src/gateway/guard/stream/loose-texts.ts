/** Finds the strings of an event that its format does not describe: members that providers add are checked too. */

import { isObject } from '../../../core/json.ts'
import { carriedIn, packed } from '../carried-texts.ts'
import { MAX_PATH } from '../json-leaves.ts'
import { NOT_TEXT } from '../not-text.ts'
import { keptAs, rawOf } from '../raw-values.ts'
import type { Slot } from './stream-format.ts'

const MAX_DEPTH = 64

/**
 * The strings below `value`, except values that are not text. Slots are added to `slots`. `skip` names members of `value`
 * itself that were read before.
 */
export function addLoose(
  slots: Slot[],
  value: unknown,
  path: string,
  mode: 'delta' | 'whole',
  kind: Slot['kind'] = 'text',
  skip: ReadonlySet<string> | null = null,
  depth = 0,
): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > MAX_DEPTH) throw new TooDeep()
  const holder = value as Record<string, unknown>
  const isList = Array.isArray(value)
  // Limited, because a long name would be copied for each value below it.
  const around = path.slice(0, MAX_PATH)
  for (const name of Object.keys(holder)) {
    if (!isList && addCarried(slots, holder, name, `${around}.${name}`, depth)) continue
    if (!isList && (skip?.has(name) || (kind !== 'tool_arguments' && NOT_TEXT.has(name)))) continue
    const member = holder[name]
    const at = isList ? `${around}[${name}]` : `${around}.${name}`
    const raw = rawOf(member)
    if (raw !== null) {
      const set = (text: string) => define(holder, name, keptAs(text))
      slots.push({ path: at, kind, isJson: true, mode: mode === 'delta' ? 'whole' : mode, text: raw, set })
    } else if (typeof member === 'string') {
      if (member !== '') slots.push({ path: at, kind, mode, text: member, set: (text) => define(holder, name, text) })
    } else if (isList || isObject(member) || Array.isArray(member))
      addLoose(slots, member, at, mode, kind, null, depth + 1)
  }
}

/** The texts of reasoning that the gateway carries through the caller. False if the member carries none. */
function addCarried(
  slots: Slot[],
  holder: Record<string, unknown>,
  name: string,
  path: string,
  depth: number,
): boolean {
  const member = holder[name]
  const carried = typeof member === 'string' ? carriedIn(name, member) : null
  if (carried === null) return false
  const inner: Slot[] = []
  const value = jsonIn(carried.json)
  addLoose(inner, value, path, 'whole', 'text', null, depth + 1)
  for (const slot of inner) {
    const set = (text: string) => {
      slot.set(text)
      define(holder, name, packed(carried, JSON.stringify(value)))
    }
    slots.push({ ...slot, set })
  }
  return true
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Thrown for an event that is nested too deeply to be checked. */
class TooDeep extends Error {
  override readonly name = 'TooDeep'

  constructor() {
    super(`An event of the stream is nested deeper than ${MAX_DEPTH} levels.`)
  }
}

/** Defined, not assigned: a member may be named __proto__. */
export function define(holder: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true })
}
