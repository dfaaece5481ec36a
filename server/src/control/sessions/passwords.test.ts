import { expect, test } from 'bun:test'
import { Passwords } from './passwords.ts'

test('a password fits its own hash, however its letters were typed, and no other', async () => {
  const passwords = new Passwords()
  const hash = await passwords.hash('caf\u00e9 au lait, s.v.p.')
  expect(hash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
  expect(await passwords.fits('cafe\u0301 au lait, s.v.p.', hash)).toBe(true)
  expect(await passwords.fits('cafe au lait, s.v.p.', hash)).toBe(false)
})

test('nobody’s password never fits, and takes as much work as somebody’s', async () => {
  const passwords = new Passwords()
  const hash = await passwords.hash('a real password')
  const timeOf = async (known: string | null) => {
    const began = performance.now()
    expect(await passwords.fits('a wrong password', known)).toBe(false)
    return performance.now() - began
  }
  const times = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY }
  for (let i = 0; i < 5; i++) {
    times.known = Math.min(times.known, await timeOf(hash))
    times.unknown = Math.min(times.unknown, await timeOf(null))
  }
  expect(times.unknown).toBeGreaterThan(times.known / 2)
})

test('more than a few wait their turn, all get one, and far too many are told to come back', async () => {
  const passwords = new Passwords()
  const hash = await Bun.password.hash('a real password', { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })
  const outcomes = await Promise.allSettled(Array.from({ length: 230 }, () => passwords.fits('a real password', hash)))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused.length).toBe(26)
  expect(refused[0]?.reason).toMatchObject({ code: 'sign_in_throttled', retryAfterMs: 1_000 })
  expect(outcomes.every((outcome) => outcome.status === 'rejected' || outcome.value)).toBe(true)
  expect(await passwords.fits('a real password', hash)).toBe(true)
})
