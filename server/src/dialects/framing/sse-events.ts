/** Cuts a byte stream into server-sent events (WHATWG HTML, section 9.2), at whatever bytes the chunks begin and end. */

import { GatewayError } from '../../core/errors.ts'

export type SseEvent = { name: string; data: string }

/** As much as a whole answer that is translated may have: Gemini sends an image as one event of some 20 MB. */
const MAX_EVENT_CHARACTERS = 32 * 1024 * 1024
/** So many pieces of a line are joined to one, or a line of tiny chunks would take many times its length in memory. */
const MAX_PIECES = 4_096

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const SPACE = 32
const COLON = 58

export class SseEvents {
  // Takes the byte order mark off and keeps the bytes of a character that is not whole yet.
  readonly #decoder = new TextDecoder()
  /** The pieces of a line that has not ended: joined once, so that a long line in small chunks stays linear. */
  #pieces: string[] = []
  /** Pieces that were joined already. */
  #blocks: string[] = []
  #piecesLength = 0
  #data: string | null = null
  #name = ''
  #isAfterReturn = false

  push(chunk: Uint8Array): SseEvent[] {
    const events: SseEvent[] = []
    const text = this.#decoder.decode(chunk, { stream: true })
    if (text === '') return events
    // The LF of a CRLF that was cut in two.
    let start = this.#isAfterReturn && text.charCodeAt(0) === LINE_FEED ? 1 : 0
    this.#isAfterReturn = text.charCodeAt(text.length - 1) === CARRIAGE_RETURN
    const hasReturns = text.includes('\r')
    while (start < text.length) {
      const end = hasReturns ? lineEnd(text, start) : text.indexOf('\n', start)
      if (end === -1) break
      if (this.#piecesLength === 0) this.#line(text, start, end, events)
      else this.#joined(text.slice(start, end), events)
      const isPair = text.charCodeAt(end) === CARRIAGE_RETURN && text.charCodeAt(end + 1) === LINE_FEED
      start = end + (isPair ? 2 : 1)
    }
    if (start < text.length) this.#keep(text.slice(start))
    return events
  }

  #keep(piece: string): void {
    this.#pieces.push(piece)
    this.#piecesLength += piece.length
    this.#checkSize(this.#piecesLength)
    if (this.#pieces.length < MAX_PIECES) return
    this.#blocks.push(this.#pieces.join(''))
    this.#pieces = []
  }

  #joined(last: string, events: SseEvent[]): void {
    this.#pieces.push(last)
    const line = this.#blocks.join('') + this.#pieces.join('')
    this.#pieces = []
    this.#blocks = []
    this.#piecesLength = 0
    this.#line(line, 0, line.length, events)
  }

  /** Reads one line where it stands, so that only values are cut out of the text. */
  #line(text: string, start: number, end: number, events: SseEvent[]): void {
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
    // Comments, `id`, `retry` and unknown fields say nothing to a decoder.
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

/** What follows the colon, without one leading space. */
function fieldValue(text: string, colon: number, end: number): string {
  const first = colon + 1
  if (first >= end) return ''
  return text.slice(text.charCodeAt(first) === SPACE ? first + 1 : first, end)
}
