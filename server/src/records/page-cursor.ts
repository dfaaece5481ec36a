/** The opaque text that names the end of a page. */

import { GatewayError } from '../core/errors.ts'
import type { PageEnd } from './log-query.ts'

const CURSOR_BYTES = 20

/** Not a secret: it only says where to go on inside what the caller may see. The checksum finds typing and tampering. */
export function encodeCursor(end: PageEnd): string {
  const bytes = Buffer.alloc(CURSOR_BYTES)
  bytes.writeDoubleBE(end.startedAtMs, 0)
  bytes.writeDoubleBE(end.seq, 8)
  bytes.writeUInt32BE(Bun.hash.crc32(bytes.subarray(0, 16)), 16)
  return bytes.toString('base64url')
}

export function decodeCursor(cursor: string): PageEnd {
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes.length === CURSOR_BYTES) {
    const end = { startedAtMs: bytes.readDoubleBE(0), seq: bytes.readDoubleBE(8) }
    // Compared as text, because base64 decoders pass over characters that are none of theirs.
    if (Number.isFinite(end.startedAtMs) && Number.isSafeInteger(end.seq) && encodeCursor(end) === cursor) return end
  }
  throw new GatewayError('invalid_parameter', {
    param: 'cursor',
    message: 'The cursor is not one that a list of logs gave out.',
    hint: 'Send next_cursor of the previous page unchanged, or leave cursor out to begin at the newest log.',
  })
}
