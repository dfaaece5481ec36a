/** The time zone and the time formats of all pages: 24 hours, in the browser's zone, UTC or a chosen IANA zone. */

import { signal } from '@preact/signals'

const KEPT = 'gatehouse.time-zone'
/** The browser's own zone. */
export const BROWSER_ZONE = 'browser'

export const chosenZone = signal<string>(readKept())

export function chooseZone(zone: string): void {
  const known = isZone(zone) ? zone : BROWSER_ZONE
  if (known === BROWSER_ZONE) localStorage.removeItem(KEPT)
  else localStorage.setItem(KEPT, known)
  chosenZone.value = known
}

/** All zones of the browser, UTC first. */
export function allZones(): readonly string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
}

export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

function currentZone(): string {
  return chosenZone.value === BROWSER_ZONE ? browserZone() : chosenZone.value
}

const FORMATS = {
  clock: { hour: '2-digit', minute: '2-digit' },
  seconds: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
  day: { month: 'short', day: 'numeric' },
  date: { year: 'numeric', month: 'short', day: 'numeric' },
  weekday: { weekday: 'short', hour: '2-digit', minute: '2-digit' },
  zone: { timeZoneName: 'short' },
  parts: {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

type FormatName = keyof typeof FORMATS

/** A cache, because creating a formatter takes much longer than using it. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(name: FormatName, timeZone: string): Intl.DateTimeFormat {
  const key = `${name} ${timeZone}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', { ...FORMATS[name], hourCycle: 'h23', timeZone })
  formatters.set(key, made)
  return made
}

const show = (name: FormatName) => (ms: number) => formatter(name, currentZone()).format(ms)

/** `14:05`. */
export const clock = show('clock')
/** `14:05:09`. */
export const clockSeconds = show('seconds')
/** `Nov 15`. */
export const day = show('day')
/** `Nov 15, 2026`. */
export const date = show('date')
/** `Sun 14:05`. */
export const weekdayClock = show('weekday')
/** `Nov 15, 14:05`. */
export const dayClock = (ms: number) => `${day(ms)}, ${clock(ms)}`

/** `Nov 15, 2026, 14:05:09 GMT+1`, for titles. */
export function fullTime(ms: number): string {
  const parts = formatter('zone', currentZone()).formatToParts(ms)
  const zone = parts.find((part) => part.type === 'timeZoneName')?.value ?? ''
  return `${date(ms)}, ${clockSeconds(ms)} ${zone}`
}

/** The zone's wall-clock time encoded as if it were UTC, so that arithmetic uses the hours and days of the zone. */
export function wallClockMs(ms: number, zone = currentZone()): number {
  const parts = formatter('parts', zone).formatToParts(ms)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  return Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
    ((ms % 1_000) + 1_000) % 1_000,
  )
}

const DAY_MS = 86_400_000

/**
 * The time at which the zone's wall clock shows `wallMs`. If a clock change repeats that wall time, returns the first
 * occurrence. If a clock change skips it, moves it forward by the length of the gap.
 */
export function fromWallClock(wallMs: number, zone = currentZone()): number {
  const timeFor = (nearMs: number) => wallMs - (wallClockMs(nearMs, zone) - nearMs)
  // Offsets are less than a day, so these are the offsets before and after a clock change near the time.
  const [before, after] = [timeFor(wallMs - DAY_MS), timeFor(wallMs + DAY_MS)]
  const isAfter = wallClockMs(before, zone) !== wallMs && wallClockMs(after, zone) === wallMs
  return isAfter ? after : before
}

/** `2026-11-15T14:05` in the zone, as date inputs use it. */
export function inputText(ms: number): string {
  return new Date(wallClockMs(ms)).toISOString().slice(0, 16)
}

/** Null if the text is not a date and time. */
export function readInputText(text: string): number | null {
  const wallMs = Date.parse(`${text.trim().replace(' ', 'T')}Z`)
  return Number.isFinite(wallMs) ? fromWallClock(wallMs) : null
}

function isZone(zone: string): boolean {
  if (zone === BROWSER_ZONE) return true
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** The file is also used by unit tests, which have no browser storage. */
function readKept(): string {
  const kept = globalThis.localStorage?.getItem(KEPT) ?? BROWSER_ZONE
  return isZone(kept) ? kept : BROWSER_ZONE
}
