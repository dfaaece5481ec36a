/** The opaque text that names a place in the logs, from where a list or an export goes on. */

import { GatewayError } from '../../core/errors.ts'

/** A log's place: by time, and among equal times by row. */
export type LogPosition = { readonly startedAtMs: number; readonly seq: number }

const CURSOR_BYTES = 20

/** Not a secret: it only says where to go on inside what the caller may see. The checksum finds typing and tampering. */
export function encodeCursor(place: LogPosition): string {
  const bytes = Buffer.alloc(CURSOR_BYTES)
  bytes.writeDoubleBE(place.startedAtMs, 0)
  bytes.writeDoubleBE(place.seq, 8)
  bytes.writeUInt32BE(Bun.hash.crc32(bytes.subarray(0, 16)), 16)
  return bytes.toString('base64url')
}

export function decodeCursor(cursor: string): LogPosition {
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes.length === CURSOR_BYTES) {
    const place = { startedAtMs: bytes.readDoubleBE(0), seq: bytes.readDoubleBE(8) }
    // Compared as text, because base64 decoders pass over characters that are none of theirs.
    if (Number.isFinite(place.startedAtMs) && Number.isSafeInteger(place.seq) && encodeCursor(place) === cursor)
      return place
  }
  throw new GatewayError('invalid_parameter', {
    param: 'cursor',
    message: 'The cursor is not one that a list of logs gave out.',
    hint: 'Send next_cursor of the previous page unchanged, or leave cursor out to begin at the newest log.',
  })
}
