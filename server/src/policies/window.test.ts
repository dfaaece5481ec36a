import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { RateLimit } from '../core/stores/limits.ts'
import { Windows, windowStartMs } from './window.ts'

const take = (unit: RateLimit['unit'], limitUnits: number) => ({ counter: `requests/${unit}/key`, unit, limitUnits })
const UNITS = ['rps', 'rpm', 'rph', 'rpd', 'rpw'] as const
const SIZES = { rps: 1, rpm: 60, rph: 3_600, rpd: 86_400, rpw: 604_800 } as const

function admits(windows: Windows, limit: ReturnType<typeof take>, nowMs: number, units = 1): boolean {
  if (windows.read(limit, nowMs).remainingUnits < units) return false
  windows.take(limit, units, nowMs)
  return true
}

test('windows are aligned to their unit, weeks to Monday', () => {
  const sunday = Date.parse('2026-11-15T13:14:15.678Z')
  const start = (unit: RateLimit['unit']) => new Date(windowStartMs(unit, sunday)).toISOString()
  expect(UNITS.map(start)).toEqual([
    '2026-11-15T13:14:15.000Z',
    '2026-11-15T13:14:00.000Z',
    '2026-11-15T13:00:00.000Z',
    '2026-11-15T00:00:00.000Z',
    '2026-11-09T00:00:00.000Z',
  ])
})

test('each window of each unit admits exactly its limit, at any arrival times', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...UNITS),
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.nat(2_000), { minLength: 1, maxLength: 200 }),
      (unit, limit, gaps) => {
        const windows = new Windows()
        const admitted = new Map<number, number>()
        const offered = new Map<number, number>()
        let nowMs = 1_763_000_000_000
        for (const gap of gaps) {
          nowMs += gap * SIZES[unit]
          const startMs = windowStartMs(unit, nowMs)
          offered.set(startMs, (offered.get(startMs) ?? 0) + 1)
          if (admits(windows, take(unit, limit), nowMs)) admitted.set(startMs, (admitted.get(startMs) ?? 0) + 1)
        }
        for (const [startMs, count] of offered) expect(admitted.get(startMs) ?? 0).toBe(Math.min(limit, count))
      },
    ),
  )
})

test('reserved tokens are settled in their own window, never in a later one', () => {
  const windows = new Windows()
  const limit = take('rpm', 100)
  const reserved = windows.take(limit, 80, 60_000)
  expect(windows.read(limit, 61_000).remainingUnits).toBe(20)
  windows.settle(reserved, 30)
  expect(windows.read(limit, 61_000).remainingUnits).toBe(70)
  const late = windows.take(limit, 50, 119_999)
  windows.take(limit, 10, 120_000)
  expect(windows.settle(late, 1_000)).toBeNull()
  expect(windows.read(limit, 120_000)).toEqual({ remainingUnits: 90, resetAtMs: 180_000 })
})

test('setting the clock back does not reopen a window', () => {
  const windows = new Windows()
  const limit = take('rpm', 1)
  expect(admits(windows, limit, 180_000)).toBe(true)
  expect(admits(windows, limit, 120_000)).toBe(false)
  expect(admits(windows, limit, 181_000)).toBe(false)
  expect(admits(windows, limit, 240_000)).toBe(true)
})

test('a limit of 0 admits nothing', () => {
  expect(admits(new Windows(), take('rpd', 0), 1_000)).toBe(false)
})

test('restored windows continue with their count, and old ones are pruned', () => {
  const windows = new Windows()
  const limit = take('rph', 5)
  windows.restore(limit.counter, 3_600_000, 4)
  windows.restore(limit.counter, 0, 1)
  expect(windows.read(limit, 3_700_000).remainingUnits).toBe(1)
  windows.prune(3_600_000 + 700_000_000)
  expect(windows.size).toBe(0)
})

test('after the clock was ahead, no window stays in the future and no count is lost', () => {
  for (const unit of UNITS) {
    for (const aheadMs of [SIZES[unit] * 1_000, 3_600_000, 31_536_000_000]) {
      const windows = new Windows()
      const limit = take(unit, 10)
      const nowMs = windowStartMs(unit, Date.parse('2026-11-16T12:00:00Z'))
      for (let n = 0; n < 3; n++) expect(admits(windows, limit, nowMs)).toBe(true)
      const aheadStartMs = windowStartMs(unit, nowMs + aheadMs)
      for (let n = 0; n < 4; n++) expect(admits(windows, limit, nowMs + aheadMs)).toBe(true)
      // The clock is correct again: all seven units count until the current window ends.
      const sizeMs = SIZES[unit] * 1_000
      expect(windows.read(limit, nowMs + 1)).toEqual({ remainingUnits: 3, resetAtMs: nowMs + sizeMs })
      for (let n = 0; n < 3; n++) expect(admits(windows, limit, nowMs + 1)).toBe(true)
      expect(admits(windows, limit, nowMs + 1)).toBe(false)
      // The next window has only its own count.
      const own = aheadStartMs === nowMs + sizeMs ? 4 : 0
      expect(windows.read(limit, nowMs + sizeMs).remainingUnits).toBe(10 - own)
    }
  }
})

test('a restored window in the far future counts in the current window only', () => {
  const windows = new Windows()
  const limit = take('rph', 5)
  windows.restore(limit.counter, 3_600_000 * 9_000, 5)
  expect(windows.read(limit, 3_600_000)).toEqual({ remainingUnits: 0, resetAtMs: 7_200_000 })
  expect(windows.read(limit, 7_200_000).remainingUnits).toBe(5)
  windows.restore(limit.counter, 3_600_000, 2)
  expect(windows.read(limit, 3_700_000).remainingUnits).toBe(3)
})
