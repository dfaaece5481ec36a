import { expect, test } from 'bun:test'
import { z } from 'zod'
import type { DescribedOperation } from '../../../../scripts/docs-site/operation-section.ts'
import { endpoint } from '../endpoint.ts'
import { openapiDocument } from './document.ts'

type Tree = { name: string; children: Tree[] }
const tree: z.ZodType<Tree> = z.strictObject({ name: z.string(), children: z.lazy(() => z.array(tree)) })

const create = endpoint({
  name: 'configs.create',
  method: 'POST',
  path: '/configs',
  summary: 'Create a config',
  permission: { scope: 'configs.create' },
  audit: 'config.create',
  query: z.object({
    dry: z.enum(['true', 'false']).optional().meta({ description: 'Only try.' }),
    must: z.string(),
    codes: z.preprocess((text) => String(text).split(','), z.array(z.coerce.number())).optional(),
    page: z.coerce.number().int().min(1).default(7),
  }),
  body: tree,
  reply: z.object({ id: z.string(), at: z.string().nullable() }),
  example: { query: { must: 'x', codes: '1,2', page: '3' }, body: { name: 'root', children: [] } },
  handle: async () => ({ id: '', at: null }),
})
const read = endpoint({
  name: 'configs.read',
  method: 'GET',
  path: '/configs/{slug}/versions/{version_id}',
  summary: 'Read a version',
  permission: { scope: 'configs.read', or: ['configs.list'] },
  reply: z.object({}),
  handle: async () => ({}),
})
const file = endpoint({
  name: 'logs.stream',
  method: 'GET',
  path: '/logs/stream',
  summary: 'Watch logs',
  permission: 'public',
  reply: { contentType: 'text/event-stream', about: 'Rows as they come.' },
  handle: async () => new Response(),
})

const document = JSON.parse(JSON.stringify(openapiDocument([create, read, file], '9.9.9'))) as ReturnType<
  typeof openapiDocument
>
const described = (path: string, method: string) =>
  document.paths[path]?.[method] as DescribedOperation & { [name: string]: unknown }
const created = described('/configs', 'post')

test('every operation stands under its method and path, with its name, group, rule and audit action', () => {
  expect(created).toMatchObject({
    operationId: 'configs.create',
    tags: ['configs'],
    summary: 'Create a config',
    description: 'Requires the scope `configs.create`.',
    'x-scopes': ['configs.create'],
    'x-permission': 'scope',
    'x-audit-action': 'config.create',
  })
  expect(described('/configs/{slug}/versions/{version_id}', 'get')).toMatchObject({
    'x-scopes': ['configs.read', 'configs.list'],
  })
  expect(document.tags.map(({ name }) => name)).toEqual(['configs', 'logs'])
})

test('parameters of path and query are named, typed and marked as required where they are', () => {
  const byName = Object.fromEntries(created.parameters.map((parameter) => [parameter.name, parameter]))
  expect(byName['dry']).toMatchObject({
    in: 'query',
    required: false,
    description: 'Only try.',
    schema: { enum: ['true', 'false'] },
  })
  expect(byName['must']).toMatchObject({ required: true, example: 'x' })
  expect(byName['codes']).toMatchObject({
    style: 'form',
    explode: false,
    schema: { type: 'array' },
    example: ['1', '2'],
  })
  expect(byName['page']).toMatchObject({ schema: { type: 'integer', minimum: 1, default: 7 }, example: 3 })
  const inPath = described('/configs/{slug}/versions/{version_id}', 'get').parameters
  expect(inPath).toMatchObject([
    { name: 'slug', in: 'path', required: true },
    { name: 'version_id', in: 'path', required: true },
  ])
})

test('creating calls take an Idempotency-Key', () => {
  expect(created.parameters.map((parameter) => parameter.$ref)).toContain('#/components/parameters/IdempotencyKey')
})

test('a body that holds itself is named where every reader of the document finds it', () => {
  const body = created.requestBody as unknown as {
    required: boolean
    content: Record<string, { schema: object; example: unknown }>
  }
  expect(body.required).toBe(true)
  expect(body.content['application/json']?.example).toEqual({ name: 'root', children: [] })
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)]
  expect(references.length).toBeGreaterThan(3)
  for (const [, group = '', name = ''] of references) expect(document.components[group]).toHaveProperty(name)
  expect(JSON.stringify(document)).not.toContain('$defs')
})

test('response schemas list all members and allow no others', () => {
  expect(created.responses['200']).toMatchObject({
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['id', 'at'],
          additionalProperties: false,
          properties: { id: { type: 'string' } },
        },
      },
    },
  })
  expect(described('/logs/stream', 'get').responses['200']).toEqual({
    description: 'Rows as they come.',
    content: { 'text/event-stream': { schema: { type: 'string' } } },
  })
})

test('public operations need no key, and only they', () => {
  expect(described('/logs/stream', 'get').security).toEqual([])
  expect(created.security).toBeUndefined()
  const schemes = document.security.flatMap(Object.keys)
  for (const scheme of schemes) expect(document.components['securitySchemes']).toHaveProperty(scheme)
})
