import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testFolder } from './testing/test-folder.ts'
import { superviseWorker } from './workers.ts'

test('a worker that exits is reported and restarted with its first message', async () => {
  using folder = testFolder()
  const script = join(folder.path, 'dying.ts')
  writeFileSync(
    script,
    `self.onmessage = ({ data }) => {
      if (data === 'throw') throw new Error('out of luck')
      if (data === 'exit') process.exit(3)
      self.postMessage('got ' + data)
    }`,
  )
  const deaths: string[] = []
  let starts = 0
  let onMessage = (_: unknown) => {}
  const nextMessage = () =>
    new Promise((resolve) => {
      onMessage = resolve
    })
  let message = nextMessage()
  const worker = superviseWorker({
    start: () => new Worker(script),
    onStart: (started) => started.postMessage(`start ${++starts}`),
    onMessage: (data) => onMessage(data),
    onExit: (reason) => deaths.push(reason),
  })
  for (const [i, fate] of ['throw', 'exit'].entries()) {
    expect(await message).toBe(`got start ${i + 1}`)
    message = nextMessage()
    worker.post(fate)
  }
  expect(await message).toBe('got start 3')
  expect(deaths[0]).toContain('out of luck')
  expect(deaths).toHaveLength(2)
  worker.terminate()
})

test('a worker that cannot be started is reported and started again; messages until then are refused', async () => {
  using folder = testFolder()
  const script = join(folder.path, 'thread.ts')
  writeFileSync(script, `self.onmessage = ({ data }) => self.postMessage(data)`)
  const reasons: string[] = []
  const { promise, resolve } = Promise.withResolvers<unknown>()
  let starts = 0
  const worker = superviseWorker({
    start: () => {
      if (++starts < 3) throw new Error('no descriptors')
      return new Worker(script)
    },
    onStart: (started) => started.postMessage('started'),
    onMessage: resolve,
    onExit: (reason) => reasons.push(reason),
  })
  expect(worker.post('dropped')).toBe(false)
  expect(await promise).toBe('started')
  expect(worker.post('delivered')).toBe(true)
  expect(reasons).toEqual(['no descriptors', 'no descriptors'])
  worker.terminate()
})
