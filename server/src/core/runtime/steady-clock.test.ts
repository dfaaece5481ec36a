import { expect, test } from 'bun:test'
import { SteadyClock } from './steady-clock.ts'

const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS

function scene() {
  const jumps: number[] = []
  let [wallMs, monotonicMs] = [1_800_000_000_000, 0]
  const clock = new SteadyClock(
    (byMs) => void jumps.push(byMs),
    () => ({ wallMs, monotonicMs }),
  )
  clock.nowMs()
  return {
    clock,
    jumps,
    wall: () => wallMs,
    pass(ms: number, jumpMs = 0) {
      monotonicMs += ms
      wallMs += ms + jumpMs
      return clock.nowMs()
    },
  }
}

test('time advances, and small corrections are followed', () => {
  const { pass, wall, jumps } = scene()
  for (const correctionMs of [0, 900, -900, 4_000, -4_000]) {
    const nowMs = pass(60_000, correctionMs)
    expect(nowMs).toBe(wall())
  }
  expect(jumps).toEqual([])
})

test('a forward jump is reported once and not followed; after its correction the clock is right', () => {
  const { pass, wall, jumps } = scene()
  const nowMs = pass(1_000, YEAR_MS)
  expect(nowMs).toBe(wall() - YEAR_MS)
  expect(pass(600_000)).toBe(wall() - YEAR_MS)
  expect(jumps).toEqual([YEAR_MS])
  expect(pass(1_000, -YEAR_MS)).toBe(wall())
  expect(jumps).toEqual([YEAR_MS])
})

test('a jump that lasts an hour is followed', () => {
  const { pass, wall } = scene()
  pass(1_000, YEAR_MS)
  expect(pass(HOUR_MS - 1)).toBe(wall() - YEAR_MS)
  expect(pass(1)).toBe(wall())
})

test('a backward jump is followed at once', () => {
  const { pass, wall, jumps } = scene()
  expect(pass(1_000, -YEAR_MS)).toBe(wall())
  expect(jumps).toEqual([-YEAR_MS])
})
