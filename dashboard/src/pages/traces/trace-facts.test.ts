import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { LogRow } from '../../api/log-row.ts'
import { totalsByModel, traceFacts } from './trace-facts.ts'

const row = (id: string, startMs: number, tookMs: number, more: Partial<LogRow> = {}) =>
  ({
    id,
    trace_id: 't',
    span_id: id,
    parent_span_id: null,
    span_name: null,
    created_at: new Date(1_000_000 + startMs).toISOString(),
    response_time: tookMs,
    status_code: 200,
    ending: 'complete',
    ai_model: 'm',
    endpoint: 'chat.completions',
    cost: 1,
    usage: null,
    metadata: {},
    ...more,
  }) as LogRow

test('children are listed below their parents, in order of time, with real offsets', () => {
  const facts = traceFacts('t', [
    row('c', 30, 5, { parent_span_id: 'a' }),
    row('a', 0, 50),
    row('b', 10, 5, { parent_span_id: 'a', status_code: 500 }),
    row('d', 60, 10, { parent_span_id: 'lost', cost: null }),
  ])
  expect(facts.spans.map((span) => [span.id, span.depth, span.startMs])).toEqual([
    ['a', 0, 0],
    ['b', 1, 10],
    ['c', 1, 30],
    ['d', 0, 60],
  ])
  expect(facts.spans.at(-1)?.isUnlinked).toBe(true)
  expect(facts).toMatchObject({ durationMs: 70, requests: 4, errors: 1, cost: 3, unknownCosts: 1 })
})

test('the critical path goes back from the last end, through what it waited for', () => {
  const facts = traceFacts('t', [row('a', 0, 10), row('fast', 12, 3), row('slow', 12, 20), row('end', 40, 5)])
  expect(facts.spans.filter((span) => span.isCritical).map((span) => span.id)).toEqual(['a', 'slow', 'end'])
})

const criticalOf = (...rows: LogRow[]) =>
  traceFacts('t', rows)
    .spans.filter((span) => span.isCritical)
    .map((span) => span.id)
const below = (parent_span_id: string) => ({ parent_span_id })

test('the critical path goes through the children that a span waited for', () => {
  const rows = [
    row('root', 0, 100),
    row('plan', 5, 20, below('root')),
    row('fast', 30, 10, below('root')),
    row('slow', 30, 60, below('root')),
    row('inner', 40, 40, below('slow')),
    row('other', 32, 5, below('fast')),
  ]
  expect(criticalOf(...rows)).toEqual(['root', 'plan', 'slow', 'inner'])
})

test('a child that ends after its parent is on the critical path if the trace ends with it', () => {
  const rows = [row('root', 0, 50), row('late', 40, 60, below('root')), row('next', 60, 10)]
  expect(criticalOf(...rows)).toEqual(['root', 'late'])
})

test('every span is drawn once, even if parent ids are wrong', () => {
  const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'lost')
  fc.assert(
    fc.property(fc.dictionary(ids, fc.option(ids)), (parents) => {
      const rows = Object.entries(parents).map(([id, parent], index) => row(id, index, 1, { parent_span_id: parent }))
      expect(
        traceFacts('t', rows)
          .spans.map((span) => span.id)
          .sort(),
      ).toEqual(Object.keys(parents).sort())
    }),
  )
})

test('rows add up by model, what costs most first', () => {
  const rows = [row('b', 5, 1, { ai_model: 'n', cost: null }), row('a', 0, 1)]
  expect(totalsByModel(rows)).toEqual([
    { model: 'm', requests: 1, tokens: 0, cost: 1 },
    { model: 'n', requests: 1, tokens: 0, cost: null },
  ])
})
