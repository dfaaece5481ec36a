import { expect, spyOn, test } from 'bun:test'
import { Passwords } from './passwords.ts'

const HERE = '10.0.0.1'
const CHEAP = await Bun.password.hash('a real password', { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })

test('a password matches only its own hash, in any Unicode normalization', async () => {
  const passwords = new Passwords()
  const hash = await passwords.hash('caf\u00e9 au lait, s.v.p.', HERE)
  expect(hash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
  expect(await passwords.fits('cafe\u0301 au lait, s.v.p.', hash, HERE)).toBe(true)
  expect(await passwords.fits('cafe au lait, s.v.p.', hash, HERE)).toBe(false)
})

test('the check for an unknown user always fails, and takes as much work as a real one', async () => {
  const passwords = new Passwords()
  const hash = await passwords.hash('a real password', HERE)
  const verify = spyOn(Bun.password, 'verify')
  for (const known of [hash, null]) expect(await passwords.fits('a wrong password', known, HERE)).toBe(false)
  // Both checks compute argon2id with the same parameters.
  const parameters = verify.mock.calls.map(([, checked]) => String(checked).split('$').slice(0, 4))
  verify.mockRestore()
  expect(parameters).toEqual([
    ['', 'argon2id', 'v=19', 'm=19456,t=2,p=1'],
    ['', 'argon2id', 'v=19', 'm=19456,t=2,p=1'],
  ])
})

test('checking a password does not block the main thread', async () => {
  let isChecked = false
  const checking = new Passwords().fits('a wrong password', null, HERE).then(() => {
    isChecked = true
  })
  let turns = 0
  while (!isChecked) {
    await new Promise((resolve) => setImmediate(resolve))
    turns++
  }
  await checking
  expect(turns).toBeGreaterThan(5)
})

test('one network may have 64 pending checks, more are refused; other networks are not affected', async () => {
  const passwords = new Passwords()
  const flood = Array.from({ length: 100 }, () => passwords.fits('a real password', CHEAP, HERE))
  const other = passwords.fits('a real password', CHEAP, '10.0.0.2')
  const outcomes = await Promise.allSettled(flood)
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused.length).toBe(35)
  expect(refused[0]?.reason).toMatchObject({ code: 'sign_in_throttled', retryAfterMs: 1_000 })
  expect(outcomes.every((outcome) => outcome.status === 'rejected' || outcome.value)).toBe(true)
  expect(await other).toBe(true)
  expect(await passwords.fits('a real password', CHEAP, HERE)).toBe(true)
})

test('networks take turns: after a flood from one network, another waits for one of its checks, not for all', async () => {
  const passwords = new Passwords()
  const order: string[] = []
  const check = (address: string) =>
    passwords.fits('a real password', CHEAP, address).then(() => {
      order.push(address)
    })
  const flood = Array.from({ length: 50 }, () => check(HERE))
  await Promise.all([...flood, check('10.0.0.2'), check('10.0.0.3')])
  expect(order.indexOf('10.0.0.2')).toBeLessThan(5)
  expect(order.indexOf('10.0.0.3')).toBeLessThan(5)
})
