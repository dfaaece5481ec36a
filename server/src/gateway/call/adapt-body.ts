/** Says a body the way its provider wants it, where the adapter asks for that: the members in question and no other byte. */

import type { Target } from '../../config/plan.ts'
import { changeBody } from '../../core/body/change-body.ts'
import { parseObject } from '../../core/body/json-text.ts'
import type { BodyChange, Call, Outgoing } from '../../providers/adapter.ts'

type AdaptTarget = Pick<Target, 'provider' | 'settings'>

export function changeFor(call: Call, { provider, settings }: AdaptTarget): BodyChange | null {
  return call.endpoint === 'proxy' ? null : (provider.adapt?.(call, settings) ?? null)
}

/** `boundary` is that of a form, null for JSON. */
export function adaptBody(
  body: Outgoing['body'],
  call: Call,
  target: AdaptTarget,
  boundary: string | null,
): Outgoing['body'] {
  if (!(body instanceof Uint8Array)) return body
  const change = changeFor(call, target)
  if (change === null) return body
  const drops = [...change.drop].map((name) => [name])
  return changeBody(body, boundary, change.set, drops)
}

/** As `adaptBody`, for bytes that a translation made: their members are read anew. */
export function adaptEncoded(bytes: Uint8Array, call: Call, target: AdaptTarget): Outgoing['body'] {
  if (target.provider.adapt === undefined) return bytes
  const body = parseObject(bytes)
  return typeof body === 'string' ? bytes : adaptBody(bytes, { ...call, body }, target, null)
}
