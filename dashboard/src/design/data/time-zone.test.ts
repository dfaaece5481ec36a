import { afterAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  BROWSER_ZONE,
  chosenZone,
  clockSeconds,
  dayClock,
  fromWallClock,
  fullTime,
  inputText,
  readInputText,
  wallClockMs,
} from './time-zone.ts'

afterAll(() => {
  chosenZone.value = BROWSER_ZONE
})

const AT = Date.parse('2026-11-15T23:05:09Z')

test('times are shown with 24 hours in the chosen zone', () => {
  chosenZone.value = 'Asia/Kolkata'
  expect([dayClock(AT), clockSeconds(AT)]).toEqual(['Nov 16, 04:35', '04:35:09'])
  expect(fullTime(AT)).toBe('Nov 16, 2026, 04:35:09 GMT+5:30')
  chosenZone.value = 'UTC'
  expect([dayClock(AT), fullTime(AT)]).toEqual(['Nov 15, 23:05', 'Nov 15, 2026, 23:05:09 UTC'])
  expect(clockSeconds(Date.parse('2026-11-15T00:00:00Z'))).toBe('00:00:00')
})

test('a time that was typed is read in the zone in which it is shown', () => {
  chosenZone.value = 'America/New_York'
  expect(inputText(AT)).toBe('2026-11-15T18:05')
  expect(readInputText('2026-11-15T18:05')).toBe(Date.parse('2026-11-15T23:05:00Z'))
  expect(readInputText('2026-11-15 18:05')).toBe(Date.parse('2026-11-15T23:05:00Z'))
  expect(readInputText('tomorrow')).toBeNull()
})

test('wall clock and time convert back and forth, except in the hour that is repeated', () => {
  const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland')
  const times = fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2030-01-01') })
  fc.assert(
    fc.property(zones, times, (zone, ms) => {
      const back = fromWallClock(wallClockMs(ms, zone), zone)
      expect([0, 3_600_000]).toContain(Math.abs(back - ms))
    }),
  )
})
