import { expect, test } from 'bun:test'
import type { LogReader } from '../core/ports.ts'
import { openapi } from './openapi.ts'
import { adminOperations } from './operations.ts'
import { SCOPES } from './scopes.ts'

const nobody: LogReader = { list: async () => ({ logs: [], nextCursor: null }), read: async () => null }
const operations = adminOperations({ logs: nobody, breakers: { list: () => [], reset: () => false }, providers: [] })

type Described = {
  operationId: string
  summary: string
  description: string
  parameters: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[]
  responses: Record<string, { description: string; content: Record<string, { schema: Record<string, unknown> }> }>
}
type Document = {
  openapi: string
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> }
  security: Record<string, unknown>[]
}
const document = JSON.parse(JSON.stringify(openapi(operations, '9.9.9'))) as Document
const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

test('every operation is in the document once, under its method and path', () => {
  expect(described.map(({ path, method }) => `${method} ${path}`).sort()).toEqual(
    operations.map((operation) => `${operation.method.toLowerCase()} ${operation.path}`).sort(),
  )
  expect(new Set(described.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
})

test.each(described)('$method $path says who may call it, what it takes and what it gives', ({ path, operation }) => {
  expect(operation.summary).toMatch(/^[A-Z]/)
  expect(operation.description).toMatch(/scope `|Any gateway key|Admin keys/)
  expect(operation.responses['200']?.content['application/json']?.schema).toMatchObject({
    type: 'object',
    properties: expect.anything(),
  })
  expect(operation.responses['default']?.content['application/json']?.schema).toEqual({
    $ref: '#/components/schemas/Error',
  })
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
  expect(inPath.map((parameter) => `{${parameter.name}}`)).toEqual(path.match(/\{[a-z]+\}/g) ?? [])
  for (const parameter of inPath) expect(parameter.required).toBe(true)
})

test('every reference and every security scheme leads somewhere', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
    (match) => match[1]!,
  )
  expect(references.length).toBeGreaterThan(0)
  for (const name of references) expect(document.components.schemas).toHaveProperty(name)
  for (const scheme of document.security.flatMap(Object.keys))
    expect(document.components.securitySchemes).toHaveProperty(scheme)
})

test('every scope an operation asks for is in the catalogue', () => {
  const known = new Set(SCOPES.map((scope) => scope.name))
  for (const { permission } of operations) if (typeof permission === 'object') expect(known).toContain(permission.scope)
})
