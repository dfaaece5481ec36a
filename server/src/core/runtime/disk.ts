/**
 * The file operations of the journals. They are members of one object, so that a test can record them and rebuild the
 * files that a power failure may leave.
 */

import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'

export const disk = {
  /** Creates a file to append to; fails if it exists. */
  create(path: string): number {
    return openSync(path, 'ax', 0o600)
  },

  /** Appends the first `sizeBytes` bytes; returns how many were written. */
  write(descriptor: number, bytes: Uint8Array, sizeBytes: number): number {
    return writeSync(descriptor, bytes, 0, sizeBytes)
  },

  truncate(descriptor: number, sizeBytes: number): void {
    ftruncateSync(descriptor, sizeBytes)
  },

  close(descriptor: number): void {
    closeSync(descriptor)
  },

  rename(from: string, to: string): void {
    renameSync(from, to)
  },

  remove(path: string): void {
    unlinkSync(path)
  },

  /** fdatasync in a thread of the runtime's pool. It also writes the size of the file. */
  sync(descriptor: number): Promise<void> {
    return new Promise((resolve, reject) => {
      fdatasync(descriptor, (error) => (error ? reject(error) : resolve()))
    })
  },

  /** Blocks this thread. */
  syncNow(descriptor: number): void {
    fdatasyncSync(descriptor)
  },

  /** Makes the creation, renaming and removal of files in this folder durable. */
  async syncFolder(path: string): Promise<void> {
    const folder = await open(path, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  },

  /** Blocks this thread. */
  syncFolderNow(path: string): void {
    const descriptor = openSync(path, 'r')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  },
}

/** Makes the creation of a journal's folder, and of the folder that contains it, durable. Blocks this thread. */
export function syncFoldersAbove(folder: string): void {
  const data = dirname(folder)
  disk.syncFolderNow(data)
  try {
    disk.syncFolderNow(dirname(data))
  } catch {
    // The gateway may not read this folder. Somebody else owns it and created the data folder, so it needs no sync.
  }
}

/** What the data of a finished request survives. `process`: a kill of the process. `disk`: a power failure too. */
export type Durability = 'process' | 'disk'
