import { expect, test } from 'bun:test'
import { addDays, addMonths, monthWeeks } from './month-days.ts'

test('days and months are added across the ends of months and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
})

test('the weeks of a month begin on Monday and contain all its days', () => {
  const weeks = monthWeeks('2026-11-15')
  expect(weeks[0]?.[0]).toBe('2026-10-26')
  expect(weeks.at(-1)?.at(-1)).toBe('2026-12-06')
  expect(weeks.flat().filter((day) => day.startsWith('2026-11'))).toHaveLength(30)
  expect(monthWeeks('2027-02-01')).toHaveLength(4)
})
