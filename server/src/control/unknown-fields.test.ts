import { expect, test } from 'bun:test'
import { z } from 'zod'
import { readBody, readQuery } from './read-input.ts'
import { acceptUnknown } from './unknown-fields.ts'

function acceptFor(name: string, path: string, params: Record<string, string> = {}) {
  const warnings: string[] = []
  return { warnings, accept: acceptUnknown({ operation: { name, path }, params, organisationId: 'org_1' }, warnings) }
}

const named = z.strictObject({ name: z.string() })

test('a part of the path may be repeated in the body under each of its names', () => {
  const cases: [path: string, params: Record<string, string>, repeated: Record<string, unknown>][] = [
    ['/feedback/{id}', { id: 'f1' }, { feedback_id: 'f1', id: 'f1' }],
    ['/logs/exports/{id}', { id: 'e1' }, { export_id: 'e1', exportId: 'e1' }],
    ['/configs/{slug}', { slug: 'pc-1' }, { slug: 'pc-1', id: 'pc-1', config_id: 'pc-1' }],
    ['/virtual-keys/{slug}', { slug: 'vk' }, { slug: 'vk', virtual_key_id: 'vk' }],
    ['/api-keys/{id}', { id: 'k1' }, { id: 'k1', api_key_id: 'k1' }],
    ['/api-keys/workspace/user', {}, { type: 'workspace', 'sub-type': 'user' }],
    [
      '/admin/workspaces/{workspace_id}/users/{user_id}',
      { workspace_id: 'w1', user_id: 'u1' },
      { workspace_id: 'w1', workspaceId: 'w1', user_id: 'u1' },
    ],
    ['/labels', {}, { organisation_id: 'org_1', organization_id: 'org_1' }],
  ]
  for (const [path, params, repeated] of cases) {
    const { accept, warnings } = acceptFor('things.update', path, params)
    expect(readBody(named, { name: 'x', ...repeated }, accept)).toEqual({ name: 'x' })
    expect(readQuery(z.object({}), `?${new URLSearchParams(repeated as Record<string, string>)}`, accept)).toEqual({})
    expect(warnings).toEqual([])
  }
})

test('a value that contradicts the path is an error that names both', () => {
  const { accept } = acceptFor('feedback.update', '/feedback/{id}', { id: 'f1' })
  expect(() => readBody(named, { name: 'x', feedback_id: 'f2' }, accept)).toThrow(
    'feedback_id contradicts the path /v1/feedback/{id}, which says "f1".',
  )
  expect(() => readBody(named, { name: 'x', organisation_id: 'org_2' }, accept)).toThrow(
    'organisation_id is not your organisation.',
  )
})

test('a field without effect is left out with a warning, and any other unknown field stays an error', () => {
  const { accept, warnings } = acceptFor('prompt_partials.update', '/prompts/partials/{id}', { id: 'p' })
  expect(readBody(named, { name: 'x', status: 'active' }, accept)).toEqual({ name: 'x' })
  expect(warnings).toEqual(['status was ignored: partials are always active.'])
  expect(() => readBody(named, { name: 'x', status: 'active', api_key: 'sk' }, accept)).toThrow(
    'Unknown field "api_key".',
  )
})

test('only plain values of a nested object are left out', () => {
  const { accept } = acceptFor('workspaces.update', '/admin/workspaces/{workspace_id}', { workspace_id: 'w' })
  const schema = z.strictObject({ defaults: z.strictObject({ metadata: z.unknown().optional() }) })
  expect(readBody(schema, { defaults: { x: 'y' } }, accept)).toEqual({ defaults: {} })
  expect(() => readBody(schema, { defaults: { config: { retry: {} } } }, accept)).toThrow('Unknown field "config"')
})

test('all fields without effect of one object are left out together', () => {
  const { accept, warnings } = acceptFor('workspaces.update', '/admin/workspaces/{workspace_id}', { workspace_id: 'w' })
  const schema = z.strictObject({ defaults: z.strictObject({ metadata: z.unknown().optional() }) })
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`field_${i}`, 'x']))
  expect(readBody(schema, { defaults: { ...many, metadata: {} } }, accept)).toEqual({ defaults: { metadata: {} } })
  expect(warnings).toHaveLength(21)
  expect(warnings.at(-1)).toBe('9980 more fields were ignored.')
})

test('a warning shows the start of a long name', () => {
  const { accept, warnings } = acceptFor('workspaces.update', '/admin/workspaces/{workspace_id}', { workspace_id: 'w' })
  const schema = z.strictObject({ defaults: z.strictObject({}) })
  readBody(schema, { defaults: { [`x${'y'.repeat(100_000)}`]: 1 } }, accept)
  expect(warnings[0]?.length).toBeLessThan(200)
})

test('a field that is named like a limit, right, credential or target is never left out by a pattern', () => {
  const { accept, warnings } = acceptFor('workspaces.update', '/admin/workspaces/{workspace_id}', { workspace_id: 'w' })
  const schema = z.strictObject({ defaults: z.strictObject({ metadata: z.unknown().optional() }) })
  for (const name of [
    'allow_config_override',
    'rate_limit',
    'usage_limits',
    'maxTokens',
    'credit_budget',
    'config',
    'virtual_key',
    'provider',
    'custom_host',
    'api_key',
    'apiKey',
    'client_secret',
    'guardrail_id',
    'role',
    'scopes',
    'expires_at',
    'is_disabled',
  ])
    expect(() => readBody(schema, { defaults: { [name]: 1 } }, accept)).toThrow(`Unknown field "${name}"`)
  expect(warnings).toEqual([])
})

test('names of prototypes are fields like any other', () => {
  const { accept, warnings } = acceptFor('workspaces.update', '/admin/workspaces/{workspace_id}', { workspace_id: 'w' })
  const schema = z.strictObject({ defaults: z.strictObject({}) })
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const body: unknown = JSON.parse(`{"defaults":{"${name}":{"isAdmin":true}}}`)
    expect(() => readBody(schema, body, accept)).toThrow('Unknown field')
    const top: unknown = JSON.parse(`{"name":"x","${name}":"w"}`)
    expect(() => readBody(named, top, accept)).toThrow('Unknown field')
  }
  expect([warnings, ({} as { isAdmin?: boolean }).isAdmin]).toEqual([[], undefined])
})

test('only a text or number can repeat a part of the path', () => {
  const { accept } = acceptFor('feedback.update', '/feedback/{id}', { id: 'f1' })
  for (const value of [['f1'], { toString: 'f1' }, true, null])
    expect(() => readBody(named, { name: 'x', feedback_id: value }, accept)).toThrow('contradicts')
})

test('query parameters may be written in camel case, once', () => {
  const schema = z.object({ page_size: z.coerce.number().default(10), currentPage: z.coerce.number().default(0) })
  expect(readQuery(schema, '?pageSize=5&current_page=2')).toEqual({ page_size: 5, currentPage: 2 })
  expect(readQuery(schema, '?page_size=5&pageSize=5')).toEqual({ page_size: 5, currentPage: 0 })
  expect(() => readQuery(schema, '?page_size=5&pageSize=6')).toThrow('sent more than once')
})

test('a list that was sent as numbered members is read as a list', () => {
  const schema = z.union([named, z.array(named)])
  expect(readBody(schema, { 0: { name: 'a' }, 1: { name: 'b' } })).toEqual([{ name: 'a' }, { name: 'b' }])
  expect(() => readBody(schema, { 0: { name: 'a' }, 2: { name: 'b' } })).toThrow()
})
