/**
 * Encoding of one record in the journal.
 *
 *     u32 payload length | u32 CRC-32 of the payload | payload
 *     payload = u32 version | u32 row | u32 detail | u32 request | u32 response | u32 attempts   (lengths in bytes)
 *               row JSON | detail JSON | request body | response body | bodies of attempts, JSON
 *
 * Little endian. An absent part has length `ABSENT`, an empty body 0. Row and detail are separate because ingest parses
 * the row but stores the detail as bytes. Encoding takes about 1.4 µs for each of the two JSON texts of a typical
 * record. If `SEALED` is set in the version, everything after the row is encrypted (frame-cipher.ts).
 */

import { LOGGED_BODY_BYTES, type RecordBodies, type RequestRecord } from '../../core/record.ts'
import { type FrameOpener, type FrameSealer, SEAL_BYTES } from '../encryption/frame-cipher.ts'
import { AT, fromEarlierVersion, type RecordRow, toAttemptBodies, toDetail, toRow } from '../log-row.ts'

export const FRAME_HEADER_BYTES = 8
/** Bodies are cut far below this, so a larger length is damage. */
export const MAX_PAYLOAD_BYTES = 16 * 1024 * 1024

/**
 * Versions 1 to 5 had shorter rows, and up to 6 the bodies of attempts were in the detail. They are still read, because
 * an upgrade can find them in the journal.
 */
const FRAME_VERSION = 7
const FIRST_WITH_ATTEMPTS = 7
const FIRST_WITH_ALL_COLUMNS = 6
const PAYLOAD_HEADER_BYTES = 24
/** Up to version 6. */
const SHORT_HEADER_BYTES = 20
/** Added to the version of an encrypted frame. */
const SEALED = 0x200
const ABSENT = 0xffffffff

export const NO_BODIES: RecordBodies = { request: null, response: null }

/** Encodes into one reused buffer: a frame is valid until the next one overwrites it. */
export class FrameEncoder {
  #bytes = Buffer.allocUnsafeSlow(64 * 1024)
  /** A view of `#bytes`: DataView setters are inlined by the JIT, Buffer's writeUInt32LE is not. */
  #numbers = new DataView(this.#bytes.buffer)

  /** `sealer`: null writes plain text. */
  constructor(private readonly sealer: FrameSealer | null = null) {}

  get bytes(): Buffer {
    return this.#bytes
  }

  /**
   * Writes the frame to `bytes` at `start` and returns its end offset. Several frames can be encoded one after the
   * other.
   */
  encode(record: RequestRecord, bodies: RecordBodies, start = 0): number {
    const row = JSON.stringify(toRow(record))
    const detail = JSON.stringify(toDetail(record))
    const ofAttempts = toAttemptBodies(record)
    const attempts = ofAttempts === null ? '' : JSON.stringify(ofAttempts)
    const { request, response } = bodies
    const bodyBytes = (request?.length ?? 0) + (response?.length ?? 0)
    const textLength = row.length + detail.length + attempts.length
    // One UTF-16 unit takes at most 3 bytes of UTF-8.
    this.#reserve(start + FRAME_HEADER_BYTES + PAYLOAD_HEADER_BYTES + 3 * textLength + bodyBytes + SEAL_BYTES)
    const bytes = this.#bytes
    const payloadStart = start + FRAME_HEADER_BYTES
    let end = payloadStart + PAYLOAD_HEADER_BYTES
    const rowBytes = bytes.write(row, end)
    end += rowBytes
    const rowEnd = end
    const detailBytes = bytes.write(detail, end)
    end += detailBytes
    if (request) bytes.set(request, end)
    end += request?.length ?? 0
    if (response) bytes.set(response, end)
    end += response?.length ?? 0
    const attemptBytes = ofAttempts === null ? ABSENT : bytes.write(attempts, end)
    if (ofAttempts !== null) end += attemptBytes
    if (end - payloadStart + SEAL_BYTES > MAX_PAYLOAD_BYTES)
      throw new RangeError(`the record exceeds the maximum journal frame of ${MAX_PAYLOAD_BYTES} bytes`)
    const numbers = this.#numbers
    numbers.setUint32(payloadStart, this.sealer ? FRAME_VERSION | SEALED : FRAME_VERSION, true)
    numbers.setUint32(payloadStart + 4, rowBytes, true)
    numbers.setUint32(payloadStart + 8, detailBytes, true)
    numbers.setUint32(payloadStart + 12, request?.length ?? ABSENT, true)
    numbers.setUint32(payloadStart + 16, response?.length ?? ABSENT, true)
    numbers.setUint32(payloadStart + 20, attemptBytes, true)
    if (this.sealer) end = this.sealer.seal(bytes, rowEnd, end)
    numbers.setUint32(start, end - payloadStart, true)
    numbers.setUint32(start + 4, Bun.hash.crc32(bytes.subarray(payloadStart, end)), true)
    return end
  }

