/**
 * Encoding of one record in the journal.
 *
 *     u32 payload length | u32 CRC-32 of the payload | payload
 *     payload = u32 version | u32 row | u32 detail | u32 request | u32 response   (lengths in bytes)
 *               row JSON | detail JSON | request body | response body
 *
 * Little endian. An absent body has length `ABSENT`, an empty one 0. Row and detail are separate because ingest parses the
 * row but stores the detail as bytes. Encoding takes about 1.4 µs for each of the two JSON texts of a typical record.
 */

import { LOGGED_BODY_BYTES, type RecordBodies, type RequestRecord } from '../../core/record.ts'
import { fromEarlierVersion, type RecordRow, toDetail, toRow } from '../log-row.ts'

export const FRAME_HEADER_BYTES = 8
/** Bodies are cut far below this, so a larger length is damage. */
export const MAX_PAYLOAD_BYTES = 16 * 1024 * 1024

/** Versions 1 to 5 had shorter rows. They are still read, because an upgrade can find them in the journal. */
const FRAME_VERSION = 6
const PAYLOAD_HEADER_BYTES = 20
const ABSENT = 0xffffffff

export const NO_BODIES: RecordBodies = { request: null, response: null }

/** Encodes into one reused buffer: a frame is valid until the next one overwrites it. */
export class FrameEncoder {
  #bytes = Buffer.allocUnsafeSlow(64 * 1024)
  /** A view of `#bytes`: DataView setters are inlined by the JIT, Buffer's writeUInt32LE is not. */
  #numbers = new DataView(this.#bytes.buffer)

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
    const { request, response } = bodies
    const bodyBytes = (request?.length ?? 0) + (response?.length ?? 0)
    // One UTF-16 unit takes at most 3 bytes of UTF-8.
    this.#reserve(start + FRAME_HEADER_BYTES + PAYLOAD_HEADER_BYTES + 3 * (row.length + detail.length) + bodyBytes)
    const bytes = this.#bytes
    const payloadStart = start + FRAME_HEADER_BYTES
    let end = payloadStart + PAYLOAD_HEADER_BYTES
    const rowBytes = bytes.write(row, end)
    end += rowBytes
    const detailBytes = bytes.write(detail, end)
    end += detailBytes
    if (request) bytes.set(request, end)
    end += request?.length ?? 0
    if (response) bytes.set(response, end)
    end += response?.length ?? 0
    if (end - payloadStart > MAX_PAYLOAD_BYTES)
      throw new RangeError(`the record exceeds the maximum journal frame of ${MAX_PAYLOAD_BYTES} bytes`)
    const numbers = this.#numbers
    numbers.setUint32(payloadStart, FRAME_VERSION, true)
    numbers.setUint32(payloadStart + 4, rowBytes, true)
    numbers.setUint32(payloadStart + 8, detailBytes, true)
    numbers.setUint32(payloadStart + 12, request?.length ?? ABSENT, true)
    numbers.setUint32(payloadStart + 16, response?.length ?? ABSENT, true)
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
}

/**
 * Decodes a payload whose CRC matched; the parts are views into it. Throws on an unknown version or inconsistent
 * lengths.
 */
export function decodePayload(payload: Buffer): DecodedFrame {
  const version = payload.readUInt32LE(0)
  if (!isKnownVersion(version)) throw new Error(`journal frame has unknown version ${version}`)
  const rowEnd = PAYLOAD_HEADER_BYTES + payload.readUInt32LE(4)
  const detailEnd = rowEnd + payload.readUInt32LE(8)
  const requestBytes = payload.readUInt32LE(12)
  const responseBytes = payload.readUInt32LE(16)
  const requestEnd = detailEnd + (requestBytes === ABSENT ? 0 : requestBytes)
  const responseEnd = requestEnd + (responseBytes === ABSENT ? 0 : responseBytes)
  if (responseEnd !== payload.length) throw new Error('part lengths of the journal frame do not match its size')
  const row = JSON.parse(payload.toString('utf8', PAYLOAD_HEADER_BYTES, rowEnd))
  return {
    row: version === FRAME_VERSION ? row : fromEarlierVersion(row),
    detail: payload.subarray(rowEnd, detailEnd),
    request: requestBytes === ABSENT ? null : payload.subarray(detailEnd, requestEnd),
    response: responseBytes === ABSENT ? null : payload.subarray(requestEnd, responseEnd),
  }
}

function isKnownVersion(version: number): boolean {
  return version >= 1 && version <= FRAME_VERSION
}

/** Returns the payload (a view) of the frame at `offset`, or why there is no complete, valid frame. */
export function readPayload(bytes: Buffer, offset: number, end: number): Buffer | 'partial' | 'damaged' {
  if (end - offset < FRAME_HEADER_BYTES) return 'partial'
  const payloadBytes = bytes.readUInt32LE(offset)
  if (payloadBytes < PAYLOAD_HEADER_BYTES || payloadBytes > MAX_PAYLOAD_BYTES) return 'damaged'
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
  if (end - payloadStart < PAYLOAD_HEADER_BYTES || !isKnownVersion(bytes.readUInt32LE(payloadStart))) return true
  let sumBytes = PAYLOAD_HEADER_BYTES
  for (let part = payloadStart + 4; part < payloadStart + PAYLOAD_HEADER_BYTES; part += 4) {
    const partBytes = bytes.readUInt32LE(part)
    if (partBytes !== ABSENT) sumBytes += partBytes
  }
  return sumBytes === payloadBytes
}
