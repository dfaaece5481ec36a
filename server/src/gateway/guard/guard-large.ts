/** Guardrails on large bodies, in the body worker. */

import { LRUCache } from 'lru-cache'
import { findDuplicate, type JsonObject, parseObject, setMembers } from '../../core/body/json-text.ts'
import { replaceValues } from '../../core/body/replace-values.ts'
import { GatewayError } from '../../core/errors.ts'
import type { GuardedFormat } from '../../core/guardrails/guarded-format.ts'
import type { GuardrailSpec } from '../../core/guardrails/guardrails.ts'
import { isObject } from '../../core/json.ts'
import { atMost } from '../../core/runtime/at-most.ts'
import { compileGuardrail } from '../../guardrails/compile-guardrail.ts'
import type { Guardrail } from '../../guardrails/guardrail.ts'
import { Placeholders } from '../../guardrails/placeholders.ts'
import { changeParams, changesBody, readChanged } from '../attempt/make-body.ts'
import { factsOf, outlineOf } from '../large/body-facts.ts'
import type { GuardedLarge, GuardJob } from '../large/jobs.ts'
import { GuardedForm } from './guarded-form.ts'
import { jsonLeaves, withLeaves } from './json-leaves.ts'
import { runLocal } from './run-guardrails.ts'
import { GuardedBody, unreadable } from './subject.ts'

/** By the JSON of their specifications, which arrive as copies. */
const compiled = new LRUCache<string, Guardrail>(atMost(64))

function compiledOf(spec: GuardrailSpec): Guardrail {
  const key = JSON.stringify(spec)
  let guardrail = compiled.get(key)
  if (!guardrail) {
    guardrail = compileGuardrail(spec, (path, reason) => {
      throw new Error(`The guardrail "${spec.id}" cannot be compiled: ${path}: ${reason}`)
    })
    compiled.set(key, guardrail)
  }
  return guardrail
}

export function guardLarge(job: GuardJob): GuardedLarge {
  const { bytes, format, direction, changes, request, requestBody } = job
  const guardrails = job.specs.map(compiledOf)
  const placeholders = new Placeholders(() => bytes)
  placeholders.add(job.placeholders)
  const context = { direction, request, requestBody, placeholders }
  if (job.formType !== null) {
    const form = new GuardedForm(bytes, job.formType)
    const started = runLocal(guardrails, form, context)
    const { isChanged } = form
    const made = isChanged ? form.bytes : null
    return { started, bytes: made, isChanged, outline: null, facts: null, placeholders: placeholders.entries }
  }
  const read = parseObject(bytes)
  if (typeof read === 'string') {
    const started = runLocal(guardrails, unreadable('The response is not JSON.'), context)
    return { started, bytes: null, isChanged: false, outline: null, facts: null, placeholders: [] }
  }
  const given = changes && changesBody(changes) ? changeParams(bytes, read, null, changes) : bytes
  const params = given === bytes ? read : (readChanged(given, read, null) ?? read)
  if (direction === 'input') refuseDuplicates(given)
  const subject = new GuardedBody(format, direction, given, params)
  const started = runLocal(guardrails, subject, context)
  const made = subject.bytes
  const body = subject.body
  return {
    started,
    bytes: made === bytes ? null : made,
    isChanged: subject.isChanged,
    outline: direction === 'input' ? outlineOf(body) : null,
    facts: direction === 'input' ? factsOf(body) : null,
    placeholders: placeholders.entries,
  }
}

/** A provider may read the duplicate member that was not checked. */
export function refuseDuplicates(bytes: Uint8Array): void {
  const key = findDuplicate(bytes)
  if (key === null) return
  throw new GatewayError('duplicate_member', {
    param: key.slice(0, 64),
    message: `The request body contains "${key.slice(0, 64)}" more than once in an object. Guardrails check bodies without duplicates only.`,
  })
}

/** The response with the values of placeholders, and with the results of guardrails. */
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
