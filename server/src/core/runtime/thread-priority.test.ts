import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { testFolder } from '../../records/testing/test-folder.ts'

test('lowering the priority of a thread does not affect the other threads of the process', async () => {
  using folder = testFolder()
  const script = join(folder.path, 'thread.ts')
  writeFileSync(
    script,
    `import { readlinkSync } from 'node:fs'
    import { getPriority } from 'node:os'
    import { lowerThreadPriority } from ${JSON.stringify(join(import.meta.dir, 'thread-priority.ts'))}
    const own = () => getPriority(process.platform === 'linux' ? Number(readlinkSync('/proc/thread-self').split('/').at(-1)) : 0)
    const before = own()
    lowerThreadPriority()
    self.postMessage({ before, after: own() })`,
  )
  const ofProcess = getPriority()
  const worker = new Worker(script)
  const { before, after } = await new Promise<{ before: number; after: number }>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<{ before: number; after: number }>) => resolve(data)
  })
  worker.terminate()
  expect(after).toBe(process.platform === 'linux' ? Math.min(before + 5, 19) : before)
  expect(getPriority()).toBe(ofProcess)
})
