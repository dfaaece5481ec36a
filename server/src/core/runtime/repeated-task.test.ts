import { expect, test } from 'bun:test'
import { RepeatedTask } from './repeated-task.ts'

test('runs one after the other, also after a failure, and not after it was closed', async () => {
  const events: string[] = []
  const third = Promise.withResolvers<void>()
  let runs = 0
  const task = new RepeatedTask(
    async () => {
      const run = ++runs
      events.push(`start ${run}`)
      await Bun.sleep(0)
      if (run === 3) third.resolve()
      if (run === 2) throw new Error('second')
      events.push(`end ${run}`)
    },
    1,
    (error) => events.push(String(error)),
  )
  await Promise.all([task.run(), task.run()])
  expect(events).toEqual(['start 1', 'end 1', 'start 2', 'Error: second'])
  void task.start()
  await third.promise
  await task.close()
  const ended = runs
  await Bun.sleep(5)
  expect([task.isClosed, runs]).toEqual([true, ended])
})
