/** Records every file operation of the journals, in order, by wrapping the members of `disk`. */

import { disk } from '../../../server/src/core/runtime/disk.ts'

/** `file` identifies an open file across renames. From its `end` on, a sync covers all writes before its `begin`. */
export type DiskStep =
  | { readonly op: 'create'; readonly file: string; readonly path: string }
  | { readonly op: 'write'; readonly file: string; readonly base64: string }
  | { readonly op: 'truncate'; readonly file: string; readonly sizeBytes: number }
  | { readonly op: 'rename'; readonly from: string; readonly to: string }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'begin'; readonly sync: string; readonly file: string | null; readonly folder: string | null }
  | { readonly op: 'end'; readonly sync: string }
  /** A marker that the test adds, not an operation of the disk. */
  | { readonly op: 'note'; readonly text: string }

/** Returns a function that ends the recording. */
export function recordDisk(record: (step: DiskStep) => void): () => void {
  const real = { ...disk }
  const files = new Map<number, string>()
  let count = 0
  const nextId = () => `${process.pid}-${++count}`
  const begin = (file: string | null, folder: string | null): string => {
    const sync = nextId()
    record({ op: 'begin', sync, file, folder })
    return sync
  }
  const recording: typeof disk = {
    create(path) {
      const descriptor = real.create(path)
      const file = nextId()
      files.set(descriptor, file)
      record({ op: 'create', file, path })
      return descriptor
    },
    write(descriptor, bytes, sizeBytes) {
      const written = real.write(descriptor, bytes, sizeBytes)
      const base64 = Buffer.from(bytes.subarray(0, written)).toString('base64')
      record({ op: 'write', file: files.get(descriptor)!, base64 })
      return written
    },
    truncate(descriptor, sizeBytes) {
      real.truncate(descriptor, sizeBytes)
      const file = files.get(descriptor)
      if (file !== undefined) record({ op: 'truncate', file, sizeBytes })
    },
    close(descriptor) {
      files.delete(descriptor)
      real.close(descriptor)
    },
    rename(from, to) {
      real.rename(from, to)
      record({ op: 'rename', from, to })
    },
    remove(path) {
      real.remove(path)
      record({ op: 'remove', path })
    },
    async sync(descriptor) {
      const sync = begin(files.get(descriptor) ?? null, null)
      await real.sync(descriptor)
      record({ op: 'end', sync })
    },
    syncNow(descriptor) {
      const sync = begin(files.get(descriptor) ?? null, null)
      real.syncNow(descriptor)
      record({ op: 'end', sync })
    },
    async syncFolder(path) {
      const sync = begin(null, path)
      await real.syncFolder(path)
      record({ op: 'end', sync })
    },
    syncFolderNow(path) {
      const sync = begin(null, path)
      real.syncFolderNow(path)
      record({ op: 'end', sync })
    },
  }
  Object.assign(disk, recording)
  return () => void Object.assign(disk, real)
}
