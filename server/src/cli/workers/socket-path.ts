/** Path of the owner's Unix socket: in the data folder, which only its user can access. */

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The operating system's limit is 108 bytes including the final NUL, 104 on some systems. */
const MAX_BYTES = 100

export function socketPathIn(dataDirectory: string): string {
  const path = join(dataDirectory, 'owner.sock')
  // mkdtemp creates folders that only the user can access.
  return Buffer.byteLength(path) <= MAX_BYTES ? path : join(mkdtempSync(join(tmpdir(), 'gatehouse-')), 'owner.sock')
}
