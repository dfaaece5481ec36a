/** Opaque cursors of log lists and exports. */

import { GatewayError } from '../../core/errors.ts'

/** Position in the order of logs: start time, then `seq`. */
export type LogPosition = { readonly startedAtMs: number; readonly seq: number }

const CURSOR_BYTES = 20

/** A cursor is not secret: it only marks a position among logs the caller may read. The checksum detects typos. */
export function encodeCursor(position: LogPosition): string {
  const bytes = Buffer.alloc(CURSOR_BYTES)
  bytes.writeDoubleBE(position.startedAtMs, 0)
  bytes.writeDoubleBE(position.seq, 8)
  bytes.writeUInt32BE(Bun.hash.crc32(bytes.subarray(0, 16)), 16)
  return bytes.toString('base64url')
}

export function decodeCursor(cursor: string): LogPosition {
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes.length === CURSOR_BYTES) {
    const position = { startedAtMs: bytes.readDoubleBE(0), seq: bytes.readDoubleBE(8) }
    // Compare the encoded text, because base64 decoders skip invalid characters.
    if (
      Number.isFinite(position.startedAtMs) &&
      Number.isSafeInteger(position.seq) &&
      encodeCursor(position) === cursor
    )
      return position
  }
  throw new GatewayError('invalid_parameter', {
    param: 'cursor',
    message: 'The cursor is invalid.',
    hint: 'Send next_cursor of the previous page unchanged, or omit cursor to start at the newest log.',
  })
}
