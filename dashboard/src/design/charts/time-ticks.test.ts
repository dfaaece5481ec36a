import { afterAll, beforeAll, expect, test } from 'bun:test'
import { BROWSER_ZONE, chosenZone } from '../data/time-zone.ts'
import { timeTicks } from './time-ticks.ts'

const HOUR_MS = 3_600_000

beforeAll(() => {
  chosenZone.value = 'Europe/Berlin'
})
afterAll(() => {
  chosenZone.value = BROWSER_ZONE
})

const hours = (from: string, count: number) =>
  Array.from({ length: count }, (_, index) => Date.parse(from) + index * HOUR_MS)

test('ticks are at round local hours; midnight has the date', () => {
  const ticks = timeTicks(hours('2026-11-15T11:00:00Z', 24), 9)
  expect(ticks.map(({ label }) => label)).toEqual([
    '12:00',
    '15:00',
    '18:00',
    '21:00',
    'Nov 16',
    '03:00',
    '06:00',
    '09:00',
  ])
  expect(ticks[0]?.index).toBe(0)
})

test('a week of hours has a tick at each local midnight', () => {
  const ticks = timeTicks(hours('2026-11-09T11:00:00Z', 168), 8)
  expect(ticks.map(({ label }) => label)).toEqual([
    'Nov 10',
    'Nov 11',
    'Nov 12',
    'Nov 13',
    'Nov 14',
    'Nov 15',
    'Nov 16',
  ])
  expect(ticks[0]?.index).toBe(12)
})

test('buckets that start at half hours of the zone have a tick at the first bucket after the round time', () => {
  chosenZone.value = 'Asia/Kolkata'
  const labels = timeTicks(hours('2026-11-15T11:00:00Z', 12), 4).map(({ label }) => label)
  chosenZone.value = 'Europe/Berlin'
  expect(labels).toEqual(['18:30', '21:30', '00:30', '03:30'])
})

test('there are never more ticks than wanted, and none without data', () => {
  for (const most of [1, 2, 3, 7, 20])
    expect(timeTicks(hours('2026-03-28T00:00:00Z', 100), most).length).toBeLessThanOrEqual(most)
  expect(timeTicks([], 5)).toEqual([])
  expect(timeTicks([Date.parse('2026-11-15T11:20:00Z')], 5)).toHaveLength(1)
})
