import { expect, test } from 'bun:test'
import type { AttemptRecord, RequestRecord } from '../record.ts'
import { isRecovered, outcomesText, readOutcomes } from './attempt-outcomes.ts'

function attempt(provider: string, status: number | null): AttemptRecord {
  return {
    target: 'config',
    provider,
    url: 'https://x',
    retry: 0,
    startMs: 0,
    firstByteMs: null,
    durationMs: 1,
    status,
    error: null,
  }
}

type Ended = Partial<Pick<RequestRecord, 'status' | 'ending' | 'provider' | 'source'>>

function textOf(attempts: readonly AttemptRecord[], ended: Ended = {}): string {
  const record = { status: 200, ending: 'complete', provider: null, source: 'gateway', ...ended } as const
  return outcomesText({ attempts, ...record })
}

function outcomes(attempts: readonly AttemptRecord[], ended: Ended = {}): string[] {
  return readOutcomes(textOf(attempts, ended)).map(({ provider, outcome }) => `${provider} ${outcome}`)
}

const beside = (provider: string, status: number): AttemptRecord => ({ ...attempt(provider, status), isBeside: true })

test('calls beside the plan count by their own status, and recover nothing', () => {
  const listed = [attempt('mock', 200), beside('openai', 200), beside('groq', 401)]
  expect(outcomes(listed)).toEqual(['mock success', 'openai success', 'groq failure'])
  const found = [attempt('mock', 404), beside('openai', 200)]
  expect(outcomes(found)).toEqual(['mock failure', 'openai success'])
  const recovered = [attempt('openai', 500), attempt('mock', 200), beside('groq', 200)]
  expect(outcomes(recovered)).toEqual(['openai recovered', 'mock success', 'groq success'])
  expect([listed, found, recovered].map((attempts) => isRecovered(textOf(attempts)))).toEqual([false, false, true])
})

test('a request is recovered if one of its outcomes is', () => {
  const sent = [attempt('rough', 200)]
  expect(isRecovered(textOf(sent))).toBe(false)
  expect(isRecovered(textOf([attempt('openai', 503), ...sent], { status: 101 }))).toBe(true)
  expect(isRecovered(textOf([attempt('openai', 500), ...sent], { ending: 'broken' }))).toBe(false)
  expect(isRecovered(null)).toBe(false)
})

test('failures that a retry or fallback recovered are counted for their own provider', () => {
  const sent = [attempt('openai', 500), attempt('openai', null), attempt('mock', 200)]
  expect(outcomes(sent)).toEqual(['openai recovered', 'openai recovered', 'mock success'])
})

test('without a recovery every attempt failed', () => {
  const sent = [attempt('openai', 500), attempt('mock', 429)]
  expect(outcomes(sent, { status: 429 })).toEqual(['openai failure', 'mock failure'])
  expect(outcomes([attempt('openai', 200)], { ending: 'broken' })).toEqual(['openai failure'])
})

test('a request that failed before any provider was called has no provider', () => {
  expect(outcomes([], { status: 412, ending: 'refused' })).toEqual([' failure'])
  expect(outcomes([])).toEqual([])
  expect(outcomes([], { status: 499, ending: 'abandoned' })).toEqual([])
})

test('an attempt whose caller left is no failure of the provider', () => {
  expect(outcomes([attempt('openai', null)], { status: 499, ending: 'abandoned' })).toEqual([])
  expect(outcomes([attempt('openai', 200)], { status: 200, ending: 'abandoned' })).toEqual(['openai success'])
})

test('an external log is one call of its provider', () => {
  expect(outcomes([], { source: 'external', provider: 'a\u001fb', status: 500 })).toEqual(['a b failure'])
})

test('a log of an earlier version has no outcomes', () => {
  expect(readOutcomes(null)).toEqual([])
})
