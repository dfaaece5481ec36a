import { afterEach, beforeEach, expect, test } from 'bun:test'
import { fstatSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { disk } from './disk.ts'
import { GroupSync } from './group-sync.ts'

const real = { ...disk }
let folder = ''
/** Descriptors of the syncs, in order. */
let syncs: number[] = []
let failing: Error | null = null
let failures: unknown[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-sync-'))
  syncs = []
  failures = []
  failing = null
  disk.sync = (descriptor) => {
    syncs.push(descriptor)
    return failing ? Promise.reject(failing) : real.sync(descriptor)
  }
})
afterEach(() => {
  Object.assign(disk, real)
  rmSync(folder, { recursive: true })
})

function open(): { group: GroupSync; write: () => void; descriptor: number } {
  const group = new GroupSync({ folder, onFailure: (error) => void failures.push(error) })
  const descriptor = disk.create(join(folder, crypto.randomUUID()))
  group.created()
  const write = () => {
    disk.write(descriptor, Buffer.from('x'), 1)
    group.wrote(descriptor)
  }
  return { group, write, descriptor }
}

test('all writes of a tick share one sync, and those during it share the next', async () => {
  const { group, write } = open()
  const first = Array.from({ length: 50 }, () => {
    write()
    return group.synced()
  })
  await new Promise(setImmediate)
  const second = Array.from({ length: 50 }, () => {
    write()
    return group.synced()
  })
  await Promise.all([...first, ...second])
  expect(syncs).toHaveLength(2)
  await group.synced()
  expect(syncs).toHaveLength(2)
  group.close()
})

test('only concurrent load delays a sync, and many requests then share it', async () => {
  const { group, write } = open()
  // One request at a time: each has its own sync.
  for (let i = 0; i < 5; i++) {
    write()
    await group.synced()
  }
  expect(syncs).toHaveLength(5)
  let waiting = 0
  const request = async () => {
    for (let i = 0; i < 20; i++) {
      write()
      waiting++
      await group.synced()
    }
  }
  await Promise.all(Array.from({ length: 32 }, request))
  expect(waiting).toBe(640)
  expect(syncs.length - 5).toBeLessThan(640 / 16)
  group.close()
})

test('a running sync is joined only if it began after the last write', async () => {
  const { group, write } = open()
  write()
  const running = group.synced()
  await new Promise(setImmediate)
  expect(group.synced()).toBe(running)
  write()
  expect(group.synced()).not.toBe(running)
  await group.synced()
  expect(syncs).toHaveLength(2)
  group.close()
})

test('a failed sync rejects its writes and those made meanwhile, and is reported once', async () => {
  const { group, write, descriptor } = open()
  failing = new Error('EIO')
  write()
  const first = group.synced()
  await new Promise(setImmediate)
  write()
  const second = group.synced()
  const rejected = { status: 'rejected', reason: { code: 'store_unavailable' } }
  expect(await Promise.allSettled([first, second])).toMatchObject([rejected, rejected])
  expect(failures).toEqual([failing])
  expect(syncs).toHaveLength(1)
  group.end(descriptor)
  group.close()
})

test('a file that ends is closed after its sync', async () => {
  const { group, write, descriptor } = open()
  write()
  group.end(descriptor)
  expect(fstatSync(descriptor).size).toBe(1)
  await group.synced()
  expect(syncs).toEqual([descriptor])
  expect(() => fstatSync(descriptor)).toThrow('EBADF')
})

test('closing syncs what is left', async () => {
  const { group, write, descriptor } = open()
  let synced = 0
  disk.syncNow = (one) => {
    expect(one).toBe(descriptor)
    synced++
    real.syncNow(one)
  }
  write()
  const waiting = group.synced()
  group.end(descriptor)
  group.close()
  await waiting
  expect(synced).toBe(1)
  expect(() => fstatSync(descriptor)).toThrow('EBADF')
})
