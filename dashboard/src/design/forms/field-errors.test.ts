import { expect, test } from 'bun:test'
import { ApiError } from '../../api/api-error.ts'
import { fieldErrors } from './field-errors.ts'

const refusal = new ApiError({
  status: 400,
  code: 'invalid_body',
  message: 'usage_limits.credit_limit: must be 1 or more. 2 more in details.',
  param: 'usage_limits.credit_limit',
  details: ['name: Too small.', 'rate_limits[0].value: must be 0 or more.', { not: 'a text' }],
})

test('each wrong member is found under its own name, the first one without the count of the others', () => {
  const errors = fieldErrors(refusal)
  expect(errors('usage_limits.credit_limit')).toBe('Must be 1 or more.')
  expect(errors('name')).toBe('Too small.')
  expect(errors('rate_limits[0].value')).toBe('Must be 0 or more.')
})

test('messages of the schema are shown in plain words', () => {
  const words = (message: string) =>
    fieldErrors(new ApiError({ status: 400, code: 'invalid_body', message, param: 'name' }))('name')
  expect(words('name: Too small: expected string to have >=1 characters. 1 more in details.')).toBe('Required.')
  expect(words('name: Too big: expected string to have <=128 characters.')).toBe('At most 128 characters.')
  expect(words('name: Too small: expected number to be >0.')).toBe('Must be more than 0.')
  expect(words('name is missing.')).toBe('Required.')
  expect(words('name: must be an ISO 8601 time such as 2027-01-31T00:00:00Z.')).toBe('Enter a day such as 2027-01-31.')
})

test('a valid field has no message', () => {
  expect(fieldErrors(refusal)('slug')).toBeNull()
  expect(fieldErrors(null)('name')).toBeNull()
})

test('if an input has several field names, the invalid one decides', () => {
  expect(fieldErrors(refusal)('slug', 'name')).toBe('Too small.')
})
