/** Incremental parser of HTTP/1.1 responses: cheaper and stricter than a client library. */

export type ResponseSink = {
  head(status: number): void
  body(bytes: Uint8Array): void
  end(): void
}

type State = 'head' | 'sized' | 'chunk-size' | 'chunk' | 'chunk-end' | 'trailer'

const LINE_FEED = 10

export class HttpResponseReader {
  readonly #sink: ResponseSink
  #state: State = 'head'
  #text = ''
  #remaining = 0

  constructor(sink: ResponseSink) {
    this.#sink = sink
  }

  feed(bytes: Uint8Array): void {
    let at = 0
    while (at < bytes.byteLength) {
      at = this.#state === 'sized' || this.#state === 'chunk' ? this.#readBody(bytes, at) : this.#readLine(bytes, at)
    }
  }

  #readBody(bytes: Uint8Array, at: number): number {
    const until = Math.min(bytes.byteLength, at + this.#remaining)
    this.#remaining -= until - at
    this.#sink.body(bytes.subarray(at, until))
    if (this.#remaining > 0) return until
    if (this.#state === 'chunk') this.#state = 'chunk-end'
    else this.#finish()
    return until
  }

  /** Lines may be split anywhere, so their text is buffered until the line feed. */
  #readLine(bytes: Uint8Array, at: number): number {
    const feed = bytes.indexOf(LINE_FEED, at)
    const until = feed === -1 ? bytes.byteLength : feed + 1
    this.#text += Buffer.from(bytes.buffer, bytes.byteOffset + at, until - at).toString('latin1')
    if (feed !== -1) this.#line()
    return until
  }

  #line(): void {
    if (this.#state === 'head') {
      if (!this.#text.endsWith('\r\n\r\n')) return
      const head = this.#text
      this.#text = ''
      this.#readHead(head)
      return
    }
    const line = this.#text.trimEnd()
    this.#text = ''
    if (this.#state === 'chunk-end') this.#state = 'chunk-size'
    else if (this.#state === 'trailer') {
      if (line === '') this.#finish()
    } else {
      this.#remaining = Number.parseInt(line, 16)
      if (!(this.#remaining >= 0)) throw new Error(`not a chunk size: ${line}`)
      this.#state = this.#remaining === 0 ? 'trailer' : 'chunk'
    }
  }

  #readHead(head: string): void {
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1])
    if (Number.isNaN(status)) throw new Error(`not an HTTP/1.1 response: ${head.slice(0, 80)}`)
    this.#sink.head(status)
    if (/\r\ntransfer-encoding: *chunked\r\n/i.test(head)) {
      this.#state = 'chunk-size'
      return
    }
    this.#remaining = Number(/\r\ncontent-length: *(\d+)\r\n/i.exec(head)?.[1] ?? Number.NaN)
    if (Number.isNaN(this.#remaining)) throw new Error('a response without length cannot use keep-alive')
    if (this.#remaining === 0) this.#finish()
    else this.#state = 'sized'
  }

  #finish(): void {
    this.#state = 'head'
    this.#sink.end()
  }
}
