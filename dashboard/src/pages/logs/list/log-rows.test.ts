import { expect, test } from 'bun:test'
import type { LogGuardrail, LogRow } from '../../../api/log-row.ts'
import { lineOf } from './log-line.ts'
import { LogRows } from './log-rows.ts'

function row(id: string, atMs: number): LogRow {
  return {
    id,
    trace_id: id,
    created_at: new Date(atMs).toISOString(),
    status_code: 200,
    ending: 'complete',
    guardrails: [],
    metadata: {},
    cache_status: 'DISABLED',
    usage: null,
  } as unknown as LogRow
}

const empty = async () => ({ data: [], next_cursor: null, is_partial: false })
const ids = (rows: LogRows) => rows.lines.map((line) => line.id)

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5))
}

test('pages follow their cursor and end; a row comes once', async () => {
  const asked: (string | null)[] = []
  const rows = new LogRows(
    async (cursor) => {
      asked.push(cursor)
      const data = cursor === null ? [row('c', 3), row('b', 2)] : [row('b', 2), row('a', 1)]
      return { data, next_cursor: cursor === null ? 'next' : null, is_partial: false }
    },
    () => false,
  )
  await rows.more()
  await rows.more()
  await rows.more()
  expect(asked).toEqual([null, 'next'])
  expect(ids(rows)).toEqual(['c', 'b', 'a'])
  expect(rows.hasMore).toBe(false)
})

test('if a page fails to load, the rows stay and the page can be loaded again', async () => {
  let isBroken = true
  const rows = new LogRows(
    async () => {
      if (isBroken) throw new Error('gone')
      return { data: [row('a', 1)], next_cursor: null, is_partial: false }
    },
    () => false,
  )
  await rows.more()
  expect(rows.error?.message).toBe('gone')
  isBroken = false
  await rows.more()
  expect(rows.error).toBeNull()
  expect(ids(rows)).toEqual(['a'])
})

test('live rows appear at the top, newest first', async () => {
  const rows = new LogRows(empty, () => false)
  rows.receive([row('a', 1), row('c', 3)])
  await until(() => rows.lines.length === 2)
  rows.receive([row('b', 2), row('c', 3)])
  await until(() => rows.lines.length === 3)
  expect(ids(rows)).toEqual(['c', 'b', 'a'])
  rows.leave()
})

test('rows do not move while the user reads; afterwards new rows appear automatically', async () => {
  let isReading = true
  const rows = new LogRows(empty, () => isReading)
  rows.receive([row('a', 1)])
  await until(() => rows.heldCount === 1)
  expect(rows.lines).toEqual([])
  isReading = false
  await until(() => rows.lines.length === 1)
  expect(rows.heldCount).toBe(0)
  rows.leave()
})

test('more than twenty rows a second are held back until the user shows them', async () => {
  const rows = new LogRows(empty, () => false)
  rows.receive(Array.from({ length: 148 }, (_, index) => row(`r${index}`, index)))
  await until(() => rows.heldCount === 148)
  expect(rows.lines).toEqual([])
  rows.apply()
  expect(rows.lines).toHaveLength(148)
  expect(rows.heldCount).toBe(0)
  rows.leave()
})

test('more than can be held are counted, and only asking again brings them', async () => {
  const rows = new LogRows(empty, () => true)
  rows.receive(Array.from({ length: 2_100 }, (_, index) => row(`r${index}`, index)))
  await until(() => rows.heldCount === 2_100)
  expect(rows.mustReload).toBe(true)
  rows.leave()
})

test('an unknown number of missing rows is reported until the list is reloaded', async () => {
  const rows = new LogRows(empty, () => false)
  await rows.more()
  rows.receive([row('a', 1)])
  rows.missedSome(null)
  await until(() => rows.lines.length === 1)
  expect([rows.heldCount, rows.isAtLeast, rows.mustReload]).toEqual([1, true, true])
  rows.apply()
  expect(rows.mustReload).toBe(true)
})

test('the first page read again fills the gap before the stream, after the page that still loads, and each row once', async () => {
  let stored = [row('a', 1)]
  const first = Promise.withResolvers<void>()
  let reads = 0
  const rows = new LogRows(
    async () => {
      const data = stored.toReversed()
      if (++reads === 1) await first.promise
      return { data, next_cursor: null, is_partial: false }
    },
    () => false,
  )
  const loaded = rows.more()
  stored = [row('a', 1), row('b', 2), row('c', 3)]
  const filled = rows.fillGap()
  expect(reads).toBe(1)
  first.resolve()
  await loaded
  rows.receive([row('c', 3)])
  await filled
  await until(() => rows.lines.length === 3)
  expect(ids(rows)).toEqual(['c', 'b', 'a'])
  expect(rows.mustReload).toBe(false)
  rows.leave()
})

test('if the first page has only new rows, the list reports that more are missing', async () => {
  let newest = 2
  const rows = new LogRows(
    async () => ({
      data: [row(`r${newest}`, newest), row(`r${newest - 1}`, newest - 1)],
      next_cursor: 'x',
      is_partial: false,
    }),
    () => false,
  )
  await rows.more()
  newest = 9
  await rows.fillGap()
  expect([rows.heldCount, rows.isAtLeast, rows.mustReload]).toEqual([1, true, true])
  rows.leave()
})

test('a row shows the worst verdict of its guardrails, and none if all passed', () => {
  const withVerdicts = (...verdicts: LogGuardrail['verdict'][]) =>
    lineOf({
      ...row('a', 1),
      guardrails: verdicts.map((verdict) => ({ id: verdict, direction: 'input' as const, verdict })),
    }).guardrailVerdict
  expect(withVerdicts()).toBeNull()
  expect(withVerdicts('passed', 'skipped')).toBeNull()
  expect(withVerdicts('passed', 'would_deny')).toBe('would_deny')
  expect(withVerdicts('would_deny', 'failed')).toBe('failed')
  expect(withVerdicts('failed', 'would_deny', 'denied', 'skipped')).toBe('denied')
})

test('dropped rows are left to the reload, which also fills in those that were stored later', async () => {
  let stored = [row('a', 1)]
  const load = async () => ({ data: [...stored].reverse(), next_cursor: null, is_partial: false })
  const rows = new LogRows(load, () => true)
  await rows.more()
  rows.missedSome(2)
  stored = [...stored, row('b', 2), row('c', 3)]
  await rows.fillGap()
  expect(rows.heldCount).toBe(2)

  const reloaded = new LogRows(load, () => false)
  stored = stored.slice(0, 2)
  await reloaded.more()
  expect(ids(reloaded)).toEqual(['b', 'a'])
  stored = [...stored, row('c', 3)]
  await reloaded.fillGap()
  await until(() => reloaded.lines.length === 3)
  expect(ids(reloaded)).toEqual(['c', 'b', 'a'])
})
