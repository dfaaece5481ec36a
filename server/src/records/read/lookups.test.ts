import { expect, test } from 'bun:test'
import { sampleRecord } from '../testing/sample-record.ts'
import { forEachLogEngine } from '../testing/test-log-engines.ts'
import { listLogs } from './list-logs.ts'
import type { LogDatabase } from './log-database.ts'
import { readLog } from './read-log.ts'

const DAY_MS = 86_400_000
const DAYS = 12
const nowMs = Date.now()
const scope = { organisationId: 'org_1', workspaceId: 'ws_1' }

/** One log a day. */
const records = Array.from({ length: DAYS }, (_, day) => {
  const startedAtMs = nowMs - day * DAY_MS
  const id = Bun.randomUUIDv7('hex', startedAtMs)
  return sampleRecord({ id, traceId: `trace ${day % (DAYS - 2)}`, startedAtMs })
})

/** Counts the partitions of `logs` in the plans of all statements that are planned again for each call. */
function planned(database: LogDatabase): { readonly database: LogDatabase; readonly partitions: () => number } {
  let count = 0
  return {
    partitions: () => count,
    database: {
      ...database,
      async rows(sql, values) {
        if (values.length > 0 && database.dialect.partitionMs !== null) {
          const plan = (await database.rows(`EXPLAIN ${sql}`, values)) as [string][]
          count += plan.filter(([line]) => /(?:Scan.* on|using \S+ on) logs_(?:\d+|other) /.test(line)).length
        }
        return database.rows(sql, values)
      },
    },
  }
}

forEachLogEngine('lookups', (engine) => {
  test('an id is searched in the partition of its time', async () => {
    await using logs = await engine.open(nowMs)
    await logs.store(records)
    for (const { id } of [records[0]!, records[5]!]) {
      const { database, partitions } = planned(logs.database)
      expect((await readLog(database, scope, id))?.record.id).toBe(id)
      expect(partitions()).toBeLessThanOrEqual(2)
      if (engine.name === 'PostgreSQL') expect(partitions()).toBeGreaterThan(0)
    }
  })

  test('an id with another time, or of another format, is found in every partition', async () => {
    await using logs = await engine.open(nowMs)
    const other = [Bun.randomUUIDv7('hex', nowMs - 8 * DAY_MS), 'own-id', Bun.randomUUIDv7('hex', 1)]
    await logs.store(other.map((id, day) => sampleRecord({ id, startedAtMs: nowMs - day * DAY_MS })))
    for (const id of other) expect((await readLog(logs.database, scope, id))?.record.id).toBe(id)
    for (const id of [Bun.randomUUIDv7(), 'unknown']) expect(await readLog(logs.database, scope, id)).toBeNull()
    expect(await readLog(logs.database, { ...scope, workspaceId: 'ws_2' }, other[0]!)).toBeNull()
  })

  test('a trace is read from the partitions that have its logs', async () => {
    await using logs = await engine.open(nowMs)
    await logs.store(records)
    const find = async (traceIds: readonly string[], range: object = {}) => {
      const { database, partitions } = planned(logs.database)
      const filter = { ...scope, traceIds, ...range }
      const { logs: found, next } = await listLogs(database, { filter, limit: 50, after: null })
      expect(next).toBeNull()
      return { ids: found.map(({ id }) => id), partitions: partitions() }
    }
    const idsOf = (...days: number[]) => days.map((day) => records[day]!.id)
    // PostgreSQL may keep a generic plan after 5 calls.
    for (let call = 0; call < 8; call++) {
      const one = await find(['trace 5'])
      expect(one.ids).toEqual(idsOf(5))
      expect(one.partitions).toBeLessThanOrEqual(1)
    }
    expect((await find(['trace 1'])).ids).toEqual(idsOf(1, DAYS - 1))
    expect((await find(['trace 1'], { fromMs: nowMs - 3 * DAY_MS })).ids).toEqual(idsOf(1))
    expect((await find(['trace 1'], { toMs: nowMs - 20 * DAY_MS })).ids).toEqual([])
    expect((await find(['trace 3', 'trace 4'])).ids).toEqual(idsOf(3, 4))
    expect(await find(['nothing'])).toEqual({ ids: [], partitions: 0 })
  })
})
