/** Splits a stream into events and keeps the bytes of each one, so that unchanged events are sent byte for byte. */

import { GatewayError } from '../../../core/errors.ts'

/** One event with its bytes. The bytes may be a view of the chunk they came in. */
export type EventBlock = {
  readonly bytes: Uint8Array
  /** '' if the event has none. */
  readonly name: string
  /** The text of its data; null if it has none, such as a comment. */
  readonly data: string | null
  /** False if the bytes hold more than the name and the data: comments, unknown fields. */
  readonly isPlain: boolean
}

export interface EventSplitter {
  push(chunk: Uint8Array): readonly EventBlock[]
  /** What follows the last complete event; null if nothing does. */
  end(): EventBlock | null
  /** The data of an event that was read before. */
  dataOf(bytes: Uint8Array): string
  /** The bytes of an event whose data was changed. */
  frame(block: Pick<EventBlock, 'name' | 'bytes'>, data: string): Uint8Array
}

/** The same limit as for translated events: Gemini sends an image as one event of about 20 MB. */
const MAX_EVENT_BYTES = 32 * 1024 * 1024

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const SAFE_NAME = /^[\w.-]{0,128}$/
const SAFE_FIELD = /^(?:id|retry): ?[\w.-]{0,128}$/
const LINE_END = /\r\n|\n|\r/

const NOTHING = Buffer.alloc(0)
const utf8 = new TextDecoder()

/** The bytes of the incomplete event. Doubling the buffer keeps the copying linear, however small the chunks are. */
class HeldBytes {
  #held: Buffer = NOTHING
  #length = 0

