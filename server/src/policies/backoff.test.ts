import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { readRetryAfterMs, retryWaitMs } from './backoff.ts'

const NOW = Date.parse('Sun, 06 Nov 1994 08:49:37 GMT')

test('waits between half and the full 2^(n-1) seconds before retry n', () => {
  expect([1, 2, 3, 4, 5].map((n) => retryWaitMs(n, 0))).toEqual([500, 1000, 2000, 4000, 8000])
  expect([1, 2, 3].map((n) => retryWaitMs(n, 0.5, 100))).toEqual([75, 150, 300])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.double({ min: 0, max: 0.999999, noNaN: true }), (n, random) => {
      const waitMs = retryWaitMs(n, random)
      return waitMs >= 500 * 2 ** (n - 1) && waitMs < 1000 * 2 ** (n - 1)
    }),
  )
})

const CASES: readonly (readonly [what: string, headers: Record<string, string>, waitMs: number | null])[] = [
  ['milliseconds', { 'retry-after-ms': '1500' }, 1500],
  ['decimal milliseconds', { 'retry-after-ms': '12.5' }, 12.5],
  ['milliseconds of the other spelling', { 'x-ms-retry-after-ms': '250' }, 250],
  ['whole seconds', { 'retry-after': '2' }, 2000],
  ['decimal seconds', { 'retry-after': '0.25' }, 250],
  ['spaces around the value', { 'retry-after': ' 3 ' }, 3000],
  ['milliseconds before seconds', { 'retry-after-ms': '100', 'retry-after': '9' }, 100],
  ['seconds when the milliseconds are garbage', { 'retry-after-ms': 'soon', 'retry-after': '9' }, 9000],
  ['a negative number', { 'retry-after': '-5' }, 0],
  ['an IMF date', { 'retry-after': 'Sun, 06 Nov 1994 08:49:47 GMT' }, 10_000],
  ['an RFC 850 date', { 'retry-after': 'Sunday, 06-Nov-94 08:49:47 GMT' }, 10_000],
  ['an asctime date, which means GMT', { 'retry-after': 'Sun Nov  6 08:49:47 1994' }, 10_000],
  ['a date that has passed', { 'retry-after': 'Sun, 06 Nov 1994 08:00:00 GMT' }, 0],
  ['a wait of two minutes, for the caller to judge', { 'retry-after': '120' }, 120_000],
  ['more digits than a number holds', { 'retry-after': '9'.repeat(400) }, Number.MAX_SAFE_INTEGER],
  ['nothing', {}, null],
  ['an empty value', { 'retry-after': '' }, null],
  ['a word', { 'retry-after': 'tomorrow' }, null],
  ['an exponent', { 'retry-after': '1e3' }, null],
  ['a hexadecimal number', { 'retry-after': '0x10' }, null],
  ['a date that does not exist', { 'retry-after': 'Sun, 99 Nov 1994 08:49:37 GMT' }, null],
  ['an ISO date, which is no HTTP date', { 'retry-after': '1994-11-06T08:49:47Z' }, null],
]

for (const [what, headers, waitMs] of CASES) {
  test(`reads Retry-After from ${what}`, () => {
    expect(readRetryAfterMs(new Headers(headers), NOW)).toBe(waitMs)
  })
}

test('never returns a negative number, NaN or Infinity for any header', () => {
  const value = fc.oneof(fc.string(), fc.double().map(String), fc.date().map(String), fc.integer().map(String))
  fc.assert(
    fc.property(value, value, (first, second) => {
      const headers = new Map([
        ['retry-after-ms', first],
        ['retry-after', second],
      ])
      const waitMs = readRetryAfterMs(headers, NOW)
      expect(waitMs === null || (Number.isFinite(waitMs) && waitMs >= 0)).toBe(true)
    }),
  )
})