  #reserve(sizeBytes: number): void {
    if (sizeBytes <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(sizeBytes)))
    larger.set(this.#bytes)
    this.#bytes = larger
    this.#numbers = new DataView(this.#bytes.buffer)
  }
}

function isLong(body: Uint8Array | null): boolean {
  return body !== null && body.length > LOGGED_BODY_BYTES
}

/** Sets the flags of bodies that `limitBodies` will cut. */
export function markCut(record: RequestRecord, { request, response }: RecordBodies): RequestRecord {
  if (!isLong(request) && !isLong(response)) return record
  return {
    ...record,
    requestBodyCut: record.requestBodyCut || isLong(request),
    responseBodyCut: record.responseBodyCut || isLong(response),
  }
}

/** Cuts bodies to `LOGGED_BODY_BYTES`. */
export function limitBodies(bodies: RecordBodies): RecordBodies {
  const { request, response } = bodies
  if (!isLong(request) && !isLong(response)) return bodies
  return {
    request: request?.subarray(0, LOGGED_BODY_BYTES) ?? null,
    response: response?.subarray(0, LOGGED_BODY_BYTES) ?? null,
  }
}

type DecodedFrame = {
  readonly row: RecordRow
  /** The detail JSON, not parsed. */
  readonly detail: Uint8Array
  readonly request: Uint8Array | null
  readonly response: Uint8Array | null
  /** Bodies of attempts, JSON, not parsed. */
  readonly attempts: Uint8Array | null
}

/** An encrypted frame cannot be read without the journal key. It must not be quarantined: its bytes are not damaged. */
export class MissingJournalKey extends Error {}

/**
 * Decodes a payload whose CRC matched; the parts are views into it, or into the decrypted bytes. Throws on an unknown
 * version, inconsistent lengths, or metadata that is not JSON.
 */
export function decodePayload(payload: Buffer, opener: FrameOpener | null = null): DecodedFrame {
  const version = versionAt(payload, 0)
  if (version === null) throw new Error(`journal frame has unknown version ${payload.readUInt32LE(0)}`)
  const { number, isSealed } = version
  const headerBytes = headerBytesOf(number)
  const [rowBytes, detailBytes, requestBytes, responseBytes] = [4, 8, 12, 16].map((at) => payload.readUInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ]
  const attemptBytes = number >= FIRST_WITH_ATTEMPTS ? payload.readUInt32LE(20) : ABSENT
  const rowEnd = headerBytes + rowBytes
  const contentBytes = detailBytes + present(requestBytes) + present(responseBytes) + present(attemptBytes)
  if (rowEnd + contentBytes + (isSealed ? SEAL_BYTES : 0) !== payload.length)
    throw new Error('part lengths of the journal frame do not match its size')
  if (isSealed && opener === null) throw new MissingJournalKey('the journal is encrypted, and its key is missing')
  const content = isSealed && opener ? opener.open(payload.subarray(rowEnd)) : payload.subarray(rowEnd)
  const row = readRow(payload, number, rowEnd)
  checkRow(row)
  let end = detailBytes
  const next = (bytes: number) => {
    if (bytes === ABSENT) return null
    end += bytes
    return content.subarray(end - bytes, end)
  }
  return {
    row,
    detail: content.subarray(0, detailBytes),
    request: next(requestBytes),
    response: next(responseBytes),
    attempts: next(attemptBytes),
  }
}

