import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { WIDTH_MS } from '../rollups/rollup-table.ts'
import { floor, initialWatermarks } from '../rollups/watermarks.ts'
import { sampleRecord } from '../testing/sample-record.ts'
import { forEachLogEngine } from '../testing/test-log-engines.ts'
import { buckets, findRollupScope, findWatermarks, requestsByValue, splitRange, valuesIn } from './rollup-reader.ts'

const MINUTE_MS = WIDTH_MS.sums_minutes
const HOUR_MS = WIDTH_MS.sums_hours
const DAY_MS = WIDTH_MS.sums_days
const DAYS = 4
const USER_DIMENSION = 8

const time = fc.integer({ min: 0, max: (DAYS * DAY_MS) / MINUTE_MS }).map((minutes) => minutes * MINUTE_MS)

test('the buckets of a range hold each of its minutes once, however far rollups are folded', () => {
  fc.assert(
    fc.property(
      time,
      time,
      time,
      time,
      fc.constantFrom(...Object.values(WIDTH_MS)),
      (a, b, folded, hours, widestMs) => {
        const range = { fromMs: Math.min(a, b), toMs: Math.max(a, b) }
        const foldedHoursMs = floor(Math.min(hours, folded), HOUR_MS)
        const watermarks = { ...initialWatermarks(0), foldedMinutesMs: folded, foldedHoursMs }
        const { days, hours: hourStarts, minutes } = splitRange(range, watermarks, widestMs)
        // An hour holds its folded minutes, a day the minutes of its folded hours.
        const read = [
          ...buckets(days.fromMs, days.toMs, DAY_MS).flatMap((at) =>
            buckets(at, Math.min(at + DAY_MS, foldedHoursMs), MINUTE_MS),
          ),
          ...hourStarts.flatMap((at) => buckets(at, Math.min(at + HOUR_MS, folded), MINUTE_MS)),
          ...minutes,
        ]
        expect(read.toSorted((left, right) => left - right)).toEqual(buckets(range.fromMs, range.toMs, MINUTE_MS))
      },
    ),
    { numRuns: propertyRuns(300) },
  )
})

forEachLogEngine('requests of each user', (engine) => {
  test('are those of the range, also if it starts within a day or spans many days', async () => {
    const nowMs = Date.UTC(2026, 4, 20, 15, 30)
    await using logs = await engine.open(nowMs - 20 * DAY_MS)
    const times = buckets(nowMs - 12 * DAY_MS, nowMs, 5 * HOUR_MS)
    const userOf = (i: number) => `user-${i % 7}`
    const metadata = (i: number) => ({ _user: userOf(i) })
    await logs.store(times.map((startedAtMs, i) => sampleRecord({ startedAtMs, metadata: metadata(i) })))
    await logs.fold(nowMs)
    const { organisationId, workspaceId } = sampleRecord()
    const scope = (await findRollupScope(logs.database, { organisationId, workspaceId }))!
    const watermarks = await findWatermarks(logs.database, nowMs)
    const counted = async (fromMs: number) => {
      const ranges = splitRange({ fromMs, toMs: nowMs }, watermarks, DAY_MS)
      const source = { scope, dimensionId: USER_DIMENSION, values: null }
      const requests = await requestsByValue(logs.database, ranges, source)
      expect([...(await valuesIn(logs.database, ranges, source))].toSorted()).toEqual([...requests.keys()].toSorted())
      return requests
    }
    for (const fromMs of buckets(nowMs - 11 * DAY_MS - 30 * MINUTE_MS, nowMs - DAY_MS, 7 * HOUR_MS)) {
      const wanted = new Map<string, number>()
      for (const [i, at] of times.entries()) if (at >= fromMs) wanted.set(userOf(i), (wanted.get(userOf(i)) ?? 0) + 1)
      expect([...(await counted(fromMs))].toSorted()).toEqual([...wanted].toSorted())
    }
  })
})
