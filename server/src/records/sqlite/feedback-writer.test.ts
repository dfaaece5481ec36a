import { expect, test } from 'bun:test'
import { FeedbackWriter } from './feedback-writer.ts'
import { openEmptyLogStore } from './log-store.ts'

test('feedback whose transaction fails counts once when the command is resent', () => {
  const nowMs = Date.now()
  let isDiskFull = true
  const rollups = {
    addVector() {},
    forget() {},
    flush() {
      if (isDiskFull) throw new Error('the disk is full')
    },
  }
  const writer = new FeedbackWriter(openEmptyLogStore(), rollups as never, nowMs)
  const scope = { organisationId: 'org_1', workspaceId: 'ws_1' }
  const given = { id: 'f1', traceId: 't', value: 5, weight: 1, metadata: null, createdAtMs: nowMs, updatedAtMs: nowMs }
  expect(() => writer.create(scope, [given])).toThrow('the disk is full')
  expect(writer.of('ws_1', 't')).toBeNull()
  isDiskFull = false
  writer.create(scope, [given])
  expect(writer.of('ws_1', 't')).toEqual({ count: 1, micros: 5_000_000, weightMicros: 1_000_000 })
})
