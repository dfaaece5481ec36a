import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../tests/harness/property-runs.ts'
import { describeUnknownKey, keyHint, newKeySecret } from './key-secret.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

test('a new key has the prefix of its kind and the documented format, and is unique', () => {
  const keys = Array.from({ length: 1000 }, () => newKeySecret('workspace'))
  for (const key of keys) expect(key).toMatch(/^gww_[0-9A-Za-z]{46}$/)
  expect(new Set(keys).size).toBe(keys.length)
  expect(newKeySecret('admin')).toStartWith('gwa_')
})

test('a well-formed unknown key is described as deleted or from another gateway', () => {
  expect(describeUnknownKey(newKeySecret('workspace')).message).toContain('another gateway')
  expect(describeUnknownKey(newKeySecret('admin')).message).toContain('another gateway')
})

test('the checksum detects any single changed character', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('admin', 'workspace'),
      fc.nat(45),
      fc.constantFrom(...ALPHABET),
      (kind, place, letter) => {
        const key = newKeySecret(kind)
        const at = 4 + place
        fc.pre(key[at] !== letter)
        expect(describeUnknownKey(key.slice(0, at) + letter + key.slice(at + 1)).message).toContain('damaged')
      },
    ),
    { numRuns: propertyRuns(2000) },
  )
})

test('the checksum covers the kind, so that a workspace key cannot be changed into an Admin key', () => {
  expect(describeUnknownKey(newKeySecret('workspace').replace('gww_', 'gwa_')).message).toContain('damaged')
})

test('every character of the random part is equally likely', () => {
  const counts = new Map<string, number>()
  const keys = 5_000
  for (let i = 0; i < keys; i++) {
    for (const letter of newKeySecret('admin').slice(4, 44)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  const expected = (keys * 40) / ALPHABET.length
  const chiSquare = [...ALPHABET].reduce(
    (sum, letter) => sum + ((counts.get(letter) ?? 0) - expected) ** 2 / expected,
    0,
  )
  // 61 degrees of freedom: above 150 once in a billion runs. A byte modulo 62 without rejection gives over 700.
  expect(chiSquare).toBeLessThan(150)
})

test.each([
  ['sk-abcdefghijklmnopqrstuvwxyz', 'provider key'],
  ['something else', 'not known'],
  ['', 'not known'],
  ['gww_short', 'not known'],
])('%j is described as %s', (secret, words) => {
  expect(describeUnknownKey(secret).message).toContain(words)
})

test('no description contains the key, and a hint shows ten characters of it', () => {
  const key = newKeySecret('workspace')
  expect(JSON.stringify(describeUnknownKey(key))).not.toContain(key.slice(4, 20))
  expect(keyHint(key)).toBe(`${key.slice(0, 6)}…${key.slice(-4)}`)
})

test('the hint for a gateway key does not mention provider keys, and an incomplete key is named as such', () => {
  const [known, cut] = [describeUnknownKey(newKeySecret('workspace')), describeUnknownKey('gww_short')]
  expect(known.hint).toContain('create a new key')
  expect(cut.hint).toContain('50 characters, this one has 9')
  for (const { hint } of [known, cut]) expect(hint).not.toContain('provider')
})
