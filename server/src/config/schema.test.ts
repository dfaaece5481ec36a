import { expect, test } from 'bun:test'
import { configJsonSchema } from './schema.ts'

type Json = { readonly [key: string]: Json | Json[] | string | boolean | number | undefined }

test('the published schema describes every key of every object and allows no other', () => {
  let objects = 0
  const visit = (schema: Json, path: string) => {
    const properties = schema['properties'] as Record<string, Json> | undefined
    if (properties !== undefined) {
      objects += 1
      expect(schema['additionalProperties']).toBe(false)
      for (const [key, member] of Object.entries(properties)) {
        expect(`${path}.${key}: ${member['description'] ?? ''}`).toMatch(/: .{10}/)
        visit(member, `${path}.${key}`)
      }
    }
    const items = schema['items']
    if (typeof items === 'object' && !Array.isArray(items)) visit(items, `${path}[]`)
  }
  visit(configJsonSchema() as Json, 'config')
  expect(objects).toBeGreaterThan(7)
})

test('the published schema is recursive and contains the providers’ own keys', () => {
  const schema = configJsonSchema() as Json
  const properties = schema['properties'] as Record<string, Json>
  expect((properties['targets']!['items'] as Json)['$ref']).toBe('#')
  expect(Object.keys(properties)).toContain('cloud_a_resource_name')
  expect(Object.keys(properties)).toContain('circuit_breaker')
})
