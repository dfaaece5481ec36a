import { afterAll, beforeAll, expect, test } from 'bun:test'
import { BackupScene } from '../../harness/backup-scene.ts'
import { type S3Server, startS3Server } from '../../harness/s3-server.ts'
import { storedTraces } from '../../harness/stored-traces.ts'
import { askCommand, runCommand } from '../cli/run-command.ts'

let storage: S3Server

beforeAll(async () => {
  storage = await startS3Server()
})

afterAll(() => storage[Symbol.asyncDispose]())

type Made = { readonly id: string; readonly new_bytes: number; readonly removed: string[] }

test('a backup to S3-compatible storage is incremental, verified and restored', async () => {
  await using scene = await BackupScene.open()
  const gateway = await scene.start('data')
  const spender = await scene.budgetKey(gateway)
  const { environment } = storage
  const target = `s3://${storage.bucket}/gatehouse/main`
  const words = ['backup', target, '--data', gateway.dataDirectory, '--include-master-key']
  const calls = ['call-0', 'call-1', 'call-2']
  for (const call of calls) await scene.call(gateway, spender.key, call)
  await storedTraces(gateway, calls)
  await gateway.stop()
  const first = await askCommand<Made>(words, { environment })
  // Closing the last connection to a database moves its WAL into the file.
  const moved = await askCommand<Made>(words, { environment })
  const same = await askCommand<Made>([...words, '--keep', '1'], { environment })
  expect(first.new_bytes).toBeGreaterThan(0)
  // Only control.db has changed: it records the last backup for the audit log.
  expect(same.new_bytes).toBeLessThan(first.new_bytes)
  expect(same.removed).toEqual([first.id, moved.id])
  const verified = await askCommand<{ is_whole: boolean }>(['backup', 'verify', target], { environment })
  expect(verified.is_whole).toBe(true)
  await askCommand(['restore', target, '--data', scene.path('restored')], { environment })
  await using restored = await scene.start('restored')
  expect((await storedTraces(restored, calls)).size).toBe(3)
  expect(await scene.spentCents(restored, spender)).toBe(3)
  const { contents = [] } = await storage.client.list({ prefix: 'gatehouse/main/' })
  // The lock is released.
  expect(contents.map(({ key }) => key)).not.toContain('gatehouse/main/lock.json')
})

test('a second backup at the same time is refused, and a lost chunk is found', async () => {
  await using scene = await BackupScene.open()
  await using gateway = await scene.start('data')
  const { environment } = storage
  const target = `s3://${storage.bucket}/locked`
  const words = ['backup', target, '--data', gateway.dataDirectory]
  await storage.client.write('locked/lock.json', JSON.stringify({ token: 'another', atMs: Date.now() }))
  const refused = await runCommand(words, { environment })
  expect([refused.code, refused.problem]).toEqual([1, expect.stringContaining('delete the object locked/lock.json')])
  // The lock of a process that was killed long ago.
  await storage.client.write('locked/lock.json', JSON.stringify({ token: 'another', atMs: 0 }))
  await askCommand(words, { environment })
  const { contents = [] } = await storage.client.list({ prefix: 'locked/chunks/' })
  await storage.client.delete(contents[0]!.key)
  const { code, out } = await runCommand(['backup', 'verify', target], { environment })
  expect([code, out]).toEqual([1, expect.stringContaining('is missing')])
})

test('wrong credentials and a missing bucket are reported', async () => {
  await using scene = await BackupScene.open()
  await using gateway = await scene.start('data')
  const { environment } = storage
  const words = (bucket: string) => ['backup', `s3://${bucket}/x`, '--data', gateway.dataDirectory]
  const denied = await runCommand(words(storage.bucket), {
    environment: { ...environment, AWS_ACCESS_KEY_ID: 'unknown' },
  })
  expect([denied.code, denied.problem]).toEqual([1, expect.stringContaining('InvalidAccessKeyId')])
  const forged = await runCommand(words(storage.bucket), {
    environment: { ...environment, AWS_SECRET_ACCESS_KEY: 'not-the-secret' },
  })
  expect([forged.code, forged.problem]).toEqual([1, expect.stringContaining('SignatureDoesNotMatch')])
  expect(forged.problem).toContain('AWS_SECRET_ACCESS_KEY')
  expect(forged.problem).not.toContain('not-the-secret')
  const missing = await runCommand(words('no-such-bucket'), { environment })
  expect([missing.code, missing.problem]).toEqual([1, expect.stringContaining('Check the bucket')])
})
