import { expect, test } from 'bun:test'
import { nextRotation } from './apply-fields.ts'

test.each([
  ['weekly', '2027-02-24T10:00:00.000Z', '2027-03-03T10:00:00.000Z'],
  ['monthly', '2027-03-15T10:00:00.000Z', '2027-04-15T10:00:00.000Z'],
  ['monthly', '2027-01-31T10:00:00.000Z', '2027-02-28T10:00:00.000Z'],
  ['monthly', '2028-01-31T10:00:00.000Z', '2028-02-29T10:00:00.000Z'],
  ['monthly', '2027-12-31T23:59:59.000Z', '2028-01-31T23:59:59.000Z'],
] as const)('a %s rotation after %s is due at %s', (period, made, due) => {
  expect(new Date(nextRotation(period, Date.parse(made)) ?? 0).toISOString()).toBe(due)
})

test('a policy without a period is due once', () => {
  expect(nextRotation(null, Date.now())).toBeNull()
})
