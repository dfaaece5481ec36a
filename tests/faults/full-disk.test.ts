import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartFailure } from '../harness/gateway-program.ts'
import type { Gateway } from '../harness/start-gateway.ts'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'

const mounted: string[] = []

function run(...command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command, { stderr: 'pipe' })
  if (exitCode !== 0)
    throw new Error(`This test needs the right to mount a small file system: ${command.join(' ')}: ${stderr}`)
}

function smallDisk(size: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-disk-'))
  run('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder)
  mounted.push(folder)
  return folder
}

afterEach(() => {
  for (const folder of mounted.splice(0)) {
    run('umount', '-l', folder)
    rmSync(folder, { recursive: true, force: true })
  }
})

type Health = { readonly lostRecords: number; readonly droppedBodies: number }

async function health(gateway: Gateway): Promise<Health> {
  const reply = await gateway.fetch('/readyz')
  return ((await reply.json()) as { readonly records: Health }).records
}

async function chats(gateway: Gateway, count: number, prefix: string): Promise<number> {
  let served = 0
  for (let i = 0; i < count; i++) {
    const reply = await gateway.chat({ provider: 'mock' }, { headers: { 'x-gateway-trace-id': `${prefix}-${i}` } })
    await reply.text()
    if (reply.status === 200) served++
  }
  return served
}

test('on a full disk traffic continues, lost records are counted, and recording resumes once there is space', async () => {
  const dataDirectory = smallDisk('16m')
  await using gateway = await startGatewayProcess({ dataDirectory })
  expect(await chats(gateway, 20, 'before')).toBe(20)
  await gateway.waitForLog('before-19')
  const filler = join(dataDirectory, 'filler')
  fill(filler)
  const served = await chats(gateway, 100, 'full')
  const { lostRecords } = await health(gateway)
  expect(served).toBe(100)
  expect(lostRecords).toBeGreaterThan(0)
  rmSync(filler)
  // After a failure the journal pauses before it writes again.
  await Bun.sleep(100)
  await chats(gateway, 5, 'after')
  expect((await gateway.waitForLog('after-4'))['trace_id']).toBe('after-4')
  const rows = await storedRows(gateway)
  expect(rows + lostRecords).toBe(125)
})

test('a change on a full disk is refused with the reason and rolled back, and succeeds once there is space', async () => {
  const dataDirectory = smallDisk('16m')
  await using gateway = await startGatewayProcess({ dataDirectory })
  const filler = join(dataDirectory, 'filler')
  const change = (name: string) =>
    gateway.fetch('/v1/configs', {
      method: 'POST',
      body: { name, config: { provider: 'mock', override_params: { user: 'x'.repeat(9_000) } } },
    })
  expect((await change('before')).status).toBe(200)
  fill(filler)
  // The first changes may still fit into free pages of the store.
  let refused: Response | null = null
  let kept = 1
  for (let i = 0; refused === null && i < 500; i++) {
    const reply = await change(`full-${i}`)
    if (reply.status === 200) kept++
    else refused = reply
  }
  const { error } = (await refused!.json()) as { readonly error: { readonly code: string; readonly message: string } }
  expect([refused?.status, error.code]).toEqual([503, 'store_unavailable'])
  expect(error.message).toContain('No space is left on the disk')
  const output = gateway.process.output()
  expect(output).toContain('SQLITE_FULL')
  expect(output).toContain(join(dataDirectory, 'control.db'))
  expect(output).not.toContain('rollback')
  rmSync(filler)
  expect((await change('after')).status).toBe(200)
  const listed = (await (await gateway.fetch('/v1/configs?page_size=1')).json()) as { readonly total: number }
  expect(listed.total).toBe(kept + 1)
})

/** Fills the disk to the last byte. */
function fill(path: string): void {
  for (let sizeBytes = 1024 * 1024; sizeBytes >= 1; sizeBytes = Math.floor(sizeBytes / 2)) {
    for (;;) {
      try {
        writeFileSync(path, new Uint8Array(sizeBytes), { flag: 'a' })
      } catch {
        break
      }
    }
  }
}

async function storedRows(gateway: Gateway): Promise<number> {
  let rows = 0
  let cursor: string | null = null
  do {
    const page = await gateway.logs({ page_size: '100', ...(cursor !== null && { cursor }) })
    rows += page.data.length
    cursor = page.next_cursor
  } while (cursor !== null)
  return rows
}

test('a read-only data folder ends the start with a clear message', async () => {
  const dataDirectory = smallDisk('1m')
  run('mount', '-o', 'remount,ro', dataDirectory)
  const failure = await startGatewayProcess({ dataDirectory }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StartFailure)
  const { exitCode, message } = failure as StartFailure
  const isPlain = !/\n\s+at /.test(message)
  expect([exitCode, isPlain]).toEqual([75, true])
})
