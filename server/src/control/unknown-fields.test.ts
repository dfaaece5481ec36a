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
  expect(warnings).toHaveLength(10_000)
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
