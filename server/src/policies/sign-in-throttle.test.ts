import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { SignInThrottle } from './sign-in-throttle.ts'

const MINUTE = 60_000

function attempt(atMs: number, account = 'ada@example.com', address = '10.0.0.1') {
  return { account, address, atMs }
}

describe('an account', () => {
  test('has five attempts, then waits five seconds, then twice as long each time up to five minutes', () => {
    const throttle = new SignInThrottle()
    for (let i = 0; i < 5; i++) expect(throttle.begin(attempt(1_000))).toBe(0)
    const waits: number[] = []
    let now = 1_000
    for (let i = 0; i < 7; i++) {
      const waitMs = throttle.begin(attempt(now))
      waits.push(waitMs)
      expect(throttle.begin(attempt(now + waitMs - 1))).toBe(1)
      now += waitMs
      expect(throttle.begin(attempt(now))).toBe(0)
    }
    expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000])
  })

  test('begins anew after the right password, and after fifteen quiet minutes', () => {
    const throttle = new SignInThrottle()
    for (let i = 0; i < 4; i++) throttle.begin(attempt(i))
    expect(throttle.begin(attempt(4))).toBe(0)
    throttle.succeed(attempt(4))
    for (let i = 0; i < 5; i++) expect(throttle.begin(attempt(5 + i))).toBe(0)
    expect(throttle.begin(attempt(10))).toBeGreaterThan(0)
    expect(throttle.begin(attempt(10 + 15 * MINUTE))).toBe(0)
  })

  test('does not slow another one down', () => {
    const throttle = new SignInThrottle()
    for (let i = 0; i < 5; i++) throttle.begin(attempt(i))
    expect(throttle.begin(attempt(6, 'grace@example.com'))).toBe(0)
  })
})

describe('a network', () => {
  const fill = (throttle: SignInThrottle, addressOf: (i: number) => string) => {
    for (let i = 0; i < 20; i++) expect(throttle.begin(attempt(i, `person-${i}`, addressOf(i)))).toBe(0)
  }

  test('has twenty failures in fifteen minutes, whatever accounts they were for', () => {
    const throttle = new SignInThrottle()
    fill(throttle, () => '10.0.0.1')
    expect(throttle.begin(attempt(20, 'another'))).toBe(15 * MINUTE - 20)
    expect(throttle.begin(attempt(20, 'another', '10.0.0.2'))).toBe(0)
    expect(throttle.begin(attempt(15 * MINUTE, 'another'))).toBe(0)
  })

  test('is a /64 for IPv6, however the address is written', () => {
    const throttle = new SignInThrottle()
    fill(throttle, (i) => (i % 2 ? `2001:db8::${i.toString(16)}` : `2001:0DB8:0:0:ffff::${i.toString(16)}`))
    expect(throttle.begin(attempt(20, 'another', '2001:db8:0:0:1:2:3:4'))).toBeGreaterThan(0)
    expect(throttle.begin(attempt(20, 'another', '2001:db8:0:1::1'))).toBe(0)
  })

  test('an IPv4 address inside IPv6 is that IPv4 address', () => {
    const throttle = new SignInThrottle()
    fill(throttle, (i) => (i % 2 ? '10.0.0.1' : '::ffff:10.0.0.1'))
    expect(throttle.begin(attempt(20, 'another', '::FFFF:10.0.0.1'))).toBeGreaterThan(0)
    expect(throttle.begin(attempt(20, 'another', '::ffff:10.0.0.2'))).toBe(0)
  })

  test('gets only the successful attempt back, so signing in to one account opens no way to others', () => {
    const throttle = new SignInThrottle()
    fill(throttle, () => '10.0.0.1')
    throttle.succeed(attempt(19, 'person-19'))
    expect(throttle.begin(attempt(21, 'own-account'))).toBe(0)
    expect(throttle.begin(attempt(22, 'victim'))).toBeGreaterThan(0)
  })
})

test('at most 100 a minute fail in all', () => {
  const throttle = new SignInThrottle()
  for (let i = 0; i < 100; i++) expect(throttle.begin(attempt(i, `person-${i}`, `10.0.1.${i}`))).toBe(0)
  expect(throttle.begin(attempt(100, 'another', '10.0.2.1'))).toBe(MINUTE - 100)
  expect(throttle.begin(attempt(MINUTE, 'another', '10.0.2.1'))).toBe(0)
})

test('whatever comes, no account sees more than five guesses at once or sixty an hour', () => {
  const steps = fc.array(fc.record({ waitMs: fc.nat(2 * MINUTE), address: fc.ipV4() }), {
    minLength: 50,
    maxLength: 400,
  })
  fc.assert(
    fc.property(steps, (given) => {
      const throttle = new SignInThrottle()
      const passed: number[] = []
      let atMs = 0
      for (const { waitMs, address } of given) {
        atMs += waitMs
        if (throttle.begin(attempt(atMs, 'victim', address)) === 0) passed.push(atMs)
      }
      for (const start of passed) {
        expect(passed.filter((time) => time >= start && time < start + 5_000).length).toBeLessThanOrEqual(5)
        expect(passed.filter((time) => time >= start && time < start + 60 * MINUTE).length).toBeLessThanOrEqual(60)
      }
    }),
  )
})
