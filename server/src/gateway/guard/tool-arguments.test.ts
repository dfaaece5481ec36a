/** Tool arguments in every format: however a text is escaped or nested, it is found and replaced. */

import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { parseObject } from '../../core/body/json-text.ts'
import type { EndpointName } from '../../core/endpoints.ts'
import { DEFAULT_ACTIONS } from '../../core/guardrails/guardrails.ts'
import { isObject, type JsonObject } from '../../core/json.ts'
import { compileGuardrail } from '../../guardrails/compile-guardrail.ts'
import { Placeholders } from '../../guardrails/placeholders.ts'
import { guardLarge } from './guard-large.ts'
import { runLocal } from './run-guardrails.ts'
import { GuardedBody } from './subject.ts'

const SECRET = 'mallory@example.com'
const actions = { ...DEFAULT_ACTIONS, deny: true }
const refuse = (path: string, reason: string): never => {
  throw new Error(`${path}: ${reason}`)
}
const spec = (parameters: JsonObject) =>
  ({
    id: 'g',
    versionId: null,
    source: 'config',
    actions,
    checks: [{ id: 'default.pii', parameters: { types: ['EMAIL_ADDRESS'], ...parameters }, isEnabled: true }],
  }) as const
const DETECT = spec({ action: 'detect' })
const REDACT = spec({ action: 'redact' })
const detect = compileGuardrail(DETECT, refuse)
const redact = compileGuardrail(REDACT, refuse)

const request = {
  endpoint: 'chat.completions',
  model: 'm',
  provider: 'p',
  isStream: false,
  metadata: {},
  headers: {},
  organisationId: 'o',
  workspaceId: 'w',
} as const

/** The character as JSON may write it. */
const written = (character: string, form: number) => {
  const code = character.charCodeAt(0).toString(16).padStart(4, '0')
  return form === 1 ? `\\u${code}` : form === 2 ? `\\u${code.toUpperCase()}` : character
}

/** JSON with the secret somewhere in it: as a value or a key, escaped in any way, and nested. */
const args = fc
  .record({
    forms: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: SECRET.length, maxLength: SECRET.length }),
    before: fc.constantFrom('', 'mail ', 'Grüße an ', '"', '<'),
    after: fc.constantFrom('', ' please', ', danke', '\\', '>'),
    path: fc.array(fc.constantFrom('object', 'array', 'json', 'key', 'twice'), { maxLength: 5 }),
    space: fc.constantFrom('', ' ', '\n  '),
  })
  .map(({ forms, before, after, path, space }) => {
    const escaped = [...SECRET].map((character, i) => written(character, forms[i]!)).join('')
    const quoted = (text: string) => JSON.stringify(text).slice(1, -1)
    let json = `"${quoted(before)}${escaped}${quoted(after)}"`
    for (const [depth, step] of path.entries()) {
      if (step === 'array') json = `[1,${space}${json}, true]`
      else if (step === 'json' && depth < 3) json = `{"inner":${JSON.stringify(`{"x":${json}}`)}}`
      else if (step === 'key' && depth === 0) json = `{${json}:${space}1}`
      else if (step === 'twice') json = `{"k":${json},${space}"k":"fine"}`
      else json = `{"k${depth}":${space}${json}}`
    }
    return json
  })

/** A response of each format with these arguments, as a JSON text or as a value. */
const PLACES: readonly (readonly [EndpointName, (json: string) => string])[] = [
  [
    'chat.completions',
    (json) =>
      `{"choices":[{"message":{"tool_calls":[{"function":{"name":"f","arguments":${JSON.stringify(json)}}}]}}]}`,
  ],
  ['responses', (json) => `{"output":[{"type":"function_call","name":"f","arguments":${JSON.stringify(json)}}]}`],
  ['messages', (json) => `{"content":[{"type":"tool_use","id":"t","name":"f","input":{"v":${json}}}]}`],
  [
    'gemini.generate',
    (json) => `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{"v":${json}}}}]}}]}`,
  ],
]

/** All that a client can read: strings, keys, and JSON in strings, as often as it is nested. */
function readable(value: unknown, depth = 0): string {
  if (typeof value === 'string') {
    let inner = ''
    try {
      if (depth < 12 && /[\\{[]/.test(value)) inner = readable(JSON.parse(value), depth + 1)
    } catch {
      // Not JSON.
    }
    return `${value}\n${inner}`
  }
  if (Array.isArray(value)) return value.map((item) => readable(item, depth + 1)).join('\n')
  if (!isObject(value)) return String(value)
  return Object.entries(value)
    .map(([key, item]) => `${key}\n${readable(item, depth + 1)}`)
    .join('\n')
}

function bodyOf(bytes: Uint8Array): JsonObject {
  const body = parseObject(bytes)
  if (!isObject(body)) throw new Error(body)
  return body
}

test('generated tool calls: none with the secret passes, and none keeps it', () => {
  let cases = 0
  fc.assert(
    fc.property(args, (json) => {
      for (const [format, place] of PLACES) {
        cases++
        const bytes = Buffer.from(place(json))
        const context = { direction: 'output', request, requestBody: null, placeholders: new Placeholders() } as const
        // If a member is there twice, a parser drops one value, which may be the secret. Only a JSON text keeps both.
        const body = bodyOf(bytes)
        if (!readable(body).includes(SECRET)) continue
        const [denied] = runLocal([detect], new GuardedBody(format, 'output', bytes, body), context)
        expect(denied?.checks[0]).toMatchObject({ verdict: false })
        const subject = new GuardedBody(format, 'output', bytes, bodyOf(bytes))
        runLocal([redact], subject, context)
        expect(readable(bodyOf(subject.bytes))).not.toContain(SECRET)
      }
    }),
    { numRuns: propertyRuns(2_500) },
  )
  expect(cases).toBe(4 * propertyRuns(2_500))
})

test('the body worker does the same', () => {
  fc.assert(
    fc.property(args, fc.constantFrom(...PLACES), (json, [format, place]) => {
      const bytes = Buffer.from(place(json))
      const job = { kind: 'guard', bytes, format, formType: null, direction: 'output', changes: null, request } as const
      const rest = { requestBody: null, placeholders: [] }
      const small = new GuardedBody(format, 'output', bytes, bodyOf(bytes))
      runLocal([redact], small, { direction: 'output', request, requestBody: null, placeholders: new Placeholders() })
      const large = guardLarge({ ...job, ...rest, specs: [REDACT] })
      expect(Buffer.from(large.bytes ?? bytes).toString()).toBe(Buffer.from(small.bytes).toString())
      expect(large.isChanged).toBe(small.isChanged)
    }),
    { numRuns: propertyRuns(500) },
  )
})
