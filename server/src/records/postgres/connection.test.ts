import { expect, test } from 'bun:test'
import { closeClient } from './connection.ts'

test('closing a client does not wait for an unresponsive server', async () => {
  const startedAtMs = performance.now()
  await closeClient({ end: () => new Promise<void>(() => {}) })
  expect(performance.now() - startedAtMs).toBeLessThan(3_000)
  await closeClient({ end: () => Promise.reject(new Error('gone already')) })
})
