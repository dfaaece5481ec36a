/** What the ledger's journal says, and its bytes: u32 length, u32 CRC-32, then JSON; little endian. */

import type { EntryKind, HoldLine, LedgerEntry, SetBack } from '../policies/accounts.ts'

/** Where a window stands afterwards: a value, not a difference, so that reading it twice does no harm. */
export type WindowLine = readonly [counter: string, startMs: number, usedUnits: number]

type LegLine = readonly [account: string, units: number, periodStartedAtMs: number]

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
  | readonly ['hold', id: string, atMs: number, legs: readonly LegLine[], windows: readonly WindowLine[]]
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
  /** The clock was set back: the account is in this period, with this use. */
  | readonly [
      'back',
      account: string,
      periodStartedAtMs: number,
      usedUnits: number,
      unknownUnits: number,
      /** Absent in frames of earlier versions. */
      atMs?: number,
      /** Periods ahead of this one. Their use is taken out, because a clock that goes ahead again enters them with none. */
      reversed?: readonly ReversedLine[],
      isReset?: 0 | 1,
    ]
  /** The first frame of a segment: which segment came before it and how long that one was. */
  | readonly ['after', segment: number, endBytes: number]

const FRAME_HEADER_BYTES = 8
/** A length above this is damage, not a frame. */
const MAX_PAYLOAD_BYTES = 192 * 1024

export function frameLines(legs: readonly HoldLine[]): LegLine[] {
  return legs.map(({ account, units, periodStartedAtMs }) => [account, units, periodStartedAtMs])
}

export function holdLinesIn(lines: readonly LegLine[]): HoldLine[] {
  return lines.map(([account, units, periodStartedAtMs]) => ({ account, units, periodStartedAtMs }))
}

/** The frame of an account that followed the clock back. */
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

/** Encodes into one buffer that is used again: a frame is valid until the next one. */
export class FrameEncoder {
  #bytes = Buffer.allocUnsafeSlow(4 * 1024)

  encode(frame: LedgerFrame): Buffer {
    const text = JSON.stringify(frame)
    // One UTF-16 unit takes at most 3 bytes of UTF-8.
    const most = FRAME_HEADER_BYTES + 3 * text.length
    if (most > this.#bytes.length) this.#bytes = Buffer.allocUnsafeSlow(2 * most)
    const bytes = this.#bytes
    const end = FRAME_HEADER_BYTES + bytes.write(text, FRAME_HEADER_BYTES)
    if (end > MAX_PAYLOAD_BYTES) throw new RangeError('a ledger frame is larger than any hold can be')
    bytes.writeUInt32LE(end - FRAME_HEADER_BYTES, 0)
    bytes.writeUInt32LE(Bun.hash.crc32(bytes.subarray(FRAME_HEADER_BYTES, end)), 4)
    return bytes.subarray(0, end)
  }
}

/** Where the frame at `offset` ends; null when there is no whole one with the right checksum. No frame is empty. */
export function frameEnd(bytes: Buffer, offset: number): number | null {
  if (bytes.length - offset < FRAME_HEADER_BYTES) return null
  const payloadBytes = bytes.readUInt32LE(offset)
  const start = offset + FRAME_HEADER_BYTES
  if (payloadBytes === 0 || payloadBytes > MAX_PAYLOAD_BYTES || bytes.length - start < payloadBytes) return null
  const end = start + payloadBytes
  return Bun.hash.crc32(bytes.subarray(start, end)) === bytes.readUInt32LE(offset + 4) ? end : null
}

/** The frame at `offset` and where it ends; null when there is no whole and undamaged one. */
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

/** What stands behind the last good frame. `nextOffset`: the first good frame behind the damage; null when none follows. */
export type Tail = { readonly kind: 'torn' } | { readonly kind: 'damaged'; readonly nextOffset: number | null }

/**
 * `bytes` are the rest of a segment, from the first byte that starts no frame. Only an incomplete last write is torn: cut short
 * by a kill, or filled with zeros by a file system after a power failure. Zeros in place of entries that the store has read
 * are found by its position, which is then behind the end.
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
  // The beginning of a JSON array is never a whole one: if it is, the length is wrong and nothing is missing.
  const isWhole = parse(bytes.subarray(FRAME_HEADER_BYTES, writtenBytes)) !== null
  return isWhole ? { kind: 'damaged', nextOffset: null } : { kind: 'torn' }
}

/** JSON has no zero byte and each length has one, so that no text inside a frame is taken for a frame. */
function findFrame(bytes: Buffer, from: number): number | null {
  for (let offset = from; offset + FRAME_HEADER_BYTES < bytes.length; offset++) {
    if (bytes[offset + 3] === 0 && decodeFrame(bytes, offset) !== null) return offset
  }
  return null
}
