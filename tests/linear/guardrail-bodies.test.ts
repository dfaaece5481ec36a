/** Guardrails read, check and change bodies in linear time, whatever their names, depth and number of values. */

import { expect, test } from 'bun:test'
import { DEFAULT_ACTIONS, type Direction } from '../../server/src/core/guardrails/guardrails.ts'
import type { JsonObject } from '../../server/src/core/json.ts'
import { runLocal } from '../../server/src/gateway/guard/run-guardrails.ts'
import { GuardedBody } from '../../server/src/gateway/guard/subject.ts'
import { compileGuardrail } from '../../server/src/guardrails/compile-guardrail.ts'
import { superlinear } from './measure.ts'

/** Makes bodies larger: in small bodies, the fixed cost of a check hides superlinear growth. */
const SCALE = 8
const MAX_SIZE = 4 * 1024

function guardrailOf(id: string, parameters: JsonObject) {
  const checks = [{ id, parameters, isEnabled: true }]
  const spec = { id: 'g', versionId: null, source: 'config', checks, actions: DEFAULT_ACTIONS } as const
  return compileGuardrail(spec, (path, reason) => {
    throw new Error(`${path}: ${reason}`)
  })
}

/** A check of each text, one of the whole text, one with names as context, and one that changes every text. */
const GUARDRAILS = [
  guardrailOf('default.contains', { words: ['falcon'], operator: 'none' }),
  guardrailOf('default.wordCount', { minWords: 0, maxWords: 1e9 }),
  guardrailOf('default.secrets', {}),
  guardrailOf('default.regexReplace', { rule: 'a', redactText: 'b' }),
]

const list = (count: number): string[] => Array.from({ length: count }, () => 'a')
const word = (length: number): string => 'k'.repeat(Math.max(1, Math.floor(length)))

/** Long names around many values. */
function nested(n: number): JsonObject {
  let value: unknown = Object.fromEntries(list(n / 2).map((text, i) => [`a${i}`, text]))
  for (let i = 0; i < 50; i++) value = { [word(n / 12)]: value }
  return value as JsonObject
}

const named = (n: number): JsonObject => ({ [word(n * 4)]: list(n / 2) })

const REQUESTS: Readonly<Record<string, (n: number) => JsonObject>> = {
  'many messages': (n) => ({ messages: list(n / 8).map((content) => ({ role: 'user', content })) }),
  'many blocks': (n) => ({
    messages: [{ role: 'user', content: list(n / 8).map((text) => ({ type: 'text', text })) }],
  }),
  'many members that no format has': (n) => ({
    messages: [],
    ...Object.fromEntries(list(n / 2).map((a, i) => [`x${i}`, a])),
  }),
  'a long name around many values': (n) => ({ messages: [], ...named(n) }),
  'a long name in a block': (n) => ({ messages: [{ role: 'user', content: [{ type: 'x', ...named(n) }] }] }),
  'long names around many values': (n) => ({ messages: [], options: nested(n) }),
  'documents with long names': (n) => ({ messages: [], documents: [nested(n)] }),
  'arguments with a long name': (n) => ({
    messages: [{ role: 'assistant', tool_calls: [{ function: { arguments: JSON.stringify(named(n)) } }] }],
  }),
  'arguments with long names': (n) => ({
    messages: [{ role: 'assistant', tool_calls: [{ function: { arguments: JSON.stringify(nested(n)) } }] }],
  }),
  'tool definitions': (n) => ({
    messages: [],
    tools: list(n / 16).map((name) => ({ type: 'function', function: { name } })),
  }),
  'lists in lists': (n) => ({ messages: [], x: list(n / 64).map(() => JSON.parse('['.repeat(40) + ']'.repeat(40))) }),
}

const RESPONSES: Readonly<Record<string, (n: number) => JsonObject>> = {
  'many choices': (n) => ({ choices: list(n / 8).map((content) => ({ message: { content } })) }),
  'a long name around many values': (n) => ({ choices: [{ message: { content: 'a', ...named(n) } }] }),
  'long names around many values': (n) => ({ choices: [{ message: { content: 'a', annotations: [nested(n)] } }] }),
}

const CONTEXT = {
  request: {
    endpoint: 'chat.completions',
    model: null,
    provider: null,
    isStream: false,
    metadata: {},
    headers: {},
    organisationId: 'o',
    workspaceId: 'w',
  },
  requestBody: null,
  placeholders: { of: (label: string) => `[${label}]` },
} as const

const CASES = [
  ...Object.entries(REQUESTS).map(([name, make]) => ['input', name, make] as const),
  ...Object.entries(RESPONSES).map(([name, make]) => ['output', name, make] as const),
]

test.each(CASES)('%s: %s', async (direction: Direction, _name, make) => {
  const growth = await superlinear((n) => {
    const bytes = Buffer.from(JSON.stringify(make(n * SCALE)))
    return () => {
      const subject = new GuardedBody('chat.completions', direction, bytes, JSON.parse(bytes.toString()))
      runLocal(GUARDRAILS, subject, { ...CONTEXT, direction })
      return subject.bytes
    }
  }, MAX_SIZE)
  expect(growth).toBeNull()
})
