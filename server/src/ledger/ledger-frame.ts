/** Frames of the ledger journal. On disk: u32 length, u32 CRC-32 (both little endian), then JSON. */

import type { EntryKind, HoldLine, LedgerEntry, SetBack } from '../policies/accounts.ts'

/** The count of a window after the change: an absolute value, so that replaying it twice is harmless. */
export type WindowLine = readonly [counter: string, startMs: number, usedUnits: number]

type HoldTuple = readonly [account: string, units: number, periodStartedAtMs: number]

type EntryLine = readonly [
  account: string,
  heldUnits: number,
  units: number,
  isUnknown: 0 | 1,
  periodStartedAtMs: number,
  balanceUnits: number | null,
  isAlerted: 0 | 1,
]

type ReversedLine = readonly [periodStartedAtMs: number, units: number]

export type LedgerFrame =
  | readonly ['hold', id: string, atMs: number, lines: readonly HoldTuple[], windows: readonly WindowLine[]]
  | readonly [
      'entries',
      id: string,
      kind: EntryKind,
      atMs: number,
      lines: readonly EntryLine[],
      windows: readonly WindowLine[],
    ]
  | readonly ['windows', windows: readonly WindowLine[]]
  | readonly ['reset', account: string, periodStartedAtMs: number]
  /** The clock was set back: the account is now in this period with this usage. */
  | readonly [
      'back',
      account: string,
      periodStartedAtMs: number,
      usedUnits: number,
      unknownUnits: number,
      /** Absent in frames written by earlier versions. */
      atMs?: number,
      /** Later periods whose usage is removed: if the clock reaches them again, they must start at zero. */
      reversed?: readonly ReversedLine[],
      isReset?: 0 | 1,
    ]
  | AfterFrame
  /** With the durability `disk`: everything before `endBytes` was on disk when this frame was written. */
  | readonly ['synced', endBytes: number]

/**
 * One of the first frames of a segment: names the previous segment, how many of its bytes were on disk, and its size if
 * that is larger. Once all of the previous segment is on disk, a second `after` frame with the full size follows.
 */
type AfterFrame = readonly ['after', segment: number, endBytes: number, sizeBytes?: number]

const FRAME_HEADER_BYTES = 8
/** The first frames of a segment, up to the one that names the previous segment, take less than this. */
export const LINK_BYTES = 1_024
/** A larger length field is damage. */
const MAX_PAYLOAD_BYTES = 192 * 1024

export function frameLines(lines: readonly HoldLine[]): HoldTuple[] {
  return lines.map(({ account, units, periodStartedAtMs }) => [account, units, periodStartedAtMs])
}

export function holdLinesIn(lines: readonly HoldTuple[]): HoldLine[] {
  return lines.map(([account, units, periodStartedAtMs]) => ({ account, units, periodStartedAtMs }))
}

/** The frame written when an account returns to an earlier period because the clock was set back. */
export function backFrame(back: SetBack, atMs: number, isReset: boolean): LedgerFrame {
  const { account, periodStartedAtMs, usedUnits, unknownUnits, ahead } = back
  const reversed = ahead.map((period): ReversedLine => [period.periodStartedAtMs, period.usedUnits])
  return ['back', account, periodStartedAtMs, usedUnits, unknownUnits, atMs, reversed, isReset ? 1 : 0]
}

export function entryLine(entry: LedgerEntry, isAlerted: boolean): EntryLine {
  const { account, heldUnits, units, isUnknown, periodStartedAtMs, balanceUnits } = entry
  return [account, heldUnits, units, isUnknown ? 1 : 0, periodStartedAtMs, balanceUnits, isAlerted ? 1 : 0]
}

export function entryIn(holdId: string, kind: EntryKind, atMs: number, line: EntryLine): LedgerEntry {
  const [account, heldUnits, units, isUnknown, periodStartedAtMs, balanceUnits] = line
  return { holdId, account, kind, atMs, heldUnits, units, isUnknown: isUnknown === 1, periodStartedAtMs, balanceUnits }
}

/** Encodes into one reused buffer: the result is valid until the next `encode`. */
export class FrameEncoder {
  #bytes = Buffer.allocUnsafeSlow(4 * 1024)

