import { expect, test } from 'bun:test'
import { WorkLoop } from './work-loop.ts'

/** A loop under a virtual clock. Each run waits until the test resolves or rejects it. */
function virtualLoop() {
  let nowMs = 0
  let timer: { readonly run: () => void; readonly dueAtMs: number } | null = null
  const runs: PromiseWithResolvers<number>[] = []
  const failures: unknown[] = []
  const loop = new WorkLoop(
    {
      run: () => {
        const run = Promise.withResolvers<number>()
        runs.push(run)
        return run.promise
      },
      failed: async (error) => void failures.push(error),
    },
    (run, delayMs) => {
      const own = { run, dueAtMs: nowMs + delayMs }
      timer = own
      return () => {
        if (timer === own) timer = null
      }
    },
    () => nowMs,
  )
  /** Lets all pending promises settle. */
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    loop,
    failures,
    count: () => runs.length,
    end: async (settleRun: (run: PromiseWithResolvers<number>) => void) => {
      settleRun(runs.at(-1)!)
      await settle()
    },
    /** Fires the next timer and returns the delay. */
    async next(): Promise<number | null> {
      if (timer === null) return null
      const { run, dueAtMs } = timer
      const delayMs = dueAtMs - nowMs
      timer = null
      nowMs = dueAtMs
      run()
      await settle()
      return delayMs
    },
  }
}

test('runs when it is woken, and again after the delay of the run', async () => {
  const { loop, next, end, count } = virtualLoop()
  loop.wake()
  expect(await next()).toBe(0)
  await end((run) => run.resolve(60_000))
  expect(await next()).toBe(60_000)
  expect(count()).toBe(2)
})

test('runs again if it is woken during a run', async () => {
  const { loop, next, end } = virtualLoop()
  loop.wake()
  await next()
  loop.wake()
  await end((run) => run.resolve(60_000))
  expect(await next()).toBe(0)
})

test('runs again if it is woken during the run that ends a back-off', async () => {
  const { loop, next, end, failures } = virtualLoop()
  loop.wake()
  await next()
  await end((run) => run.reject(new Error('unreachable')))
  expect(failures).toEqual([new Error('unreachable')])
  expect(await next()).toBe(100)
  loop.wake()
  await end((run) => run.resolve(60_000))
  expect(await next()).toBe(0)
})

test('backs off for longer after each failure, whether it is woken or not', async () => {
  const { loop, next, end } = virtualLoop()
  loop.wake()
  await next()
  const delays: (number | null)[] = []
  for (let i = 0; i < 8; i++) {
    await end((run) => run.reject(new Error('unreachable')))
    loop.wake()
    delays.push(await next())
  }
  expect(delays).toEqual([100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000])
  await end((run) => run.resolve(60_000))
  await next()
  await end((run) => run.reject(new Error('unreachable')))
  expect(await next()).toBe(100)
})

test('other jobs wait for the run, and no run starts after stop', async () => {
  const { loop, next, end, count } = virtualLoop()
  loop.wake()
  await next()
  const done: number[] = []
  loop.enqueue(async () => void done.push(count()))
  expect(done).toEqual([])
  await end((run) => run.resolve(60_000))
  expect(done).toEqual([1])
  loop.stop()
  expect(await next()).toBeNull()
})
