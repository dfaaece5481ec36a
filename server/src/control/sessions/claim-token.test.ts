import { expect, test } from 'bun:test'
import { ClaimToken } from './claim-token.ts'

const MINUTE = 60_000

test('a claim works for 30 minutes, once, with its own token only', () => {
  const claim = new ClaimToken()
  expect(claim.fits('anything', 0)).toBe(false)
  const token = claim.issue(0)
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(claim.fits(token, 30 * MINUTE - 1)).toBe(true)
  expect(claim.fits(token, 30 * MINUTE)).toBe(false)
  expect(claim.fits(`${token}x`, 1)).toBe(false)
  expect(claim.fits('', 1)).toBe(false)
  claim.spend()
  expect(claim.fits(token, 1)).toBe(false)
})

test('a new token ends the one before', () => {
  const claim = new ClaimToken()
  const first = claim.issue(0)
  const second = claim.issue(0)
  expect([claim.fits(first, 1), claim.fits(second, 1)]).toEqual([false, true])
})
