import { expect, test } from 'bun:test'
import type { AttemptRecord, RequestRecord } from '../core/record.ts'
import { sampleRecord } from '../records/testing/sample-record.ts'
import { requestLine } from './log.ts'

function attempt(target: string, status: number | null): AttemptRecord {
  const times = { startMs: 0, firstByteMs: null, durationMs: 1 }
  return {
    target,
    provider: 'openai',
    url: '',
    retry: 0,
    status,
    error: status === null ? 'upstream_unreachable' : null,
    ...times,
  }
}

const BASE: RequestRecord = {
  ...sampleRecord({ model: 'gpt-4o-mini', provider: 'openai', virtualKey: 'openai-main' }),
  startedAtMs: new Date(2026, 4, 1, 12, 5, 2).getTime(),
  durationMs: 2_310,
  status: 200,
  ending: 'complete',
  cacheStatus: 'DISABLED',
  costNanoUsd: 420_000,
  attempts: [],
}

test('prints one line per request: outcome, duration, model, key, tokens, cost and attempts', () => {
  const attempts = [attempt('a', 429), attempt('a', 500), attempt('b', 200)]
  expect(requestLine({ ...BASE, attempts })).toMatch(
    /^12:05:02 {2}200 recovered +2\.31 s {2}gpt-4o-mini +openai-main .*\$0\.00042 .* 429↻ 500→ 200$/,
  )
  const lost = requestLine({
    ...BASE,
    status: 502,
    costNanoUsd: null,
    attempts: [attempt('a', null), attempt('a', null)],
  })
  expect(lost).toContain('upstream_unreachable↻ upstream_unreachable')
  expect(lost).not.toMatch(/recovered|\$/)
  expect(requestLine({ ...BASE, costNanoUsd: 0, durationMs: 41, cacheStatus: 'HIT' })).toMatch(
    /41 ms .* \$0 .*cache hit$/,
  )
})

test('replaces control characters in caller-supplied text', () => {
  expect(requestLine({ ...BASE, model: 'evil\u001b[2J\r\nmodel' })).not.toMatch(/\p{Cc}/u)
})
