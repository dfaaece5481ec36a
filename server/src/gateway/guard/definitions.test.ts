import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { DEFAULT_ACTIONS } from '../../core/guardrails/guardrails.ts'
import type { JsonObject } from '../../core/json.ts'
import { compileGuardrail } from '../../guardrails/compile-guardrail.ts'
import { partsOfRequest, replaceParts } from './conversation.ts'
import { jsonLeaves } from './json-leaves.ts'
import { runLocal } from './run-guardrails.ts'
import { GuardedBody } from './subject.ts'

/** A schema as zod writes it. */
const SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {
    count: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
    id: { type: 'string', pattern: '^[0-9a-f]{8}-[0-9a-f]{4}$', description: 'Such as 2024-01-31.' },
  },
  additionalProperties: false,
}

test('every string of a tool is a part, and is replaced in its place', () => {
  const body: JsonObject = {
    messages: [{ role: 'user', content: 'hi' }],
    tools: [{ type: 'function', function: { name: 'f', description: 'about Ada', parameters: SCHEMA } }],
  }
  const { parts } = partsOfRequest('chat.completions', body)
  const at = parts.findIndex(({ text }) => text === 'about Ada')
  expect(parts[at]).toMatchObject({ path: 'tools[0].function.description', kind: 'definition', role: 'system' })
  const bytes = replaceParts(Buffer.from(JSON.stringify(body)), parts, new Map([[at, 'about A']]))
  expect(JSON.parse(Buffer.from(bytes).toString())).toEqual({
    ...body,
    tools: [{ type: 'function', function: { name: 'f', description: 'about A', parameters: SCHEMA } }],
  })
})

test('each text is at the place that a change is written to, for any definition', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (tool) => {
      const body = JSON.parse(JSON.stringify({ tools: [tool] })) as JsonObject
      const bytes = Buffer.from(JSON.stringify(body))
      const { parts } = partsOfRequest('chat.completions', body)
      const leaves = jsonLeaves(JSON.stringify((body['tools'] as unknown[])[0]))
      for (const [i, part] of parts.entries()) {
        if (part.leaf.length === 1) expect(leaves.leaves[part.leaf[0]!]?.text).toBe(part.text)
        const changed = Buffer.from(replaceParts(bytes, parts, new Map([[i, 'CHANGED']]))).toString()
        expect(JSON.parse(changed)).toBeDefined()
        expect(changed).toContain('CHANGED')
      }
    }),
  )
})

test('a definition that is nested deeply is read whole', () => {
  let tool: unknown = 'deep inside'
  for (let depth = 0; depth < 100; depth++) tool = { inner: tool }
  const { parts } = partsOfRequest('chat.completions', { tools: [{ tool }] })
  expect(parts.at(-1)?.text).toBe('deep inside')
})

test('what connects to an MCP server is not checked', () => {
  const tool = {
    type: 'mcp',
    server_label: 'deploys',
    server_description: 'Deploys.',
    server_url: 'https://mcp.example/key-1',
    authorization: 'key-2',
    headers: { 'x-key': 'key-3' },
  }
  const texts = partsOfRequest('responses', { input: 'hi', tools: [tool] }).parts.map(({ text }) => text)
  expect(texts).toContain('Deploys.')
  expect(texts.filter((text) => text.includes('key-'))).toEqual([])
})

test.each(['default.pii', 'default.secrets', 'default.promptInjection'])('%s finds nothing in a usual schema', (id) => {
  const spec = {
    id: 'g',
    versionId: null,
    source: 'config' as const,
    checks: [{ id, parameters: {}, isEnabled: true }],
    actions: { ...DEFAULT_ACTIONS, deny: true },
  }
  const guardrail = compileGuardrail(spec, (path, reason) => {
    throw new Error(`${path}: ${reason}`)
  })
  const body: JsonObject = {
    messages: [{ role: 'user', content: 'hi' }],
    tools: [{ type: 'function', function: { name: 'get_count', description: 'Counts.', parameters: SCHEMA } }],
    response_format: { type: 'json_schema', json_schema: { name: 'r', schema: SCHEMA } },
  }
  const subject = new GuardedBody('chat.completions', 'input', Buffer.from(JSON.stringify(body)), body)
  const request = {
    endpoint: 'chat.completions' as const,
    model: 'm',
    provider: 'openai',
    isStream: false,
    metadata: {},
    headers: {},
    organisationId: 'o',
    workspaceId: 'w',
  }
  const context = { direction: 'input' as const, request, requestBody: null, placeholders: { of: () => '' } }
  const [run] = runLocal([guardrail], subject, context)
  expect(run?.checks).toMatchObject([{ verdict: true, matches: [] }])
})

test('a property called arguments beside a long number is replaced in its place', () => {
  const parameters = { properties: { arguments: { description: 'about Ada' } }, maximum: 9007199254740991 }
  const body = { messages: [], tools: [{ type: 'function', function: { name: 'f', parameters } }] }
  const bytes = Buffer.from(JSON.stringify(body))
  const subject = new GuardedBody('chat.completions', 'input', bytes, JSON.parse(bytes.toString()))
  for (const [i, { text }] of subject.parts.entries()) subject.change(i, text.replace('Ada', 'Bob'))
  expect(Buffer.from(subject.bytes).toString()).toBe(bytes.toString().replace('Ada', 'Bob'))
})
