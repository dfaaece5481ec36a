import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openControlDatabase } from '../stores/sql/control-database.ts'
import { FolderTarget } from './folder-target.ts'
import { makeBackup } from './make-backup.ts'
import { listBackups } from './manifest.ts'

/** Counts how often the lock was confirmed, and loses it at one of these calls. */
class LosesLock extends FolderTarget {
  confirmed = 0
  lostAt = Number.POSITIVE_INFINITY

  override async lock() {
    const lock = await super.lock()
    return {
      release: () => lock.release(),
      confirm: async () => {
        if (++this.confirmed >= this.lostAt) throw new Error('another backup has the lock')
      },
    }
  }
}

test('a backup that has lost the lock of its target deletes no old backup', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-backup-'))
  try {
    const dataDirectory = join(folder, 'data')
    const target = new LosesLock(join(folder, 'target'))
    mkdirSync(dataDirectory)
    await (await openControlDatabase(dataDirectory)).destroy()
    const options = { dataDirectory, target, version: '0.1.0', masterKey: null, onProgress: () => {} }
    const first = await makeBackup({ ...options, keep: null })
    target.lostAt = 2 * target.confirmed + 1
    await expect(makeBackup({ ...options, keep: 1 })).rejects.toThrow('the old ones were not deleted')
    expect(await listBackups(target)).toContain(first.manifest.id)
    expect(await listBackups(target)).toHaveLength(2)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
