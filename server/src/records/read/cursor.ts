/** Opaque cursors of log lists and exports. */

import { GatewayError } from '../../core/errors.ts'

/** Position in the order of logs: start time, then `seq`. */
export type LogPosition = { readonly startedAtMs: number; readonly seq: number }

const CURSOR_BYTES = 20

/** A cursor is not secret: it only marks a position among logs the caller may read. The checksum detects typos. */
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
    // Compare the encoded text, because base64 decoders skip invalid characters.
    if (Number.isFinite(place.startedAtMs) && Number.isSafeInteger(place.seq) && encodeCursor(place) === cursor)
      return place
  }
  throw new GatewayError('invalid_parameter', {
    param: 'cursor',
    message: 'The cursor is not one that a list of logs gave out.',
    hint: 'Send next_cursor of the previous page unchanged, or leave cursor out to begin at the newest log.',
  })
}
