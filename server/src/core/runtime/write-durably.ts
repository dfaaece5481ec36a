/** Replaces a small file atomically: after a power failure it has either the old or the new content, never a part. */

import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { disk } from './disk.ts'

/** Blocks this thread for two syncs. The file is readable by its owner only. */
export function writeDurably(path: string, content: string | Uint8Array): void {
  const draft = `${path}.draft`
  const descriptor = openSync(draft, 'w', 0o600)
  try {
    writeFileSync(descriptor, content)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(draft, path)
  disk.syncFolderNow(dirname(path))
}
