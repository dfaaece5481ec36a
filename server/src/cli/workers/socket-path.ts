/** Where the owner answers its workers: in the data folder, which is closed to others. */

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The operating system's limit is 108 bytes with the zero behind it, on some 104. */
const LONGEST_BYTES = 100

export function socketPathIn(dataDirectory: string): string {
  const path = join(dataDirectory, 'owner.sock')
  // A folder made this way is closed to others as well.
  return Buffer.byteLength(path) <= LONGEST_BYTES ? path : join(mkdtempSync(join(tmpdir(), 'gatehouse-')), 'owner.sock')
}
