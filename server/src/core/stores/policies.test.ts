import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { isGroupOfUser, type PolicyKey, policyValueKey } from './policies.ts'

test('a value key has the documented format', () => {
  expect(policyValueKey(['metadata._user'], ['anna-model:x%'])).toBe('metadata._user:anna-model:x%')
  expect(policyValueKey(['metadata._user', 'model'], ['anna-b', 'gpt-4o'])).toBe('metadata._user:anna-b-model:gpt-4o')
})

test('different combinations of values never share an account', () => {
  const groups = fc.constantFrom<PolicyKey[]>(['model', 'metadata.a'], ['metadata.a', 'metadata.a:b', 'model'])
  const piece = fc.constantFrom(
    '-model:',
    '-metadata.a:',
    '-metadata.a:b:',
    'b:',
    '%',
    '%2D',
    'x',
    '-',
    ':',
    'model',
    '',
  )
  const value = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''))
  const values = fc.array(value, { minLength: 3, maxLength: 3 })
  fc.assert(
    fc.property(groups, values, values, (groupBy, left, right) => {
      const [one, other] = [left.slice(0, groupBy.length), right.slice(0, groupBy.length)]
      fc.pre(JSON.stringify(one) !== JSON.stringify(other))
      expect(policyValueKey(groupBy, one)).not.toBe(policyValueKey(groupBy, other))
    }),
    { numRuns: propertyRuns(20_000) },
  )
})

test('finds the groups of a user, and none of a user with a similar name', () => {
  const both: PolicyKey[] = ['metadata._user', 'model']
  const last: PolicyKey[] = ['model', 'metadata._user']
  for (const user of ['anna', 'anna-b', 'a%', 'x-model:y', '']) {
    for (const other of ['anna', 'anna-b', 'anna-bb', 'nna', 'a%', 'x-model:y', 'x', '']) {
      const isSame = user === other
      expect(isGroupOfUser(['metadata._user'], policyValueKey(['metadata._user'], [other]), user)).toBe(isSame)
      expect(isGroupOfUser(both, policyValueKey(both, [other, 'gpt-4o']), user)).toBe(isSame)
      expect(isGroupOfUser(last, policyValueKey(last, ['gpt-4o', other]), user)).toBe(isSame)
    }
  }
  expect(isGroupOfUser(['model'], 'model:anna', 'anna')).toBe(false)
})
