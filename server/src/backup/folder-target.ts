/** Backups in a folder, such as a mounted disk. */

import { constants, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DataLockError, lockData } from '../stores/sql/data-lock.ts'
import { BackupError, type BackupTarget, type TargetLock } from './target.ts'

const PART = '.part'

export class FolderTarget implements BackupTarget {
  readonly name: string

  constructor(folder: string) {
    this.name = resolve(folder)
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const path = join(this.name, key)
    const folder = dirname(path)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const part = `${path}${PART}`
    const file = await open(part, 'w', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, path)
    await syncFolder(folder)
  }

  async get(key: string, maxBytes: number): Promise<Uint8Array | null> {
    const path = join(this.name, key)
    const file = await open(path, constants.O_RDONLY).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (file === null) return null
    try {
      const { size } = await file.stat()
      if (size > maxBytes) throw new BackupError(`${path} has ${size} bytes, at most ${maxBytes} are expected.`)
      return await file.readFile()
    } finally {
      await file.close()
    }
  }

  async list(prefix: string): Promise<readonly string[]> {
    const folder = join(this.name, prefix)
    if (!existsSync(folder)) return []
    const names = await readdir(folder)
    return names.filter((name) => !name.endsWith(PART)).map((name) => prefix + name)
  }

  async remove(key: string): Promise<void> {
    await rm(join(this.name, key), { force: true })
  }

  async lock(): Promise<TargetLock> {
    await mkdir(this.name, { recursive: true, mode: 0o700 })
    const found = await stat(this.name)
    if (!found.isDirectory()) throw new BackupError(`${this.name} is not a folder.`)
    try {
      const lock = lockData(this.name)
      return { confirm: async () => {}, release: async () => lock.release() }
    } catch (error) {
      if (error instanceof DataLockError)
        throw new BackupError(
          `Another process uses ${this.name}.`,
          'Wait for the other backup. A data folder cannot be the target of a backup.',
        )
      throw error
    }
  }
}

/** fsyncs the folder, so that the name of a new file survives a power failure. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
