import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { camelCase, canonicalName, snakeCase } from './setting-names.ts'

test.each([
  ['azureResourceName', 'cloud_a_resource_name'],
  ['azure_resource_name', 'cloud_a_resource_name'],
  ['resource_name', 'cloud_a_resource_name'],
  ['resourceName', 'cloud_a_resource_name'],
  ['cloud_a_resource_name', 'cloud_a_resource_name'],
  ['cloudAResourceName', 'cloud_a_resource_name'],
  ['apiVersion', 'cloud_a_api_version'],
  ['vertexProjectId', 'cloud_b_project_id'],
  ['aws_access_key_id', 'cloud_c_access_key_id'],
  ['useRetryAfterHeader', 'use_retry_after_headers'],
  ['customHost', 'custom_host'],
  ['provider', 'provider'],
  ['awsome', 'awsome'],
])('%s is %s', (name, canonical) => {
  expect(canonicalName(name)).toBe(canonical)
})

test('canonical names do not change', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-zA-Z_]{1,20}$/),
      (name) => canonicalName(canonicalName(name)) === canonicalName(name),
    ),
  )
})

test('camelCase and snakeCase are inverse for words of letters', () => {
  const snake = fc
    .array(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 5 })
    .map((words) => words.join('_'))
  fc.assert(fc.property(snake, (name) => snakeCase(camelCase(name)) === name))
})
