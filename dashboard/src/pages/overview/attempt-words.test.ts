import { expect, test } from 'bun:test'
import { attemptTone, attemptWords } from './attempt-words.ts'

test('failures count for the provider, recovered or not', () => {
  const good = { provider: 'mock', attempts: 1, failures: 0, recovered: 0 }
  expect([attemptWords(good), attemptTone(good)]).toEqual(['1 attempt', 'ok'])
  const some = { provider: 'openai', attempts: 200, failures: 4, recovered: 6 }
  expect([attemptWords(some), attemptTone(some)]).toEqual(['200 attempts, 5 % failed, 6 recovered', 'warning'])
  const bad = { provider: 'openai', attempts: 4, failures: 0, recovered: 4 }
  expect([attemptWords(bad), attemptTone(bad)]).toEqual(['4 attempts, 100 % failed, 4 recovered', 'error'])
})

test('failures before any provider was called are named', () => {
  const early = { provider: '', attempts: 3, failures: 3, recovered: 0 }
  expect([attemptWords(early), attemptTone(early)]).toEqual(['3 failed before a provider was called', 'error'])
})
