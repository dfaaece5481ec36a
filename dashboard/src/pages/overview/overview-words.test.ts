import { expect, test } from 'bun:test'
import { failureWords } from './failure-words.ts'
import { changeOf, periodOf } from './period.ts'
import { type Situation, statusSentence } from './status-sentence.ts'

const CALM: Situation = {
  requests: 1_204,
  errors: 0,
  cost: 12.4,
  unpriced: 0,
  openBreakers: 0,
  exhausted: [],
  nearLimit: [],
  words: 'the last 24 hours',
}

test('without problems, the status sentence says so', () => {
  expect(statusSentence(CALM)).toEqual({
    tone: 'ok',
    head: 'No problems',
    rest: '1,204 requests in the last 24 hours · none failed · $12.40 spent',
  })
})

test('trouble comes first, the gravest decides the tone', () => {
  const status = statusSentence({ ...CALM, errors: 100, openBreakers: 1, exhausted: ['main', 'spare', 'third'] })
  expect(status.tone).toBe('error')
  expect(status.head).toBe(
    '1 circuit breaker is open, the budget of main and 2 others is exhausted, 8.3 % of requests failed',
  )
  expect(statusSentence({ ...CALM, openBreakers: 2 }).tone).toBe('warning')
})

test('an unknown cost is not shown as zero', () => {
  expect(statusSentence({ ...CALM, cost: null }).rest).toContain('cost unknown')
  expect(statusSentence({ ...CALM, unpriced: 3 }).rest).toContain('3 without a price')
})

test('changes compare with the previous period, and from nothing there is no share', () => {
  expect(changeOf(120, 100)?.words).toBe('▲ 20 %')
  expect(changeOf(50, 100)).toEqual({ words: '▼ 50 %', direction: 'down' })
  expect(changeOf(5, 0)?.words).toBe('none before')
  expect(changeOf(null, 3)).toBeNull()
  expect(changeOf(3_000, 100)?.words).toBe('▲ 30-fold')
})

test('the previous period is as long, and ends where the other begins', () => {
  const ends = { fromMs: Date.parse('2026-03-01T11:00:00Z'), toMs: Date.parse('2026-03-01T12:00:00Z') }
  const period = periodOf('1h', ends, 'Last hour')
  expect(period.now.time_of_generation_min).toBe('2026-03-01T11:00:00.000Z')
  expect(period.before).toEqual({
    time_of_generation_min: '2026-03-01T10:00:00.000Z',
    time_of_generation_max: '2026-03-01T11:00:00.000Z',
  })
  expect([period.granularity, period.words]).toEqual(['minute', 'the last hour'])
})

test('a failure names its source', () => {
  const row = { status_code: 429, error_code: null, provider: 'openai', ending: 'complete' as const }
  expect(failureWords(row)).toBe('429: openai rate limited the request')
  expect(failureWords({ ...row, error_code: 'rate_limited' })).toBe('429: rate limited by the gateway')
  expect(failureWords({ ...row, status_code: 412, error_code: 'budget_exhausted' })).toBe(
    '412: the budget is exhausted',
  )
})
