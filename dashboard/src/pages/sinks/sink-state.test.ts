import { expect, test } from 'bun:test'
import type { Progress } from './sink.ts'
import { lagWords, stateOf } from './sink-state.ts'

const NOW = Date.parse('2026-11-17T12:00:00Z')
const ago = (ms: number) => new Date(NOW - ms).toISOString()
const progress = (changes: Partial<Progress>): Progress => ({
  reported_at: ago(0),
  waiting_bytes: 0,
  oldest_waiting_at: null,
  delivered_logs: 1,
  filtered_logs: 0,
  dropped_logs: 0,
  last_delivered_at: ago(1_000),
  failures: 0,
  last_error: null,
  ...changes,
})
const words = (changes: Partial<Progress>) => stateOf({ enabled: true, progress: progress(changes) }, NOW).words
const error = (ms: number) => ({ at: ago(ms), message: 'HTTP status 503' })

test('the state of a sink', () => {
  expect(stateOf({ enabled: false, progress: progress({ last_error: error(0) }) }).words).toBe('Disabled')
  expect(stateOf({ enabled: true, progress: null }).words).toBe('No report yet')
  expect(words({})).toBe('Delivering')
  expect(words({ oldest_waiting_at: ago(60_000) })).toBe('Delivering')
  expect(words({ oldest_waiting_at: ago(600_000) })).toBe('Behind')
  expect(words({ last_error: error(2_000) })).toBe('Delivering')
  expect(words({ last_error: error(500) })).toBe('Failing')
  expect(words({ last_error: error(2_000), last_delivered_at: null })).toBe('Failing')
})

test('the lag of a sink', () => {
  expect(lagWords(null, NOW)).toBe('None')
  expect([400, 12_000, 185_000, 9_000_000].map((ms) => lagWords(ago(ms), NOW))).toEqual([
    '0 s',
    '12 s',
    '3 min',
    '2.5 h',
  ])
  // The clock of the browser is behind.
  expect(lagWords(ago(-5_000), NOW)).toBe('0 s')
})