  /** What is held, followed by the chunk. */
  append(chunk: Uint8Array): Buffer {
    const added = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    if (this.#length === 0) return added
    const needed = this.#length + added.length
    if (needed > MAX_EVENT_BYTES) throw tooLarge()
    if (needed > this.#held.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#held.length * 2))
      larger.set(this.#held.subarray(0, this.#length))
      this.#held = larger
    }
    this.#held.set(added, this.#length)
    this.#length = needed
    return this.#held.subarray(0, needed)
  }

  /** Keeps what follows `start` of the bytes that `append` returned. */
  keep(data: Buffer, start: number): void {
    if (start === 0 && this.#length === data.length) return
    const rest = data.length - start
    if (rest > MAX_EVENT_BYTES) throw tooLarge()
    // A new buffer: the complete events before it are views of the old one.
    this.#held = rest === 0 ? NOTHING : Buffer.from(data.subarray(start))
    this.#length = rest
  }

  take(): Buffer {
    const rest = this.#held.subarray(0, this.#length)
    this.#held = NOTHING
    this.#length = 0
    return rest
  }
}

/** Server-sent events (WHATWG HTML, section 9.2): an event ends at an empty line, and lines end at LF, CR or CRLF. */
export class SseBlocks implements EventSplitter {
  readonly #bytes = new HeldBytes()
  /** Positions in the held bytes. */
  #scanned = 0
  #lineStart = 0
  /** True if the last byte was a CR, so that a following LF belongs to it. */
  #isAfterReturn = false

  push(chunk: Uint8Array): EventBlock[] {
    const blocks: EventBlock[] = []
    const data = this.#bytes.append(chunk)
    const hasReturns = this.#isAfterReturn || data.indexOf(CARRIAGE_RETURN, this.#scanned) >= 0
    let start = 0
    let lineStart = this.#lineStart
    let at = this.#scanned
    while (at < data.length) {
      const end = hasReturns ? lineEnd(data, at) : data.indexOf(LINE_FEED, at)
      if (end < 0) break
      const isReturn = data[end] === CARRIAGE_RETURN
      // In a stream with CRLF, the LF of this pair is still to come.
      if (isReturn && end === lineStart && end + 1 === data.length && endsPair(data, end)) break
      if (this.#isAfterReturn && end === at && !isReturn) {
        // The second byte of a CRLF.
        this.#isAfterReturn = false
        at = end + 1
        lineStart = at
        continue
      }
      this.#isAfterReturn = isReturn
      at = end + 1
      if (isReturn && data[at] === LINE_FEED) {
        this.#isAfterReturn = false
        at++
      }
      if (end === lineStart) {
        blocks.push(readSse(data.subarray(start, at)))
        start = at
      }
      lineStart = at
    }
    const isPairSplit = at < data.length && data[at] === CARRIAGE_RETURN
    if (at < data.length) this.#isAfterReturn = false
    this.#bytes.keep(data, start)
    this.#scanned = (isPairSplit ? at : data.length) - start
    this.#lineStart = lineStart - start
    return blocks
  }

  end(): EventBlock | null {
    const rest = this.#bytes.take()
    return rest.length === 0 ? null : readSse(rest)
  }

  dataOf(bytes: Uint8Array): string {
    return readSse(bytes).data ?? ''
  }

  frame({ name }: Pick<EventBlock, 'name'>, data: string): Uint8Array {
    return Buffer.from(name === '' ? `data: ${data}\n\n` : `event: ${name}\ndata: ${data}\n\n`)
  }
}

function lineEnd(data: Buffer, start: number): number {
  for (let i = start; i < data.length; i++) if (data[i] === LINE_FEED || data[i] === CARRIAGE_RETURN) return i
  return -1
}

/** Whether the bytes before `at` are CRLF. */
function endsPair(data: Buffer, at: number): boolean {
  return at >= 2 && data[at - 1] === LINE_FEED && data[at - 2] === CARRIAGE_RETURN
}

function readSse(bytes: Uint8Array): EventBlock {
  const text = utf8.decode(bytes)
  return readUsual(bytes, text) ?? readLines(bytes, text)
}

/**
 * Reads an event in the usual form: its data in one line, with or without a line with its name before it. Null for
 * other forms.
 */
function readUsual(bytes: Uint8Array, text: string): EventBlock | null {
  const nameEnd = text.startsWith('event: ') ? text.indexOf('\n') : -1
  const start = nameEnd + 1
  if (!text.startsWith('data: ', start) || text.indexOf('\n', start) !== text.length - 2 || text.includes('\r'))
    return null
  const name = nameEnd < 0 ? '' : text.slice(7, nameEnd)
  if (text[text.length - 1] !== '\n' || !SAFE_NAME.test(name)) return null
  return { bytes, name, data: text.slice(start + 6, -2), isPlain: true }
}

function readLines(bytes: Uint8Array, text: string): EventBlock {
  let name = ''
  let data: string | null = null
  let isPlain = true
  for (const line of text.split(LINE_END)) {
    if (line === '') continue
    if (isField(line, 'data')) data = data === null ? fieldOf(line, 5) : `${data}\n${fieldOf(line, 5)}`
    else if (isField(line, 'event')) name = fieldOf(line, 6)
    else if (!SAFE_FIELD.test(line)) isPlain = false
  }
  if (SAFE_NAME.test(name)) return { bytes, name, data, isPlain }
  return { bytes, name: '', data, isPlain: false }
}

function isField(line: string, name: string): boolean {
  return line.startsWith(name) && (line.length === name.length || line[name.length] === ':')
}

/** The text after the colon, without one leading space. */
function fieldOf(line: string, start: number): string {
  return line.slice(line[start] === ' ' ? start + 1 : start)
}

const QUOTE = 34
const COMMA = 44
const OPEN_BRACKET = 91
const BACKSLASH = 92
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

/** The elements of a JSON array, each with the separator before it. A body that is one object is one element. */
export class ArrayBlocks implements EventSplitter {
  readonly #bytes = new HeldBytes()
  #scanned = 0
  #elementStart = -1
  #depth = 0
  #isInString = false
  #isEscaped = false
  /** False if there is anything but separators between the elements. */
  #isPlain = true

  push(chunk: Uint8Array): EventBlock[] {
    const blocks: EventBlock[] = []
    const data = this.#bytes.append(chunk)
    let start = 0
    for (let at = this.#scanned; at < data.length; at++) {
      if (!this.#isElementEnd(data[at]!, at)) continue
      const element = data.subarray(this.#elementStart, at + 1)
      const before = data.subarray(start, this.#elementStart)
      const bytes = this.#isPlain ? data.subarray(start, at + 1) : Buffer.concat([separatorsIn(before), element])
      blocks.push({ bytes, name: '', data: utf8.decode(element), isPlain: true })
      start = at + 1
      this.#elementStart = -1
      this.#isPlain = true
    }
    this.#bytes.keep(data, start)
    this.#scanned = data.length - start
    if (this.#elementStart >= 0) this.#elementStart -= start
    return blocks
  }

  #isElementEnd(byte: number, at: number): boolean {
    if (this.#isInString) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === BACKSLASH) this.#isEscaped = true
      else if (byte === QUOTE) this.#isInString = false
      return false
    }
    if (this.#depth === 0) {
      if (byte === OPEN_BRACE) {
        this.#elementStart = at
        this.#depth = 1
      } else if (!isSeparator(byte)) this.#isPlain = false
      return false
    }
    if (byte === QUOTE) this.#isInString = true
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#depth++
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.#depth--
    return this.#depth === 0
  }

  end(): EventBlock | null {
    const bytes = this.#bytes.take()
    if (bytes.length === 0) return null
    if (this.#elementStart < 0) return { bytes: separatorsIn(bytes), name: '', data: null, isPlain: true }
    return { bytes, name: '', data: utf8.decode(bytes.subarray(this.#elementStart)), isPlain: false }
  }

  dataOf(bytes: Uint8Array): string {
    return utf8.decode(bytes.subarray(Math.max(0, bytes.indexOf(OPEN_BRACE))))
  }

  frame({ bytes }: Pick<EventBlock, 'bytes'>, data: string): Uint8Array {
    const element = bytes.indexOf(OPEN_BRACE)
    return Buffer.concat([bytes.subarray(0, Math.max(0, element)), Buffer.from(data)])
  }
}

/**
 * Keeps only the separators: elements of a stream are objects, and other values between them would be sent unchecked.
 */
function separatorsIn(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.filter(isSeparator))
}

function isSeparator(byte: number): boolean {
  return byte <= 32 || byte === COMMA || byte === OPEN_BRACKET || byte === CLOSE_BRACKET
}

function tooLarge(): GatewayError {
  return new GatewayError('upstream_broken', { message: 'The provider sent an event that is too large.' })
}
