import { expect, test } from 'bun:test'
import { hangUp } from './connection.ts'

test('a goodbye that nobody answers is not waited for', async () => {
  const startedAtMs = performance.now()
  await hangUp({ end: () => new Promise<void>(() => {}) })
  expect(performance.now() - startedAtMs).toBeLessThan(3_000)
  await hangUp({ end: () => Promise.reject(new Error('gone already')) })
})
