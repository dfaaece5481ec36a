import { expect, test } from 'bun:test'
import type { Query } from './client.ts'
import type { LogRow } from './log-row.ts'
import { LogPoller } from './poll-logs.ts'

/** A log store that responds like GET /v1/logs: newest first, paginated. */
function storeOf(rows: LogRow[]) {
  const asked: Query[] = []
  const load = async (query: Query) => {
    asked.push(query)
    const matching = rows
      .filter((row) => row.created_at >= String(query['time_of_generation_min']))
      .toSorted((one, other) => (other.created_at < one.created_at ? -1 : 1))
    const from = Number(query['cursor'] ?? 0)
    const to = from + Number(query['page_size'])
    return { data: matching.slice(from, to), next_cursor: to < matching.length ? String(to) : null }
  }
  return { asked, load }
}

const row = (n: number) => ({ id: `r${n}`, created_at: new Date(n).toISOString() }) as unknown as LogRow
const rowsFrom = (from: number, count: number) => Array.from({ length: count }, (_, i) => row(from + i))
const START = new Date(0).toISOString()

test('one poll returns every new row once, oldest first, over any number of pages', async () => {
  const rows = rowsFrom(1, 350)
  const { asked, load } = storeOf(rows)
  const poller = new LogPoller(load, START)
  const first = await poller.next({ workspace_id: 'w' })
  expect(first.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  expect(first.hasMore).toBe(false)
  expect(asked).toHaveLength(4)
  expect(asked.every((query) => query['workspace_id'] === 'w')).toBe(true)
  expect(await poller.next({})).toEqual({ rows: [], hasMore: false })
  rows.push(...rowsFrom(351, 120))
  expect((await poller.next({})).rows.map(({ id }) => id)).toEqual(rowsFrom(351, 120).map(({ id }) => id))
})

test('beyond a thousand rows it returns the newest and reports that there are more', async () => {
  const rows = rowsFrom(1, 2_500)
  const { asked, load } = storeOf(rows)
  const poller = new LogPoller(load, START)
  const { rows: found, hasMore } = await poller.next({})
  expect(hasMore).toBe(true)
  expect(asked).toHaveLength(10)
  expect(found).toHaveLength(1_000)
  expect(found.at(-1)?.id).toBe('r2500')
  expect(await poller.next({})).toEqual({ rows: [], hasMore: false })
})

test('a round that fails loses nothing', async () => {
  const { load } = storeOf(rowsFrom(1, 250))
  let calls = 0
  const poller = new LogPoller(async (query) => {
    if (++calls === 2) throw new Error('away')
    return load(query)
  }, START)
  await expect(poller.next({})).rejects.toThrow('away')
  expect((await poller.next({})).rows).toHaveLength(250)
})
