import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../tests/harness/property-runs.ts'
import { SignInThrottle } from './sign-in-throttle.ts'

const MINUTE = 60_000

function attempt(atMs: number, account = 'ada@example.com', address = '10.0.0.1') {
  return { account, address, atMs }
}

describe('an account from one network', () => {
  test('has five free attempts, then a delay that doubles from five seconds to five minutes', () => {
    const throttle = new SignInThrottle()
    for (let i = 0; i < 5; i++) expect(throttle.begin(attempt(1_000))).toBe(0)
    const waits: number[] = []
    let now = 1_000
    for (let i = 0; i < 8; i++) {
      const waitMs = throttle.begin(attempt(now))
      waits.push(waitMs)
      expect(throttle.begin(attempt(now + waitMs - 1))).toBe(1)
      now += waitMs
      expect(throttle.begin(attempt(now))).toBe(0)
    }
    expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000])
  })

  test('is reset by a correct password and by fifteen minutes without a failure', () => {
    const throttle = new SignInThrottle()
    for (let i = 0; i < 5; i++) expect(throttle.begin(attempt(i))).toBe(0)
    throttle.succeed(attempt(4))
    for (let i = 0; i < 5; i++) expect(throttle.begin(attempt(5 + i))).toBe(0)
    expect(throttle.begin(attempt(10))).toBeGreaterThan(0)
    expect(throttle.begin(attempt(9 + 15 * MINUTE))).toBe(0)
  })

  test('an attempt whose password was not checked does not count', () => {
    const throttle = new SignInThrottle()
    for (let i = 0; i < 500; i++) {
      expect(throttle.begin(attempt(i))).toBe(0)
      throttle.release(attempt(i))
    }
  })

  test('a /64 of IPv6 is one network in any notation, and so is IPv4-mapped IPv6', () => {
    const throttle = new SignInThrottle()
    const fill = (addresses: readonly string[]) => {
      for (let i = 0; i < 5; i++) expect(throttle.begin(attempt(i, undefined, addresses[i % addresses.length]))).toBe(0)
    }
    fill(['2001:db8::1', '2001:0DB8:0:0:ffff::2'])
    expect(throttle.begin(attempt(6, undefined, '2001:db8:0:0:1:2:3:4'))).toBeGreaterThan(0)
    expect(throttle.begin(attempt(6, undefined, '2001:db8:0:1::1'))).toBe(0)
    fill(['10.0.0.9', '::ffff:10.0.0.9'])
    expect(throttle.begin(attempt(6, undefined, '::FFFF:10.0.0.9'))).toBeGreaterThan(0)
  })
})

test('failures of one account do not delay other accounts of the same network', () => {
  const throttle = new SignInThrottle()
  for (let i = 0; i < 5_000; i++) expect(throttle.begin(attempt(i, `person-${i}`))).toBe(0)
  for (let i = 0; i < 5; i++) throttle.begin(attempt(5_000, 'grace@example.com'))
  expect(throttle.begin(attempt(5_001, 'grace@example.com'))).toBeGreaterThan(0)
  expect(throttle.begin(attempt(5_001))).toBe(0)
})

describe('an account from many networks', () => {
  const guess = (throttle: SignInThrottle, count: number, atMs: number) => {
    let passed = 0
    for (let i = 0; i < count; i++)
      if (throttle.begin(attempt(atMs, undefined, `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`)) === 0) passed++
    return passed
  }

  test('has a burst of a hundred failures, then one every 36 seconds', () => {
    const throttle = new SignInThrottle()
    expect(guess(throttle, 5_000, 0)).toBe(100)
    expect(throttle.begin(attempt(1, undefined, '192.0.2.1'))).toBe(36_000 - 1)
    expect(guess(throttle, 5_000, 36_000)).toBe(1)
  })

  test('the owner can sign in from a known network during an attack from others', () => {
    const throttle = new SignInThrottle()
    const home = '192.0.2.1'
    expect(throttle.begin(attempt(0, undefined, home))).toBe(0)
    throttle.succeed(attempt(0, undefined, home))
    guess(throttle, 5_000, 1)
    for (let i = 2; i < 50; i++) {
      expect(throttle.begin(attempt(i, undefined, home))).toBe(0)
      throttle.succeed(attempt(i, undefined, home))
    }
    // The successful sign-ins do not reset the limit for the attacking networks.
    expect(guess(throttle, 5_000, 100)).toBe(0)
    // The known network has no extra attempts either.
    for (let i = 0; i < 5; i++) throttle.begin(attempt(200, undefined, home))
    expect(throttle.begin(attempt(201, undefined, home))).toBeGreaterThan(0)
  })
})

test('memory is bounded for any input', () => {
  const throttle = new SignInThrottle()
  for (let i = 0; i < 33_000; i++) {
    const one = attempt(i, `${'x'.repeat(200)}-${i}`, `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`)
    throttle.begin(one)
    if (i % 2) throttle.succeed(one)
  }
  expect(throttle.size).toBeLessThanOrEqual(3 * 16_384)
})

test('one network gets at most five attempts per account at once and 24 an hour; all networks at most 200', () => {
  const steps = fc.array(fc.record({ waitMs: fc.nat(MINUTE), address: fc.ipV4() }), { minLength: 50, maxLength: 400 })
  fc.assert(
    fc.property(steps, fc.boolean(), (given, isOneNetwork) => {
      const throttle = new SignInThrottle()
      const passed: number[] = []
      let atMs = 0
      for (const { waitMs, address } of given) {
        atMs += waitMs
        if (throttle.begin(attempt(atMs, 'victim', isOneNetwork ? '10.0.0.1' : address)) === 0) passed.push(atMs)
      }
      for (const start of passed) {
        const within = (ms: number) => passed.filter((time) => time >= start && time < start + ms).length
        if (isOneNetwork) expect(within(5_000)).toBeLessThanOrEqual(5)
        expect(within(60 * MINUTE)).toBeLessThanOrEqual(isOneNetwork ? 24 : 200)
      }
    }),
    { numRuns: propertyRuns(100) },
  )
})
