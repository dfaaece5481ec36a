import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FolderTarget } from './folder-target.ts'
import { backupId, listBackups, type Manifest, newManifest, readManifest, sha256Of, writeManifest } from './manifest.ts'

let target: FolderTarget

beforeEach(async () => {
  target = new FolderTarget(await mkdtemp(join(tmpdir(), 'gatehouse-manifest-')))
})

afterEach(() => rm(target.name, { recursive: true }))

function manifestWith(path: string, sizeBytes = 1, chunkCount = 1): Manifest {
  const sha256 = sha256Of(Buffer.from('x'))
  return newManifest({
    id: backupId(0),
    created_at: new Date(0).toISOString(),
    gatehouse_version: '0.1.0',
    master_key: null,
    ledger_position: null,
    files: [{ path, size_bytes: sizeBytes, sha256, chunks: Array.from({ length: chunkCount }, () => sha256) }],
  })
}

test.each([
  'control.db',
  'control.db-wal',
  'logs.db-wal',
  'master.key',
  'journal/001700000000000.journal',
  'worker-12/journal/provisional/001700000000000.journal',
  'ledger/001700000000000.ledger',
  'ledger/damage/001700000000000-17.acknowledged.json',
])('a manifest with %s is read as it was written', async (path) => {
  const manifest = manifestWith(path)
  await writeManifest(target, manifest)
  expect(await listBackups(target)).toEqual([manifest.id])
  expect(await readManifest(target, manifest.id)).toEqual(manifest)
})

test.each([
  '../control.db',
  '/etc/passwd',
  'journal/../../x.journal',
  'journal/001700000000000.journal/../../../x',
  'worker-1/../control.db',
  'control.db\n',
  'lock.db',
  '',
])('a manifest that names the path %j is refused', async (path) => {
  const manifest = manifestWith(path)
  await writeManifest(target, manifest)
  await expect(readManifest(target, manifest.id)).rejects.toThrow('damaged')
})

test('a manifest whose chunks cannot make the size of the file is refused', async () => {
  const manifest = manifestWith('control.db', 5 * 1024 * 1024, 2)
  await writeManifest(target, manifest)
  await expect(readManifest(target, manifest.id)).rejects.toThrow('control.db has 5242880 bytes and 2 chunks')
})

test('a changed manifest is refused, and an id that is a path finds nothing', async () => {
  const manifest = manifestWith('control.db')
  await writeManifest(target, manifest)
  const key = `backups/${manifest.id}.json`
  const text = Buffer.from((await target.get(key, 10_000))!).toString('utf8')
  await target.put(key, Buffer.from(text.replace('0.1.0', '0.1.1')))
  await expect(readManifest(target, manifest.id)).rejects.toThrow('checksum')
  await expect(readManifest(target, '../lock')).rejects.toThrow('no backup')
})
