import { expect, test } from 'bun:test'
import type { AttemptRecord } from '../record.ts'
import { overheadMs } from './gateway-overhead.ts'

function attempt(startMs: number, durationMs: number, more: Partial<AttemptRecord> = {}): AttemptRecord {
  const call = { target: 'config', provider: 'mock', url: '', retry: 0, status: 200, error: null }
  return { ...call, startMs, durationMs, firstByteMs: null, ...more }
}

const beside = (startMs: number, durationMs: number) => attempt(startMs, durationMs, { isBeside: true })

test('is the duration minus attempts and waits', () => {
  const decisions = [{ kind: 'wait', atMs: 31, durationMs: 20, target: null, reason: 'retry 1' }] as const
  expect(overheadMs({ durationMs: 100, attempts: [attempt(1, 30), attempt(51, 40)], decisions })).toBe(10)
})

test('subtracts the time of parallel calls once', () => {
  const attempts = [attempt(1, 10), beside(40, 20), beside(20, 30), beside(25, 5), beside(20, 30), beside(70, 10)]
  expect(overheadMs({ durationMs: 100, attempts, decisions: [] })).toBe(40)
})
