import { expect, test } from 'bun:test'
import { trailOf } from '../workbench/trail.ts'
import { type LogDetail, scenarioOf } from './from-log.ts'
import { explainBody, SAMPLE, USUAL } from './scenario.ts'

test('only targets that exist are sent, each with what was chosen', () => {
  const outcomes = {
    'config.targets[0]': { ...USUAL, end: '429', retryAfterMs: 300, later: '200' },
    'config.targets[1]': { ...USUAL, end: 'network' },
    'config.targets[9]': USUAL,
  }
  const circuits = { 'config.targets[0]': 'closed', 'config.targets[1]': 'open' } as const
  const body = explainBody({ ...SAMPLE, outcomes, circuits }, ['config.targets[0]', 'config.targets[1]'])
  expect(body).toMatchObject({
    outcomes: {
      'config.targets[0]': [
        { status: 429, duration_ms: 400, retry_after_ms: 300 },
        { status: 200, duration_ms: 400 },
      ],
      'config.targets[1]': [{ error: 'network', duration_ms: 400 }],
    },
    circuits: { 'config.targets[1]': 'open' },
  })
  expect(Object.keys(body['outcomes'] as object)).toHaveLength(2)
})

const attempt = { provider: 'mock', retry: 0, start: 0, duration: 12.4, status_code: 200, error_code: null }

test('a log becomes a scenario; what its targets did counts only for the config it went through', () => {
  const log = {
    path: '/v1/chat/completions',
    ai_model: 'mock-1',
    metadata: { plan: 'pro' },
    target: 'config.targets[1]',
    provider: 'mock',
    virtual_key: null,
    attempts: [
      { ...attempt, target: 'config.targets[0]', status_code: 500 },
      { ...attempt, target: 'config.targets[0]', status_code: null, error_code: 'upstream_unreachable' },
      { ...attempt, target: 'config.targets[1]' },
    ],
    request: { body: '{"model":"mock-1","messages":[]}', body_encoding: 'utf-8', body_cut: false },
  } as unknown as LogDetail
  const scenario = scenarioOf(log, true)
  expect(scenario.outcomes).toEqual({
    'config.targets[0]': { end: '500', durationMs: 12, retryAfterMs: null, later: 'network' },
    'config.targets[1]': { end: '200', durationMs: 12, retryAfterMs: null, later: null },
  })
  expect(scenario).toMatchObject({ params: '{"messages":[]}', metadata: '{"plan":"pro"}', provider: '' })
  expect(scenarioOf(log, false).outcomes).toEqual({})
})

test('the summary shows the last outcome of each target and its number of calls', () => {
  const trail = trailOf({
    status: 200,
    target: 'b',
    error: null,
    duration: 0,
    warnings: [],
    worst_case: { calls: 3, duration: null, wait: 0, cost: null, unpriced: [] },
    decisions: [{ kind: 'breaker', at: 0, duration: 0, target: 'a', reason: 'skipped: its circuit is open' }],
    attempts: [
      { ...attempt, target: 'b', status_code: 429 },
      { ...attempt, target: 'b' },
    ],
  })
  expect([...trail]).toEqual([
    ['a', { words: 'skipped', tone: 'error' }],
    ['b', { words: '200 ×2', tone: 'ok' }],
  ])
})
