import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DataLockError, lockData } from './data-lock.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-lock-'))
})

afterEach(() => rm(folder, { recursive: true }))

/** A second process that takes the lock and holds it until it is killed. */
async function lockInChild() {
  const program = `import { lockData } from ${JSON.stringify(join(import.meta.dir, 'data-lock.ts'))}
    globalThis.lock = lockData(${JSON.stringify(folder)})
    console.log('locked')
    setInterval(() => {}, 1000)`
  const child = Bun.spawn([process.execPath, '-e', program], { stdout: 'pipe', stderr: 'inherit' })
  const { value } = await child.stdout.getReader().read()
  expect(Buffer.from(value ?? []).toString()).toContain('locked')
  return child
}

test('a folder in use by another process is refused, and free after that process is killed', async () => {
  const child = await lockInChild()
  try {
    expect(() => lockData(folder)).toThrow(DataLockError)
    expect(() => lockData(folder)).toThrow(folder)
  } finally {
    child.kill('SIGKILL')
    await child.exited
  }
  const lock = lockData(folder)
  lock.release()
})

test('a second lock in the same process is refused until the first is released', () => {
  const first = lockData(folder)
  expect(() => lockData(folder)).toThrow(DataLockError)
  first.release()
  lockData(folder).release()
})

test('locks of two folders are independent', async () => {
  const other = await mkdtemp(join(tmpdir(), 'gatehouse-lock-'))
  const first = lockData(folder)
  lockData(other).release()
  first.release()
  await rm(other, { recursive: true })
})
