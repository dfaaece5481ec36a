/** Replaces personal data and secrets in a logged body, with the finders of the guardrails. */

import type { Span } from '../guardrails/check.ts'
import { compilePii } from '../guardrails/pii/pii-check.ts'
import { piiParameters } from '../guardrails/pii/pii-parameters.ts'
import { compileSecrets } from '../guardrails/secrets/secrets-check.ts'
import { secretsParameters } from '../guardrails/secrets/secrets-parameters.ts'

/** Sent instead of an event stream: a name or number can be split over several events, where no finder sees it. */
const HIDDEN_STREAM = '[EVENT_STREAM]'
const EVENT_STREAM = /^\s*(?:data|event|id|retry)?:/
/** A JSON string. `maskEscaped` handles those with escape sequences. */
const JSON_STRING = /"(?:[^"\\\n]|\\.)*"/g

type Mask = (text: string) => string

/** Builds the finders, which takes some milliseconds. */
export function textMask(): Mask {
  const refuse = (_path: string, message: string): never => {
    throw new Error(message)
  }
  const redact = { action: 'redact' } as const
  const checks = [
    compileSecrets('sinks.secrets', secretsParameters.parse(redact)),
    compilePii('sinks.pii', piiParameters.parse(redact), { refuse }),
  ]
  const maskPlain: Mask = (text) => checks.reduce((masked, { find }) => replaced(masked, find(masked, 0)), text)
  return (text) => {
    if (EVENT_STREAM.test(text)) return HIDDEN_STREAM
    return maskPlain(text).replace(JSON_STRING, (literal) => maskEscaped(literal, maskPlain))
  }
}

/** Masks the decoded text of a JSON string: `\u0040` in a body is an @. */
function maskEscaped(literal: string, mask: Mask): string {
  if (!literal.includes('\\')) return literal
  try {
    const text: unknown = JSON.parse(literal)
    if (typeof text !== 'string') return literal
    const masked = mask(text)
    return masked === text ? literal : JSON.stringify(masked)
  } catch {
    return literal
  }
}

function replaced(text: string, spans: readonly Span[]): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end, action } of spans) {
    if (action.kind !== 'replace') continue
    parts.push(text.slice(at, start), action.text)
    at = end
  }
  return at === 0 ? text : parts.join('') + text.slice(at)
}
