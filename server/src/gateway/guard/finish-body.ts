/** The steps before and after the guardrails of a JSON body: refuses duplicate members, and completes the response. */

import { findDuplicate, type JsonObject, parseObject, setMembers } from '../../core/body/json-text.ts'
import { replaceValues } from '../../core/body/replace-values.ts'
import { GatewayError } from '../../core/errors.ts'
import type { GuardedFormat } from '../../core/guardrails/guarded-format.ts'
import { isObject } from '../../core/json.ts'
import type { Placeholders } from '../../guardrails/placeholders.ts'
import { jsonLeaves, withLeaves } from './json-leaves.ts'
import { GuardedBody } from './subject.ts'

/** A provider may read the duplicate member that was not checked. */
export function refuseDuplicates(bytes: Uint8Array): void {
  const key = findDuplicate(bytes)
  if (key === null) return
  throw new GatewayError('duplicate_member', {
    param: key.slice(0, 64),
    message: `The request body contains "${key.slice(0, 64)}" more than once in an object. Guardrails do not accept duplicate members.`,
  })
}

/** The response with the original values in place of placeholders, and with the results of guardrails. */
export function finishBody(
  bytes: Uint8Array,
  format: GuardedFormat,
  placeholders: Placeholders,
  hooks: JsonObject | null,
): Uint8Array {
  const body = parseObject(bytes)
  if (!isObject(body)) return bytes
  const restored = placeholders.isEmpty ? bytes : restoredBody(bytes, body, format, placeholders)
  return hooks === null ? restored : setMembers(restored, new Map([['hook_results', hooks]]))
}

function restoredBody(
  bytes: Uint8Array,
  body: JsonObject,
  format: GuardedFormat,
  placeholders: Placeholders,
): Uint8Array {
  const subject = new GuardedBody(format, 'output', bytes, body)
  for (const [i, { text }] of subject.parts.entries()) subject.change(i, placeholders.restore(text))
  return format.startsWith('responses') ? withRestoredEcho(subject, placeholders) : subject.bytes
}

/** Members of a Responses body that repeat texts of the request. */
const ECHOED = ['instructions', 'prompt'] as const

function withRestoredEcho({ bytes, body }: GuardedBody, placeholders: Placeholders): Uint8Array {
  const values = new Map<string, string>()
  for (const name of ECHOED) {
    const text = JSON.stringify(body[name] ?? null)
    const json = jsonLeaves(text)
    const changes = new Map(json.leaves.map((leaf, i) => [i, placeholders.restore(leaf.text)] as const))
    for (const [i, { text: before }] of json.leaves.entries()) if (changes.get(i) === before) changes.delete(i)
    if (changes.size > 0) values.set(name, withLeaves(json, changes))
  }
  return replaceValues(bytes, values)
}
