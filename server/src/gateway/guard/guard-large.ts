/** Runs guardrails on large bodies, in the body worker. */

import { LRUCache } from 'lru-cache'
import { parseObject } from '../../core/body/json-text.ts'
import type { GuardrailSpec } from '../../core/guardrails/guardrails.ts'
import { atMost } from '../../core/runtime/at-most.ts'
import { compileGuardrail } from '../../guardrails/compile-guardrail.ts'
import type { Guardrail } from '../../guardrails/guardrail.ts'
import { Placeholders } from '../../guardrails/placeholders.ts'
import { changeParams, changesBody, readChanged } from '../attempt/make-body.ts'
import { factsOf, outlineOf } from '../large/body-facts.ts'
import type { GuardedLarge, GuardJob } from '../large/jobs.ts'
import { refuseDuplicates } from './finish-body.ts'
import { GuardedForm } from './guarded-form.ts'
import { runLocal } from './run-guardrails.ts'
import { GuardedBody, unreadable } from './subject.ts'

/** Compiled guardrails, keyed by the JSON of their specifications, because each job has new specification objects. */
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
