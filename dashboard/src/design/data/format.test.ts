import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { bytes, count, counted, duration, money, moneyOfCents, percent, shortCount, when } from './format.ts'
import { BROWSER_ZONE, chosenZone } from './time-zone.ts'

test('money has as many digits as it needs, and unknown is not zero', () => {
  const seen = [null, 0, 0.000001, 0.00042, 0.0315, 0.5, 12.4, 1234.567, 1.999, 12.996, -3].map(money)
  expect(seen).toEqual([
    'price unknown',
    '$0',
    '<$0.00001',
    '$0.00042',
    '$0.032',
    '$0.50',
    '$12.40',
    '$1,234.57',
    '$2.00',
    '$13.00',
    '-$3.00',
  ])
  expect([moneyOfCents(1240), moneyOfCents(null)]).toEqual(['$12.40', 'price unknown'])
})

test('money never shows a positive amount as zero, nor rounds a dollar away', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), (dollars) => {
      const shown = money(dollars)
      if (shown.startsWith('<')) return dollars < 0.00001
      const read = Number(shown.replace(/[$,]/g, ''))
      return read > 0 && Math.abs(read - dollars) <= Math.max(0.005, dollars * 0.05)
    }),
  )
})

test('durations, sizes and shares keep one unit a reader can compare', () => {
  expect([null, 0, 0.4, 41, 2310, 72_000, 7_260_000].map(duration)).toEqual([
    '—',
    '0 ms',
    '<1 ms',
    '41 ms',
    '2.31 s',
    '1 m 12 s',
    '2 h 1 m',
  ])
  expect([0.004, 0.0004, 0.5, 1, 0.9995, null].map(percent)).toEqual([
    '0.4 %',
    '<0.1 %',
    '50 %',
    '100 %',
    '>99.9 %',
    '—',
  ])
  expect([12, 2048, 5_242_880].map(bytes)).toEqual(['12 B', '2.0 KiB', '5.0 MiB'])
  expect([count(1234567), count(null), shortCount(12_400)]).toEqual(['1,234,567', '—', '12.4K'])
  expect([counted(1, 'request'), counted(1_200, 'request'), counted(0, 'entry', 'entries')]).toEqual([
    '1 request',
    '1,200 requests',
    '0 entries',
  ])
})

test('times are relative under an hour only', () => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  expect([now - 1_000, now - 30_000, now - 600_000].map((ms) => when(ms, now))).toEqual([
    'just now',
    '30 s ago',
    '10 min ago',
  ])
  chosenZone.value = 'UTC'
  const DAY_MS = 86_400_000
  expect([now - 7_200_000, now - DAY_MS, now - 90 * DAY_MS, now + DAY_MS].map((ms) => when(ms, now))).toEqual([
    '10:00:00',
    'Feb 28, 12:00',
    'Dec 1, 2025, 12:00',
    'Mar 2, 12:00',
  ])
  chosenZone.value = BROWSER_ZONE
  expect(when('nonsense', now)).toBe('—')
})
