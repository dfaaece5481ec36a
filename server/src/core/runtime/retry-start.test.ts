import { expect, test } from 'bun:test'
import { retryStart } from './retry-start.ts'

test('retries until it has started, doubles the pause each time, and reports every failure', async () => {
  const failures: [string, number][] = []
  let calls = 0
  const started = await retryStart(
    async () => {
      if (++calls < 4) throw new Error(`attempt ${calls}`)
      return 'started'
    },
    {
      onFailure: (error, retryInMs) => failures.push([String(error), retryInMs]),
      signal: new AbortController().signal,
      firstPauseMs: 1,
    },
  )
  expect(started).toBe('started')
  expect(failures).toEqual([
    ['Error: attempt 1', 1],
    ['Error: attempt 2', 2],
    ['Error: attempt 3', 4],
  ])
})

test('stops during a pause when it is aborted', async () => {
  const stop = new AbortController()
  let calls = 0
  const starting = retryStart(
    async () => {
      calls++
      throw new Error('never')
    },
    { onFailure: () => setImmediate(() => stop.abort()), signal: stop.signal, firstPauseMs: 600_000 },
  )
  await expect(starting).rejects.toThrow()
  expect(calls).toBe(1)
})
