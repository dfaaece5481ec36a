import { expect, test } from 'bun:test'
import { hangUp } from './connection.ts'

test('a goodbye that nobody answers is not waited for', async () => {
  // Without its own limit this would wait for ever.
  expect(await hangUp({ end: () => new Promise<void>(() => {}) })).toBeUndefined()
  expect(await hangUp({ end: () => Promise.reject(new Error('already closed')) })).toBeUndefined()
})
