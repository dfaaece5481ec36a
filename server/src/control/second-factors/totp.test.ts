import { expect, test } from 'bun:test'
import { matchingStep, newTotpSecret, totpCode, totpUri } from './totp.ts'

// The secret of RFC 6238, appendix B ("12345678901234567890"), in base32. The codes are the last six of its eight digits.
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code of RFC 6238 at %d s', (seconds, code) => {
  expect(totpCode(SECRET, Math.floor(seconds / 30))).toBe(code)
  expect(matchingStep(SECRET, code, 0, seconds * 1_000)).toBe(Math.floor(seconds / 30))
})

test('codes of the previous and the next step are accepted, and no others', () => {
  const nowMs = 1_800_000_000_000
  const step = nowMs / 30_000
  const accepted = [-2, -1, 0, 1, 2].filter(
    (by) => matchingStep(SECRET, totpCode(SECRET, step + by), 0, nowMs) !== null,
  )
  expect(accepted).toEqual([-1, 0, 1])
})

test('a code is refused after it or a later one was used', () => {
  const nowMs = 1_800_000_000_000
  const step = nowMs / 30_000
  expect(matchingStep(SECRET, totpCode(SECRET, step), step, nowMs)).toBeNull()
  expect(matchingStep(SECRET, totpCode(SECRET, step - 1), step, nowMs)).toBeNull()
  expect(matchingStep(SECRET, totpCode(SECRET, step + 1), step, nowMs)).toBe(step + 1)
})

test('texts that are not six digits match nothing', () => {
  for (const text of ['', '12345', '1234567', '------', '１２３４５６', 'abcdef', '1e5   '])
    expect(matchingStep(SECRET, text, 0, 59_000)).toBeNull()
})

test('secrets have 160 random bits, and the URI names issuer and account', () => {
  const [one, other] = [newTotpSecret(), newTotpSecret()]
  expect(one).toMatch(/^[A-Z2-7]{32}$/)
  expect(one).not.toBe(other)
  expect(totpUri(SECRET, 'a+b@example.com', 'Gatehouse (x)')).toBe(
    `otpauth://totp/Gatehouse%20(x):a%2Bb%40example.com?secret=${SECRET}&issuer=Gatehouse%20(x)`,
  )
})
