/** Reads frames from a segment and reports why reading stopped. */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { FRAME_HEADER_BYTES, MAX_PAYLOAD_BYTES, readPayload } from './frame.ts'
import type { JournalPosition } from './segments.ts'

const ZEROS_AT_ONCE = 64 * 1024

export type ReadFrame = { readonly offset: number; readonly payload: Buffer }

type JournalRead = {
  /** Views into a buffer that the next `read` reuses. */
  readonly frames: readonly ReadFrame[]
  readonly nextOffset: number
  /** `more`: the limit was reached; `end`: end of file; `partial`: incomplete frame; `damaged`: invalid bytes. */
  readonly stop: 'more' | 'end' | 'partial' | 'damaged'
}

export class SegmentReader {
  readonly #pathOf: (segment: number) => string
  readonly #frameLimit: number
  #bytes: Buffer
  #open: { readonly segment: number; readonly descriptor: number } | null = null

  constructor(pathOf: (segment: number) => string, limits: { readonly frames: number; readonly sizeBytes: number }) {
    this.#pathOf = pathOf
    this.#frameLimit = limits.frames
    this.#bytes = Buffer.allocUnsafeSlow(limits.sizeBytes)
  }

  read(position: JournalPosition): JournalRead {
    const descriptor = this.#descriptorOf(position.segment)
    const end = readSync(descriptor, this.#bytes, 0, this.#bytes.length, position.offset)
    const frames: ReadFrame[] = []
    let offset = 0
    while (frames.length < this.#frameLimit) {
      if (offset === end && end < this.#bytes.length) return this.#result(position, frames, offset, 'end')
      const found = readPayload(this.#bytes, offset, end)
      if (found === 'partial' && end === this.#bytes.length) {
        if (offset > 0) break
        this.#grow()
        return this.read(position)
      }
      if (typeof found === 'string') return this.#result(position, frames, offset, found)
      frames.push({ offset: position.offset + offset, payload: found })
      offset += FRAME_HEADER_BYTES + found.length
    }
    return this.#result(position, frames, offset, 'more')
  }

  /**
   * Offset after a damaged frame, or null. Trusts only the frame's own length, and only if a valid frame or the end of
   * the segment follows. Searching for the next valid frame is unsafe: a request body could contain one.
   */
  offsetAfterDamage(position: JournalPosition): number | null {
    const descriptor = this.#descriptorOf(position.segment)
    const header = Buffer.alloc(FRAME_HEADER_BYTES)
    if (readSync(descriptor, header, 0, FRAME_HEADER_BYTES, position.offset) < FRAME_HEADER_BYTES) return null
    const target = position.offset + FRAME_HEADER_BYTES + header.readUInt32LE(0)
    if (header.readUInt32LE(0) > MAX_PAYLOAD_BYTES || target === position.offset + FRAME_HEADER_BYTES) return null
    if (target === fstatSync(descriptor).size) return target
    if (readSync(descriptor, header, 0, FRAME_HEADER_BYTES, target) < FRAME_HEADER_BYTES) return null
    const next = Buffer.alloc(FRAME_HEADER_BYTES + Math.min(header.readUInt32LE(0), MAX_PAYLOAD_BYTES))
    const end = readSync(descriptor, next, 0, next.length, target)
    return typeof readPayload(next, 0, end) === 'string' ? null : target
  }

  /** Bytes from a position to the end of the segment. */
  bytesFrom({ segment, offset }: JournalPosition): number {
    return Math.max(0, fstatSync(this.#descriptorOf(segment)).size - offset)
  }

  bytesBetween({ segment, offset }: JournalPosition, end: number): Buffer {
    const bytes = Buffer.alloc(Math.max(0, end - offset))
    return bytes.subarray(0, readSync(this.#descriptorOf(segment), bytes, 0, bytes.length, offset))
  }

  /** True if only zeros follow, which some file systems leave after a power failure. */
  isZeroFrom({ segment, offset }: JournalPosition): boolean {
    const end = offset + this.bytesFrom({ segment, offset })
    for (let at = offset; at < end; at += ZEROS_AT_ONCE) {
      const bytes = this.bytesBetween({ segment, offset: at }, Math.min(end, at + ZEROS_AT_ONCE))
      if (bytes.some((byte) => byte !== 0)) return false
    }
    return true
  }

  #result(position: JournalPosition, frames: ReadFrame[], offset: number, stop: JournalRead['stop']): JournalRead {
    return { frames, nextOffset: position.offset + offset, stop }
  }

  #grow(): void {
    this.#bytes = Buffer.allocUnsafeSlow(this.#bytes.length * 2)
  }

  #descriptorOf(segment: number): number {
    if (this.#open?.segment === segment) return this.#open.descriptor
    this.close()
    const descriptor = openSync(this.#pathOf(segment), 'r')
    this.#open = { segment, descriptor }
    return descriptor
  }

  close(): void {
    if (this.#open) closeSync(this.#open.descriptor)
    this.#open = null
  }
}
