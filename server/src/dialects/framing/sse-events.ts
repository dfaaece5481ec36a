/** Splits a byte stream into server-sent events (WHATWG HTML, section 9.2). Chunks may be cut at any byte. */

import { GatewayError } from '../../core/errors.ts'

export type SseEvent = { name: string; data: string }

/** Equals the limit for complete translated responses. Gemini sends an image as one event of about 20 MB. */
const MAX_EVENT_CHARACTERS = 32 * 1024 * 1024
/** Joins pieces early at this count: a line in tiny chunks would need many times its length in memory. */
const MAX_PIECES = 4_096

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const SPACE = 32
const COLON = 58

export class SseEvents {
  // Removes the byte order mark and holds the bytes of an incomplete character.
  readonly #decoder = new TextDecoder()
  /** Pieces of an incomplete line. They are joined once, so that a long line in small chunks stays linear. */
  #pieces: string[] = []
  /** Groups of MAX_PIECES pieces that were joined early. */
  #blocks: string[] = []
  #piecesLength = 0
  #data: string | null = null
  #name = ''
  #isAfterReturn = false

  push(chunk: Uint8Array): SseEvent[] {
    const events: SseEvent[] = []
    const text = this.#decoder.decode(chunk, { stream: true })
    if (text === '') return events
    // Skips the LF of a CRLF that is split across two chunks.
    let start = this.#isAfterReturn && text.charCodeAt(0) === LINE_FEED ? 1 : 0
    this.#isAfterReturn = text.charCodeAt(text.length - 1) === CARRIAGE_RETURN
    const hasReturns = text.includes('\r')
    while (start < text.length) {
      const end = hasReturns ? lineEnd(text, start) : text.indexOf('\n', start)
      if (end === -1) break
      if (this.#piecesLength === 0) this.#readLine(text, start, end, events)
      else this.#readJoinedLine(text.slice(start, end), events)
      const isPair = text.charCodeAt(end) === CARRIAGE_RETURN && text.charCodeAt(end + 1) === LINE_FEED
      start = end + (isPair ? 2 : 1)
    }
    if (start < text.length) this.#addPiece(text.slice(start))
    return events
  }

  #addPiece(piece: string): void {
    this.#pieces.push(piece)
    this.#piecesLength += piece.length
    this.#checkSize(this.#piecesLength)
    if (this.#pieces.length < MAX_PIECES) return
    this.#blocks.push(this.#pieces.join(''))
    this.#pieces = []
  }

  #readJoinedLine(last: string, events: SseEvent[]): void {
    this.#pieces.push(last)
    const line = this.#blocks.join('') + this.#pieces.join('')
    this.#pieces = []
    this.#blocks = []
    this.#piecesLength = 0
    this.#readLine(line, 0, line.length, events)
  }

  /** Reads a line by its offsets, so that only field values are copied out of the text. */
  #readLine(text: string, start: number, end: number, events: SseEvent[]): void {
    if (start === end) {
      if (this.#data !== null) events.push({ name: this.#name, data: this.#data })
      this.#data = null
      this.#name = ''
    } else if (isField(text, start, end, 'data')) {
      const value = fieldValue(text, start + 4, end)
      this.#checkSize(value.length)
      this.#data = this.#data === null ? value : `${this.#data}\n${value}`
    } else if (isField(text, start, end, 'event')) {
      this.#name = fieldValue(text, start + 5, end)
    }
    // Ignores comments, `id`, `retry` and unknown fields, which no decoder uses.
  }

  #checkSize(added: number): void {
    if (added + (this.#data?.length ?? 0) <= MAX_EVENT_CHARACTERS) return
    throw new GatewayError('upstream_broken', { message: 'The provider sent an event that is too large.' })
  }
}

/** A line ends at CR, LF or CRLF. */
function lineEnd(text: string, start: number): number {
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === LINE_FEED || code === CARRIAGE_RETURN) return i
  }
  return -1
}

function isField(text: string, start: number, end: number, name: string): boolean {
  const after = start + name.length
  return after <= end && text.startsWith(name, start) && (after === end || text.charCodeAt(after) === COLON)
}

/** The text after the colon, without one leading space. */
function fieldValue(text: string, colon: number, end: number): string {
  const first = colon + 1
  if (first >= end) return ''
  return text.slice(text.charCodeAt(first) === SPACE ? first + 1 : first, end)
}