  encode(frame: LedgerFrame): Buffer {
    const text = JSON.stringify(frame)
    // One UTF-16 code unit takes at most 3 bytes of UTF-8.
    const most = FRAME_HEADER_BYTES + 3 * text.length
    if (most > this.#bytes.length) this.#bytes = Buffer.allocUnsafeSlow(2 * most)
    const bytes = this.#bytes
    const end = FRAME_HEADER_BYTES + bytes.write(text, FRAME_HEADER_BYTES)
    if (end > MAX_PAYLOAD_BYTES)
      throw new RangeError(`A ledger frame of ${end} bytes exceeds ${MAX_PAYLOAD_BYTES} bytes.`)
    bytes.writeUInt32LE(end - FRAME_HEADER_BYTES, 0)
    bytes.writeUInt32LE(Bun.hash.crc32(bytes.subarray(FRAME_HEADER_BYTES, end)), 4)
    return bytes.subarray(0, end)
  }
}

/** End offset of the frame at `offset`; null if it is incomplete, empty or fails its checksum. */
export function frameEnd(bytes: Buffer, offset: number): number | null {
  if (bytes.length - offset < FRAME_HEADER_BYTES) return null
  const payloadBytes = bytes.readUInt32LE(offset)
  const start = offset + FRAME_HEADER_BYTES
  if (payloadBytes === 0 || payloadBytes > MAX_PAYLOAD_BYTES || bytes.length - start < payloadBytes) return null
  const end = start + payloadBytes
  return Bun.hash.crc32(bytes.subarray(start, end)) === bytes.readUInt32LE(offset + 4) ? end : null
}

/** The frame at `offset` and its end offset; null if it is incomplete or damaged. */
export function decodeFrame(bytes: Buffer, offset: number): { frame: LedgerFrame; endOffset: number } | null {
  const endOffset = frameEnd(bytes, offset)
  if (endOffset === null) return null
  const frame = parse(bytes.subarray(offset + FRAME_HEADER_BYTES, endOffset))
  return frame === null ? null : { frame, endOffset }
}

function parse(payload: Buffer): LedgerFrame | null {
  try {
    return JSON.parse(payload.toString('utf8')) as LedgerFrame
  } catch {
    return null
  }
}

/** The bytes after the last good frame. `nextOffset`: the first good frame after the damage; null if none follows. */
export type Tail = { readonly kind: 'torn' } | { readonly kind: 'damaged'; readonly nextOffset: number | null }

/**
 * Classifies the rest of a segment, from the first byte that does not start a frame. Only an incomplete last write
 * counts as torn: cut short by a kill, or zero-filled by the file system after a power failure. If zeros replaced
 * entries that the store has already read, the stored position lies past the end and `LedgerJournal` reports damage.
 */
export function inspectTail(bytes: Buffer): Tail {
  let writtenBytes = bytes.length
  while (writtenBytes > 0 && bytes[writtenBytes - 1] === 0) writtenBytes--
  if (writtenBytes === 0) return { kind: 'torn' }
  const nextOffset = findFrame(bytes, 1)
  if (nextOffset !== null) return { kind: 'damaged', nextOffset }
  if (bytes.length < FRAME_HEADER_BYTES) return { kind: 'torn' }
  const payloadBytes = bytes.readUInt32LE(0)
  const isFrame = payloadBytes > 0 && payloadBytes <= MAX_PAYLOAD_BYTES
  const endOffset = FRAME_HEADER_BYTES + payloadBytes
  const isOneFrame = isFrame && writtenBytes < endOffset
  if (!isOneFrame) return { kind: 'damaged', nextOffset: null }
  // A prefix of a JSON array is never valid JSON. If it parses, the length field is damaged and nothing was cut off.
  const isWhole = parse(bytes.subarray(FRAME_HEADER_BYTES, writtenBytes)) !== null
  return isWhole ? { kind: 'damaged', nextOffset: null } : { kind: 'torn' }
}

/**
 * Whether the bytes at `offset`, which are not a frame, can be writes that a power failure hit before a sync covered
 * them: the segment was written with the durability `disk`, and no later frame says that they were on disk.
 */
export function isUnsyncedEnd(bytes: Buffer, offset: number): boolean {
  const [first] = marksIn(bytes.subarray(0, offset), 0)
  if (first === undefined) return false
  return marksIn(bytes, offset + 1).every((endBytes) => endBytes <= offset)
}

function marksIn(bytes: Buffer, from: number): number[] {
  return framesIn(bytes, from).flatMap((frame) => (frame[0] === 'synced' ? [frame[1]] : []))
}

/** The first frame that names the previous segment; null in the first segment of a journal. */
export function firstAfter(bytes: Buffer): { readonly frame: AfterFrame; readonly endOffset: number } | null {
  const first = decodeFrame(bytes, 0)
  const found = first?.frame[0] === 'synced' ? decodeFrame(bytes, first.endOffset) : first
  return found?.frame[0] === 'after' ? { frame: found.frame, endOffset: found.endOffset } : null
}

/** How many bytes of `segment` were on disk, according to the `after` frames of the next segment; 0 without them. */
export function linkedBytes(following: Buffer, segment: number): number {
  const sizes = framesIn(following, 0).map((frame) => (frame[0] === 'after' && frame[1] === segment ? frame[2] : 0))
  return sizes.reduce((most, size) => Math.max(most, size), 0)
}

function framesIn(bytes: Buffer, from: number): LedgerFrame[] {
  const frames: LedgerFrame[] = []
  for (let offset: number | null = from; offset !== null; ) {
    const found = decodeFrame(bytes, offset)
    if (found) frames.push(found.frame)
    offset = found ? found.endOffset : findFrame(bytes, offset + 1)
  }
  return frames
}

/** Every length field has a zero byte and JSON has none, so text inside a frame is never mistaken for a frame. */
function findFrame(bytes: Buffer, from: number): number | null {
  for (let offset = from; offset + FRAME_HEADER_BYTES < bytes.length; offset++) {
    if (bytes[offset + 3] === 0 && decodeFrame(bytes, offset) !== null) return offset
  }
  return null
}
