/** Says a body the way its provider wants it, where the adapter asks for that: the members in question and no other byte. */

import type { Target } from '../../config/plan.ts'
import { dropPaths, parseObject, setMembers } from '../../core/body/json-text.ts'
import { changeForm } from '../../core/body/multipart.ts'
import type { BodyChange, Call, Outgoing } from '../../providers/adapter.ts'

export function changeFor(call: Call, { provider, settings }: Target): BodyChange | null {
  return call.endpoint === 'proxy' ? null : (provider.adapt?.(call, settings) ?? null)
}

/** `boundary` is that of a form, null for JSON. */
export function adaptBody(
  body: Outgoing['body'],
  call: Call,
  target: Target,
  boundary: string | null,
): Outgoing['body'] {
  if (!(body instanceof Uint8Array)) return body
  const change = changeFor(call, target)
  if (change === null) return body
  if (boundary !== null) return changeForm(body, boundary, change.set, change.drop) ?? body
  const set = change.set.size > 0 ? setMembers(body, change.set) : body
  return change.drop.size > 0
    ? dropPaths(
        set,
        [...change.drop].map((name) => [name]),
      )
    : set
}

/** As `adaptBody`, for bytes that a translation made: their members are read anew. */
export function adaptEncoded(bytes: Uint8Array, call: Call, target: Target): Outgoing['body'] {
  if (target.provider.adapt === undefined) return bytes
  const body = parseObject(bytes)
  return typeof body === 'string' ? bytes : adaptBody(bytes, { ...call, body }, target, null)
}
