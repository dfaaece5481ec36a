import { expect, test } from 'bun:test'
import { checkPassword } from './password-policy.ts'
import { WEAK_PASSWORDS } from './weak-passwords.ts'

const EMAIL = 'ada.lovelace@example.com'

test('a long password of any characters is accepted', () => {
  for (const password of [
    'twelve chars',
    'naïve öffnung',
    '密码密码很长很长的密码吧好',
    'x'.repeat(1_020) + 'abcd',
    'only lower case words',
  ])
    expect(() => checkPassword(password, EMAIL)).not.toThrow()
})

test.each([
  ['eleven char', 'at least 12 characters'],
  ['👩‍👩‍👧👩‍👩‍👧', 'at least 12 characters'],
  ['x'.repeat(1_025), 'at most 1024 bytes'],
  ['ü'.repeat(600), 'at most 1024 bytes'],
  ['Password1234', 'too common'],
  ['ｐassword1234', 'too common'],
  ['846320157264', 'too common'],
  ['abababababab', 'too few different characters'],
  ['Ada.Lovelace@Example.com', 'must not be the email address'],
])('%p is refused with a reason', (password, reason) => {
  expect(() => checkPassword(password, EMAIL)).toThrow(reason)
})

test('a well-known phrase of four words is refused, and the hint does not recommend one', () => {
  const refuse = () => checkPassword('Correct Horse Battery Staple', EMAIL)
  expect(refuse).toThrow('too common')
  expect(refuse).not.toThrow(expect.objectContaining({ hint: expect.stringContaining('words') }))
  expect(refuse).toThrow(expect.objectContaining({ hint: expect.stringContaining('12 characters or more') }))
})

test('the list contains only passwords that pass the other rules', () => {
  for (const known of WEAK_PASSWORDS) {
    expect(known).toBe(known.toLowerCase())
    expect(known.length).toBeGreaterThanOrEqual(12)
  }
})
