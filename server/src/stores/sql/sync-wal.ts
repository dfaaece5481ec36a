/**
 * Makes the commits in control.db durable without blocking the thread. In WAL mode with `synchronous = normal`, SQLite
 * syncs the WAL only before a checkpoint; a commit is durable once the WAL that contains it is synced. SQLite holds no
 * lock on the WAL file, so opening and closing it here is safe.
 */

import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { GatewayError } from '../../core/errors.ts'
import { disk } from '../../core/runtime/disk.ts'

export async function syncWal(dataDirectory: string): Promise<void> {
  try {
    const file = await open(join(dataDirectory, 'control.db-wal'), 'r')
    try {
      await disk.sync(file.fd)
    } finally {
      await file.close()
    }
    await disk.syncFolder(dataDirectory)
  } catch (cause) {
    throw new GatewayError('store_unavailable', {
      message: 'The change was made, but the disk did not confirm it. A power failure could undo it.',
      cause,
    })
  }
}
