/** Decodes chunked transfer encoding in place, so that all chunks of one read become one contiguous view. */

import { InvalidResponse } from './invalid-response.ts'

type Stage = 'size' | 'extension' | 'size-end' | 'data' | 'data-end' | 'data-end-2' | 'trailer' | 'trailer-end' | 'done'

const CR = 13
const LF = 10
const SEMICOLON = 59
const MAX_SIZE_DIGITS = 13
/** Maximum size of all extensions and trailers of a body. They are skipped. */
const MAX_UNREAD_BYTES = 64 * 1024

export class ChunkedBody {
  #stage: Stage = 'size'
  #left = 0
  #digits = 0
  #unread = 0
  #lineBytes = 0

  get isDone(): boolean {
    return this.#stage === 'done'
  }

  /**
   * Returns the payload as a view into `data`, which it overwrites. `rest` is the number of bytes after the end of the
   * body.
   */
  push(data: Uint8Array): { readonly payload: Uint8Array; readonly rest: number } {
    let to = 0
    let at = 0
    let from = 0
    while (at < data.length && this.#stage !== 'done') {
      if (this.#stage === 'data') {
        const take = Math.min(this.#left, data.length - at)
        // The first chunk stays in place. Later chunks are moved next to it.
        if (to === 0) from = at
        else data.copyWithin(from + to, at, at + take)
        to += take
        at += take
        this.#left -= take
        if (this.#left === 0) this.#stage = 'data-end'
      } else {
        this.#step(data[at++]!)
      }
    }
    // Not Buffer.subarray, which is several times slower.
    const payload = new Uint8Array(data.buffer, data.byteOffset + from, to)
    return { payload, rest: data.length - at }
  }

  #step(byte: number): void {
    switch (this.#stage) {
      case 'size':
        return this.#readSize(byte)
      case 'extension':
        if (byte === CR) this.#stage = 'size-end'
        else if (byte === LF || ++this.#unread > MAX_UNREAD_BYTES) throw new InvalidResponse('bad_chunk')
        return
      case 'size-end':
        expectByte(byte, LF)
        this.#digits = 0
        this.#lineBytes = 0
        this.#stage = this.#left === 0 ? 'trailer' : 'data'
        return
      case 'data-end':
        expectByte(byte, CR)
        this.#stage = 'data-end-2'
        return
      case 'data-end-2':
        expectByte(byte, LF)
        this.#stage = 'size'
        return
      case 'trailer':
        if (byte === CR) this.#stage = 'trailer-end'
        else {
          this.#lineBytes++
          if (byte === LF || ++this.#unread > MAX_UNREAD_BYTES) throw new InvalidResponse('bad_chunk')
        }
        return
      case 'trailer-end':
        expectByte(byte, LF)
        this.#stage = this.#lineBytes === 0 ? 'done' : 'trailer'
        this.#lineBytes = 0
    }
  }

  #readSize(byte: number): void {
    const digit = hexDigit(byte)
    if (digit >= 0) {
      if (++this.#digits > MAX_SIZE_DIGITS) throw new InvalidResponse('bad_chunk')
      this.#left = this.#left * 16 + digit
      return
    }
    if (this.#digits === 0) throw new InvalidResponse('bad_chunk')
    if (byte === CR) this.#stage = 'size-end'
    else if (byte === SEMICOLON || byte === 0x20 || byte === 0x09) this.#stage = 'extension'
    else throw new InvalidResponse('bad_chunk')
  }
}

function expectByte(byte: number, expected: number): void {
  if (byte !== expected) throw new InvalidResponse('bad_chunk')
}

function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48
  const lower = byte | 0x20
  return lower >= 97 && lower <= 102 ? lower - 87 : -1
}
