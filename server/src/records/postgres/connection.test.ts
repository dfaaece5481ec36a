import { expect, test } from 'bun:test'
import { closeClient } from './connection.ts'

test('closing a client does not wait for an unresponsive server', async () => {
  // Without its own limit this would wait for ever.
  expect(await closeClient({ end: () => new Promise<void>(() => {}) })).toBeUndefined()
  expect(await closeClient({ end: () => Promise.reject(new Error('already closed')) })).toBeUndefined()
})