/**
 * Checks the columns that ingest computes with: an error in a block or a rollup would fail the whole batch, again and
 * again. The store checks the other columns.
 */
function checkRow(row: RecordRow): void {
  JSON.parse(row[AT.metadata] ?? 'null')
  const isValid =
    typeof row[AT.workspaceId] === 'string' &&
    isTime(row[AT.startedAtMs]) &&
    isTextOrNull(row[AT.attemptOutcomes]) &&
    isTextOrNull(row[AT.guardrailOutcomes])
  if (!isValid) throw new Error('a column of the journal frame has the wrong type')
}

/** The maximum of `Date` is 8.64e15. */
function isTime(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) <= 8.64e15
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string'
}

/** The row alone, which is never encrypted. Throws on an unknown version, or if the row is not JSON. */
export function rowOf(payload: Buffer): RecordRow {
  const version = versionAt(payload, 0)
  if (version === null) throw new Error(`journal frame has unknown version ${payload.readUInt32LE(0)}`)
  return readRow(payload, version.number, headerBytesOf(version.number) + payload.readUInt32LE(4))
}

function readRow(payload: Buffer, version: number, rowEnd: number): RecordRow {
  const row = JSON.parse(payload.toString('utf8', headerBytesOf(version), rowEnd))
  return version >= FIRST_WITH_ALL_COLUMNS ? row : fromEarlierVersion(row)
}

function present(partBytes: number): number {
  return partBytes === ABSENT ? 0 : partBytes
}

/** Null if the version is unknown. */
function versionAt(bytes: Buffer, offset: number): { readonly number: number; readonly isSealed: boolean } | null {
  const stored = bytes.readUInt32LE(offset)
  const isSealed = (stored & SEALED) !== 0
  const number = isSealed ? stored - SEALED : stored
  return number >= (isSealed ? FIRST_WITH_ATTEMPTS : 1) && number <= FRAME_VERSION ? { number, isSealed } : null
}

function headerBytesOf(version: number): number {
  return version >= FIRST_WITH_ATTEMPTS ? PAYLOAD_HEADER_BYTES : SHORT_HEADER_BYTES
}

/** Returns the payload (a view) of the frame at `offset`, or why there is no complete, valid frame. */
export function readPayload(bytes: Buffer, offset: number, end: number): Buffer | 'partial' | 'damaged' {
  if (end - offset < FRAME_HEADER_BYTES) return 'partial'
  const payloadBytes = bytes.readUInt32LE(offset)
  if (payloadBytes < SHORT_HEADER_BYTES || payloadBytes > MAX_PAYLOAD_BYTES) return 'damaged'
  const payloadStart = offset + FRAME_HEADER_BYTES
  if (end - payloadStart < payloadBytes)
    return mayBeTorn(bytes, payloadStart, end, payloadBytes) ? 'partial' : 'damaged'
  const payload = bytes.subarray(payloadStart, payloadStart + payloadBytes)
  return Bun.hash.crc32(payload) === bytes.readUInt32LE(offset + 4) ? payload : 'damaged'
}

/**
 * False if the part lengths contradict the payload length. Then the length field is damaged and valid frames may
 * follow.
 */
function mayBeTorn(bytes: Buffer, payloadStart: number, end: number, payloadBytes: number): boolean {
  if (end - payloadStart < PAYLOAD_HEADER_BYTES) return true
  const version = versionAt(bytes, payloadStart)
  if (version === null) return true
  const headerBytes = headerBytesOf(version.number)
  let sumBytes = headerBytes + (version.isSealed ? SEAL_BYTES : 0)
  for (let part = payloadStart + 4; part < payloadStart + headerBytes; part += 4)
    sumBytes += present(bytes.readUInt32LE(part))
  return sumBytes === payloadBytes
}
