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

test.each([
  // Times that the clock change skips: moved forward by the length of the gap.
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T03:30-04:00'],
  ['Europe/London', '2026-03-29T01:30', '2026-03-29T02:30+01:00'],
  ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-04T02:45+11:00'],
  ['America/Sao_Paulo', '2018-11-04T00:00', '2018-11-04T01:00-02:00'],
  ['Africa/Cairo', '2026-04-24T00:00', '2026-04-24T01:00+03:00'],
  ['Pacific/Apia', '2011-12-30T12:00', '2011-12-31T12:00+14:00'],
  // Times that occur twice: read as the first occurrence.
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T01:30-04:00'],
  ['Europe/London', '2026-10-25T01:30', '2026-10-25T01:30+01:00'],
  ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-05T01:45+11:00'],
  ['Pacific/Auckland', '2026-04-05T02:30', '2026-04-05T02:30+13:00'],
  ['America/Sao_Paulo', '2018-02-17T23:30', '2018-02-17T23:30-02:00'],
  // The minutes before and after a clock change.
  ['America/New_York', '2026-03-08T01:59', '2026-03-08T01:59-05:00'],
  ['America/New_York', '2026-03-08T03:00', '2026-03-08T03:00-04:00'],
  ['Pacific/Auckland', '2026-04-05T03:00', '2026-04-05T03:00+12:00'],
  ['Australia/Lord_Howe', '2026-10-04T02:30', '2026-10-04T02:30+11:00'],
])('in %s, %s is read as %s', (zone, text, expected) => {
  chosenZone.value = zone
  expect(readInputText(text)).toBe(Date.parse(expected))
})

test('wall clock and time convert back and forth; a repeated time is read as the first of both', () => {
  const zones = fc.constantFrom(
    'UTC',
    'Europe/London',
    'America/New_York',
    'America/Sao_Paulo',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Pacific/Auckland',
  )
  const times = fc.integer({ min: Date.parse('2015-01-01'), max: Date.parse('2030-01-01') })
  fc.assert(
    fc.property(zones, times, (zone, ms) => {
      const wallMs = wallClockMs(ms, zone)
      const back = fromWallClock(wallMs, zone)
      expect(wallClockMs(back, zone)).toBe(wallMs)
      expect([0, 1_800_000, 3_600_000]).toContain(ms - back)
    }),
  )
})
