/**
 * Checks that the frames of a zstd body (RFC 8878, section 3.1) are complete, because the library accepts a truncated
 * body. Reads only the headers of frames and blocks.
 */

/** Bounds the work for bodies of many tiny blocks. Encoders write blocks of up to 128 KiB. */
const MAX_BLOCKS = 1_000_000
const ZSTD_MAGIC = 0xfd2fb528
const SKIPPABLE_MAGIC = 0x184d2a5
const DICTIONARY_ID_BYTES = [0, 1, 2, 4] as const
const CONTENT_SIZE_BYTES = [0, 2, 4, 8] as const
const RLE_BLOCK = 1
const CHECKSUM_BYTES = 4

/** What the next header is. `frame`: magic number and descriptor. `skippable`: magic number and size. */
type Header = 'frame' | 'skippable' | 'block'
const HEADER_BYTES: Readonly<Record<Header, number>> = { frame: 5, skippable: 8, block: 3 }

export class ZstdFrames {
  readonly #header = new Uint8Array(8)
  readonly #view = new DataView(this.#header.buffer)
  #read = 0
  #next: Header = 'frame'
  #skipBytes = 0
  #hasChecksum = false
  #blocks = 0
  #frames = 0
  #isBroken = false

  /** False if the bytes so far cannot be the start of a zstd body. */
  get isValid(): boolean {
    return !this.#isBroken
  }

  /** True if the bytes so far are one or more whole frames. */
  get isComplete(): boolean {
    const isBetween = this.#next === 'frame' && this.#read === 0 && this.#skipBytes === 0
    return isBetween && this.#frames > 0 && !this.#isBroken
  }

  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && !this.#isBroken; ) {
      if (this.#skipBytes > 0) {
        const skipped = Math.min(this.#skipBytes, bytes.length - at)
        this.#skipBytes -= skipped
        at += skipped
        continue
      }
      this.#header[this.#read++] = bytes[at++]!
      if (this.#read === HEADER_BYTES[this.#next]) this.#readHeader()
    }
  }

  #readHeader(): void {
    if (this.#next === 'block') return this.#readBlock()
    const magic = this.#view.getUint32(0, true)
    if (this.#next === 'skippable') return this.#endHeader('frame', this.#view.getUint32(4, true))
    this.#count()
    this.#frames++
    if (magic >>> 4 === SKIPPABLE_MAGIC) {
      this.#next = 'skippable'
      return
    }
    if (magic !== ZSTD_MAGIC) this.#isBroken = true
    const descriptor = this.#header[4]!
    const isSingleSegment = (descriptor & 0x20) !== 0
    const sizeBytes = descriptor >>> 6 === 0 ? Number(isSingleSegment) : CONTENT_SIZE_BYTES[(descriptor >>> 6) as 1]
    this.#hasChecksum = (descriptor & 4) !== 0
    this.#endHeader('block', Number(!isSingleSegment) + DICTIONARY_ID_BYTES[(descriptor & 3) as 0] + sizeBytes)
  }

  #readBlock(): void {
    this.#count()
    const [first = 0, second = 0, third = 0] = this.#header
    const header = first | (second << 8) | (third << 16)
    const isLast = (header & 1) === 1
    const sizeBytes = ((header >>> 1) & 3) === RLE_BLOCK ? 1 : header >>> 3
    const checksumBytes = isLast && this.#hasChecksum ? CHECKSUM_BYTES : 0
    this.#endHeader(isLast ? 'frame' : 'block', sizeBytes + checksumBytes)
  }

  #endHeader(next: Header, skipBytes: number): void {
    this.#read = 0
    this.#next = next
    this.#skipBytes = skipBytes
  }

  #count(): void {
    if (++this.#blocks > MAX_BLOCKS) this.#isBroken = true
  }
}
