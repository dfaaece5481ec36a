import { expect, test } from 'bun:test'
import { POLL_INTERVAL_MS, pollOutcome } from './device-code-states.ts'

const PENDING = { status: 'pending', expiresAtMs: 600_000, intervalMs: POLL_INTERVAL_MS, polledAtMs: null } as const

test('the first poll may come at once, the next ones after the interval', () => {
  expect(pollOutcome(PENDING, 0).outcome).toBe('authorization_pending')
  const polled = { ...PENDING, polledAtMs: 10_000 }
  expect(pollOutcome(polled, 13_999)).toEqual({ outcome: 'slow_down', intervalMs: 10_000 })
  expect(pollOutcome(polled, 14_000)).toEqual({ outcome: 'authorization_pending', intervalMs: 5_000 })
})

test('the interval grows up to a minute', () => {
  let intervalMs = POLL_INTERVAL_MS
  for (let i = 0; i < 20; i++) ({ intervalMs } = pollOutcome({ ...PENDING, intervalMs, polledAtMs: 0 }, 1))
  expect(intervalMs).toBe(60_000)
})

test('a clock that was set back does not delay the client', () => {
  expect(pollOutcome({ ...PENDING, polledAtMs: 100_000 }, 50_000).outcome).toBe('authorization_pending')
})

test('expiry comes before every decision, and a denial before the interval', () => {
  for (const status of ['pending', 'approved', 'denied'] as const)
    expect(pollOutcome({ ...PENDING, status }, 600_000).outcome).toBe('expired_token')
  expect(pollOutcome({ ...PENDING, status: 'denied', polledAtMs: 1 }, 2).outcome).toBe('access_denied')
  expect(pollOutcome({ ...PENDING, status: 'approved' }, 599_999).outcome).toBe('approved')
})
